// Which devices may connect, and with which code others are rejected.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { createAuthenticator } from './authenticate.ts';
import { CONNECT_REJECTIONS, type ConnectRequest } from './mqttHandler.ts';
import type { SerialState } from './serialLookup.ts';

const CLAIMED: SerialState = {
  sid: 'S1',
  restricted: false,
  allowed: ['203.0.113.0/24'],
  timeZone: 'Europe/Berlin',
  credential: createHash('sha256').update('secret').digest(),
  kind: 'gateway',
  children: [],
  refused: {},
  ignoredValues: 0,
};
const SERIALS: Record<string, SerialState> = {
  GW000001: CLAIMED,
  GW000002: { ...CLAIMED, restricted: true },
  GW000003: { ...CLAIMED, sid: null, credential: null },
};
const REQUEST: ConnectRequest = {
  clientId: 'GW000001',
  userName: 'gw000001',
  password: Buffer.from('secret'),
  will: null,
  address: '203.0.113.7',
};

function authenticatorFor({ isFull = false, isTroubled = false } = {}) {
  const foreign: string[] = [];
  const device = { sn: 'GW000001' };
  const context = {
    clock: { now: () => new Date(0) },
    log: { info: () => {} },
    registry: { find: async () => new Map([['GW000001', device]]) },
    databaseHealth: { now: () => (isTroubled ? 'database' : undefined) },
  } as unknown as Context;
  const authenticate = createAuthenticator(context, {
    serials: { find: async (sn) => SERIALS[sn] },
    pendingClients: { add: () => !isFull },
    sources: { recordRejection: ({ sn }, source) => void foreign.push(`${sn} ${source}`) },
  });
  return { authenticate, foreign };
}

test('rejections are logged up to a limit per source and a limit of all sources', async () => {
  const logged: { address: string }[] = [];
  let nowMs = 0;
  const context = {
    clock: { now: () => new Date(nowMs) },
    log: { info: (line: { address: string }) => void logged.push(line) },
    databaseHealth: { now: () => undefined },
  } as unknown as Context;
  const authenticate = createAuthenticator(context, {
    serials: { find: async () => CLAIMED },
    pendingClients: { add: () => true },
    sources: { recordRejection: () => {} },
  });
  const reject = (address: string) =>
    authenticate({ clientId: '', userName: 'GW000001', password: Buffer.from('wrong'), will: null, address });
  for (let n = 0; n < 100; n++) await reject('203.0.113.7');
  expect(logged).toHaveLength(10);
  for (let n = 0; n < 1000; n++) await reject(`198.51.${n >> 8}.${n & 255}`);
  expect(logged).toHaveLength(200);
  nowMs = 60_000;
  for (let n = 0; n < 100; n++) await reject('203.0.113.7');
  expect(logged.slice(200).map(({ address }) => address)).toEqual(['203.0.113.7']);
});

test.each<[name: string, request: Partial<ConnectRequest>, reason: keyof typeof CONNECT_REJECTIONS]>([
  ['without a serial number', { userName: null }, 'clientId'],
  ['with an invalid serial number', { userName: 'hg/#' }, 'clientId'],
  ["with another device's serial number as client id", { clientId: 'gw000003' }, 'clientId'],
  [
    'with a will under another serial number',
    { will: { topic: 'hg/GW000003/up/state', payload: Buffer.alloc(0) } },
    'notAllowed',
  ],
  ['that is restricted', { userName: 'GW000002', clientId: '' }, 'notAllowed'],
  ['without a password', { password: null }, 'credentials'],
  ['with a wrong password', { password: Buffer.from('guess') }, 'credentials'],
  [
    'with a wrong password from a source that is not allowed',
    { password: Buffer.from('guess'), address: '198.51.100.9' },
    'credentials',
  ],
])('rejects a device %s', async (_name, request, reason) => {
  const { authenticate, foreign } = authenticatorFor();
  expect(await authenticate({ ...REQUEST, ...request })).toBe(CONNECT_REJECTIONS[reason]);
  expect(foreign).toEqual([]);
});

test('rejects and records a device with the right password from a source that is not allowed', async () => {
  const { authenticate, foreign } = authenticatorFor();
  expect(await authenticate({ ...REQUEST, address: '198.51.100.9' })).toBe(CONNECT_REJECTIONS.notAllowed);
  expect(foreign).toEqual(['GW000001 198.51.100.9']);
});

test('rejects every device while the database is unavailable', async () => {
  const { authenticate } = authenticatorFor({ isTroubled: true });
  expect(await authenticate(REQUEST)).toBe(CONNECT_REJECTIONS.busy);
});

test('accepts a claimed device with its password, whatever its client id', async () => {
  const { authenticate } = authenticatorFor({ isFull: true });
  expect(await authenticate({ ...REQUEST, clientId: 'OpenDTU-A1B2C3' })).toEqual({
    sn: 'GW000001',
    spelling: 'gw000001',
    sid: 'S1',
    serial: CLAIMED,
  });
});

test.each([
  { userName: 'GW000003', isFull: false, isAccepted: true },
  { userName: 'NEW00001', isFull: false, isAccepted: true },
  { userName: 'NEW00001', isFull: true, isAccepted: false },
])('accepts unclaimed devices until the pending clients are full: $userName $isFull', async (given) => {
  const { authenticate } = authenticatorFor(given);
  const result = await authenticate({ ...REQUEST, userName: given.userName, clientId: '', password: null });
  if (given.isAccepted) expect(result).toMatchObject({ sn: given.userName, sid: null });
  else expect(result).toBe(CONNECT_REJECTIONS.busy);
});
