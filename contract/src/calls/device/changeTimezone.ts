// device/changeTimezone
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid, sn, zone } from '../../entities/parts.ts';

export const deviceChangeTimezone = call({
  summary: "Changes the time zone of a device, which is its plant's: the days of all its devices are recomputed.",
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid: sid.optional(), sn, timezone: zone }),
  response: z.object({ sid }),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound', 'unknownTimezone'],
  transaction: 'change',
});
