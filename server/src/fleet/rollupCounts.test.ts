// The month of a dashboard: what counting its days gives, on every plant's own calendar, also as a day and a month begin.
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../test/factories.ts';
import { foldDue } from '../../test/foldAll.ts';
import { testServer } from '../../test/testServer.ts';

const server = await testServer();
const { sql, context, clock } = server;
const top = await makeUser(sql, { role: 'distributor' });
const below = await makeCompany(sql, { parentId: top.companyId });
const sids = {
  berlin: await makeSite(sql, { companyId: top.companyId, timezone: 'Europe/Berlin' }),
  auckland: await makeSite(sql, { companyId: below, timezone: 'Pacific/Auckland' }),
  honolulu: await makeSite(sql, { companyId: below, timezone: 'Pacific/Honolulu' }),
  shared: await makeSite(sql, { sharedWith: [top.id], timezone: 'Europe/Berlin' }),
  foreign: await makeSite(sql, { timezone: 'Europe/Berlin' }),
};

/** As reports leave it: the day's row, and the live row of the newest day. */
async function make(sid: string, day: string, wh: number): Promise<void> {
  await sql`
    insert into site_days (sid, day, energy_wh, source) values (${sid}, ${day}, ${wh}, 'counted')
    on conflict (sid, day) do update set energy_wh = excluded.energy_wh`;
  await sql`
    update site_live set day = ${day}, today_wh = ${wh}, total_wh = total_wh + ${wh}
    where sid = ${sid} and coalesce(day, '1970-01-01') <= ${day}::date`;
}
const month = async (): Promise<number | null> => {
  await foldDue(context);
  return (await server.ask('dashboard/device/summary', {}, { token: await server.signedIn(top.id) })).monthPower;
};
/** Of each plant, from its days alone. */
const summed = async (): Promise<number> => {
  const token = await server.signedIn(top.id);
  const months = [sids.berlin, sids.auckland, sids.honolulu, sids.shared].map(async (sid) => {
    const { statisticsProduction } = await server.ask('site/overview', { sid }, { token });
    return Number(statisticsProduction.month);
  });
  return Math.round((await Promise.all(months)).reduce((sum, month) => sum + month, 0) * 1000) / 1000;
};

test('without any day of the month there is no value, not 0', async () => {
  await make(sids.berlin, '2026-05-31', 9000);
  expect(await month()).toBe(null);
});

test('it is the sum of the days of the branch and of what is shared, and of nothing else', async () => {
  await make(sids.berlin, '2026-06-01', 1000);
  await make(sids.berlin, '2026-06-15', 200);
  await make(sids.auckland, '2026-06-10', 3000);
  await make(sids.shared, '2026-06-02', 40_000);
  await make(sids.foreign, '2026-06-02', 500_000);
  clock.set('2026-06-15T10:00:10Z');
  expect(await month()).toBe(44.2);
  expect(await summed()).toBe(44.2);
});

test('what nobody told of is found: an earlier day that is corrected', async () => {
  await make(sids.berlin, '2026-06-03', 7000);
  clock.set('2026-06-15T10:00:20Z');
  expect(await month()).toBe(51.2);
});

test('as a day begins, the one before it is in the month at once, however long a look at all days takes', async () => {
  // So long that the next one is not due for an hour.
  await sql`update fleet_walks set took_ms = 36000 where name = 'month'`;
  clock.set('2026-06-15T22:00:05Z');
  expect(await month()).toBe(51.2);
  await make(sids.berlin, '2026-06-16', 5);
  clock.set('2026-06-15T22:00:15Z');
  expect([await month(), await summed()]).toEqual([51.205, 51.205]);
});

test('each plant is in its own month: on the last evening of one and the first morning of the next', async () => {
  await make(sids.honolulu, '2026-06-30', 600);
  await make(sids.auckland, '2026-07-01', 80);
  clock.set('2026-06-30T21:00:00Z');
  // Berlin and Honolulu are still in June.
  expect([await month(), await summed()]).toEqual([48.885, 48.885]);
  clock.set('2026-06-30T22:00:00Z');
  expect([await month(), await summed()]).toEqual([0.68, 0.68]);
  clock.set('2026-07-01T10:00:00Z');
  expect([await month(), await summed()]).toEqual([0.08, 0.08]);
});

test('an owner is told of the own plants alone', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'owner' and m.name = 'Dashboard'`;
  const sid = await makeSite(sql, { ownerId: owner.id, timezone: 'Europe/Berlin' });
  await make(sid, '2026-07-05', 300);
  await make(sid, '2026-07-06', 20);
  clock.set('2026-07-06T10:00:00Z');
  const { monthPower } = await server.ask('dashboard/device/summary', {}, { token: await server.signedIn(owner.id) });
  expect(monthPower).toBe(0.32);
});
