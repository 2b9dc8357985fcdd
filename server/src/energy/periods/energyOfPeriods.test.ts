// Energy of periods: planned for any plant, it reads each day once.
import { expect, test } from 'vitest';
import { makeSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { planForAny } from '../../platform/database/genericPlans.ts';
import { energyOfPeriods } from './energyOfPeriods.ts';

const { sql } = await testServer();
const DAYS = 200;

test('a plant’s flows are read once, not once for each of its days', async () => {
  const sid = await makeSite(sql);
  const days = sql`generate_series('2026-06-15'::date - ${DAYS - 1}::int, '2026-06-15'::date, '1 day') day`;
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select ${sid}, day::date, 3000, 'counted', 30000, 1 from ${days}`;
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    select ${sid}, day::date, 'toGrid', true, 1000, 0, 0, 86400, 1, 0, 0, 0 from ${days}`;
  const site = { sid, timezone: 'Europe/Berlin', latitude: 47, longitude: 9 };
  const [periods, read] = await sql.begin(async (tx) => {
    planForAny(tx);
    const found = await energyOfPeriods(tx, site, standardPeriods('2026-06-15'), new Date('2026-06-15T18:00:00Z'));
    const [row] = await tx<{ n: number }[]>`
      select (pg_stat_get_xact_numscans('site_flows'::regclass) + pg_stat_get_xact_numscans('site_flows_pkey'::regclass))::int as n`;
    return [found, row!.n] as const;
  });
  expect(periods.map(({ energyWh, isMeasured }) => [energyWh, isMeasured])).toEqual([
    [3000, true],
    [3000, true],
    [45_000, true],
    [166 * 3000, true],
    [DAYS * 3000, true],
  ]);
  expect(read).toBeLessThanOrEqual(2);
});

test('periods that overlap, repeat, leave days out, have no end or none at all are each given their own days', async () => {
  const sid = await makeSite(sql);
  // Each day a power of two: a sum says which days are in it.
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select ${sid}, '2026-06-01'::date + n, 2 ^ n, case when n < 5 then 'counted' when n < 8 then 'integrated' else 'imported' end, 30000, 1
    from generate_series(0, 9) n`;
  const periods = [
    { from: '2026-06-03', to: '2026-06-04' },
    { from: '1970-01-01', to: '9999-12-31' },
    { from: '2026-06-05', to: '2026-06-07' },
    { from: '2026-06-03', to: '2026-06-04' },
    { from: '2026-06-04', to: '2026-06-03' },
    { from: '2026-07-01', to: '2026-07-31' },
    { from: '2026-06-10', to: '2026-06-10' },
  ];
  const site = { sid, timezone: 'Europe/Berlin', latitude: 47, longitude: 9 };
  // A few of them, and many.
  for (const times of [1, 4]) {
    const asked = Array.from({ length: times }, () => periods).flat();
    const found = await sql.begin((tx) => energyOfPeriods(tx, site, asked, new Date('2026-06-15T18:00:00Z')));
    expect(found.map(({ from, to }) => ({ from, to }))).toEqual(asked);
    expect(found.slice(-periods.length).map(({ energyWh }) => energyWh)).toEqual([12, 1023, 112, 12, null, null, 512]);
    expect(found.slice(0, periods.length).map(({ sources }) => sources)).toEqual([
      ['counted'],
      ['counted', 'integrated'],
      ['counted', 'integrated'],
      ['counted'],
      [],
      [],
      ['imported'],
    ]);
    expect(found.every(({ firstDay }) => firstDay === '2026-06-01')).toBe(true);
  }
});
