// Tests firmware of the demonstration through the portal's MQTT endpoint: a visitor asks an owner, the simulated gateway installs the signed version, and a restart changes nothing.
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { turnClock } from '../../test/turnClock.ts';
import { createDeviceHandler } from '../transports/mqtt/deviceHandler.ts';
import { openEndpoint } from '../transports/mqtt/endpoint.ts';
import { settleDemoAccounts } from './accounts.ts';
import { createFirmware, installedVersions } from './createFirmware.ts';
import { createFleet, DEMO_PASSWORD, recordDevices } from './createFleet.ts';
import { firmwareKey, withDemoDefaults } from './defaults.ts';
import { issuePasswords } from './issuePasswords.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-firmware-'));
const { app, ask, call, sql, context, clock, signedIn } = await testServer({ DEMO: 'on' });
Object.assign(context.config, withDemoDefaults({ ...context.config, dataDir }));
const key = firmwareKey({ dataDir });
const BEGAN = clock.now().getTime();
await app.listen({ port: 0, host: '127.0.0.1' });
context.config.publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const handler = createDeviceHandler(context);
const endpoint = openEndpoint<Parameters<typeof handler.onMessage>[0]>(handler);
const server = createServer((socket) => endpoint.handle(socket)).listen(0, '127.0.0.1');
await once(server, 'listening');

const isGateway = ({ kind, dialect }: { kind: string; dialect?: string }): boolean => kind === 'gateway' && !dialect;
const site = fleet(1, BEGAN).find(({ gateways }) => gateways.some(isGateway))!;
const gateway = site.gateways.find(isGateway)!;
const { sn } = gateway;
const sites = [
  { ...site, gateways: [{ ...gateway, faults: [], machines: gateway.machines.slice(0, 1) }], devices: [] },
];
const sharedClock = turnClock(clock, 1);
let minute = 0;
const advance = async (minutes: number): Promise<void> => {
  minute += minutes;
  await sharedClock.until(BEGAN + minute * 60_000);
};
/** Plays the gateway as a start of the demonstration does; returns a function that ends it. */
async function play(): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const passwords = await issuePasswords(context, sites[0]!);
  const installed = await installedVersions(sql);
  const playing = playGateways({
    broker: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    fleet: sites,
    passwordOf: (one) => passwords.get(one),
    installedOf: (one) => installed.get(one),
    updates: { publicKey: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString() },
    clock: sharedClock,
    signal: stop.signal,
  });
  await advance(2);
  return async () => {
    stop.abort();
    await playing;
  };
}

const signIn = async (account: string) => {
  const { tokenInfo } = await ask('sign-in', { account, password: DEMO_PASSWORD });
  return { token: tokenInfo.token };
};
let sid: string;
let end: () => Promise<void>;
beforeAll(async () => {
  sid = (await createFleet(context, 1, () => sites)).sids[site.key]!;
  await recordDevices(sql, sites);
  await settleDemoAccounts(context, true);
  await createFirmware(context, key);
  end = await play();
});
afterAll(async () => {
  await end();
  server.close();
  await endpoint.close();
  await handler.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const versionsFor = async (account: string) =>
  (await ask('configuration/ota/list', {}, await signIn(account))).list.map(
    ({ versionName, state }) => `${versionName} ${state}`,
  );
const reported = async (id: number) => {
  const { list } = await ask(
    'configuration/ota/list/sn',
    { id, filters: { keywords: sn } },
    await signIn(site.installer.email),
  );
  return list[0]!;
};

const gatewayVersion = async (session: { token: string }): Promise<number> =>
  (await ask('configuration/ota/list', { filters: { keywords: '1.9.0' } }, session)).list[0]!.id;

test('updates a simulated gateway after its owner has agreed, and the version survives a restart of the demo', async () => {
  expect((await versionsFor('admin@example.com')).toSorted()).toEqual([
    '1.10.0 draft',
    '1.9.0 published',
    '4.30 published',
  ]);
  expect((await versionsFor(site.installer.email)).toSorted()).toEqual(['1.9.0 published', '4.30 published']);
  const installer = await signIn(site.installer.email);
  const id = await gatewayVersion(installer);
  expect(await reported(id)).toMatchObject({ versionName: '1.8.0', fit: 'newer', rights: { update: true } });
  const { update } = await ask('configuration/ota/update', { sid, sn, id }, installer);
  expect(update.step).toBe('asking');
  await ask('site/updates/answer', { sid, id: update.id, answer: 'yes' }, await signIn(site.owner.email));
  await expect.poll(async () => (await reported(id)).update?.step, { timeout: 8_000 }).not.toBe('queued');
  for (let tries = 0; tries < 10 && (await reported(id)).update!.step !== 'updated'; tries++) await advance(1);
  await expect
    .poll(() => reported(id))
    .toMatchObject({ versionName: '1.9.0', fit: 'same', update: { step: 'updated' } });

  await end();
  end = await play();
  expect(await reported(id)).toMatchObject({ versionName: '1.9.0', fit: 'same' });
});

test('adds no version again that a visitor has deleted', async () => {
  const administrator = await signIn('admin@example.com');
  const { list } = await ask('configuration/ota/list', {}, administrator);
  const draft = list.find(({ versionName }) => versionName === '1.10.0')!;
  await ask('configuration/ota/del', { id: draft.id }, administrator);
  await createFirmware(context, key);
  expect((await versionsFor('admin@example.com')).toSorted()).toEqual(['1.9.0 published', '4.30 published']);
});

test('refuses demo accounts the update of a real device, alone and in a roll-out', async () => {
  const installer = await signIn(site.installer.email);
  const id = await gatewayVersion(installer);
  const real = await makeDevice(sql, { sid, product: 'HG-1' });
  await sql`
    insert into gateways (sn, sid, kind, firmware, hardware, children) values (${real.sn}, ${sid}, 'gateway', '1.8.0', '2.1', '[]')`;
  expect(await call('configuration/ota/update', { sid, sn: real.sn, id }, installer)).toMatchObject({ code: 1552 });
  const { devices } = await ask('configuration/ota/rollout/find', { id }, installer);
  const limits = { mostFailed: 1, mostFailedPercent: 10, mostSilentPercent: 10, withinH: 24, watchMin: 60 };
  const plan = { waves: [{ unit: 'percent' as const, upTo: 100 }], ...limits };
  expect(await call('configuration/ota/rollout/begin', { id, devices, plan }, installer)).toMatchObject({ code: 1552 });
  expect((await sql`select from rollouts`).length).toBe(0);

  // Nor does a visitor resume the roll-out of a colleague who has a second factor.
  const [company] = await sql<{ id: number }[]>`select company_id as id from sites where sid = ${sid}`;
  const colleague = { token: await signedIn((await makeUser(sql, { companyId: company!.id })).id) };
  await sql`update sessions set second_factor = 'code' where id = (select max(id) from sessions)`;
  const begun = await ask('configuration/ota/rollout/begin', { id, devices, plan }, colleague);
  const paused = await ask(
    'configuration/ota/rollout/answer',
    { id: begun.id, answer: 'pause', revision: 1 },
    installer,
  );
  const { revision } = paused.rollout;
  const resume = { id: begun.id, answer: 'resume', revision } as const;
  expect(await call('configuration/ota/rollout/answer', resume, installer)).toMatchObject({ code: 1552 });
  expect(await sql`select state from rollouts`).toEqual([{ state: 'paused' }]);
  expect(await call('configuration/ota/rollout/answer', resume, colleague)).toMatchObject({ code: 200 });
});
