// Fields that calls of the dashboard share: counts by country, and the age of totals.
import { z } from 'zod';
import { zone } from './parts.ts';

/** Time zone of the current day; UTC by default and for unknown zones. */
export const viewersZone = zone.default('UTC');

/** Highest count first. `code` is ISO 3166-1 alpha-2; code and name are '' for an unknown country. */
export const countryCount = z.object({ code: z.string(), name: z.string(), count: z.number().int() });

/** False until everything was counted once: totals still grow. */
export const isCounted = z.boolean();
