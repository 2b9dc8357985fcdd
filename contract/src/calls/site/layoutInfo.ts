// site/layoutInfo
import { z } from 'zod';
import { call } from '../../call.ts';
import { photoPosition, zone } from '../../entities/layout.ts';
import { moduleFacts, ORIENTATION_FIELDS } from '../../entities/module.ts';
import { moduleProblem } from '../../entities/moduleProblem.ts';
import { iso, sid } from '../../entities/parts.ts';
import { devices } from '../../pageModules.ts';

const lying = Object.fromEntries(ORIENTATION_FIELDS.map((name) => [name, moduleFacts[name]])) as Pick<
  typeof moduleFacts,
  (typeof ORIENTATION_FIELDS)[number]
>;

export const siteLayoutInfo = call({
  summary:
    "A plant's layout: its zones with the places of modules, all its modules with their power of now, and the photo below.",
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    /** True: proposes zones by the orientation of modules, regardless of the layout. */
    arranged: z.boolean().optional(),
  }),
  response: z.object({
    sid: z.string(),
    siteName: z.string(),
    /** Full URL of the photo; '' for none. */
    layoutPic: z.string(),
    /** Metres per pixel of the photo. */
    layoutScale: z.number(),
    /** The stored photo, and the position of its upper left corner. */
    photo: z
      .object({
        name: z.string(),
        path: z.string(),
        width: z.number().int(),
        height: z.number().int(),
        ...photoPosition,
      })
      .nullable(),
    /** Incremented with each change; 0: no layout yet. */
    version: z.number().int(),
    /** User who changed it last; '' for none, or a deleted account. */
    changedBy: z.string(),
    changedIso: iso,
    changeable: z.boolean(),
    /** No modules are placed, or requested: these zones are proposed from the orientation of modules. */
    isProposal: z.boolean(),
    zones: devices(z.array(zone), []),
    modules: devices(
      z.array(
        z.object({
          sn: z.string(),
          input: z.number().int(),
          plcSN: z.string(),
          label: z.string(),
          /** Alias of its device; '' if it has only a number. */
          alias: z.string(),
          ...lying,
          /** W; null: no data. */
          now: z.number().nullable(),
          /** Energy of the module in kWh, as on its own page; null: unknown. */
          todayKwh: z.number().nullable(),
          /** Null also while a finished day of the month is being divided among modules. */
          monthKwh: z.number().nullable(),
          /** Null also while a finished day is being divided among modules. */
          lifetimeKwh: z.number().nullable(),
          /**
           * Energy of its device, kWh, on days without values of single modules, such as imported totals: missing in the
           * lifetimes of its modules. Null: unknown.
           */
          undividedKwh: z.number().nullable(),
          /** Alert of its device; '' for none. */
          fault: z.string(),
          /** Open problems of the module and of its whole device, the most severe first; day and night. */
          problems: z.array(moduleProblem.extend({ sinceIso: iso })),
        }),
      ),
      [],
    ),
    /** Power of the brightest colour in W: the maximum of the strongest module; null: unknown. */
    scaleW: z.number().nullable(),
    /** The sun is down at the plant: sleeping devices do not report. */
    isDark: z.boolean(),
  }),
  errors: ['siteNotFound'],
});
