// Energy of periods, which a generic plan computes with one read of each table.
import { expect, test } from 'vitest';
import { makeSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { useGenericPlans } from '../../platform/database/genericPlans.ts';
import { energyOfPeriods } from './energyOfPeriods.ts';

const { sql } = await testServer();
const DAYS = 200;

test("reads a plant's flows once, not once for each of its days", async () => {
  const sid = await makeSite(sql);
  const days = sql`generate_series('2026-06-15'::date - ${DAYS - 1}::int, '2026-06-15'::date, '1 day') day`;
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select ${sid}, day::date, 3000, 'counted', 30000, 1 from ${days}`;
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    select ${sid}, day::date, 'toGrid', true, 1000, 0, 0, 86400, 1, 0, 0, 0 from ${days}`;
  const site = { sid, timezone: 'Europe/Berlin', latitude: 47, longitude: 9 };
  const [periods, scans] = await sql.begin(async (tx) => {
    useGenericPlans(tx);
    const energies = await energyOfPeriods(tx, site, standardPeriods('2026-06-15'), new Date('2026-06-15T18:00:00Z'));
    const [row] = await tx<{ n: number }[]>`
      select (pg_stat_get_xact_numscans('site_flows'::regclass) + pg_stat_get_xact_numscans('site_flows_pkey'::regclass))::int as n`;
    return [energies, row!.n] as const;
  });
  expect(periods.map(({ energyWh, isMeasured }) => [energyWh, isMeasured])).toEqual([
    [3000, true],
    [3000, true],
    [45_000, true],
    [166 * 3000, true],
    [DAYS * 3000, true],
  ]);
  expect(scans).toBeLessThanOrEqual(2);
});

test('sums up periods that overlap, repeat, leave days out, have no end or are empty', async () => {
  const sid = await makeSite(sql);
  // Each day is a power of two, so that a sum shows which days it includes.
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
  // Few and many periods.
  for (const times of [1, 4]) {
    const requested = Array.from({ length: times }, () => periods).flat();
    const energies = await sql.begin((tx) => energyOfPeriods(tx, site, requested, new Date('2026-06-15T18:00:00Z')));
    expect(energies.map(({ from, to }) => ({ from, to }))).toEqual(requested);
    expect(energies.slice(-periods.length).map(({ energyWh }) => energyWh)).toEqual([
      12,
      1023,
      112,
      12,
      null,
      null,
      512,
    ]);
    expect(energies.slice(0, periods.length).map(({ sources }) => sources)).toEqual([
      ['counted'],
      ['counted', 'integrated'],
      ['counted', 'integrated'],
      ['counted'],
      [],
      [],
      ['imported'],
    ]);
    expect(energies.every(({ firstDay }) => firstDay === '2026-06-01')).toBe(true);
  }
});
