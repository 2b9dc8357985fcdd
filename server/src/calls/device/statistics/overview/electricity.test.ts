// device/statistics/overview/electricity: flows of a device by the standard periods, the same figures as in the plant's chart and balance.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { makeDay } from '../../../../../test/readings.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { readingOfRow } from '../../../../families/rows.ts';
import { ingestReports } from '../../../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../../../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await signedIn(user.id);
const plant = () => makeSite(sql, { companyId: user.companyId });

/** Counters that rise by a fixed amount an hour, read hourly from a local midnight on. */
async function counters(sn: string, from: string, hours: number, perHour: Quantities): Promise<void> {
  const startMs = Date.parse(`${from}T00:00:00+02:00`);
  await ingestReports(
    context,
    Array.from({ length: hours + 1 }, (_, hour) => {
      const at = new Date(startMs + hour * 3_600_000);
      const quantities = Object.fromEntries(Object.entries(perHour).map(([name, wh]) => [name, wh! * hour]));
      return readingOfRow({ gateway: 'GW', sn, at, quantities });
    }),
  );
}

test('returns a meter’s grid import and export by period, equal to the plant’s bars', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  const inverter = await makeDevice(sql, { sid });
  for (const day of ['2026-06-13', '2026-06-14', '2026-06-15'])
    await makeDay(sql, { ...inverter, day, energyWh: 9000, coveredS: 60_000 });
  // Until noon of 15 June.
  await counters(sn, '2026-05-30', 16 * 24 + 12, { gridImportWh: 100, gridExportWh: 250 });
  const { flows } = await ask('device/statistics/overview/electricity', { sn }, { token });
  expect(flows.map(({ flow, name }) => [flow, name])).toEqual([
    ['fromGrid', 'Import'],
    ['toGrid', 'Export'],
  ]);
  const figure = (energy: number) => ({ energy, unit: 'kWh', source: 'counted', completeness: 1, spread: 0 });
  expect(flows[0]).toMatchObject({
    today: figure(1.2),
    yesterday: figure(2.4),
    month: figure(34.8),
    year: figure(39.6),
    total: figure(39.6),
  });

  const bars = async (asked: object) => {
    const chart = await ask(
      'site/statistics/echarts',
      { sid, types: 3, withFlowProvenance: true, ...asked },
      { token },
    );
    return { legend: chart.legend, of: Object.fromEntries(chart.series.map(({ name, data }) => [name, data])), chart };
  };
  const days = await bars({ rangeDate: '2026-06-13~2026-06-15' });
  expect(days.legend).toEqual(['Production', 'Consumption', 'From grid', 'To grid']);
  expect(days.of).toEqual({
    Production: [9, 9, 9],
    'From grid': [2.4, 2.4, 1.2],
    'To grid': [6, 6, 3],
    Consumption: [5.4, 5.4, 7.2],
  });
  expect(days.chart.flowProvenance[1]).toEqual(
    Array.from({ length: 3 }, () => ({ source: 'counted', completeness: 1 })),
  );
  const months = await bars({ types: 5, date: '2026' });
  expect(months.of['From grid']![5]).toBe(flows[0]!.month.energy);
  const years = await bars({ types: 6 });
  expect(years.of['To grid']!.at(-1)).toBe(flows[1]!.total.energy);
});

test('spreads and marks energy of an outage, and returns null for missing data', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid, product: 'Battery' });
  const reported = (at: string, batteryChargeWh: number) =>
    ingestReports(context, [readingOfRow({ gateway: 'GW', sn, at: new Date(at), quantities: { batteryChargeWh } })]);
  await reported('2026-06-13T22:00:00Z', 1000);
  await reported('2026-06-14T22:00:00Z', 3400);
  const [charge, ...more] = (await ask('device/statistics/overview/electricity', { sid, sn }, { token })).flows;
  expect(more).toEqual([]);
  expect(charge).toMatchObject({
    flow: 'charge',
    yesterday: { energy: 2.4, source: 'counted', completeness: 0, spread: 2.4 },
    today: { energy: 0, completeness: 0 },
  });
  const { legend } = await ask(
    'site/statistics/echarts',
    { sid, types: 3, rangeDate: '2026-06-14~2026-06-14' },
    { token },
  );
  expect(legend).toEqual(['Production', 'Charge']);
});

test('returns production for a meter at the modules, with names in the requested language', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  await counters(sn, '2026-06-14', 24, { gridImportWh: 100, gridExportWh: 1 });
  await ask('device/meter/setUp', { sid, sn, list: [{ validFrom: '2026-01-01', role: 'production' }] }, { token });
  await runSiteJobs(context);
  const { flows } = await ask('device/statistics/overview/electricity', { sn }, { token, headers: { lan: '3' } });
  expect(flows).toMatchObject([
    { flow: 'production', name: 'Erzeugung', yesterday: { energy: 2.4 }, today: { energy: 0 } },
  ]);
});

test('returns no flows for an inverter, and treats a device of another company as missing', async () => {
  const { sn } = await makeDevice(sql, { sid: await plant() });
  expect((await ask('device/statistics/overview/electricity', { sn }, { token })).flows).toEqual([]);
  const foreign = await makeDevice(sql, { product: 'Meter' });
  expect(await call('device/statistics/overview/electricity', { sn: foreign.sn }, { token })).toMatchObject({
    code: 1006,
    data: {},
  });
});
