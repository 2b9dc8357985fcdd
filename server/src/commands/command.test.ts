// What becomes of a command when its device answers, by cases: forward only, once, and confirmed by nothing but the value read back.
import { expect, test } from 'vitest';
import { stepOf } from '../firmware/rollouts/rules/rollout.ts';
import {
  afterAnnounce,
  afterExpiry,
  afterResult,
  afterTelemetry,
  awaitsAnnounce,
  type Command,
  commandOfWire,
  messageOf,
  pauseMs,
  type Result,
  rollbackOf,
  sendAgainMs,
  wireId,
} from './command.ts';

const BASE = 'https://solar.example.com';
const AT = new Date('2026-06-15T10:00:00Z');
const ID = '018f5c1e-7a10-4000-8000-000000000000';
const command = (given: Partial<Command> = {}): Command => ({
  sid: 'DE_1',
  id: ID,
  gatewaySn: 'HG1',
  sn: 'INV1',
  action: 'write',
  state: 'issued',
  step: 'write',
  parameters: { overVoltageV: 250.1, reconnectTimeS: 60 },
  before: {},
  readBack: null,
  firmware: null,
  reason: '',
  isProtected: false,
  returns: null,
  askedBy: 1,
  companyId: 1,
  askedAt: AT,
  answeredBy: null,
  answeredAt: null,
  queuedAt: AT,
  issuedAt: AT,
  acceptedAt: null,
  endedAt: null,
  validS: 600,
  expiresAt: new Date(AT.getTime() + 600_000),
  tries: 1,
  triedAt: AT,
  byRule: null,
  standsFor: null,
  ...given,
});
const result = (given: Partial<Result> = {}): Result => ({
  id: ID,
  isReadBack: false,
  state: 'done',
  reason: '',
  parameters: {},
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
  ['the read refused', reading, { isReadBack: true, state: 'refused', reason: 'malformed' }, { state: 'failed' }],
  ['not to be reached now', reading, { isReadBack: true, state: 'refused', reason: 'notReachable' }, undefined],
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
  expect(afterExpiry(command(given), AT)).toEqual({ state: 'expired', endedAt: AT, reason });
});

test('what goes out is written, then read, under ids that come back as the same command', () => {
  expect(JSON.parse(messageOf(command(), BASE))).toEqual({
    v: 1,
    id: ID,
    device: 'INV1',
    do: 'write',
    expires: AT.getTime() + 600_000,
    parameters: { overVoltageV: 250.1, reconnectTimeS: 60 },
  });
  const read = command(reading);
  expect(JSON.parse(messageOf(read, BASE))).toMatchObject({
    id: `${ID}.read`,
    do: 'read',
    parameters: { overVoltageV: null, reconnectTimeS: null },
  });
  expect(commandOfWire(wireId(read))).toEqual({ id: ID, isReadBack: true });
  expect(commandOfWire(wireId(command()))).toEqual({ id: ID, isReadBack: false });
  expect(wireId(command({ action: 'read', step: 'read' }))).toBe(ID);
  expect(['', 'x', `${ID}.`, ID.toUpperCase(), `${ID}'`].map(commandOfWire)).toEqual(Array(5).fill(undefined));
});

const limit = { action: 'limit', parameters: { limitPercent: 60 } } as const;
const off = { action: 'off', parameters: { on: 0 } } as const;
const restart = { action: 'restart', parameters: { uptimeS: null } } as const;
const ownRestart = { ...restart, sn: 'HG1' };

test.each<[string, Partial<Command>, Partial<Result>, object | undefined]>([
  ['a limit that is done', limit, { parameters: { limitPercent: 60 } }, { state: 'accepted', step: 'read' }],
  [
    'a limit that is read',
    { ...limit, ...reading },
    { isReadBack: true, parameters: { limitPercent: 60 } },
    { state: 'readBack' },
  ],
  [
    'a limit that is another',
    { ...limit, ...reading },
    { isReadBack: true, parameters: { limitPercent: 100 } },
    { state: 'failed', reason: 'differs' },
  ],
  ['switched off', { ...off, ...reading }, { isReadBack: true, parameters: { on: 0 } }, { state: 'readBack' }],
  [
    'still on',
    { ...off, ...reading },
    { isReadBack: true, parameters: { on: 1 } },
    { state: 'failed', reason: 'differs' },
  ],
  [
    'a device that began just now',
    { ...restart, ...reading },
    { isReadBack: true, parameters: { uptimeS: 0 } },
    { state: 'readBack' },
  ],
  [
    'a device that began before',
    { ...restart, ...reading },
    { isReadBack: true, parameters: { uptimeS: 900 } },
    { state: 'failed', reason: 'differs' },
  ],
  [
    'a device that does not say since when',
    { ...restart, ...reading },
    { isReadBack: true },
    { state: 'failed', reason: 'notReadBack' },
  ],
])('%s', (_, given, said, moved) => {
  expect(afterResult(command(given), result(said), AT)).toMatchObject(moved!);
});

const running = (uptimeS: number) => ({ uptimeS, versions: new Map() });

test('a gateway has restarted when it announces that it began after it was told', () => {
  const later = new Date(AT.getTime() + 20_000);
  expect(afterAnnounce(command(ownRestart), running(15), later)).toMatchObject({
    state: 'readBack',
    readBack: { uptimeS: 15 },
  });
  expect(afterAnnounce(command({ ...ownRestart, ...reading }), running(15), later)).toMatchObject({
    state: 'readBack',
  });
  expect(afterAnnounce(command(ownRestart), running(900), later)).toBeUndefined();
  expect(afterAnnounce(command({ ...ownRestart, state: 'expired' }), running(15), later)).toBeUndefined();
  // What hangs on it is asked itself.
  expect(afterAnnounce(command(restart), running(15), later)).toBeUndefined();
  expect(awaitsAnnounce(command({ ...ownRestart, ...reading }))).toBe(true);
  expect(awaitsAnnounce(command({ ...restart, ...reading }))).toBe(false);
});

test('what a gateway without answers says of its device counts when it is what was wanted', () => {
  expect(afterTelemetry(command(limit), { limitPercent: 60, on: 1 }, AT)).toMatchObject({
    state: 'readBack',
    acceptedAt: AT,
    readBack: { limitPercent: 60 },
  });
  expect(afterTelemetry(command(limit), { limitPercent: 100 }, AT)).toEqual({ readBack: { limitPercent: 100 } });
  expect(
    afterTelemetry(command({ ...limit, readBack: { limitPercent: 100 } }), { limitPercent: 100 }, AT),
  ).toBeUndefined();
  expect(afterTelemetry(command(limit), { on: 1 }, AT)).toBeUndefined();
  expect(afterTelemetry(command({ ...limit, state: 'approved' }), { limitPercent: 60 }, AT)).toBeUndefined();
  expect(afterExpiry(command({ ...limit, readBack: { limitPercent: 100 } }), AT)).toMatchObject({ reason: 'differs' });
});

test.each<[Partial<Command>, object | undefined]>([
  [{ before: { reconnectTimeS: 60 } }, { action: 'write', parameters: { reconnectTimeS: 60 } }],
  [
    { ...limit, before: { limitPercent: 80 } },
    { action: 'limit', parameters: { limitPercent: 80 } },
  ],
  [
    { ...off, before: { on: 1 } },
    { action: 'on', parameters: { on: 1 } },
  ],
  [
    { action: 'on', parameters: { on: 1 }, before: { on: 0 } },
    { action: 'off', parameters: { on: 0 } },
  ],
  [limit, undefined],
  [{ ...restart, before: { uptimeS: 5 } }, undefined],
  // Values that stand alone go back as far as they are known, a battery's all or none.
  [
    { parameters: { reconnectTimeS: 90, overVoltageV: 250 }, before: { reconnectTimeS: 60 } },
    { action: 'write', parameters: { reconnectTimeS: 60 } },
  ],
  [{ parameters: { batteryMode: 1, batteryReservePercent: 30 }, before: { batteryMode: 2 } }, undefined],
  [
    {
      parameters: { batteryMode: 1, batteryReservePercent: 30 },
      before: { batteryMode: 2, batteryReservePercent: 20 },
    },
    { action: 'write', parameters: { batteryMode: 2, batteryReservePercent: 20 } },
  ],
])('what %o returns to', (given, expected) => {
  expect(rollbackOf(command(given))).toEqual(expected);
});

test('limits are told with their value, switches without', () => {
  const said = (given: Partial<Command>) => JSON.parse(messageOf(command(given), BASE));
  expect(said(limit)).toMatchObject({ id: ID, do: 'limit', parameters: { limitPercent: 60 } });
  expect(said(off)).toMatchObject({ do: 'off', parameters: {} });
  expect(said(restart)).toMatchObject({ do: 'restart', parameters: {} });
  expect(said({ ...restart, ...reading })).toMatchObject({
    id: `${ID}.read`,
    do: 'read',
    parameters: { uptimeS: null },
  });
  expect(said({ ...off, ...reading })).toMatchObject({ do: 'read', parameters: { on: null } });
});

const firmware = {
  id: 7,
  versionName: '1.9.0',
  bytes: 4,
  sha256: 'ab',
  signature: 'cd',
  secret: 'x'.repeat(43),
  before: '1.8.0',
};

test.each<[string, string]>([
  ['controlOff', '“controlOff”'],
  ['withdrawn', '“withdrawn”'],
  ['deviceLeft', '“deviceLeft”'],
  ['', 'refused'],
  ['tooHot', 'tooHot'],
  ['outOfRange', 'outOfRange'],
])('a device that refuses for "%s" says no word of the portal in its place', (reason, kept) => {
  for (const given of [{}, { action: 'update' as const, parameters: {}, firmware }]) {
    const moved = afterResult(command(given), result({ state: 'refused', reason }), AT);
    expect(moved).toMatchObject({ state: 'failed', reason: kept });
    expect(stepOf({ state: 'failed', step: 'write', reason: moved!.reason! }).step).toBe('failed');
  }
});

test('what was sent comes again soon to a gateway that is back, but for what starts it over; and whatever the clock was', () => {
  const nowMs = AT.getTime() + 5_000;
  const again = (given: Partial<Command>, isBack = true) =>
    sendAgainMs(command({ tries: 6, triedAt: AT, ...given }), { isBack, nowMs }) - AT.getTime();
  expect([again({}), again({}, false)]).toEqual([1_000, 60_000]);
  expect(again({ action: 'restart' })).toBe(60_000);
  expect(again({ action: 'restart', step: 'read' })).toBe(1_000);
  expect(again({ action: 'update' })).toBe(60_000);
  expect(again({ triedAt: null })).toBe(-AT.getTime());
  expect(again({ triedAt: new Date(AT.getTime() + 86_400_000) }, false)).toBe(-AT.getTime());
});

test('it is sent again soon, then seldom', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 50].map((tries) => pauseMs({ action: 'write', tries }));
  expect(pauses).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
  expect(pauseMs({ action: 'restart', tries: 1 })).toBe(60_000);
});

const update = (given: Partial<Command> = {}): Command =>
  command({ action: 'update', parameters: {}, firmware, ...given });

test('an update goes out with the address of its file, whatever else it is', () => {
  expect(JSON.parse(messageOf(update(), BASE))).toEqual({
    v: 1,
    id: ID,
    device: 'INV1',
    do: 'update',
    expires: AT.getTime() + 600_000,
    parameters: {
      url: `${BASE}/files/firmware/7/order.DE_1.${ID}.${'x'.repeat(43)}`,
      size: 4,
      sha256: 'ab',
      signature: 'cd',
      version: '1.9.0',
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
  const announcing = update(given);
  const became = afterAnnounce(announcing, { uptimeS: null, versions: new Map([[announcing.sn, reported]]) }, AT);
  if (moved) expect(became).toMatchObject(moved);
  else expect(became).toBeUndefined();
});
