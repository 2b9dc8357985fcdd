// What becomes of a command when its device answers, by cases: forward only, once, and confirmed by nothing but the value read back.
import { expect, test } from 'vitest';
import {
  afterResult,
  afterTime,
  type Command,
  commandOfWire,
  messageOf,
  pauseMs,
  type Result,
  wireId,
} from './command.ts';

const AT = new Date('2026-06-15T10:00:00Z');
const ID = '018f5c1e-7a10-4000-8000-000000000000';
const command = (given: Partial<Command> = {}): Command => ({
  ...{ sid: 'DE_1', id: ID, gatewaySn: 'HG1', sn: 'INV1', action: 'write', state: 'issued', step: 'write' },
  ...{ parameters: { overVoltageV: 250.1, reconnectTimeS: 60 }, before: {}, readBack: null, reason: '' },
  ...{ isProtected: false, returns: null, askedBy: 1, companyId: 1, askedAt: AT, answeredBy: null, answeredAt: null },
  ...{ queuedAt: AT, issuedAt: AT, acceptedAt: null, endedAt: null, validS: 600 },
  ...{ expiresAt: new Date(AT.getTime() + 600_000), tries: 1, triedAt: AT },
  ...given,
});
const result = (given: Partial<Result> = {}): Result => ({
  ...{ id: ID, isReadBack: false, state: 'done', reason: '', parameters: {} },
  ...given,
});
const reading = { state: 'accepted', step: 'read', acceptedAt: AT } as const;

test.each<[string, Partial<Command>, Partial<Result>, object | undefined]>([
  ['accepted', {}, { state: 'accepted' }, { state: 'accepted', acceptedAt: AT }],
  ['accepted twice', { state: 'accepted' }, { state: 'accepted' }, undefined],
  ['refused', {}, { state: 'refused', reason: 'outOfRange' }, { state: 'failed', reason: 'outOfRange' }],
  ['written', { state: 'accepted' }, {}, { state: 'accepted', step: 'read', tries: 0, triedAt: null }],
  ['written before it was said to be accepted', {}, {}, { state: 'accepted', step: 'read', acceptedAt: AT }],
  ['written twice', reading, {}, undefined],
  ['a read that nobody has asked for yet', {}, { isReadBack: true, parameters: { overVoltageV: 1 } }, undefined],
  [
    'read back',
    reading,
    { isReadBack: true, parameters: { overVoltageV: 250.10000000000002, reconnectTimeS: 60, other: 5 } },
    { state: 'readBack', reason: '', readBack: { overVoltageV: 250.10000000000002, reconnectTimeS: 60 } },
  ],
  [
    'read back as another value',
    reading,
    { isReadBack: true, parameters: { overVoltageV: 250, reconnectTimeS: 60 } },
    { state: 'failed', reason: 'differs', readBack: { overVoltageV: 250, reconnectTimeS: 60 } },
  ],
  [
    'read back in part',
    reading,
    { isReadBack: true, parameters: { overVoltageV: 250.1 } },
    { state: 'failed', reason: 'notReadBack' },
  ],
  ['the read refused', reading, { isReadBack: true, state: 'refused', reason: 'notReachable' }, { state: 'failed' }],
  [
    'a plain read',
    { action: 'read', step: 'read', parameters: { a: null } },
    { parameters: { a: 5, b: 6 } },
    { state: 'readBack', readBack: { a: 5 } },
  ],
  ['after it expired', { state: 'expired' }, {}, undefined],
  ['before it was sent', { state: 'approved' }, {}, undefined],
  ['after it was read back', { state: 'readBack', step: 'read' }, { isReadBack: true }, undefined],
])('%s', (_, given, said, moved) => {
  const after = afterResult(command(given), result(said), AT);
  if (moved === undefined) expect(after).toBeUndefined();
  else expect(after).toMatchObject(moved);
});

test.each<[Partial<Command>, string]>([
  [{ state: 'draft' }, 'notApproved'],
  [{ state: 'approved' }, 'gatewayAway'],
  [{}, 'noAnswer'],
  [{ state: 'accepted' }, 'noAnswer'],
  [reading, 'notReadBack'],
  [{ ...reading, action: 'read' }, 'noAnswer'],
])('whose time is over as %o ends as %s', (given, reason) => {
  expect(afterTime(command(given), AT)).toEqual({ state: 'expired', endedAt: AT, reason });
});

test('what goes out is written, then read, under ids that come back as the same command', () => {
  expect(JSON.parse(messageOf(command()))).toEqual({
    ...{ v: 1, id: ID, device: 'INV1', do: 'write', expires: AT.getTime() + 600_000 },
    parameters: { overVoltageV: 250.1, reconnectTimeS: 60 },
  });
  const read = command(reading);
  expect(JSON.parse(messageOf(read))).toMatchObject({
    ...{ id: `${ID}.read`, do: 'read', parameters: { overVoltageV: null, reconnectTimeS: null } },
  });
  expect(commandOfWire(wireId(read))).toEqual({ id: ID, isReadBack: true });
  expect(commandOfWire(wireId(command()))).toEqual({ id: ID, isReadBack: false });
  expect(wireId(command({ action: 'read', step: 'read' }))).toBe(ID);
  expect(['', 'x', `${ID}.`, ID.toUpperCase(), `${ID}'`].map(commandOfWire)).toEqual(Array(5).fill(undefined));
});

test('it is sent again soon, then seldom', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map(pauseMs)).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
});
