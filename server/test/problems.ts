// Runs the jobs that derive open problems from events, as their schedule does.
import type { Context } from '../src/context.ts';
import { detectOfflineDevices } from '../src/problems/deviceEvents/offlineDetection.ts';
import { updateChangedProblems } from '../src/problems/updateProblems.ts';
import { valueProblems } from '../src/problems/valueProblems.ts';

/** Detects silences, then derives and values all problems. */
export async function updateAllProblems(context: Context): Promise<void> {
  await detectOfflineDevices(context);
  await deriveProblems(context);
}

/** Derives and values the problems of the stored events. */
export async function deriveProblems(context: Context): Promise<void> {
  await updateChangedProblems(context);
  await context.sql`update problems set valued_at = null`;
  while ((await valueProblems(context)) > 0);
}
