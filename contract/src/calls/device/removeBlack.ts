// device/removeBlack: lifts the restriction of a serial number ("blacklist" in the API).
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn } from '../../entities/parts.ts';

export const deviceRemoveBlack = call({
  summary:
    'Cancels the restriction of a serial number. What it reported meanwhile, and is still kept, becomes history of the plant that it is in.',
  access: { anyOf: ['DeviceRestrict'] },
  request: z.object({ sn }),
  response: z.object({}),
  errors: ['deviceNotFound', 'siteNotFound', 'siteReadOnly', 'notRestricted'],
  transaction: 'change',
});
