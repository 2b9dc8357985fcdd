// site/setUp/checks
import { z } from 'zod';
import { call } from '../../../call.ts';
import { iso, sid, sn } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';
import { REPORT_KINDS } from '../../../report.ts';
import { CHECKS, FINDINGS, VERDICTS } from '../../../setUpChecks.ts';
import { siteJob } from '../../../siteJobs.ts';

const known = z.number().nullable();

/** What was compared; null: this finding has none of it. */
const compared = z.object({
  energyWh: known,
  /** The same if it were the other way round, or in the other direction. */
  otherWh: known,
  /** The stretch that tells most. */
  fromIso: iso,
  toIso: iso,
  /** How deep the sun stood in it, below the horizon. */
  sunBelowDeg: known,
  /** How far production lies behind the sun; negative: before it. */
  minutes: known,
  count: known,
  of: known,
  percent: known,
  /** 1 to 3. */
  phase: known,
  otherPhase: known,
  /** "HH:mm" on the plant's clock. */
  clock: z.string().nullable(),
  /** Serial numbers, or those of modules; the first twenty. */
  numbers: z.array(z.string()),
  /** How many follow these twenty. */
  moreNumbers: z.number().int(),
});

export const siteSetUpChecks = call({
  summary:
    'Whether a plant is set up as it measures: signs, phases, clocks and counts, judged by its last four days. Of the plant, or of one device and what hangs on it.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid, sn: sn.optional() }),
  response: z.object({
    /** Days of the plant, both included, that were looked at. */
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    list: devices(
      z.array(
        z.object({
          check: z.enum(CHECKS),
          /** The device that it is about, or the gateway on which all of them hang; "": the plant. */
          sn: z.string(),
          alias: z.string(),
          kind: z.enum(REPORT_KINDS).nullable(),
          verdict: z.enum(VERDICTS),
          finding: z.enum(FINDINGS),
          compared,
          /** By which change of `device/meter/setUp` it would be right, and the first day that was wrong; null: not by a sign. */
          turn: z.object({ side: z.enum(['grid', 'battery']), validFrom: z.string() }).nullable(),
        }),
      ),
      [],
    ),
    /** Whether the caller may turn a sign. */
    mayTurn: z.boolean(),
    /** What goes on for the plant after a change. */
    jobs: z.array(siteJob),
  }),
  refusals: ['siteNotFound', 'deviceNotFound'],
});
