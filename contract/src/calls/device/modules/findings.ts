// device/modules/findings
import { z } from 'zod';
import { call } from '../../../call.ts';
import { whichModule } from '../../../entities/module.ts';
import { iso, sid } from '../../../entities/parts.ts';
import { DAY_STATES, FINDING_CAUSES, FINDING_KINDS } from '../../../moduleFindings.ts';
import { money } from '../../../pageModules.ts';

export const deviceModulesFindings = call({
  summary:
    'How a module does beside its neighbours: what is wrong with it now, why and since when, and each of its last days.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), ...whichModule }),
  response: z.object({
    sid,
    sn: z.string(),
    input: z.number().int(),
    timezone: z.string(),
    /** Number of modules with the same orientation and similar rated power. */
    neighbours: z.number().int(),
    /** False: fewer than two of them, so its expected output is unknown. */
    comparable: z.boolean(),
    /** Open findings of the module or of its whole device; empty: no known problem. */
    list: z.array(
      z.object({
        kind: z.enum(FINDING_KINDS),
        cause: z.enum(FINDING_CAUSES),
        title: z.string(),
        desc: z.string(),
        sinceIso: iso,
        /** 0..1 of its neighbours' output, over the days with data. */
        share: z.number(),
        /** Energy lost per week, by its last seven days with data; null: no such day. */
        weekKwh: z.number().nullable(),
        weekMoney: money(z.string(), ''),
        /** The module whose position its curve matches: serial number and input (0: the whole device). */
        other: z.object({ sn: z.string(), input: z.number().int() }).nullable(),
      }),
    ),
    /** Past days, oldest first; none before comparison began. */
    days: z.array(
      z.object({
        day: z.string(),
        /** Null: not assessable, for example a fully cloudy day, snow, or low winter sun. */
        state: z.enum(DAY_STATES).nullable(),
        /** 0..1 of its neighbours' output while the sun was above 20 degrees, or else in diffuse light; null: too little of either. */
        share: z.number().nullable(),
        lostKwh: z.number().nullable(),
        /** It was cold enough for snow: such days, and the four after, count only while the plant's other modules are equal. */
        isCold: z.boolean(),
      }),
    ),
  }),
  errors: ['deviceNotFound', 'moduleNotFound'],
});
