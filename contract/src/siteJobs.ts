// Work that goes on for a plant after a change was answered.
import { z } from 'zod';
import { iso } from './entities/parts.ts';

/** `recompute`: its days, for another time zone or place; `takeKept`: frames that came before a device was registered. */
export const SITE_JOB_KINDS = ['recompute', 'takeKept', 'removeHistory'] as const;
export type SiteJobKind = (typeof SITE_JOB_KINDS)[number];

/** `done` of `total` devices or frames; total is null until they are counted. */
export const siteJob = z.object({
  kind: z.enum(SITE_JOB_KINDS),
  done: z.number().int(),
  total: z.number().int().nullable(),
  startedAtIso: iso,
});
