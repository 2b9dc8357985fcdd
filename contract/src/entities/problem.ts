// An open problem: one record, which every page, count, mail and feed reads.
import { z } from 'zod';
import { ACTORS, DOUBTFUL_FIGURES, EVENT_CODES, EVENT_LEVELS } from '../events.ts';
import { money } from '../pageModules.ts';
import { day, iso } from './parts.ts';

/** What it is, in words, and what it costs: as a row of a plant or a device shows it. */
const facts = {
  /** Of several devices with one cause, that of their gateway or of the first; "": the plant. Identifies the problem together with `code` and `startMs`. */
  sn: z.string(),
  code: z.enum(EVENT_CODES),
  /** Epoch ms. */
  startMs: z.number().int(),
  level: z.enum(EVENT_LEVELS),
  title: z.string(),
  /** Number of devices that have it. */
  devices: z.number().int(),
  /** Number of modules that have it; 0: it is a problem of devices or of the plant. */
  modules: z.number().int(),
  /** Energy lost per week by the last seven days with data, kWh; null: unknown, or nothing is lost. */
  weekKwh: z.number().nullable(),
  /** Its value in the plant's currency; "" if unknown. */
  weekMoney: money(z.string(), ''),
};

export const problemInRow = z.object(facts);
export type ProblemInRow = z.infer<typeof problemInRow>;

/** Figures that are wrong while a measurement is known to be wrong, to be marked wherever they stand: one entry for each figure and problem. */
export const doubtful = z.array(
  z.object({ figure: z.enum(DOUBTFUL_FIGURES), code: z.enum(EVENT_CODES), title: z.string() }),
);
export type Doubtful = z.infer<typeof doubtful>;

/** How a loss is estimated: by other devices of the plant, by the modules beside it, or by the device's own curve on other days. */
export const LOSS_BASES = ['neighbours', 'modules', 'ownCurve'] as const;
export type LossBasis = (typeof LOSS_BASES)[number];

/** Who takes care of a problem, and until which day of the plant. */
export const assignment = z.object({
  userId: z.number().int(),
  /** The e-mail address if the user has no name. */
  name: z.string(),
  dueDay: day,
});
export type Assignment = z.infer<typeof assignment>;

export const problem = z.object({
  ...facts,
  /** "" if several devices have it. */
  alias: z.string(),
  /** All devices and modules that have it; `input` null: the whole device. Empty: the plant. */
  concerns: z.array(z.object({ sn: z.string(), input: z.number().int().nullable() })),
  /** Input of a module; null: the whole device, or several. */
  input: z.number().int().nullable(),
  /** Cause and advice. */
  desc: z.string(),
  /** Of several devices, of the first that fell silent or failed; null: none of them has ever reported. */
  sinceIso: iso,
  state: z.enum(['open', 'acknowledged']),
  note: z.string(),
  /** "" if not acknowledged. */
  acknowledgedBy: z.string(),
  acknowledgedIso: iso,
  /** Null: nobody, or a user who no longer sees the devices of the plant. */
  assigned: assignment.nullable(),
  /** Whether it is counted: a warning that somebody has acknowledged is not. */
  isCounted: z.boolean(),
  actor: z.enum(ACTORS),
  /** Figures that are wrong while it lasts, to be marked wherever they stand. */
  doubtful: z.array(z.enum(DOUBTFUL_FIGURES)),
  /** False: none of the devices produces, such as a gateway or meter, so nothing is lost. */
  costs: z.boolean(),
  /** Energy lost since it began, at most a year ago, kWh; null: unknown, or nothing to lose. */
  lostKwh: z.number().nullable(),
  lostMoney: money(z.string(), ''),
  /** Null: not estimated. */
  basis: z.enum(LOSS_BASES).nullable(),
});
export type Problem = z.infer<typeof problem>;
