// device/joinBlack: puts a serial number on the wire's "blacklist"; here it is said to be restricted.
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn, text } from '../../entities/parts.ts';

export const deviceJoinBlack = call({
  summary:
    'Restricts a serial number: what it reports is kept, but not shown, it joins no plant, and its connection over MQTT ends. Administrators restrict any number, others those of devices in plants that they may change.',
  access: { anyOf: ['DeviceRestrict'] },
  request: z.object({
    sn,
    /** Why, in the words of who does it; shown wherever the number is. */
    reason: text(500, 1),
  }),
  response: z.object({}),
  refusals: ['deviceNotFound', 'siteNotFound', 'siteReadOnly'],
  transaction: 'change',
});
