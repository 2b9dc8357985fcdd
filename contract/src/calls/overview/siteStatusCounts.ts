// overview/siteStatusCounts
import { z } from 'zod';
import { call } from '../../call.ts';
import { siteListFilters } from '../../entities/page.ts';
import { numberFigure, unknownFigures } from '../../figures.ts';

export const overviewSiteStatusCounts = call({
  summary: 'How many of the plants that a list shows are in each status, and what these plants are and make together.',
  access: { anyOf: ['PvPlant', 'Dashboard'] },
  /** Same filters as in site/listWithSN; all accessible plants without them. */
  request: z.object({ filters: siteListFilters.prefault({}) }),
  response: z.object({
    /** Number of matching plants in any status. */
    siteCount: z.number().int(),
    /** Plants by the API's integer of their status, as without the filter by status. */
    statusMap: z.record(z.string(), z.number().int()),
    /** Number of online plants that are asleep, as in their rows and the filter. */
    asleep: z.number().int(),
    /** Totals of the list, including the filter by status; null: no plant has a value. */
    totals: z.object({
      siteCount: z.number().int(),
      /** Peak power of the modules, W. */
      powerMax: z.number(),
      /** Power of live plants, W. */
      now: numberFigure(),
      /** kWh, each plant by its own day. */
      todayPower: numberFigure(),
      totalPower: numberFigure(),
      ...unknownFigures,
    }),
  }),
});
