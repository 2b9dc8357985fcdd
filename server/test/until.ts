import { setTimeout as wait } from 'node:timers/promises';

/** Polls a condition and resolves when it holds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(5);
}
