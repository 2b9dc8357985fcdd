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
    /** So many see the same sky and are about as strong. */
    neighbours: z.number().int(),
    /** False: there are fewer than two of them, so nobody can say how much it should give. */
    comparable: z.boolean(),
    /** Open ones of the module, or of all of its device; none: nothing is known to be wrong. */
    list: z.array(
      z.object({
        kind: z.enum(FINDING_KINDS),
        cause: z.enum(FINDING_CAUSES),
        title: z.string(),
        desc: z.string(),
        sinceIso: iso,
        /** 0..1 of what its neighbours gave, over the days that tell. */
        share: z.number(),
        /** What it loses a week, by its last seven days that tell; null: no day tells. */
        weekKwh: z.number().nullable(),
        weekMoney: money(z.string(), ''),
        /** Whose place its curve fits: a serial number, an input (0: all of the device). */
        other: z.object({ sn: z.string(), input: z.number().int() }).nullable(),
      }),
    ),
    /** Days that are over, the last one last; none before it was compared. */
    days: z.array(
      z.object({
        day: z.string(),
        /** Null: nothing to judge by, as under clouds of a whole day, snow, or the low sun of winter. */
        state: z.enum(DAY_STATES).nullable(),
        /** 0..1 of what its neighbours gave while the sun was over 20 degrees; null: it was not. */
        share: z.number().nullable(),
        lostKwh: z.number().nullable(),
        /** Snow may have lain: the day counts for nothing but a dead module. */
        isCold: z.boolean(),
      }),
    ),
  }),
  refusals: ['deviceNotFound', 'moduleNotFound'],
});
