// Open problems of a plant: what they cost by their neighbours' days and the price of each day, and who is told.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { makeDay } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';

const { ask, sql, signedIn, clock } = await testServer();
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await signedIn(user.id);
async function open(device: { sid: string; sn: string }, code: string, at: string) {
  const status = code === 'silence' ? -1 : 1;
  if (code !== 'silence') {
    await sql`insert into events (sid, sn, code, opened_at) values (${device.sid}, ${device.sn}, ${code}, ${at})`;
  }
  await sql`
    update device_live set at = ${at}, status = ${status}, version = version + 1 where sid = ${device.sid} and sn = ${device.sn}`;
}
/** Heard a moment ago, and well. */
const sound = ({ sid, sn }: { sid: string; sn: string }) =>
  sql`update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${sid} and sn = ${sn}`;
const problemsOf = async (sid: string) => (await ask('site/overview', { sid }, { token })).problems;

/** A plant of so many BDM-400 whose sound ones made 1.6 kWh on each day of June. */
async function plant(count: number, good: number) {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  const devices = [];
  for (let n = 0; n < count; n++) devices.push(await makeDevice(sql, { sid }));
  for (const device of devices) await sound(device);
  for (const device of devices.slice(0, good)) {
    for (let day = 1; day <= 14; day++) {
      await makeDay(sql, { ...device, day: `2026-06-${String(day).padStart(2, '0')}`, energyWh: 1600 });
    }
  }
  return { sid, devices };
}

test('a device that fell silent costs what its neighbours made since, at the price of each day', async () => {
  const { sid, devices } = await plant(3, 2);
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2026-06-14', 0.5)`;
  const silent = devices[2]!;
  await sql`update devices set alias = 'West' where sid = ${sid} and sn = ${silent.sn}`;
  await makeDay(sql, { ...silent, day: '2026-06-12', energyWh: 600 });
  await open(silent, 'silence', '2026-06-12T08:00:00Z');
  expect(await problemsOf(sid)).toEqual([
    {
      sn: silent.sn,
      alias: 'West',
      devices: 1,
      input: null,
      modules: 0,
      code: 'silence',
      title: 'No data',
      desc: expect.stringMatching(/missed three uploads/),
      sinceIso: '2026-06-12T10:00:00+02:00',
      costs: true,
      // 12 June: 1 kWh, 13 June: 1.6 kWh at 0.20; 14 June: 1.6 kWh at 0.50; 15 June: the neighbours have no day yet.
      lostKwh: 4.2,
      lostMoney: '1.32',
      // Of its three days that are over, seven times their mean.
      weekKwh: 9.8,
      weekMoney: '3.08',
    },
  ]);
});

test('two problems of a device are two lines; the most expensive comes first; a closed one, one from before a silence and a source are none', async () => {
  const { sid, devices } = await plant(4, 2);
  const [well, gone, old, late] = devices;
  await open(late!, '0040', '2026-06-14T08:00:00Z');
  await open(old!, '0010', '2026-06-10T08:00:00Z');
  await open(old!, '0020', '2026-06-11T08:00:00Z');
  await open(gone!, '0800', '2026-06-14T08:00:00Z');
  await open(gone!, 'silence', '2026-06-14T09:00:00Z');
  await sql`
    insert into events (sid, sn, code, opened_at) values (${sid}, ${well!.sn}, 'secondSource', '2026-06-14T08:00:00Z')`;
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    values (${sid}, ${well!.sn}, '0800', '2026-06-13T08:00:00Z', '2026-06-13T09:00:00Z')`;
  expect((await problemsOf(sid)).map(({ sn, code, lostKwh }) => [sn, code, lostKwh])).toEqual([
    [old!.sn, '0010', 8],
    [old!.sn, '0020', 8],
    [late!.sn, '0040', 1.6],
    // It has its own day of 14 June.
    [gone!.sn, 'silence', 0],
  ]);
});

test('a plant of which nobody is heard has one problem, whose cost nobody knows; what was released has none', async () => {
  const { sid, devices } = await plant(5, 5);
  for (const device of devices) await open(device, 'silence', '2026-06-14T08:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([{ sn: '', devices: 5, code: 'silence', lostKwh: null, lostMoney: '' }]);
  await sql`update devices set removed_at = now() where sid = ${sid}`;
  expect(await problemsOf(sid)).toEqual([]);
});

test('what makes no energy loses none: alone it costs nothing, among others it hides no cost', async () => {
  const { sid, devices } = await plant(5, 1);
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  await open(gateway, 'silence', '2026-06-13T08:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([{ sn: gateway.sn, costs: false, lostKwh: null, lostMoney: '' }]);
  for (const device of devices.slice(1)) await open(device, 'silence', '2026-06-13T08:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([{ sn: '', devices: 5, costs: true, lostKwh: 12.8, lostMoney: '2.56' }]);
});

test('a device that was never heard is a problem since it was registered', async () => {
  const { sid } = await plant(2, 2);
  const { sn } = await makeDevice(sql, { sid });
  await sql`update devices set created_at = '2026-06-13T08:00:00Z' where sid = ${sid} and sn = ${sn}`;
  expect(await problemsOf(sid)).toMatchObject([{ sn, code: 'silence', sinceIso: null, lostKwh: 3.2 }]);
});

test('what a problem costs is for who sees money, the problems for who sees devices', async () => {
  const { sid, devices } = await plant(2, 1);
  await open(devices[1]!, 'silence', '2026-06-14T08:00:00Z');
  const withoutModule = async (module: string) => {
    const looker = await makeUser(sql, { companyId: user.companyId });
    const code = `without${module}`;
    await sql`insert into roles (code, name, scope) values (${code}, ${code}, 'branch')`;
    await sql`
      insert into role_menus (role_id, menu_id)
      select r.id, m.id from roles r, menus m where r.code = ${code} and m.name in ('PvPlant', 'SiteMoney', 'SiteDevices') and m.name <> ${module}`;
    await sql`update memberships set role_id = (select id from roles where code = ${code}) where user_id = ${looker.id}`;
    return await ask('site/overview', { sid }, { token: await signedIn(looker.id) });
  };
  const noMoney = await withoutModule('SiteMoney');
  expect(noMoney.problems).toMatchObject([{ lostKwh: 1.6, lostMoney: '' }]);
  expect(noMoney.worth).toBeNull();
  expect((await withoutModule('SiteDevices')).problems).toEqual([]);
});
