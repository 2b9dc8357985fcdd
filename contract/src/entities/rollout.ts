// A firmware roll-out in waves: devices, plan and progress.
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
    /** First by number of devices, then by share of all; each value is a running total, the last one all devices. */
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

/** Filters of a firmware's devices, in plants that the session may change. */
export const rolloutFilters = z.object({
  /** Part of a plant's or device's name, or start of a serial number. */
  keywords: textFilter,
  /** Id of the plant's service company. */
  company: int(0).optional(),
  country_code: textFilter.pipe(country.optional()),
  /** As the device reports it. */
  hardware: textFilter,
  /** Current version, as reported. */
  version: textFilter,
});

export const rolloutRow = z.object({
  id: z.string(),
  firmwareId: z.number().int(),
  versionName: z.string(),
  model: z.number().int(),
  /** '' if the product was deleted. */
  modelName: z.string(),
  /** The roll-out that it reverts; null: not a roll-back. */
  returns: z.string().nullable(),
  /** Whether devices wait for the consent of their plants' owners. */
  asksOwners: z.boolean(),
  state: z.enum(ROLLOUT_STATES),
  /** Reason of an automatic stop or pause; '' otherwise. */
  reason: z.enum(['', ...ROLLOUT_REASONS]),
  /** Index of the current wave, from 0. */
  wave: z.number().int(),
  waves: z.number().int(),
  /** Devices selected at the start, including those in plants that this session can no longer see. */
  devices: z.number().int(),
  counts: z.partialRecord(z.enum(ROLLOUT_STEPS), z.number().int()),
  /** '' if the account was deleted. */
  askedBy: z.string(),
  askedIso: z.string(),
  endedIso: iso,
  /** Increases with each pause, resumption or end. */
  revision: z.number().int(),
  /** Permissions of this session in the current state. */
  rights: z.object({ pause: z.boolean(), resume: z.boolean(), stop: z.boolean(), back: z.boolean() }),
});

export const rolloutAction = z.object({
  what: z.enum(ROLLOUT_ACTIONS),
  atIso: z.string(),
  /** '' for the portal itself or a deleted account. */
  by: z.string(),
  wave: z.number().int(),
  reason: z.enum(['', ...ROLLOUT_REASONS]),
});
