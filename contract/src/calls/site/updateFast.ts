// site/updateFast
import { z } from 'zod';
import { call } from '../../call.ts';
import { credential } from '../../entities/device.ts';
import { int, sid, sn } from '../../entities/parts.ts';
import { deviceToAdd, siteFields } from '../../entities/site.ts';

export const siteUpdateFast = call({
  summary:
    'Changes what is given of a plant; `sn` adds devices, `removeSn` releases them (their history stays with the plant).',
  access: { anyOf: ['SiteUpdate', 'DeviceRegister'] },
  request: siteFields.partial().extend({
    sid,
    version: int().optional(),
    sn: z.array(deviceToAdd).max(500).optional(),
    removeSn: z.array(sn).max(500).optional(),
  }),
  response: z.object({ sid, version: z.number().int(), credentials: z.array(credential) }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'siteHasChanged',
    'ownerHandsOver',
    'unknownCountry',
    'unknownTimezone',
    'unknownCurrency',
    'userNotFound',
    'deviceNotFound',
    'productNotFound',
    'serialNumberTaken',
    'serialNumberFailed',
    'serialNumberRepeated',
    'noMeter',
    'tooManyRequests',
  ],
  transaction: 'change',
  returnsSecret: true,
});
