// What several calls of the dashboard tell alike: countries with how many, and when sums were made.
import { z } from 'zod';
import { zone } from './parts.ts';

/** Whose calendar says which day it is; UTC unless given, and for a zone that the server does not know. */
export const viewersZone = zone.default('UTC');

/** The most first. `code` is ISO 3166-1 alpha-2, '' where none is known, and then the name is ''. */
export const countryCount = z.object({ code: z.string(), name: z.string(), count: z.number().int() });

/** While false, not everything has been counted once: sums are still growing. */
export const isCounted = z.boolean();
