// overview/siteStatusCounts
import { z } from 'zod';
import { call } from '../../call.ts';
import { siteListFilters } from '../../entities/page.ts';

export const overviewSiteStatusCounts = call({
  summary: 'How many of the plants that a list shows are in each status, and what these plants are and make together.',
  access: { anyOf: ['PvPlant', 'Dashboard'] },
  /** As of site/listWithSN; without them all visible plants. */
  request: z.object({ filters: siteListFilters.prefault({}) }),
  response: z.object({
    /** All that fit, in whatever status. */
    siteCount: z.number().int(),
    /** Plants by the wire's integer of their status, as they would be found without the filter of status. */
    statusMap: z.record(z.string(), z.number().int()),
    /** How many of those that are online are asleep, as their rows and the filter say it. */
    asleep: z.number().int(),
    /** Of what the list shows, the filter of status included; null: no plant has a value. */
    totals: z.object({
      siteCount: z.number().int(),
      /** Peak power of the modules, W. */
      powerMax: z.number(),
      /** W of the plants that are live. */
      now: z.number().nullable(),
      /** kWh, each plant by its own day. */
      todayPower: z.number().nullable(),
      totalPower: z.number().nullable(),
    }),
  }),
});
