// The month on a dashboard equals the sum of its days by each plant's own calendar, also when a day or a month begins.
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

/** Writes the rows that reports leave: the day's row, and the live row of the newest day. */
async function makeDay(sid: string, day: string, wh: number): Promise<void> {
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
/** Sums the month of each plant from its days. */
const summed = async (): Promise<number> => {
  const token = await server.signedIn(top.id);
  const months = [sids.berlin, sids.auckland, sids.honolulu, sids.shared].map(async (sid) => {
    const { statisticsProduction } = await server.ask('site/overview', { sid }, { token });
    return Number(statisticsProduction.month);
  });
  return Math.round((await Promise.all(months)).reduce((sum, month) => sum + month, 0) * 1000) / 1000;
};

test('the month is null, not 0, without any day in it', async () => {
  await makeDay(sids.berlin, '2026-05-31', 9000);
  expect(await month()).toBe(null);
});

test('the month is the sum of the days of the branch and of shared plants only', async () => {
  await makeDay(sids.berlin, '2026-06-01', 1000);
  await makeDay(sids.berlin, '2026-06-15', 200);
  await makeDay(sids.auckland, '2026-06-10', 3000);
  await makeDay(sids.shared, '2026-06-02', 40_000);
  await makeDay(sids.foreign, '2026-06-02', 500_000);
  clock.set('2026-06-15T10:00:10Z');
  expect(await month()).toBe(44.2);
  expect(await summed()).toBe(44.2);
});

test('the correction of an earlier day is found without a mark', async () => {
  await makeDay(sids.berlin, '2026-06-03', 7000);
  clock.set('2026-06-15T10:00:20Z');
  expect(await month()).toBe(51.2);
});

test('when a day begins, the previous one is in the month at once, however long counting all days takes', async () => {
  // Counting takes so long that it is not due for another hour.
  await sql`update fleet_walks set took_ms = 36000 where name = 'month'`;
  clock.set('2026-06-15T22:00:05Z');
  expect(await month()).toBe(51.2);
  await makeDay(sids.berlin, '2026-06-16', 5);
  clock.set('2026-06-15T22:00:15Z');
  expect([await month(), await summed()]).toEqual([51.205, 51.205]);
});

test('each plant counts in its own month on the last evening of one month and the first morning of the next', async () => {
  await makeDay(sids.honolulu, '2026-06-30', 600);
  await makeDay(sids.auckland, '2026-07-01', 80);
  clock.set('2026-06-30T21:00:00Z');
  // Berlin and Honolulu are still in June.
  expect([await month(), await summed()]).toEqual([48.885, 48.885]);
  clock.set('2026-06-30T22:00:00Z');
  expect([await month(), await summed()]).toEqual([0.68, 0.68]);
  clock.set('2026-07-01T10:00:00Z');
  expect([await month(), await summed()]).toEqual([0.08, 0.08]);
});

test('an owner gets the sums of their own plants only', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'owner' and m.name = 'Dashboard'`;
  const sid = await makeSite(sql, { ownerId: owner.id, timezone: 'Europe/Berlin' });
  await makeDay(sid, '2026-07-05', 300);
  await makeDay(sid, '2026-07-06', 20);
  clock.set('2026-07-06T10:00:00Z');
  const { monthPower } = await server.ask('dashboard/device/summary', {}, { token: await server.signedIn(owner.id) });
  expect(monthPower).toBe(0.32);
});
