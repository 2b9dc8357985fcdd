// An update of many devices in waves: which devices, its plan, how far it is.
import { z } from 'zod';
import {
  MAX_WAVES,
  PLAN_RANGES,
  planProblems,
  ROLLOUT_ACTIONS,
  ROLLOUT_REASONS,
  ROLLOUT_STATES,
  ROLLOUT_STEPS,
} from '../rollouts.ts';
import { textFilter } from './page.ts';
import { country, int, iso } from './parts.ts';

const within = (name: keyof typeof PLAN_RANGES) => int(PLAN_RANGES[name].least, PLAN_RANGES[name].most);

export const rolloutPlan = z
  .object({
    /** Numbers of devices first, then shares of all; each says up to where it goes, the last one to all of them. */
    waves: z
      .array(z.object({ unit: z.enum(['devices', 'percent']), upTo: int(1, PLAN_RANGES.devices.most) }))
      .min(1)
      .max(MAX_WAVES),
    mostFailed: within('mostFailed'),
    mostFailedPercent: within('mostFailedPercent'),
    mostSilentPercent: within('mostSilentPercent'),
    /** h */
    withinH: within('withinH'),
    /** min */
    watchMin: within('watchMin'),
  })
  .superRefine((plan, context) => {
    for (const { problem, at } of planProblems(plan))
      context.addIssue({
        code: 'custom',
        message: problem,
        path: typeof at === 'number' ? ['waves', at, 'upTo'] : [at],
      });
  });

/** Which devices of a firmware's product, in plants that the session may change. */
export const rolloutFilters = z.object({
  /** Part of a plant's or a device's name, the beginning of a serial number. */
  keywords: textFilter,
  /** The number of the company that looks after the plant. */
  company: int(0).optional(),
  country_code: textFilter.pipe(country.optional()),
  /** As the device reports it. */
  hardware: textFilter,
  /** The version that it runs now, as it reports it. */
  version: textFilter,
});

export const rolloutRow = z.object({
  id: z.string(),
  firmwareId: z.number().int(),
  versionName: z.string(),
  model: z.number().int(),
  /** ''; the product is gone. */
  modelName: z.string(),
  /** The roll-out whose devices it takes back to what they ran before; null: it is no roll-back. */
  returns: z.string().nullable(),
  /** Whether devices wait until the owners of their plants have said yes. */
  asksOwners: z.boolean(),
  state: z.enum(ROLLOUT_STATES),
  /** Why it stopped or paused by itself; '': somebody did, or it did not. */
  reason: z.enum(['', ...ROLLOUT_REASONS]),
  /** The wave under way, from 0, of `waves`. */
  wave: z.number().int(),
  waves: z.number().int(),
  /** Chosen when it began, in plants that this session may not see any more, too. */
  devices: z.number().int(),
  counts: z.partialRecord(z.enum(ROLLOUT_STEPS), z.number().int()),
  /** ''; the account is gone. */
  askedBy: z.string(),
  askedIso: z.string(),
  endedIso: iso,
  /** Rises whenever somebody, or its rule, pauses, resumes or ends it. */
  revision: z.number().int(),
  /** What this session may do with it now. */
  rights: z.object({ pause: z.boolean(), resume: z.boolean(), stop: z.boolean(), back: z.boolean() }),
});

export const rolloutAction = z.object({
  what: z.enum(ROLLOUT_ACTIONS),
  atIso: z.string(),
  /** ''; the portal by itself, or the account is gone. */
  by: z.string(),
  wave: z.number().int(),
  reason: z.enum(['', ...ROLLOUT_REASONS]),
});
