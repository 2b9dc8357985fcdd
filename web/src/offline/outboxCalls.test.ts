// What can be made without a connection.
import { calls } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { OUTBOX_CALLS, type OutboxPath } from './outboxCalls.ts';

test('changes that wait for a connection are of one plant and say as the contract how they are stored', () => {
  for (const [path, { transaction }] of Object.entries(OUTBOX_CALLS)) {
    const call = calls[path as OutboxPath];
    expect([path, call.transaction]).toEqual([path, transaction]);
    // Nothing secret is stored in the browser, and an answer that nobody waits for is lost.
    expect([path, call.changes, call.returnsSecret]).toEqual([path, true, false]);
    expect(Object.keys(call.request.shape)).toContain('sid');
  }
});
