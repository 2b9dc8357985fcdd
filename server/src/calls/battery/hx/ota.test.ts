// battery/hx/ota: versions for a battery's or hybrid's model, newest first; an update started by configuration/ota/update is shown until the device reports it.
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../test/factories.ts';
import { firmwareFile, MAKER, makeFirmware, tellVersions } from '../../../../test/firmware.ts';
import { createGatewayPlant, newMemory, playGateway } from '../../../../test/gatewayPlant.ts';
import { connectDevice, passwordOf } from '../../../../test/mqttDevices.ts';
import { mqttServer } from '../../../../test/mqttServer.ts';

const server = await mqttServer({}, { PUBLIC_URL: 'https://solar.example.com', FIRMWARE_KEYS: MAKER.hex });
const { ask, call, sql, port, signedIn } = server;

test.each(['Battery', 'Hybrid inverter'])(
  'offers versions to a %s, and shows an update from start to report',
  async (product) => {
    const { sid, first, owning: ownerAuth, one } = await createGatewayPlant(server);
    const { sn } = await makeDevice(sql, { sid, product });
    const [row] = await sql<{ model: number }[]>`select model from products where name = ${product}`;
    const { model } = row!;
    const newest = await makeFirmware(sql, { model, versionName: '1.10.0', file: firmwareFile(2_000), isForced: true });
    await makeFirmware(sql, { model, versionName: '1.9.0' });
    await makeFirmware(sql, { model, versionName: '1.7.0' });
    await makeFirmware(sql, { model, versionName: '2.0.0', isPublished: false });
    await makeFirmware(sql, { model, versionName: '3.0.0', hardware: 'other' });
    const overview = (who = first) => ask('battery/hx/ota', { sid, sn }, who);
    // Without a reported version it is unknown which version would be newer.
    expect(await overview()).toMatchObject({ versionName: '', offered: [], update: null });
    await tellVersions(sql, { sid, sn });
    expect(await overview()).toMatchObject({
      sn,
      modelName: product,
      hardware: '2.1',
      versionName: '1.8.0',
      update: null,
    });
    expect((await overview()).offered.map(({ versionName, fit, isForced }) => [versionName, fit, isForced])).toEqual([
      ['1.10.0', 'newer', true],
      ['1.9.0', 'newer', false],
      ['1.7.0', 'older', false],
    ]);
    expect(await overview()).toMatchObject({ rights: { update: true }, needsSecondFactor: false });
    await sql`update sessions set second_factor = null where user_id = ${one.id}`;
    expect(await overview({ token: await signedIn(one.id) })).toMatchObject({
      rights: { update: false },
      needsSecondFactor: true,
    });
    await sql`update sessions set second_factor = 'code' where user_id = ${one.id}`;
    await playGateway(server, port, { sn, memory: newMemory(), how: () => [{ state: 'accepted' }] });
    await ask('configuration/ota/update', { sid, sn, id: newest, asksOwner: false }, first);
    await expect.poll(async () => (await overview()).update?.step, { interval: 50 }).toBe('downloading');
    expect(await overview()).toMatchObject({ update: { versionName: '1.10.0' }, rights: { update: false } });
    const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
    const kind = product === 'Battery' ? 'battery' : 'hybrid';
    await device.up('announce', { v: 1, kind, hardware: '2.1', firmware: '1.10.0', intervalS: 60 });
    await expect.poll(async () => (await overview()).update?.step, { interval: 50 }).toBe('updated');
    expect(await overview()).toMatchObject({ versionName: '1.10.0', rights: { update: true } });
    await ask('gateway/control', { sid, isOff: true }, ownerAuth);
    expect((await overview()).rights).toEqual({ update: false });
  },
);

test('refuses other kinds of devices and inaccessible batteries', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  expect(await call('battery/hx/ota', { sid, sn }, first)).toMatchObject({ code: 1400 });
  const battery = await makeDevice(sql, { sid, product: 'Battery' });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('battery/hx/ota', battery, { token: stranger })).toMatchObject({ code: 1005 });
  expect(await call('battery/hx/ota', { sid, sn: 'NOSUCH01' }, first)).toMatchObject({ code: 1006 });
});
