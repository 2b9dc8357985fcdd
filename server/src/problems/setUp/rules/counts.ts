// Checks whether all announced or added devices have reported, and each of their modules.
import type { Finding } from '@heliograph/contract/setUpChecks.ts';

export interface CountedDevice {
  sn: string;
  hasReported: boolean;
  /** Whether it has been in the plant long enough, by day if it sleeps at night, that it should have reported. */
  isOverdue: boolean;
  /** Number of inputs as announced, or of its product; 0: unknown. */
  inputs: number;
  /** Inputs that have ever reported values, from 1. */
  reportedInputs: readonly number[];
  /** Whether it has reported any input: some models never do. */
  reportsInputs: boolean;
}

/** Checks devices. `refused`: announced, but of another plant or restricted. */
export function counts(devices: readonly CountedDevice[], refused: readonly string[]): Finding<'counts'> {
  const missing = devices.filter(({ hasReported }) => !hasReported);
  const count = devices.length - missing.length;
  const of = devices.length + refused.length;
  if (refused.length > 0)
    return { verdict: 'wrong', finding: 'refusedChildren', compared: { count, of, numbers: refused } };
  if (devices.length === 0) return { verdict: 'notYet', finding: 'noDevices', compared: { count: 0, of: 0 } };
  const numbers = missing.map(({ sn }) => sn);
  const overdue = missing.filter(({ isOverdue }) => isOverdue).map(({ sn }) => sn);
  if (overdue.length > 0) return { verdict: 'wrong', finding: 'notHeard', compared: { count, of, numbers: overdue } };
  if (missing.length > 0) return { verdict: 'notYet', finding: 'waiting', compared: { count, of, numbers } };
  return { verdict: 'ok', finding: 'allHeard', compared: { count, of } };
}

/** Checks modules; null: no device reports inputs separately. */
export function modules(devices: readonly CountedDevice[]): Finding<'modules'> | null {
  const comparable = devices.filter(
    ({ inputs, reportsInputs, hasReported }) => inputs > 0 && (reportsInputs || !hasReported),
  );
  if (comparable.length === 0) return null;
  const of = comparable.reduce((sum, { inputs }) => sum + inputs, 0);
  const unreported = comparable.flatMap(({ sn, inputs, reportedInputs, hasReported }) =>
    Array.from({ length: inputs }, (_, n) => n + 1)
      .filter((input) => !reportedInputs.includes(input))
      .map((input) => ({ number: `${sn}_${input}`, hasReported })),
  );
  const count = of - unreported.length;
  if (unreported.length === 0) return { verdict: 'ok', finding: 'allModules', compared: { count, of } };
  const missing = unreported.filter(({ hasReported }) => hasReported).map(({ number }) => number);
  if (missing.length > 0)
    return { verdict: 'suspect', finding: 'modulesUnseen', compared: { count, of, numbers: missing } };
  return { verdict: 'notYet', finding: 'modulesWaiting', compared: { count, of } };
}
