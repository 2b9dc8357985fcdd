// site/layoutInfo
import { z } from 'zod';
import { call } from '../../call.ts';
import { photoPosition, zone } from '../../entities/layout.ts';
import { moduleFacts, ORIENTATION_FIELDS } from '../../entities/module.ts';
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
    /** True: zones made of how modules lie, whatever the layout is. */
    arranged: z.boolean().optional(),
  }),
  response: z.object({
    sid: z.string(),
    siteName: z.string(),
    /** The photo's full address; '' for none. */
    layoutPic: z.string(),
    /** Metres of one pixel of the photo. */
    layoutScale: z.number(),
    /** The photo as it is kept, and where its upper left corner lies. */
    photo: z
      .object({
        name: z.string(),
        path: z.string(),
        width: z.number().int(),
        height: z.number().int(),
        ...photoPosition,
      })
      .nullable(),
    /** Rises with each change; 0: nobody has made a layout. */
    version: z.number().int(),
    /** Who changed it last; '' for nobody, or an account that is gone. */
    changedBy: z.string(),
    changedIso: iso,
    changeable: z.boolean(),
    /** Nobody has placed modules, or it was asked for: these zones are made of how they lie. */
    isProposal: z.boolean(),
    zones: devices(z.array(zone), []),
    modules: devices(
      z.array(
        z.object({
          sn: z.string(),
          input: z.number().int(),
          plcSN: z.string(),
          label: z.string(),
          /** What its device is called; '' for nothing but its number. */
          alias: z.string(),
          ...lying,
          /** W; null: no data. */
          now: z.number().nullable(),
          /** Of what its device has an alert; '' for none. */
          fault: z.string(),
        }),
      ),
      [],
    ),
    /** W of the brightest colour: what the strongest module may give; null: nothing says it. */
    scaleW: z.number().nullable(),
    /** The sun is down at the plant: devices that sleep tell nothing. */
    isDark: z.boolean(),
  }),
  refusals: ['siteNotFound'],
});
