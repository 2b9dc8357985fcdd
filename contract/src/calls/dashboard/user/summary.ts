// dashboard/user/summary
import { z } from 'zod';
import { call } from '../../../call.ts';
import { countryCount, isCounted, viewersZone } from '../../../entities/dashboard.ts';

export const dashboardUserSummary = call({
  summary: 'How many accounts a branch has, in which roles and countries, and how many were made on which days.',
  access: { anyOf: ['Dashboard'] },
  request: z.object({ timezone: viewersZone }),
  response: z.object({
    /** Null: the user is limited to single plants and sees no accounts; the lists are then empty. */
    total: z.number().int().nullable(),
    isCounted,
    /** By number, descending; users with several roles count in each. */
    roles: z.array(
      z.object({ groupId: z.number().int(), code: z.string(), name: z.string(), count: z.number().int() }),
    ),
    countries: z.array(countryCount),
    /** By UTC days, oldest first; the last is today. */
    days: z.array(z.object({ day: z.string(), users: z.number().int() })),
    /** Mondays to Sundays; the last one is this week. */
    weeks: z.array(z.object({ from: z.string(), to: z.string(), users: z.number().int() })),
  }),
});
