// What can be made without a connection.
import { calls } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { OUTBOX_CALLS, type OutboxPath } from './outboxCalls.ts';

test('changes that wait for a connection are of one plant and say as the contract how they are stored', () => {
  for (const [path, { transaction, returnsSecret }] of Object.entries(OUTBOX_CALLS)) {
    const call = calls[path as OutboxPath];
    expect([path, call.transaction]).toEqual([path, transaction]);
    expect([path, call.changes, call.returnsSecret]).toEqual([path, true, returnsSecret]);
    if (path !== 'site/createFast') expect(Object.keys(call.request.shape)).toContain('sid');
  }
});
