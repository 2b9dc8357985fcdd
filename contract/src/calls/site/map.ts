// site/map
import { z } from 'zod';
import { call } from '../../call.ts';
import { siteListFilters } from '../../entities/page.ts';
import { amount, int, sid } from '../../entities/parts.ts';
import { problemInRow } from '../../entities/problem.ts';
import { waitsFor } from '../../entities/site.ts';
import { DEEPEST_ZOOM, MAX_BULK_ITEMS } from '../../limits.ts';
import { devices, money } from '../../pageModules.ts';

/** Degrees. `east` is never west of `west`: a map shows the world once. */
const box = z.object({
  south: z.number(),
  west: z.number(),
  north: z.number(),
  east: z.number(),
});

export const siteMap = call({
  summary: 'The plants that a list shows, as a map shows them: those that are near each other on it together.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    /** Same filters as in site/listWithSN. */
    filters: siteListFilters.prefault({}),
    /** Visible area and zoom as for map tiles; omitted: returns only the number and extent of plants. */
    view: z
      .object({
        zoom: int(0, DEEPEST_ZOOM),
        south: amount(-90, 90),
        west: amount(-180, 180),
        north: amount(-90, 90),
        east: amount(-180, 180),
      })
      .optional(),
  }),
  response: z.object({
    /** Number of matching plants in the view. */
    total: z.number().int(),
    /** Extent of all matches; null: none. */
    extent: box.nullable(),
    /** Plants by square of the map, about 64 pixels wide; the largest clusters if there are very many. Empty without a view. */
    clusters: z.array(
      z.object({
        /** Identifies square and zoom. */
        key: z.string(),
        /** Mean of its plants. */
        latitude: z.number(),
        longitude: z.number(),
        extent: box,
        siteCount: z.number().int(),
        /** Same as in overview/siteStatusCounts; statuses without plants may be omitted. */
        statusMap: z.record(z.string(), z.number().int()),
        asleep: z.number().int(),
        /** Its plants by name, if they are few or no zoom could separate them. */
        sites: z
          .array(
            z.object({
              sid,
              siteName: z.string(),
              city: z.string(),
              status: z.number().int(),
              isAsleep: z.boolean(),
              waitsFor,
              isNight: z.boolean(),
              /** Same as in site/listWithSN. */
              problem: devices(problemInRow.nullable(), null),
              problems: devices(z.number().int(), 0),
              currency: money(z.string(), ''),
            }),
          )
          .max(MAX_BULK_ITEMS),
      }),
    ),
  }),
});
