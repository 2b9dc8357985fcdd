// Which assignment the events of one problem share.
import { expect, test } from 'vitest';
import { withSharedAssignments } from './sharedAssignments.ts';

const event = (cause: string, assigned: [userId: number, dueOn: string] | null, isLead = false) => ({
  cause,
  isLead,
  assignedTo: assigned?.[0] ?? null,
  dueOn: assigned?.[1] ?? null,
});
const shared = (events: Parameters<typeof withSharedAssignments>[0]) =>
  withSharedAssignments(events).map(({ assignedTo, dueOn }) => [assignedTo, dueOn]);

test('an event without an assignment has that of the lead', () => {
  expect(shared([event('a', [1, '2026-06-18'], true), event('a', null), event('b', null)])).toEqual([
    [1, '2026-06-18'],
    [1, '2026-06-18'],
    [null, null],
  ]);
});

test('a lead without an assignment has the earliest due one of its problem', () => {
  expect(shared([event('a', null, true), event('a', [1, '2026-06-19']), event('a', [2, '2026-06-18'])])).toEqual([
    [2, '2026-06-18'],
    [1, '2026-06-19'],
    [2, '2026-06-18'],
  ]);
});

test('events that are no problem now share nothing', () => {
  expect(shared([event('', [1, '2026-06-18']), event('', null)])).toEqual([
    [1, '2026-06-18'],
    [null, null],
  ]);
});
