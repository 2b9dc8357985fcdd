// What becomes of a command when its device answers, by cases: forward only, once, and confirmed by nothing but the value read back.
import { expect, test } from 'vitest';
import {
  afterAnnounce,
  afterResult,
  afterTime,
  type Command,
  commandOfWire,
  messageOf,
  pauseMs,
  type Result,
  wireId,
} from './command.ts';

const BASE = 'https://solar.example.com';
const AT = new Date('2026-06-15T10:00:00Z');
const ID = '018f5c1e-7a10-4000-8000-000000000000';
const command = (given: Partial<Command> = {}): Command => ({
  ...{ sid: 'DE_1', id: ID, gatewaySn: 'HG1', sn: 'INV1', action: 'write', state: 'issued', step: 'write' },
  ...{
    parameters: { overVoltageV: 250.1, reconnectTimeS: 60 },
    before: {},
    readBack: null,
    firmware: null,
    reason: '',
  },
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
  [{ action: 'update', ...reading }, 'notReadBack'],
  [{ action: 'update', state: 'accepted' }, 'noAnswer'],
])('whose time is over as %o ends as %s', (given, reason) => {
  expect(afterTime(command(given), AT)).toEqual({ state: 'expired', endedAt: AT, reason });
});

test('what goes out is written, then read, under ids that come back as the same command', () => {
  expect(JSON.parse(messageOf(command(), BASE))).toEqual({
    ...{ v: 1, id: ID, device: 'INV1', do: 'write', expires: AT.getTime() + 600_000 },
    parameters: { overVoltageV: 250.1, reconnectTimeS: 60 },
  });
  const read = command(reading);
  expect(JSON.parse(messageOf(read, BASE))).toMatchObject({
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

const firmware = {
  ...{ id: 7, versionName: '1.9.0', bytes: 4, sha256: 'ab', signature: 'cd', secret: 'x'.repeat(43), before: '1.8.0' },
};
const update = (given: Partial<Command> = {}): Command =>
  command({ action: 'update', parameters: {}, firmware, ...given });

test('an update goes out with the address of its file, whatever else it is', () => {
  expect(JSON.parse(messageOf(update(), BASE))).toEqual({
    ...{ v: 1, id: ID, device: 'INV1', do: 'update', expires: AT.getTime() + 600_000 },
    parameters: {
      url: `${BASE}/files/firmware/7/order.DE_1.${ID}.${'x'.repeat(43)}`,
      ...{ size: 4, sha256: 'ab', signature: 'cd', version: '1.9.0' },
    },
  });
});

test.each<[string, Partial<Command>, Partial<Result>, object | undefined]>([
  ['is accepted', {}, { state: 'accepted' }, { state: 'accepted', acceptedAt: AT }],
  ['is done, and yet to be reported', { state: 'accepted' }, {}, { state: 'accepted', step: 'read' }],
  ['is said to be done once more', reading, {}, undefined],
  ['has a wrong signature', { state: 'accepted' }, { state: 'refused', reason: 'signature' }, { state: 'failed' }],
  ['is given up after it was done', reading, { state: 'refused', reason: 'boot' }, { state: 'failed', reason: 'boot' }],
  ['has ended', { state: 'readBack' }, {}, undefined],
])('an update that %s', (_, given, said, moved) => {
  const became = afterResult(update(given), result(said), AT);
  if (moved) expect(became).toMatchObject(moved);
  else expect(became).toBeUndefined();
});

test.each<[string, Partial<Command>, string, object | undefined]>([
  ['the version that was wanted', reading, '1.9.0', { state: 'readBack', endedAt: AT }],
  ['it before it was said to be done', { state: 'issued' }, '1.9.0', { state: 'readBack', acceptedAt: AT }],
  ['it in other letters', reading, 'V1.9', { state: 'readBack' }],
  ['the old one while it downloads', { state: 'accepted' }, '1.8.0', undefined],
  ['the old one of a device that may still be starting', reading, '1.8.0', undefined],
  [
    'the old one of the gateway itself',
    { ...reading, sn: 'HG1' },
    '1.8.0',
    { state: 'failed', reason: 'differs', endedAt: AT },
  ],
  ['it when its time was over', { state: 'expired' }, '1.9.0', undefined],
])('an announce that tells %s', (_, given, reported, moved) => {
  const became = afterAnnounce(update(given), reported, AT);
  if (moved) expect(became).toMatchObject(moved);
  else expect(became).toBeUndefined();
});
