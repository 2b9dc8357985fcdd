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
  errors: [
    // Repeated with its key after the user lost access to the created plant.
    'siteNotFound',
    'unknownCountry',
    'unknownTimezone',
    'unknownCurrency',
    'userNotFound',
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
