// overview/overview
import { z } from 'zod';
import { call } from '../../call.ts';
import { benefit, production } from '../../entities/statistics.ts';
import { devices } from '../../pageModules.ts';

export const overviewOverview = call({
  summary: 'Energy, benefits and counts over all visible plants. Money is left out where currencies differ.',
  access: { anyOf: ['PvPlant', 'Dashboard'] },
  request: z.object({}),
  response: z.object({
    statisticsProduction: production,
    benefit,
    siteCount: z.number().int(),
    deviceCount: devices(z.number().int().nullable(), null),
    /** Microinverters. */
    mrCount: devices(z.number().int().nullable(), null),
    gatewayCount: devices(z.number().int().nullable(), null),
  }),
});
