// site/updateLayoutInfo
import { z } from 'zod';
import { call } from '../../call.ts';
import { layoutScale, photoName, photoPosition, zone } from '../../entities/layout.ts';
import { int, sid } from '../../entities/parts.ts';
import { MAX_LAYOUT_MODULES, MAX_ZONES } from '../../limits.ts';

export const siteUpdateLayoutInfo = call({
  summary:
    "Sets a plant's whole layout in place of the one of that version: zones, places of modules, and which photo lies below.",
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    /** Version from site/layoutInfo. */
    version: int(0),
    zones: z
      .array(zone)
      .max(MAX_ZONES)
      .refine((zones) => new Set(zones.map(({ id }) => id)).size === zones.length, 'each id once')
      .refine(
        (zones) => zones.reduce((sum, { modules }) => sum + modules.length, 0) <= MAX_LAYOUT_MODULES,
        `at most ${MAX_LAYOUT_MODULES} modules`,
      ),
    /** Metres per pixel of the photo; unchanged if omitted. */
    layoutScale: layoutScale.optional(),
    /** A photo stored by site/layoutPhoto; null: none; omitted: unchanged. */
    photo: z
      .object({ name: photoName, ...photoPosition })
      .nullable()
      .optional(),
  }),
  response: z.object({ version: z.number().int() }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'layoutHasChanged',
    'moduleTwice',
    'cellTaken',
    'cellNotFound',
    'moduleNotFound',
    'fileNotFound',
  ],
  transaction: 'change',
});
