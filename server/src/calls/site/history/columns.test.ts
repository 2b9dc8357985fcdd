// site/history/columns: quantities of all devices of a plant to choose for a file, in the user's language.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { id, companyId } = await makeUser(sql);
const token = await signedIn(id);

test('returns each quantity that any device reports once, with its unit, also of a removed device', async () => {
  const sid = await makeSite(sql, { companyId });
  const inverter = await makeDevice(sql, { sid, product: 'BDM-800' });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  await makeSample(sql, { ...meter, at: '2026-06-15T09:58:00Z', quantities: { gridPowerW: 1, frequencyHz: 50 } });
  await sql`update devices set removed_at = '2026-06-15T10:00:00Z' where sn = ${meter.sn}`;
  const own = (await ask('device/history/columns', inverter, { token })).list;
  const { list, devices } = await ask('site/history/columns', { sid }, { token });
  const names = list.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(list).toEqual(expect.arrayContaining(own));
  expect(devices.map(({ sn }) => sn).toSorted()).toEqual([inverter.sn, meter.sn].toSorted());
  expect(devices).toContainEqual({ sn: meter.sn, alias: '', modelName: 'Meter' });
  expect(list).toContainEqual({ name: 'gridPowerW', title: 'Grid power', unit: 'W' });
  const german = await ask('site/history/columns', { sid }, { token, headers: { lan: '3' } });
  expect(german.list[0]).toEqual({ name: 'powerW', title: 'Leistung', unit: 'W' });
});

test('refuses a stranger as if the plant did not exist', async () => {
  const { sid } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  const stranger = await signedIn((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect(await call('site/history/columns', { sid }, { token: stranger })).toMatchObject({ code: 1005 });
});
