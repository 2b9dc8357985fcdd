// The changes that can be made without a connection: this browser stores them and sends them when the server answers.
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';

interface OutboxCall {
  /** Key of the text that names the change. */
  name: 'note' | 'picture' | 'devices' | 'roof' | 'plant';
  /** As in the contract (outboxCalls.test.ts). With `change`, a key that the server knows belongs to a change that was applied. */
  transaction: 'change' | 'manual';
  /** As in the contract: the answer may have passwords, which are shown once and never stored (issuedPasswords.ts). */
  returnsSecret: boolean;
  /** The request has everything that its `version` is about: of several, only the last is sent. */
  isSnapshot?: true;
  /** Error code of a conflict with someone else's change; null: such changes never conflict. */
  conflict: number | null;
  /** Calls whose answers the change makes stale. */
  stale: readonly Path[];
}

/** Calls that show devices of a plant. */
const OF_DEVICES = [
  ...(['device/list', 'site/detail', 'site/listWithSN', 'site/overview', 'device/list/noReg'] as const),
  ...(['device/connection', 'site/modules', 'site/modules/page', 'device/modules'] as const),
];

export const OUTBOX_CALLS = {
  'device/alerts/acknowledge': {
    name: 'note',
    transaction: 'change',
    returnsSecret: false,
    conflict: ERROR_CODES.changedMeanwhile,
    stale: [
      ...(['device/alerts', 'device/alerts/open', 'problem/list', 'problem/summary'] as const),
      ...(['site/overview', 'site/listWithSN'] as const),
    ],
  },
  'site/picture': {
    name: 'picture',
    transaction: 'manual',
    returnsSecret: false,
    conflict: null,
    stale: ['site/detail', 'site/listWithSN'],
  },
  /** Here it only adds devices. */
  'site/updateFast': {
    name: 'devices',
    transaction: 'change',
    returnsSecret: true,
    conflict: null,
    stale: OF_DEVICES,
  },
  'device/modules/add': {
    name: 'devices',
    transaction: 'change',
    returnsSecret: false,
    conflict: null,
    stale: OF_DEVICES,
  },
  'site/updateLayoutInfo': {
    name: 'roof',
    transaction: 'change',
    returnsSecret: false,
    isSnapshot: true,
    conflict: ERROR_CODES.layoutHasChanged,
    // Comparisons and expected values depend on the layout.
    stale: [
      ...(['site/layoutInfo', 'site/modules', 'device/modules', 'device/strings', 'site/statistics/echarts'] as const),
      ...(['device/modules/statistics/overview', 'device/modules/statistics/echarts'] as const),
    ],
  },
  /** Its plant has no id yet: what else is entered for it waits until it has one. */
  'site/createFast': {
    name: 'plant',
    transaction: 'change',
    returnsSecret: true,
    conflict: null,
    stale: ['site/listWithSN', 'overview/siteStatusCounts', 'device/list/noReg'],
  },
} as const satisfies Partial<Record<Path, OutboxCall>>;

export const isSnapshot = (path: OutboxPath): boolean => 'isSnapshot' in OUTBOX_CALLS[path];

export type OutboxPath = keyof typeof OUTBOX_CALLS;
export type OutboxBody = Request<OutboxPath>;
