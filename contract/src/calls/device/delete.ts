// device/delete
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid, sn, text } from '../../entities/parts.ts';

export const deviceDelete = call({
  summary: 'Releases a device from its plant: its number is free again, its history stays with the plant.',
  access: { anyOf: ['DeviceRemove'] },
  request: z.object({
    sid,
    sn,
    /** For a gateway: attached devices are released as well, or stay and may be announced by another gateway. */
    children: z.enum(['stay', 'go']).default('stay'),
    reason: text(500).default(''),
  }),
  response: z.object({
    /** All released devices. */
    removed: z.array(z.string()),
  }),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound'],
  transaction: 'change',
});
