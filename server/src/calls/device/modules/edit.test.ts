// device/modules/edit: a module's own values override its device's, and only differences are stored.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const edit = (body: object) => server.call('device/modules/edit', body as never, { token });

test('overrides the device’s values, restores them for null, and keeps omitted ones', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  await sql`update devices set string_number = 1, tilt_deg = 35, azimuth_deg = 180, orientation = 'portrait' where sn = ${sn}`;
  const modules = async () => (await server.ask('device/modules', { sn }, { token })).list;
  const list = [
    { input: 1, label: 'East 1' },
    { input: 2, tilt: 10.5, azimuth: 90, orientation: 'landscape', stringNumber: 2, peakPower: 435 },
  ];
  expect(await edit({ sid, sn, list })).toMatchObject({ code: 200, data: {} });
  expect(await modules()).toMatchObject([
    { addr: 1, label: 'East 1', stringNumber: 1, tilt: 35, azimuth: 180, orientation: 'portrait', own: [] },
    {
      addr: 2,
      label: '',
      stringNumber: 2,
      tilt: 10.5,
      azimuth: 90,
      orientation: 'landscape',
      peakPower: 435,
      own: ['stringNumber', 'tilt', 'azimuth', 'orientation'],
    },
  ]);
  await edit({ sid, sn, list: [{ input: 2, azimuth: null, label: 'East 2' }] });
  expect((await modules())[1]).toMatchObject({ azimuth: 180, tilt: 10.5, label: 'East 2', peakPower: 435 });
  // A row without any value is deleted.
  await edit({ sid, sn, list: [{ input: 1, label: '' }] });
  expect(await sql`select input from modules where sid = ${sid}`).toEqual([{ input: 2 }]);
  // 0 is a value: flat, facing north.
  await edit({ sid, sn, list: [{ input: 1, tilt: 0, azimuth: 0 }] });
  expect((await modules())[0]).toMatchObject({ tilt: 0, azimuth: 0, own: ['tilt', 'azimuth'] });
});

test('keeps a named module in lists while it reports nothing', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'Microinverter' });
  expect((await server.ask('device/modules', { sn }, { token })).list).toEqual([]);
  await edit({ sid, sn, list: [{ input: 2, label: 'Dark one' }] });
  expect((await server.ask('site/modules', { sid }, { token })).list[0]!.modules).toMatchObject([
    { plcSN: `${sn}_2`, label: 'Dark one', now: null, todayPower: null },
  ]);
});

test('refuses inputs the device does not have, and missing devices', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const { sn: meter } = await makeDevice(sql, { sid, product: 'Meter' });
  const { sn: removed } = await makeDevice(sql, { sid });
  await sql`update devices set removed_at = now() where sn = ${removed}`;
  const one = (of: string, input: number) => ({ sid, sn: of, list: [{ input, label: 'x' }] });
  expect(await edit(one(sn, 3))).toMatchObject({ code: 1412 });
  expect(await edit(one(meter, 1))).toMatchObject({ code: 1412 });
  expect(await edit(one(removed, 1))).toMatchObject({ code: 1006 });
  expect(await edit(one(sn, 17))).toMatchObject({ code: 400 });
  expect(await edit({ ...one(sn, 1), list: [{ input: 1, tilt: 91 }] })).toMatchObject({ code: 400 });
  const foreign = await makeDevice(sql);
  expect(await edit({ ...one(foreign.sn, 1), sid: foreign.sid })).toMatchObject({ code: 1005 });
  expect(await edit(one(foreign.sn, 1))).toMatchObject({ code: 1006 });
  expect(await sql`select from modules where sid = ${sid}`).toHaveLength(0);
});
