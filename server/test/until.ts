import { setTimeout as wait } from 'node:timers/promises';

/** Ends when it is so, which is asked again and again. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(5);
}
