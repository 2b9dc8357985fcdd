// site/setUp/checks
import { z } from 'zod';
import { call } from '../../../call.ts';
import { iso, sid, sn } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';
import { REPORT_KINDS } from '../../../report.ts';
import { CHECKS, FINDINGS, VERDICTS } from '../../../setUpChecks.ts';
import { siteJob } from '../../../siteJobs.ts';

const known = z.number().nullable();

/** Compared figures; null: not part of this finding. */
const compared = z.object({
  energyWh: known,
  /** The same with reversed polarity or direction. */
  otherWh: known,
  /** Most significant interval. */
  fromIso: iso,
  toIso: iso,
  /** Depth of the sun below the horizon during it, degrees. */
  sunBelowDeg: known,
  /** Delay of production behind the sun in minutes; negative: ahead. */
  minutes: known,
  count: known,
  of: known,
  percent: known,
  /** 1 to 3. */
  phase: known,
  otherPhase: known,
  /** Local time of the plant, "HH:mm". */
  clock: z.string().nullable(),
  /** Serial numbers of devices or modules; the first twenty. */
  numbers: z.array(z.string()),
  /** Number of others beyond these twenty. */
  moreNumbers: z.number().int(),
});

export const siteSetUpChecks = call({
  summary:
    'Whether a plant is set up as it measures: signs, phases, clocks and counts, judged by its last four days. Of the plant, or of one device and what hangs on it.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid, sn: sn.optional() }),
  response: z.object({
    /** Days of the plant that were checked, both included. */
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    list: devices(
      z.array(
        z.object({
          check: z.enum(CHECKS),
          /** The device concerned, or the gateway all of them are attached to; "": the plant. */
          sn: z.string(),
          alias: z.string(),
          kind: z.enum(REPORT_KINDS).nullable(),
          verdict: z.enum(VERDICTS),
          finding: z.enum(FINDINGS),
          compared,
          /** Change of `device/meter/setUp` that would correct it, and the first wrong day; null: not a polarity problem. */
          turn: z.object({ side: z.enum(['grid', 'battery']), validFrom: z.string() }).nullable(),
        }),
      ),
      [],
    ),
    /** Whether the user may reverse a polarity. */
    mayTurn: z.boolean(),
    /** Running jobs after a change. */
    jobs: z.array(siteJob),
  }),
  errors: ['siteNotFound', 'deviceNotFound'],
});
