// Open problems of a plant: their cost by the neighbours' days and the price of each day, and who sees them.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { updateAllProblems } from '../../test/problems.ts';
import { makeDay } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';

const { ask, sql, signedIn, clock, context } = await testServer();
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await signedIn(user.id);
async function open(device: { sid: string; sn: string }, code: string, at: string) {
  const status = code === 'silence' ? -1 : 1;
  if (code !== 'silence') {
    await sql`insert into events (sid, sn, code, opened_at) values (${device.sid}, ${device.sn}, ${code}, ${at})`;
  }
  await sql`
    update device_live set at = ${code === 'silence' ? at : clock.now().toISOString()}::text::timestamptz, status = ${status}, version = version + 1 where sid = ${device.sid} and sn = ${device.sn}`;
}
/** Makes a device sound, with a report a moment ago. */
const setSound = ({ sid, sn }: { sid: string; sn: string }) =>
  sql`update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${sid} and sn = ${sn}`;
async function problemsOf(sid: string) {
  await updateAllProblems(context);
  return (await ask('site/overview', { sid }, { token })).problems;
}

/** Makes a plant of `count` BDM-400, of which the first `good` produced 1.6 kWh on each day of June. */
async function plant(count: number, good: number) {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  const devices = [];
  for (let n = 0; n < count; n++) devices.push(await makeDevice(sql, { sid }));
  for (const device of devices) await setSound(device);
  for (const device of devices.slice(0, good)) {
    for (let day = 1; day <= 14; day++) {
      await makeDay(sql, { ...device, day: `2026-06-${String(day).padStart(2, '0')}`, energyWh: 1600 });
    }
  }
  return { sid, devices };
}

test('a silent device costs what its neighbours have produced since, at the price of each day', async () => {
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
      startMs: Date.parse('2026-06-12T08:00:00Z'),
      level: 'fault',
      devices: 1,
      concerns: [{ sn: silent.sn, input: null }],
      input: null,
      modules: 0,
      code: 'silence',
      state: 'open',
      note: '',
      acknowledgedBy: '',
      acknowledgedIso: null,
      assigned: null,
      isCounted: true,
      actor: 'owner',
      doubtful: [],
      basis: 'neighbours',
      title: 'No data',
      desc: expect.stringMatching(/missed three uploads/),
      sinceIso: '2026-06-12T10:00:00+02:00',
      costs: true,
      // 12 June: 1 kWh, 13 June: 1.6 kWh at 0.20; 14 June: 1.6 kWh at 0.50; 15 June: the neighbours have no day yet.
      lostKwh: 4.2,
      lostMoney: '1.32',
      // Seven times the mean of its three past days.
      weekKwh: 9.8,
      weekMoney: '3.08',
    },
  ]);
});

test('lists two problems of a device separately, faults first, then the most expensive, without closed ones and alerts before a silence', async () => {
  const { sid, devices } = await plant(4, 2);
  const [good, silent, old, late] = devices;
  await open(late!, '0040', '2026-06-14T08:00:00Z');
  await open(old!, '0010', '2026-06-10T08:00:00Z');
  await open(old!, '0020', '2026-06-11T08:00:00Z');
  await open(silent!, '0800', '2026-06-14T08:00:00Z');
  await open(silent!, 'silence', '2026-06-14T09:00:00Z');
  await sql`
    insert into events (sid, sn, code, opened_at) values (${sid}, ${good!.sn}, 'secondSource', '2026-06-14T08:00:00Z')`;
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    values (${sid}, ${good!.sn}, '0800', '2026-06-13T08:00:00Z', '2026-06-13T09:00:00Z')`;
  expect((await problemsOf(sid)).map(({ sn, code, lostKwh }) => [sn, code, lostKwh])).toEqual([
    // It has its own day of 14 June, but it is a fault.
    [silent!.sn, 'silence', 0],
    [old!.sn, '0010', 8],
    [old!.sn, '0020', 8],
    [late!.sn, '0040', 1.6],
    [good!.sn, 'secondSource', null],
  ]);
});

test('a plant without any reports has one problem of unknown cost, and released devices have none', async () => {
  const { sid, devices } = await plant(5, 5);
  for (const device of devices) await open(device, 'silence', '2026-06-14T08:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([
    { sn: devices[0]!.sn, devices: 5, code: 'silence', lostKwh: null, lostMoney: '' },
  ]);
  await sql`update devices set removed_at = now() where sid = ${sid}`;
  expect(await problemsOf(sid)).toEqual([]);
});

test('a device that produces no energy loses none: alone it costs nothing, among others it hides no cost', async () => {
  const { sid, devices } = await plant(5, 1);
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  await open(gateway, 'silence', '2026-06-13T08:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([{ sn: gateway.sn, costs: false, lostKwh: null, lostMoney: '' }]);
  for (const device of devices.slice(1)) await open(device, 'silence', '2026-06-13T08:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([
    { sn: gateway.sn, devices: 5, costs: true, lostKwh: 12.8, lostMoney: '2.56' },
  ]);
});

test('a device that has never reported is a problem from a day after its registration', async () => {
  const { sid } = await plant(2, 2);
  const { sn } = await makeDevice(sql, { sid });
  await sql`update devices set created_at = ${context.clock.now()} where sid = ${sid} and sn = ${sn}`;
  expect(await problemsOf(sid)).toEqual([]);
  await sql`update devices set created_at = '2026-06-13T08:00:00Z' where sid = ${sid} and sn = ${sn}`;
  expect(await problemsOf(sid)).toMatchObject([{ sn, code: 'silence', sinceIso: null, lostKwh: 3.2 }]);
});

test('a plant whose history is being imported has no problems until it is complete', async () => {
  const { sid, devices } = await plant(2, 2);
  const { sn } = await makeDevice(sql, { sid });
  await sql`update devices set created_at = '2026-06-13T08:00:00Z' where sid = ${sid} and sn = ${sn}`;
  await open(devices[0]!, 'weakModule', '2026-06-13T08:00:00Z');
  await sql`update sites set is_importing = true where sid = ${sid}`;
  expect(await problemsOf(sid)).toEqual([]);
  expect(await ask('site/overview', { sid }, { token })).toMatchObject({ status: 2, waitsFor: 'import' });
  await sql`update sites set is_importing = false where sid = ${sid}`;
  expect((await problemsOf(sid)).map(({ code }) => code).toSorted()).toEqual(['silence', 'weakModule']);
  expect(await ask('site/overview', { sid }, { token })).toMatchObject({ status: 1, waitsFor: null });
});

test('shows the cost of problems with the money permission, and problems with the devices permission', async () => {
  const { sid, devices } = await plant(2, 1);
  await open(devices[1]!, 'silence', '2026-06-14T08:00:00Z');
  await updateAllProblems(context);
  const withoutModule = async (module: string) => {
    const viewer = await makeUser(sql, { companyId: user.companyId });
    const code = `without${module}`;
    await sql`insert into roles (code, name, scope) values (${code}, ${code}, 'branch')`;
    await sql`
      insert into role_menus (role_id, menu_id)
      select r.id, m.id from roles r, menus m where r.code = ${code} and m.name in ('PvPlant', 'SiteMoney', 'SiteDevices') and m.name <> ${module}`;
    await sql`update memberships set role_id = (select id from roles where code = ${code}) where user_id = ${viewer.id}`;
    return await ask('site/overview', { sid }, { token: await signedIn(viewer.id) });
  };
  const noMoney = await withoutModule('SiteMoney');
  expect(noMoney.problems).toMatchObject([{ lostKwh: 1.6, lostMoney: '' }]);
  expect(noMoney.worth).toBeNull();
  expect((await withoutModule('SiteDevices')).problems).toEqual([]);
});
