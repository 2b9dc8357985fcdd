// The changes that can be made without a connection: this browser stores them and sends them when the server answers.
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';

interface OutboxCall {
  /** Key of the text that names the change. */
  name: 'note' | 'picture';
  /** As in the contract (outboxCalls.test.ts). With `change`, a key that the server knows belongs to a change that was applied. */
  transaction: 'change' | 'manual';
  /** Error code of a conflict with someone else's change; null: such changes never conflict. */
  conflict: number | null;
  /** Calls whose answers the change makes stale. */
  stale: readonly Path[];
}

export const OUTBOX_CALLS = {
  'device/alerts/acknowledge': {
    name: 'note',
    transaction: 'change',
    conflict: ERROR_CODES.changedMeanwhile,
    stale: [
      ...(['device/alerts', 'device/alerts/open', 'problem/list', 'problem/summary'] as const),
      ...(['site/overview', 'site/listWithSN'] as const),
    ],
  },
  'site/picture': {
    name: 'picture',
    transaction: 'manual',
    conflict: null,
    stale: ['site/detail', 'site/listWithSN'],
  },
} as const satisfies Partial<Record<Path, OutboxCall>>;

export type OutboxPath = keyof typeof OUTBOX_CALLS;
export type OutboxBody = Request<OutboxPath>;
