// Problems of a report's period: open ones as in the list, ended ones with their days, and what both cost.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { updateAllProblems } from '../../test/problems.ts';
import { testServer } from '../../test/testServer.ts';

const { ask, sql, signedIn, clock, context } = await testServer();
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await signedIn(user.id);

/** A plant of `count` BDM-400 that produced 1.6 kWh on each day of May and of June until yesterday. */
async function plant(count: number) {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  const sns: string[] = [];
  for (let n = 0; n < count; n++) sns.push((await makeDevice(sql, { sid })).sn);
  await sql`update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${sid}`;
  await sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s, samples)
    select d.sid, d.sn, g.day::date, 1600, 'counted', 40000, 100
    from devices d, generate_series('2026-05-01'::date, '2026-06-14'::date, '1 day') g (day) where d.sid = ${sid}`;
  return { sid, sns };
}
const makeEvent = (sid: string, sn: string, code: string, openedAt: string, closedAt: string | null = null) =>
  sql`insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${sn}, ${code}, ${openedAt}, ${closedAt})`;
/** Sets what a device produced on days of June. */
async function produced(sid: string, sn: string, days: readonly number[], energyWh: number) {
  for (const day of days)
    await sql`
      update device_days set energy_wh = ${energyWh} where sid = ${sid} and sn = ${sn} and day = ${`2026-06-${String(day).padStart(2, '0')}`}`;
}
async function problemsOf(sid: string, from = '2026-06-01', to = '2026-06-30') {
  await updateAllProblems(context);
  return (await ask('site/report', { sid, from, to }, { token })).problems!;
}

test('lists open problems exactly as problem/list does', async () => {
  const { sid, sns } = await plant(3);
  await makeEvent(sid, sns[1]!, '0010', '2026-06-12T08:00:00Z');
  await produced(sid, sns[1]!, [12, 13, 14], 600);
  await makeEvent(sid, '', 'reversedGrid', '2026-05-20T08:00:00Z');
  const listed = await problemsOf(sid);
  const { list } = await ask('problem/list', { sid }, { token });
  const shared = [
    'sn',
    'code',
    'startMs',
    'level',
    'title',
    'alias',
    'devices',
    'modules',
    'lostKwh',
    'lostMoney',
  ] as const;
  const factsOf = (problem: Record<(typeof shared)[number], unknown>) => shared.map((key) => problem[key]);
  expect(listed.map(factsOf)).toEqual(list.map(factsOf));
  expect(listed.map(({ code, from, until, days, times }) => [code, from, until, days, times])).toEqual([
    ['0010', '2026-06-12', null, 4, 1],
    ['reversedGrid', '2026-05-20', null, 27, 1],
  ]);
  expect(listed[0]).toMatchObject({ lostKwh: 3, lostMoney: '0.60' });
});

test('values an ended problem by sound neighbours of the same days, and leaves out what began later or ended before', async () => {
  const { sid, sns } = await plant(4);
  // Down from the 3rd to the 6th, half of the 3rd lost.
  await makeEvent(sid, sns[0]!, 'silence', '2026-06-03T10:00:00Z', '2026-06-06T04:00:00Z');
  await produced(sid, sns[0]!, [3], 800);
  await produced(sid, sns[0]!, [4, 5], 0);
  // Another one at the same time is no neighbour.
  await makeEvent(sid, sns[1]!, '0800', '2026-06-04T10:00:00Z', '2026-06-05T12:00:00Z');
  await produced(sid, sns[1]!, [4, 5], 600);
  await makeEvent(sid, sns[2]!, 'silence', '2026-05-03T10:00:00Z', '2026-05-31T21:59:59Z');
  await makeEvent(sid, sns[2]!, 'restart', '2026-06-03T10:00:00Z', '2026-06-03T10:00:00Z');
  const request = { from: '2026-06-01', to: '2026-06-10' };
  expect(await problemsOf(sid, request.from, request.to)).toMatchObject([
    {
      sn: sns[0],
      code: 'silence',
      title: 'No data',
      from: '2026-06-03',
      until: '2026-06-06',
      days: 4,
      times: 1,
      lostKwh: 4,
      lostMoney: '0.80',
    },
    { sn: sns[1], code: '0800', from: '2026-06-04', until: '2026-06-05', days: 2, lostKwh: 2, lostMoney: '0.40' },
  ]);
  // Open since the 12th: no problem of the first ten days.
  await makeEvent(sid, sns[3]!, '0010', '2026-06-12T10:00:00Z');
  expect(await problemsOf(sid, request.from, request.to)).toHaveLength(2);
  expect((await problemsOf(sid)).map(({ code }) => code)).toEqual(['0010', 'silence', '0800']);
});

test('one line for a device that failed twice on one day, without an estimate of minutes; one for four devices', async () => {
  const { sid, sns } = await plant(4);
  await makeEvent(sid, sns[0]!, '0010', '2026-06-03T10:00:00Z', '2026-06-03T10:20:00Z');
  await makeEvent(sid, sns[0]!, '0010', '2026-06-03T11:00:00Z', '2026-06-03T11:20:00Z');
  for (const sn of sns) await makeEvent(sid, sn, 'silence', '2026-06-05T04:00:00Z', '2026-06-07T04:00:00Z');
  expect(await problemsOf(sid)).toMatchObject([
    // Nobody was left to compare with.
    { sn: '', code: 'silence', title: 'No data', devices: 4, days: 3, times: 4, lostKwh: null, lostMoney: '' },
    { sn: sns[0], code: '0010', devices: 1, days: 1, times: 2, lostKwh: null, lostMoney: '' },
  ]);
});

test('says nothing about problems to a role without the devices, and none where there are none', async () => {
  const { sid } = await plant(1);
  expect(await problemsOf(sid)).toEqual([]);
  const viewer = await makeUser(sql, { companyId: user.companyId });
  await sql`insert into roles (code, name, scope) values ('plants', 'plants', 'branch')`;
  await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = 'plants' and m.name = 'PvPlant'`;
  await sql`update memberships set role_id = (select id from roles where code = 'plants') where user_id = ${viewer.id}`;
  const by = { token: await signedIn(viewer.id) };
  const { problems } = await ask('site/report', { sid, from: '2026-06-01', to: '2026-06-02' }, by);
  expect(problems).toBeNull();
});
