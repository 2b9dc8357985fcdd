// dashboard/user/summary
import { z } from 'zod';
import { call } from '../../../call.ts';
import { countryCount, isCounted, viewersZone } from '../../../entities/dashboard.ts';

export const dashboardUserSummary = call({
  summary: 'How many accounts a branch has, in which roles and countries, and how many were made on which days.',
  access: { anyOf: ['Dashboard'] },
  request: z.object({ timezone: viewersZone }),
  response: z.object({
    /** Null: who asks sees single plants and no accounts; then the lists are empty, too. */
    total: z.number().int().nullable(),
    isCounted,
    /** The most first; who has several roles is in each of them. */
    roles: z.array(
      z.object({ groupId: z.number().int(), code: z.string(), name: z.string(), count: z.number().int() }),
    ),
    countries: z.array(countryCount),
    /** By the calendar of UTC, the oldest first; the last one is today. */
    days: z.array(z.object({ day: z.string(), users: z.number().int() })),
    /** Mondays to Sundays; the last one is this week. */
    weeks: z.array(z.object({ from: z.string(), to: z.string(), users: z.number().int() })),
  }),
});
