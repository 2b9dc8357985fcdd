// device/replace
import { z } from 'zod';
import { call } from '../../call.ts';
import { credential } from '../../entities/device.ts';
import { int, sid, sn, text } from '../../entities/parts.ts';

export const deviceReplace = call({
  summary:
    'Puts another device in the place of one: alias, string, tilt, azimuth and what it measures are taken over, its totals (production and each other flow) go on where those of the old one ended. The old one is released, its history stays.',
  access: { anyOf: ['DeviceRemove'] },
  request: z.object({
    sid,
    /** The device being replaced. */
    sn,
    /** The replacement. */
    by: sn,
    /** Product model code; that of the old device if omitted. */
    model: int().optional(),
    reason: text(500).default(''),
  }),
  response: z.object({ credentials: z.array(credential) }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'deviceNotFound',
    'otherKindComes',
    'productNotFound',
    'serialNumberTaken',
    'serialNumberFailed',
    'tooManyRequests',
  ],
  transaction: 'change',
  returnsSecret: true,
});
