// Runs the jobs that derive open problems from events, as their schedule does.
import type { Context } from '../src/context.ts';
import { detectOfflineDevices } from '../src/problems/deviceEvents/offlineDetection.ts';
import { updateChangedProblems } from '../src/problems/updateProblems.ts';
import { valueProblems } from '../src/problems/valueProblems.ts';

export async function updateAllProblems(context: Context): Promise<void> {
  await detectOfflineDevices(context);
  await updateChangedProblems(context);
  await context.sql`update problems set valued_at = null`;
  await valueProblems(context);
}
