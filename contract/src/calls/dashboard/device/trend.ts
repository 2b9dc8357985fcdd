// dashboard/device/trend
import { z } from 'zod';
import { call } from '../../../call.ts';
import { isCounted, viewersZone } from '../../../entities/dashboard.ts';
import { devices } from '../../../pageModules.ts';

const added = {
  sites: z.number().int(),
  devices: devices(z.number().int().nullable(), null),
};

export const dashboardDeviceTrend = call({
  summary:
    'How many of the plants and devices that are there now were added on each of 7 days and in each of 12 weeks.',
  access: { anyOf: ['Dashboard'] },
  request: z.object({ timezone: viewersZone }),
  response: z.object({
    isCounted,
    /** Each plant by its own calendar, oldest first; the last is today in the user's time zone. */
    days: z.array(z.object({ day: z.string(), ...added })),
    /** Mondays to Sundays; the last one is this week. */
    weeks: z.array(z.object({ from: z.string(), to: z.string(), ...added })),
  }),
});
