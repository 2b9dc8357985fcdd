// State changes of a command after each answer of its device, by cases: forward only, once, and confirmed only by the value read back.
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
  resendAtMs,
  rollbackOf,
  wireId,
} from './command.ts';

const BASE = 'https://solar.example.com';
const AT = new Date('2026-06-15T10:00:00Z');
const ID = '018f5c1e-7a10-4000-8000-000000000000';
const command = (overrides: Partial<Command> = {}): Command => ({
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
  startsAt: null,
  issuedAt: AT,
  acceptedAt: null,
  endedAt: null,
  validS: 600,
  expiresAt: new Date(AT.getTime() + 600_000),
  tries: 1,
  triedAt: AT,
  byRule: null,
  standsFor: null,
  ...overrides,
});
const result = (overrides: Partial<Result> = {}): Result => ({
  id: ID,
  isReadBack: false,
  state: 'done',
  reason: '',
  parameters: {},
  ...overrides,
});
const reading = { state: 'accepted', step: 'read', acceptedAt: AT } as const;

test.each<[string, Partial<Command>, Partial<Result>, object | undefined]>([
  ['accepted', {}, { state: 'accepted' }, { state: 'accepted', acceptedAt: AT }],
  ['accepted twice', { state: 'accepted' }, { state: 'accepted' }, undefined],
  ['refused', {}, { state: 'refused', reason: 'outOfRange' }, { state: 'failed', reason: 'outOfRange' }],
  ['written', { state: 'accepted' }, {}, { state: 'accepted', step: 'read', tries: 0, triedAt: null }],
  ['written before it was reported as accepted', {}, {}, { state: 'accepted', step: 'read', acceptedAt: AT }],
  ['written twice', reading, {}, undefined],
  ['a read-back that was not requested yet', {}, { isReadBack: true, parameters: { overVoltageV: 1 } }, undefined],
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
  [
    'refused during the read-back',
    reading,
    { isReadBack: true, state: 'refused', reason: 'malformed' },
    { state: 'failed' },
  ],
  [
    'unreachable during the read-back',
    reading,
    { isReadBack: true, state: 'refused', reason: 'notReachable' },
    undefined,
  ],
  [
    'a plain read',
    { action: 'read', step: 'read', parameters: { a: null } },
    { parameters: { a: 5, b: 6 } },
    { state: 'readBack', readBack: { a: 5 } },
  ],
  ['done after it expired', { state: 'expired' }, {}, undefined],
  ['done before it was sent', { state: 'approved' }, {}, undefined],
  ['read back a second time', { state: 'readBack', step: 'read' }, { isReadBack: true }, undefined],
])('derives the next state of a write from its result: %s', (_, given, reported, expected) => {
  const update = afterResult(command(given), result(reported), AT);
  if (expected === undefined) expect(update).toBeUndefined();
  else expect(update).toMatchObject(expected);
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
])('a command that expires as %o ends with the reason %s', (given, reason) => {
  expect(afterExpiry(command(given), AT)).toEqual({ state: 'expired', endedAt: AT, reason });
});

test('a command is sent as a write, then as a read, under ids that lead back to the same command', () => {
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
    'a limit that differs',
    { ...limit, ...reading },
    { isReadBack: true, parameters: { limitPercent: 100 } },
    { state: 'failed', reason: 'differs' },
  ],
  [
    'an inverter that is switched off',
    { ...off, ...reading },
    { isReadBack: true, parameters: { on: 0 } },
    { state: 'readBack' },
  ],
  [
    'an inverter that is still on',
    { ...off, ...reading },
    { isReadBack: true, parameters: { on: 1 } },
    { state: 'failed', reason: 'differs' },
  ],
  [
    'a device that started just now',
    { ...restart, ...reading },
    { isReadBack: true, parameters: { uptimeS: 0 } },
    { state: 'readBack' },
  ],
  [
    'a device that started before the command',
    { ...restart, ...reading },
    { isReadBack: true, parameters: { uptimeS: 900 } },
    { state: 'failed', reason: 'differs' },
  ],
  [
    'a device that does not report its uptime',
    { ...restart, ...reading },
    { isReadBack: true },
    { state: 'failed', reason: 'notReadBack' },
  ],
])('derives the next state of an output command from its result: %s', (_, given, reported, expected) => {
  expect(afterResult(command(given), result(reported), AT)).toMatchObject(expected!);
});

const running = (uptimeS: number) => ({ uptimeS, connectedAt: AT, versions: new Map() });

test('a gateway has restarted when it announces a start after the command was sent', () => {
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
  // Devices attached to the gateway are read back themselves.
  expect(afterAnnounce(command(restart), running(15), later)).toBeUndefined();
  expect(awaitsAnnounce(command({ ...ownRestart, ...reading }))).toBe(true);
  expect(awaitsAnnounce(command({ ...restart, ...reading }))).toBe(false);
});

test('telemetry of a gateway that does not answer confirms a command when it reports the requested values', () => {
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
  // Independent values are restored as far as they are known, battery settings all or none.
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
])('derives the rollback of %o', (given, expected) => {
  expect(rollbackOf(command(given))).toEqual(expected);
});

test('limits are sent with their value, switches without', () => {
  const message = (overrides: Partial<Command>) => JSON.parse(messageOf(command(overrides), BASE));
  expect(message(limit)).toMatchObject({ id: ID, do: 'limit', parameters: { limitPercent: 60 } });
  expect(message(off)).toMatchObject({ do: 'off', parameters: {} });
  expect(message(restart)).toMatchObject({ do: 'restart', parameters: {} });
  expect(message({ ...restart, ...reading })).toMatchObject({
    id: `${ID}.read`,
    do: 'read',
    parameters: { uptimeS: null },
  });
  expect(message({ ...off, ...reading })).toMatchObject({ do: 'read', parameters: { on: null } });
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
])('a device that refuses with "%s" is not stored with one of the portal\'s own reasons', (reason, stored) => {
  for (const given of [{}, { action: 'update' as const, parameters: {}, firmware }]) {
    const update = afterResult(command(given), result({ state: 'refused', reason }), AT);
    expect(update).toMatchObject({ state: 'failed', reason: stored });
    expect(stepOf({ state: 'failed', step: 'write', reason: update!.reason! }).step).toBe('failed');
  }
});

test('a command is resent soon to a gateway that has reconnected, unless it restarts the gateway, and also after a clock that was ahead', () => {
  const nowMs = AT.getTime() + 5_000;
  const resendAfterMs = (given: Partial<Command>, isBack = true) =>
    resendAtMs(command({ tries: 6, triedAt: AT, ...given }), { isBack, nowMs }) - AT.getTime();
  expect([resendAfterMs({}), resendAfterMs({}, false)]).toEqual([1_000, 60_000]);
  expect(resendAfterMs({ action: 'restart' })).toBe(60_000);
  expect(resendAfterMs({ action: 'restart', step: 'read' })).toBe(1_000);
  expect(resendAfterMs({ action: 'update' })).toBe(60_000);
  expect(resendAfterMs({ triedAt: null })).toBe(-AT.getTime());
  expect(resendAfterMs({ triedAt: new Date(AT.getTime() + 86_400_000) }, false)).toBe(-AT.getTime());
});

test('a command is resent soon at first, then at growing intervals', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 50].map((tries) => pauseMs({ action: 'write', tries }));
  expect(pauses).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
  expect(pauseMs({ action: 'restart', tries: 1 })).toBe(60_000);
});

const update = (overrides: Partial<Command> = {}): Command =>
  command({ action: 'update', parameters: {}, firmware, ...overrides });

test('an update is sent with the address of its file and its checksum', () => {
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
  ['is done but not announced yet', { state: 'accepted' }, {}, { state: 'accepted', step: 'read' }],
  ['is reported as done twice', reading, {}, undefined],
  ['has a wrong signature', { state: 'accepted' }, { state: 'refused', reason: 'signature' }, { state: 'failed' }],
  ['is refused after it was done', reading, { state: 'refused', reason: 'boot' }, { state: 'failed', reason: 'boot' }],
  ['has ended', { state: 'readBack' }, {}, undefined],
])('derives the next state from the result of an update that %s', (_, given, reported, expected) => {
  const change = afterResult(update(given), result(reported), AT);
  if (expected) expect(change).toMatchObject(expected);
  else expect(change).toBeUndefined();
});

test.each<[string, Partial<Command>, string, object | undefined]>([
  ['the requested version', reading, '1.9.0', { state: 'readBack', endedAt: AT }],
  ['it before the update was reported as done', { state: 'issued' }, '1.9.0', { state: 'readBack', acceptedAt: AT }],
  ['it in another notation', reading, 'V1.9', { state: 'readBack' }],
  ['the old one while it downloads', { state: 'accepted' }, '1.8.0', undefined],
  ['the old one of a device that may still be starting', reading, '1.8.0', undefined],
  [
    'the old one of the gateway itself',
    { ...reading, sn: 'HG1' },
    '1.8.0',
    { state: 'failed', reason: 'differs', endedAt: AT },
  ],
  ['it after the update expired', { state: 'expired' }, '1.9.0', undefined],
])('derives the next state of an update from an announcement of %s', (_, given, reported, expected) => {
  const announcing = update(given);
  const change = afterAnnounce(
    announcing,
    { uptimeS: null, connectedAt: AT, versions: new Map([[announcing.sn, reported]]) },
    AT,
  );
  if (expected) expect(change).toMatchObject(expected);
  else expect(change).toBeUndefined();
});
