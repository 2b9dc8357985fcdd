// Offline detection of ten thousand plants at once.
import { beforeEach, expect, test } from 'vitest';
import { makeSite } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { detectOfflineDevices } from './offlineDetection.ts';

const { sql, context, clock } = await reportServer();

beforeEach(() => sql`delete from device_live`);

test('marks ten thousand plants offline in one run', async () => {
  const company = await makeSite(sql);
  await sql`
    insert into sites (sid, name, company_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
    select 'DE_20260101_n' || n, 'n', company_id, 'DE', 48, 9, 'Europe/Berlin', 'Celsius', 'EUR', 1000, now()
    from generate_series(1, 10000) n, sites s where s.sid = ${company}`;
  await sql`insert into site_live (sid, status, power_w, reporting) select sid, 0, 100, 1 from sites where sid like 'DE_20260101_n%'`;
  await sql`
    insert into devices (sid, sn, product_id, created_at)
    select sid, 'S' || substr(sid, 14), (select id from products where model = 400), now() from sites where sid like 'DE_20260101_n%'`;
  await sql`
    insert into device_live (sid, sn, status, at, power_w)
    select sid, sn, 0, '2026-06-15T10:00:00Z', 100 from devices where sid like 'DE_20260101_n%'`;
  clock.set('2026-06-15T10:20:00Z');
  expect(await detectOfflineDevices(context)).toBe(10_000);
  const unmarked =
    await sql`select from site_live where sid like 'DE_20260101_n%' and (status <> -1 or power_w is not null or reporting <> 0)`;
  expect(unmarked).toHaveLength(0);
  expect(await detectOfflineDevices(context)).toBe(0);
});
