// Incidents: groups, merges, corrected beginnings, a weak module that dies, ends.
import { expect, test } from 'vitest';
import { type IncidentMember, incidentChanges, type KnownIncident, type OpenMember } from './incidentChanges.ts';

const member = (sn: string, code: string, since = 0, input: string | null = null): IncidentMember => ({
  key: `${sn} ${code} ${since}`,
  sn,
  code,
  input,
});
const open = (cause: string, ...members: IncidentMember[]): OpenMember[] => members.map((one) => ({ ...one, cause }));
const HOUR_MS = 3_600_000;
const NOW_MS = 100 * HOUR_MS;
/** Makes an incident that was detected so many hours ago. */
const incident = (id: string, hours: number, ...members: IncidentMember[]): KnownIncident => ({
  id,
  detectedMs: NOW_MS - hours * HOUR_MS,
  isEnded: false,
  members,
});
const change = (opened: readonly OpenMember[], known: readonly KnownIncident[]) => {
  let made = 0;
  const { assigned, merged, ended } = incidentChanges(opened, known, { nowMs: NOW_MS, newId: () => `new${++made}` });
  return { assigned: Object.fromEntries(assigned), merged: Object.fromEntries(merged), ended };
};

const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((sn) => member(sn, 'silence')) as [
  IncidentMember,
  IncidentMember,
  IncidentMember,
  IncidentMember,
];

test('events with one cause are one incident, others one each', () => {
  expect(change([...open('gateway', a, b), ...open('own', c)], [])).toEqual({
    assigned: { [a.key]: 'new1', [b.key]: 'new1', [c.key]: 'new2' },
    merged: {},
    ended: [],
  });
});

test('an event with a known cause joins its incident, and separate incidents with one cause become the oldest', () => {
  const known = [incident('y', 2, b), incident('x', 23, a), incident('z', 1, c)];
  expect(change(open('plant', a, b, c, d), known)).toEqual({
    assigned: { [a.key]: 'x', [b.key]: 'x', [c.key]: 'x', [d.key]: 'x' },
    merged: { y: 'x', z: 'x' },
    ended: [],
  });
});

test('an event with the cause of incidents that are older than a day is an incident of its own', () => {
  const known = [incident('x', 24, a), incident('y', 30, b), incident('z', 2, c)];
  expect(change(open('plant', a, b, d), known.slice(0, 2))).toEqual({
    assigned: { [a.key]: 'x', [b.key]: 'y', [d.key]: 'new1' },
    merged: {},
    ended: [],
  });
  expect(change(open('plant', a, b, c, d), known).assigned).toEqual({
    [a.key]: 'x',
    [b.key]: 'y',
    [c.key]: 'z',
    [d.key]: 'z',
  });
});

test('an incident ends with its last event, not when its causes separate', () => {
  const known = [incident('x', 1, a, b, c)];
  expect(change([...open('A', a), ...open('B', b)], known)).toEqual({
    assigned: { [a.key]: 'x', [b.key]: 'x' },
    merged: {},
    ended: [],
  });
  expect(change([], known).ended).toEqual(['x']);
});

test('an incident does not end while its device is silent', () => {
  const fault = member('A', '0004');
  expect(change([...open('', fault), ...open('silence A', a)], [incident('x', 1, fault)])).toEqual({
    assigned: { [a.key]: 'new1' },
    merged: {},
    ended: [],
  });
});

test.each([
  ['whose beginning was corrected', member('A', '0004', 1), member('A', '0004', 2)],
  ['of a weak module that is dead now', member('A', 'weakModule', 1, '2'), member('A', 'deadModule', 2, '2')],
])('an incident continues in the event %s', (_, before, now) => {
  expect(change(open('cause', now), [incident('x', 1, before)])).toEqual({
    assigned: { [now.key]: 'x' },
    merged: {},
    ended: [],
  });
});

test.each([
  ['another code', member('A', '0004', 1), member('A', '0008', 2)],
  ['another module', member('A', 'weakModule', 1, '2'), member('A', 'weakModule', 2, '3')],
  ['another device', member('A', '0004', 1), member('B', '0004', 2)],
])('an incident ends when the new event is of %s', (_, before, now) => {
  expect(change(open('cause', now), [incident('x', 1, before)])).toEqual({
    assigned: { [now.key]: 'new1' },
    merged: {},
    ended: ['x'],
  });
});

test('an ended incident continues only with its own event, which is open again', () => {
  const ended = { ...incident('x', 1, member('A', '0004', 1)), isEnded: true };
  expect(change(open('cause', member('A', '0004', 1)), [ended]).assigned).toEqual({ 'A 0004 1': 'x' });
  expect(change(open('cause', member('A', '0004', 2)), [ended])).toEqual({
    assigned: { 'A 0004 2': 'new1' },
    merged: {},
    ended: [],
  });
});
