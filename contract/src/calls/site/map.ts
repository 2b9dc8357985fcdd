// site/map
import { z } from 'zod';
import { call } from '../../call.ts';
import { siteListFilters } from '../../entities/page.ts';
import { amount, int, sid } from '../../entities/parts.ts';
import { DEEPEST_ZOOM, MAX_BULK_ITEMS } from '../../limits.ts';

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
    /** As of site/listWithSN. */
    filters: siteListFilters.prefault({}),
    /** What the map shows, and how near, as map tiles count it; left out: only how many plants there are and where. */
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
    /** Of what fits and lies in the view. */
    total: z.number().int(),
    /** Around all of it; null: there is none. */
    extent: box.nullable(),
    /** Plants by the square of the map in which they lie, some 64 pixels wide; the largest where there are very many. Without a view none. */
    clusters: z.array(
      z.object({
        /** Names the square and how large it is. */
        key: z.string(),
        /** The mean of its plants. */
        latitude: z.number(),
        longitude: z.number(),
        extent: box,
        siteCount: z.number().int(),
        /** As of overview/siteStatusCounts; what no plant is may be left out. */
        statusMap: z.record(z.string(), z.number().int()),
        asleep: z.number().int(),
        /** The plants themselves, by name, where they are few or no map could part them. */
        sites: z
          .array(
            z.object({
              sid,
              siteName: z.string(),
              city: z.string(),
              status: z.number().int(),
              isAsleep: z.boolean(),
              isNight: z.boolean(),
            }),
          )
          .max(MAX_BULK_ITEMS),
      }),
    ),
  }),
});
