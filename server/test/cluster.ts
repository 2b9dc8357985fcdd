// Whether the tests run on a cluster (npm run test:cluster), and the few tests that say nothing there.
import { inject, type TestAPI, test } from 'vitest';

export const isCluster: boolean = inject('nodes').length > 1;

/** Instead of `test`, with the reason why it can only be on a single PostgreSQL; docs/develop/testing.md lists them. */
export function onOneDatabase(
  _reason: string,
): Pick<TestAPI, 'skip'> & ((name: string, run: () => Promise<void> | void) => void) {
  return isCluster ? test.skip : test;
}
