// Whether all that was announced, or added, was heard, and each of its modules.
import type { Finding } from '@heliograph/contract/setUpChecks.ts';

export interface CountedDevice {
  sn: string;
  isHeard: boolean;
  /** It has been in the plant for so long, by day for what sleeps, that it should have been heard. */
  isOverdue: boolean;
  /** As it was announced, or as its product has; 0: not known. */
  inputs: number;
  /** Those that ever told something, from 1. */
  inputsSeen: readonly number[];
  /** Whether it has told anything of inputs: some models never do. */
  tellsInputs: boolean;
}

/** `refused`: announced, and of another plant or restricted. */
export function counts(devices: readonly CountedDevice[], refused: readonly string[]): Finding<'counts'> {
  const unheard = devices.filter(({ isHeard }) => !isHeard);
  const count = devices.length - unheard.length;
  const of = devices.length + refused.length;
  if (refused.length > 0)
    return { verdict: 'wrong', finding: 'refusedChildren', compared: { count, of, numbers: refused } };
  if (devices.length === 0) return { verdict: 'notYet', finding: 'noDevices', compared: { count: 0, of: 0 } };
  const numbers = unheard.map(({ sn }) => sn);
  const overdue = unheard.filter(({ isOverdue }) => isOverdue).map(({ sn }) => sn);
  if (overdue.length > 0) return { verdict: 'wrong', finding: 'notHeard', compared: { count, of, numbers: overdue } };
  if (unheard.length > 0) return { verdict: 'notYet', finding: 'waiting', compared: { count, of, numbers } };
  return { verdict: 'ok', finding: 'allHeard', compared: { count, of } };
}

/** Null: nothing of it has inputs that are told apart. */
export function modules(devices: readonly CountedDevice[]): Finding<'modules'> | null {
  const telling = devices.filter(({ inputs, tellsInputs, isHeard }) => inputs > 0 && (tellsInputs || !isHeard));
  if (telling.length === 0) return null;
  const of = telling.reduce((sum, { inputs }) => sum + inputs, 0);
  const unseen = telling.flatMap(({ sn, inputs, inputsSeen, isHeard }) =>
    Array.from({ length: inputs }, (_, n) => n + 1)
      .filter((input) => !inputsSeen.includes(input))
      .map((input) => ({ number: `${sn}_${input}`, isHeard })),
  );
  const count = of - unseen.length;
  if (unseen.length === 0) return { verdict: 'ok', finding: 'allModules', compared: { count, of } };
  const missing = unseen.filter(({ isHeard }) => isHeard).map(({ number }) => number);
  if (missing.length > 0)
    return { verdict: 'suspect', finding: 'modulesUnseen', compared: { count, of, numbers: missing } };
  return { verdict: 'notYet', finding: 'modulesWaiting', compared: { count, of } };
}
