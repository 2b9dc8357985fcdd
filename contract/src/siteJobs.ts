// Background jobs of a plant that continue after a change was answered.
import { z } from 'zod';
import { iso } from './entities/parts.ts';

/** `recompute`: its days, for another time zone or place; `takeKept`: frames that came before a device was registered; `readFlows`: what its meters' days count as; `moveHistory`: what was taken out of a device's history, or brought back; `findPeaks`: the highest powers of days that are over, which an earlier version found otherwise. */
export const SITE_JOB_KINDS = [
  'recompute',
  'takeKept',
  'removeHistory',
  'readFlows',
  'moveHistory',
  'findPeaks',
] as const;
export type SiteJobKind = (typeof SITE_JOB_KINDS)[number];

/** `done` of `total` devices, frames or days; `total` is null until counted. */
export const siteJob = z.object({
  kind: z.enum(SITE_JOB_KINDS),
  done: z.number().int(),
  total: z.number().int().nullable(),
  startedAtIso: iso,
});
