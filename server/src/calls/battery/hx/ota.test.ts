// battery/hx/ota: versions of a battery's and a hybrid's model, newest first; begun by configuration/ota/update, and told until it is reported.
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../test/factories.ts';
import { firmwareFile, MAKER, makeFirmware, tellVersions } from '../../../../test/firmware.ts';
import { createGatewayPlant, newMemory, playGateway } from '../../../../test/gatewayPlant.ts';
import { connectDevice, passwordOf } from '../../../../test/mqttDevices.ts';
import { mqttServer } from '../../../../test/mqttServer.ts';

const server = await mqttServer({}, { PUBLIC_URL: 'https://solar.example.com', FIRMWARE_KEYS: MAKER.hex });
const { ask, call, sql, port, signedIn } = server;

test.each(['Battery', 'Hybrid inverter'])('%s: offered, begun, downloading, and reported', async (product) => {
  const { sid, first, owning, one } = await createGatewayPlant(server);
  const { sn } = await makeDevice(sql, { sid, product });
  const [row] = await sql<{ model: number }[]>`select model from products where name = ${product}`;
  const { model } = row!;
  const newest = await makeFirmware(sql, { model, versionName: '1.10.0', file: firmwareFile(2_000), isForced: true });
  await makeFirmware(sql, { model, versionName: '1.9.0' });
  await makeFirmware(sql, { model, versionName: '1.7.0' });
  await makeFirmware(sql, { model, versionName: '2.0.0', isPublished: false });
  await makeFirmware(sql, { model, versionName: '3.0.0', hardware: 'other' });
  const told = (who = first) => ask('battery/hx/ota', { sid, sn }, who);
  // Of what has not said what it runs nobody knows what would be newer.
  expect(await told()).toMatchObject({ versionName: '', offered: [], update: null });
  await tellVersions(sql, { sid, sn });
  expect(await told()).toMatchObject({ sn, modelName: product, hardware: '2.1', versionName: '1.8.0', update: null });
  expect((await told()).offered.map(({ versionName, fit, isForced }) => [versionName, fit, isForced])).toEqual([
    ['1.10.0', 'newer', true],
    ['1.9.0', 'newer', false],
    ['1.7.0', 'older', false],
  ]);
  expect(await told()).toMatchObject({ rights: { update: true }, needsSecondFactor: false });
  await sql`update sessions set second_factor = null where user_id = ${one.id}`;
  expect(await told({ token: await signedIn(one.id) })).toMatchObject({
    rights: { update: false },
    needsSecondFactor: true,
  });
  await sql`update sessions set second_factor = 'code' where user_id = ${one.id}`;
  await playGateway(server, port, { sn, memory: newMemory(), how: () => [{ state: 'accepted' }] });
  await ask('configuration/ota/update', { sid, sn, id: newest, asksOwner: false }, first);
  await expect.poll(async () => (await told()).update?.step, { interval: 50 }).toBe('downloading');
  expect(await told()).toMatchObject({ update: { versionName: '1.10.0' }, rights: { update: false } });
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const kind = product === 'Battery' ? 'battery' : 'hybrid';
  await device.up('announce', { v: 1, kind, hardware: '2.1', firmware: '1.10.0', intervalS: 60 });
  await expect.poll(async () => (await told()).update?.step, { interval: 50 }).toBe('updated');
  expect(await told()).toMatchObject({ versionName: '1.10.0', rights: { update: true } });
  await ask('gateway/control', { sid, isOff: true }, owning);
  expect((await told()).rights).toEqual({ update: false });
});

test('of batteries and hybrids alone, and of those that one may see', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  expect(await call('battery/hx/ota', { sid, sn }, first)).toMatchObject({ code: 1400 });
  const battery = await makeDevice(sql, { sid, product: 'Battery' });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('battery/hx/ota', battery, { token: stranger })).toMatchObject({ code: 1005 });
  expect(await call('battery/hx/ota', { sid, sn: 'NOSUCH01' }, first)).toMatchObject({ code: 1006 });
});
