// Whether the tests run on a cluster (npm run test:cluster), and the few tests that do not apply there.
import { inject, type TestAPI, test } from 'vitest';

export const isCluster: boolean = inject('nodes').length > 1;

/** Replaces `test` where only a single PostgreSQL works, with the reason; docs/develop/testing.md lists these tests. */
export function onOneDatabase(
  _reason: string,
): Pick<TestAPI, 'skip'> & ((name: string, run: () => Promise<void> | void) => void) {
  return isCluster ? test.skip : test;
}
