// device/joinBlack: restricts a serial number ("blacklist" in the API).
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn, text } from '../../entities/parts.ts';

export const deviceJoinBlack = call({
  summary:
    'Restricts a serial number: what it reports is kept, but not shown, it joins no plant, and its connection over MQTT ends. Administrators restrict any number, others those of devices in plants that they may change.',
  access: { anyOf: ['DeviceRestrict'] },
  request: z.object({
    sn,
    /** Reason as entered by the user; shown wherever the number is. */
    reason: text(500, 1),
  }),
  response: z.object({}),
  errors: ['deviceNotFound', 'siteNotFound', 'siteReadOnly'],
  transaction: 'change',
});
