// configuration/ota/update: a device downloads, verifies, installs and reports a version over a real connection, and may fail at each step.
import { createHash } from 'node:crypto';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeUser } from '../../../../test/factories.ts';
import { firmwareFile, MAKER, makeFirmware, tellVersions } from '../../../../test/firmware.ts';
import { createGatewayPlant, newMemory, type Obeys, playGateway } from '../../../../test/gatewayPlant.ts';
import { connectDevice, passwordOf } from '../../../../test/mqttDevices.ts';
import { mqttServer } from '../../../../test/mqttServer.ts';
import { firmwareOfDevices } from '../../../firmware/firmware.ts';
import { expireCommands } from '../../../jobs/expireCommands.ts';
import type { Transaction } from '../../../platform/database/connect.ts';

const server = await mqttServer({}, { PUBLIC_URL: 'https://solar.example.com', FIRMWARE_KEYS: MAKER.hex });
const { app, ask, call, clock, context, sql, port } = server;
const file = firmwareFile(700_000);
const id = await makeFirmware(sql, { versionName: '1.9.0', hardware: '2.1', file });
const older = await makeFirmware(sql, { versionName: '1.7.0' });

async function createUpdatePlant() {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  await tellVersions(sql, { sid, sn });
  const update = (more: object = {}) =>
    call('configuration/ota/update', { sid, sn, id, asksOwner: false, ...more }, first);
  const listedDevice = async () => {
    const { list } = await ask('configuration/ota/list/sn', { id, filters: { keywords: sn } }, first);
    return list[0]!;
  };
  const becomes = (step: string, reason = '') =>
    expect
      .poll(async () => (await listedDevice()).update, { timeout: 10_000, interval: 50 })
      .toMatchObject({ step, reason });
  return { ...plant, update, listedDevice, becomes };
}
const announce = (firmware: string) => ({
  v: 1,
  at: 0,
  kind: 'gateway',
  model: 'HG-1',
  hardware: '2.1',
  firmware,
  intervalS: 60,
  devices: [],
});

type Device = Awaited<ReturnType<typeof connectDevice>>;
const reportOf = (wire: string) => ({ v: 1, id: wire, at: 0, state: 'done', reason: '', parameters: {} });
/** With the tests' simulated clock sessions expire before an update ends. */
const updateOf = async (sid: string, sn: string) =>
  (
    await sql.begin(async (tx) => {
      await tx`select set_config('heliograph.scope', 'all', true)`;
      return await firmwareOfDevices(tx as unknown as Transaction, [{ sid, sn }]);
    })
  ).get(`${sid} ${sn}`)?.update;
async function endCommandsLater(): Promise<void> {
  clock.forward(3_700);
  await expireCommands(context);
}

test('queues, downloads in ranges, verifies, and completes only when the device reports the version', async () => {
  const plant = await createUpdatePlant();
  const { sid, sn, first, becomes } = plant;
  const { data } = await plant.update();
  expect(data.update).toMatchObject({ step: 'queued', versionName: '1.9.0' });
  await becomes('queued');
  const memory = newMemory();
  let parameters: Record<string, unknown> = {};
  const accepts: Obeys = (command) => {
    parameters = command.parameters;
    return [{ state: 'accepted' }];
  };
  const gateway = await playGateway(server, port, { sn, memory, how: accepts });
  await becomes('downloading');
  expect(parameters).toMatchObject({ size: file.length, version: '1.9.0', signature: MAKER.sign(file) });
  expect(parameters.sha256).toBe(createHash('sha256').update(file).digest('hex'));
  // Waits for a day, and has an hour once it is sent.
  expect(memory.heard[0]!.expires - clock.now().getTime()).toBe(3_600_000);
  const url = new URL(String(parameters.url));
  expect(url.origin).toBe('https://solar.example.com');
  const path = url.pathname;
  const part = await app.inject({ url: path, headers: { range: 'bytes=0-99999' } });
  const remainder = await app.inject({ url: path, headers: { range: 'bytes=100000-' } });
  expect(Buffer.concat([part.rawPayload, remainder.rawPayload]).equals(file)).toBe(true);
  // Cannot be guessed, and is valid for this file only.
  for (const wrong of [path.replace(`/${id}/`, `/${older}/`), `${path.slice(0, -1)}_`, path.replace(sid, 'DE_1')])
    expect((await app.inject({ url: wrong })).statusCode).toBe(404);
  gateway.end();
  await gateway.ended;
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const wire = memory.heard[0]!.id;
  await device.up('result', { v: 1, id: wire, at: 0, state: 'done', reason: '', parameters: { version: '1.9.0' } });
  await becomes('verified');
  expect((await call('configuration/ota/update', { sid, sn, id }, first)).code).toBe(1577);
  await device.up('announce', announce('1.9.0'));
  await becomes('updated');
  expect(await plant.listedDevice()).toMatchObject({ versionName: '1.9.0', fit: 'same', rights: { update: false } });
  expect((await app.inject({ url: path })).statusCode).toBe(404);
  const lines =
    await sql`select before, after from audit_log where object = ${sid} and action = 'configuration/ota/update' order by id`;
  expect(lines).toMatchObject([
    { before: { version: '1.8.0' }, after: { sn, firmware: id, version: '1.9.0' } },
    { before: { version: '1.8.0' }, after: { sn, state: 'readBack', version: '1.9.0' } },
  ]);
  const { list } = await ask('gateway/commands/list', { sid, filters: { action: 'update' } }, first);
  expect(list).toMatchObject([
    { action: 'update', isIssued: true, firmware: { versionName: '1.9.0', before: '1.8.0' } },
  ]);
});

test.each(['downloadFailed', 'checksum', 'signature', 'expired'])(
  'fails when the device rejects it for %s',
  async (reason) => {
    const { sn, update, becomes, listedDevice } = await createUpdatePlant();
    await playGateway(server, port, {
      sn,
      memory: newMemory(),
      how: () => [{ state: 'accepted' }, { state: 'refused', reason }],
    });
    await update();
    await becomes('failed', reason);
    expect(await listedDevice()).toMatchObject({ fit: 'newer', rights: { update: true } });
  },
);

test('fails when a gateway returns with its old version, or on timeout when it does not return', async () => {
  const { sn, update, becomes } = await createUpdatePlant();
  const done: Obeys = () => [{ state: 'accepted' }, { state: 'done' }];
  await playGateway(server, port, { sn, memory: newMemory(), how: done });
  await update();
  await becomes('verified');
  // The new connection displaces the earlier one of the test.
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  await device.up('announce', announce('1.8.0'));
  await becomes('failed', 'differs');
  const silent = await createUpdatePlant();
  await silent.update();
  clock.forward(86_401);
  await expireCommands(context);
  // Sessions have expired by then, too.
  const [ended] = await sql`select state, reason from commands where sid = ${silent.sid}`;
  expect(ended).toEqual({ state: 'expired', reason: 'gatewayAway' });
});

test('ends a queued update when its version is withdrawn, while one already sent continues', async () => {
  const waits = await createUpdatePlant();
  const continuing = await createUpdatePlant();
  await waits.update();
  const memory = newMemory();
  await playGateway(server, port, { sn: continuing.sn, memory, how: () => [{ state: 'accepted' }] });
  await continuing.update();
  await continuing.becomes('downloading');
  await sql`update firmware set published_at = null where id = ${id}`;
  try {
    await expireCommands(context);
    const rows = await sql`
      select sid, state, reason from commands where sid in (${waits.sid}, ${continuing.sid}) order by sid = ${continuing.sid}`;
    expect(rows).toEqual([
      { sid: waits.sid, state: 'failed', reason: 'withdrawn' },
      { sid: continuing.sid, state: 'accepted', reason: '' },
    ]);
  } finally {
    await sql`update firmware set published_at = created_at where id = ${id}`;
  }
});

test('refuses versions that are older, installed, for other models or unpublished, but allows a requested rollback', async () => {
  const { sid, sn, update } = await createUpdatePlant();
  const draft = await makeFirmware(sql, { versionName: '2.0.0', isPublished: false });
  const sameVersion = await makeFirmware(sql, { versionName: '1.8' });
  const ofHardware = await makeFirmware(sql, { versionName: '2.0.0', hardware: '3' });
  const ofModel = await makeFirmware(sql, { versionName: '2.0.0', model: 800 });
  for (const [firmwareId, code] of [
    [older, 1576],
    [draft, 1570],
    [999_999, 1570],
    [sameVersion, 1575],
    [ofHardware, 1575],
    [ofModel, 1575],
  ] as const)
    expect((await update({ id: firmwareId, isRollback: code !== 1576 })).code, String(firmwareId)).toBe(code);
  await sql`update gateways set firmware = '' where sn = ${sn}`;
  expect((await update()).code).toBe(1575);
  await tellVersions(sql, { sid, sn });
  expect((await update({ id: older, isRollback: true })).code).toBe(200);
});

test('accepts one of two concurrent updates, and refuses while control is off, with a password alone, to guests and strangers, and for frame devices', async () => {
  const { sid, sn, update, first, one, owning, strong } = await createUpdatePlant();
  const both = await Promise.all([update(), update()]);
  expect(both.map(({ code }) => code).sort()).toEqual([1577, 200].sort());
  expect((await call('gateway/control', { sid, isOff: true }, owning)).code).toBe(200);
  // The switch ends what is queued.
  expect((await update()).code).toBe(1551);
  await ask('gateway/control', { sid, isOff: false }, owning);
  const passwordOnly = { token: await server.signedIn(one.id) };
  expect((await call('configuration/ota/update', { sid, sn, id }, passwordOnly)).code).toBe(1552);
  const stranger = await strong((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect((await call('configuration/ota/update', { sid, sn, id }, stranger)).code).toBe(1005);
  const { sn: frame } = await makeDevice(sql, { sid, product: 'BDM-800' });
  await sql`insert into gateways (sn, sid, firmware) values (${frame}, ${sid}, '1')`;
  const ofModel = await makeFirmware(sql, { versionName: '3.0.0', model: 800 });
  expect((await call('configuration/ota/update', { sid, sn: frame, id: ofModel }, first)).code).toBe(1555);
  expect((await call('configuration/ota/update', { sid, sn: 'NOBODY01', id }, first)).code).toBe(1006);
});

test.each<
  [string, Partial<CommandResult>[], string, string, (device: Device, wire: string) => Promise<unknown>, object]
>([
  [
    'never received it and returns with its old version',
    [],
    'queued',
    'issued',
    (device) => device.up('announce', announce('1.8.0')),
    { step: 'failed', reason: 'controlOff' },
  ],
  [
    'is downloading and receives no more of it',
    [{ state: 'accepted' }],
    'downloading',
    'accepted',
    (device, wire) => device.up('result', { ...reportOf(wire), state: 'refused', reason: 'downloadFailed' }),
    { step: 'failed', reason: 'controlOff' },
  ],
  [
    'has downloaded it and finds an invalid signature',
    [{ state: 'accepted' }],
    'downloading',
    'accepted',
    (device, wire) => device.up('result', { ...reportOf(wire), state: 'refused', reason: 'signature' }),
    { step: 'failed', reason: 'signature' },
  ],
  [
    'has downloaded and reports that',
    [{ state: 'accepted' }],
    'downloading',
    'accepted',
    (device, wire) => device.up('result', reportOf(wire)),
    { step: 'verified', reason: '' },
  ],
  [
    'installs it without reporting',
    [{ state: 'accepted' }],
    'downloading',
    'accepted',
    (device) => device.up('announce', announce('1.9.0')),
    { step: 'updated', reason: '' },
  ],
  [
    'does not report any more',
    [],
    'queued',
    'issued',
    () => endCommandsLater(),
    { step: 'failed', reason: 'controlOff' },
  ],
])(
  'stops after the owner’s veto for a device that %s, without another file URL or an unreported result',
  async (_, says, step, state, then, end) => {
    const { sid, sn, update, becomes, owner, strong } = await createUpdatePlant();
    const memory = newMemory();
    const gateway = await playGateway(server, port, { sn, memory, how: () => says });
    const { data } = await update();
    const stateOf = async () => (await sql`select state from commands where id = ${data.update.id}`)[0]!.state;
    await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(1);
    await expect.poll(stateOf, { timeout: 10_000 }).toBe(state);
    gateway.end();
    await gateway.ended;
    const { pathname } = new URL(String(memory.heard[0]!.parameters.url));
    expect((await app.inject({ url: pathname })).statusCode).toBe(200);
    await ask('gateway/control', { sid, isOff: true }, await strong(owner.id));
    expect((await app.inject({ url: pathname })).statusCode).toBe(404);
    await becomes(step, 'controlOff');
    const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
    await then(device, memory.heard[0]!.id);
    await expect.poll(() => updateOf(sid, sn), { timeout: 10_000 }).toMatchObject(end);
    expect(memory.heard).toHaveLength(1);
  },
);
