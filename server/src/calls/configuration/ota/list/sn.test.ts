// configuration/ota/list/sn: devices a version applies to, their installed version, and the progress of updates.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { makeFirmware, tellVersions } from '../../../../../test/firmware.ts';
import { createGatewayPlant } from '../../../../../test/gatewayPlant.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, sql, signedIn } = server;
const plant = await createGatewayPlant(server);
const { sid, sn, first, companyId } = plant;
await tellVersions(sql, { sid, sn, firmware: '1.8.0', hardware: '2.1', children: [] });
const id = await makeFirmware(sql, { versionName: '1.9.0', hardware: '2.1' });
const list = async (token: string, filters: object = {}, of = id) =>
  await ask('configuration/ota/list/sn', { id: of, filters }, { token });

test('returns each device with its reported version, and whether this version fits', async () => {
  const old = await makeFirmware(sql, { versionName: '1.7.0' });
  const ofOther = await makeFirmware(sql, { versionName: '2.0.0', hardware: '3' });
  const same = await makeFirmware(sql, { versionName: '1.8.0' });
  const silent = await makeDevice(sql, { sid, product: 'HG-1' });
  expect((await list(first.token)).list).toMatchObject(
    [
      { sn, hardware: '2.1', versionName: '1.8.0', fit: 'newer', update: null, rights: { update: true } },
      { sn: silent.sn, hardware: '', versionName: '', fit: 'unknown', rights: { update: false } },
    ].toSorted((a, b) => (a.sn < b.sn ? -1 : 1)),
  );
  const fits = await Promise.all(
    [old, ofOther, same].map(async (of) => (await list(first.token, { keywords: sn }, of)).list[0]!),
  );
  expect(fits.map(({ fit, rights }) => [fit, rights.update])).toEqual([
    ['older', true],
    ['otherHardware', false],
    ['same', false],
  ]);
  await sql`update devices set removed_at = now() where sn = ${silent.sn}`;
});

test('returns the version a gateway announced for its attached device', async () => {
  const child = await makeDevice(sql, { sid, product: 'BDM-800' });
  await sql`update devices set gateway_sn = ${sn} where sn = ${child.sn}`;
  await tellVersions(sql, { sid, sn, children: [{ sn: child.sn, firmware: '12', hardware: 'B' }] });
  const ofModules = await makeFirmware(sql, { versionName: '13', model: 800 });
  expect((await list(first.token, {}, ofModules)).list).toMatchObject([
    { sn: child.sn, versionName: '12', hardware: 'B', fit: 'newer', rights: { update: true } },
  ]);
});

test('shows nothing to others; allows no update to a guest, with a password alone, or while the owner has control off', async () => {
  const stranger = await signedIn((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect(await list(stranger)).toMatchObject({ list: [], total: 0 });
  expect((await list(stranger, { keywords: sn })).list).toEqual([]);
  const passwordOnly = await signedIn((await makeUser(sql, { companyId })).id);
  expect(await list(passwordOnly)).toMatchObject({
    total: 1,
    needsSecondFactor: true,
    list: [{ rights: { update: false } }],
  });
  const guest = await makeUser(sql, { companyId: await makeCompany(sql) });
  const shared = await makeSite(sql, { sharedWith: [guest.id] });
  const { sn: its } = await makeDevice(sql, { sid: shared, product: 'HG-1' });
  await tellVersions(sql, { sid: shared, sn: its });
  const { token } = await plant.strong(guest.id);
  expect((await list(token)).list).toMatchObject([{ sn: its, fit: 'newer', rights: { update: false } }]);
  await sql`update sites set control_off_at = now() where sid = ${sid}`;
  expect((await list(first.token)).list).toMatchObject([{ sn, rights: { update: false } }]);
  await sql`update sites set control_off_at = null where sid = ${sid}`;
});
