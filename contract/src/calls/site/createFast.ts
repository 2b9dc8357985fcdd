// site/createFast
import { z } from 'zod';
import { call } from '../../call.ts';
import { credential } from '../../entities/device.ts';
import { sid } from '../../entities/parts.ts';
import { deviceToAdd, newSite } from '../../entities/site.ts';

export const siteCreateFast = call({
  summary: 'Makes a plant, with its devices when serial numbers are given: all of it or nothing.',
  access: { anyOf: ['SiteCreate'] },
  request: newSite.extend({ sn: z.array(deviceToAdd).max(500).default([]) }),
  response: z.object({ sid, sn: z.array(z.string()), credentials: z.array(credential) }),
  refusals: [
    // Sent again with its key, when the plant it made is no longer the caller's to see.
    'siteNotFound',
    'unknownCountry',
    'unknownTimezone',
    'unknownCurrency',
    'userNotFound',
    'productNotFound',
    'serialNumberTaken',
    'serialNumberFailed',
    'serialNumberRepeated',
    'tooManyRequests',
  ],
  transaction: 'change',
  returnsSecret: true,
});
