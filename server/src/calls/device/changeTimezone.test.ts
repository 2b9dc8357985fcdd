// device/changeTimezone: changes the plant's time zone, and its days with it.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { afterHours, reportHourly } from '../../../test/hourly.ts';
import { testServer } from '../../../test/testServer.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
const user = await makeUser(sql);
clock.set(afterHours(50));
const token = await signedIn(user.id);

test('recomputes the days of all devices in the new zone', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'Europe/Berlin' });
  const { sn } = await makeDevice(sql, { sid, product: 'Inverter' });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  await reportHourly(context, sn, 0, 48);
  const days = async () =>
    (
      await sql<
        { day: string; wh: number }[]
      >`select day, energy_wh as wh from device_days where sid = ${sid} order by day`
    ).map(({ day, wh }) => [day.slice(8), wh]);
  expect(await days()).toEqual([
    ['10', 240],
    ['11', 230],
  ]);
  expect(await ask('device/changeTimezone', { sn: meter.sn, timezone: 'America/New_York' }, { token })).toEqual({
    sid,
  });
  await runSiteJobs(context);
  expect(await days()).toEqual([
    ['09', 60],
    ['10', 240],
    ['11', 170],
  ]);
  expect((await ask('site/detail', { sid }, { token })).timezone).toBe('America/New_York');
  // Repeating it changes nothing.
  await ask('device/changeTimezone', { sid, sn, timezone: 'America/New_York' }, { token });
  expect(await sql`select from site_jobs where sid = ${sid}`).toEqual([]);
});

test('refuses an unknown zone, and plants of others', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  expect((await call('device/changeTimezone', { sn, timezone: 'Europe/Atlantis' }, { token })).code).toBe(1013);
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await call('device/changeTimezone', { sn, timezone: 'Asia/Tokyo' }, { token: stranger })).code).toBe(1006);
  expect((await ask('site/detail', { sid }, { token })).timezone).toBe('Europe/Berlin');
});
