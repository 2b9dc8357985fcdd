// The digest of open problems by mail: how often a user gets it.
import { z } from 'zod';

/** `weekly`: on Mondays; `daily`: every day; both at seven in the user's time zone. */
export const problemDigest = z.enum(['off', 'weekly', 'daily']);
export type ProblemDigest = z.infer<typeof problemDigest>;
