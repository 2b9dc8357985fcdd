// device/replace for energy flows: a meter, battery or hybrid continues the totals of the one it replaces, each flow once.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { createReportingPlant, type Told } from '../../../test/reportingPlant.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const { asked, clock, context, count, sql, tell, sid: near } = await createReportingPlant();
const [{ companyId }] = (await sql`select company_id from sites where sid = ${near}`) as unknown as [
  { companyId: number },
];
const NOON = Date.parse('2026-06-15T10:00:00Z');

/** On its own plant it counted for 36 hours until noon of the second day. */
async function counted(product: string, kind: ReportKind, perHour: Quantities) {
  clock.set(new Date(NOON).toISOString());
  const sid = await makeSite(sql, { companyId, timezone: 'Europe/Berlin' });
  const { sn } = await makeDevice(sql, { sid, product });
  await count(sn, kind, '2026-06-14', 36, perHour);
  return { sid, sn };
}

/** Two more hours, read every half hour, of a counter with an arbitrary start. */
async function continueCounting(sn: string, kind: ReportKind, fromMs: number, perHour: Quantities) {
  const rows = Array.from({ length: 5 }, (_, n): Told => {
    const values = Object.entries(perHour).map(([name, wh]) => [name, 70_000 + (wh! * n) / 2]);
    return [new Date(fromMs + n * 1_800_000).toISOString(), Object.fromEntries(values)];
  });
  await tell(sn, kind, rows);
  clock.set(new Date(fromMs + 2 * 3_600_000).toISOString());
}

const flowsOf = async (device: { sid: string; sn: string }) =>
  (await asked('device/statistics/overview/electricity', device)).flows;
const totalsOf = async (device: { sid: string; sn: string }): Promise<[Flow, number | null, number, number | null][]> =>
  (await flowsOf(device)).map(({ flow, total, carriedOver, today }) => [flow, total.energy, carriedOver, today.energy]);
const balanceOf = async (sid: string) => {
  const { balance } = await asked('site/overview', { sid });
  const { today } = balance!;
  return [today.fromGrid.energy, today.toGrid.energy, today.charge.energy, today.discharge.energy];
};

test('counts each kilowatt-hour once for a meter replaced twice, and then by the first one', async () => {
  const first = await counted('Meter', 'meter', { importWh: 100, exportWh: 50 } as Quantities);
  const { sid } = first;
  expect(await totalsOf(first)).toEqual([
    ['fromGrid', 3.6, 0, 1.2],
    ['toGrid', 1.8, 0, 0.6],
  ]);
  const before = await balanceOf(sid);
  expect(before).toEqual([1.2, 0.6, null, null]);

  const second = { sid, sn: 'MNEW0001' };
  await asked('device/replace', { ...first, by: second.sn });
  // It has not reported yet.
  expect(await totalsOf(second)).toEqual([
    ['fromGrid', 3.6, 3.6, null],
    ['toGrid', 1.8, 1.8, null],
  ]);
  expect((await flowsOf(second))[0]).toMatchObject({ month: { energy: null }, total: { source: 'none' } });
  expect(await asked('bdnz/three/overview', second)).toMatchObject({
    positiveEnergy: { carriedOver: 3.6, total: { energy: 3.6 } },
    nativeEnergy: { carriedOver: 1.8, total: { energy: 1.8 } },
  });
  // The old device keeps its energy, and the plant counts it once.
  expect((await flowsOf(first)).map(({ total }) => total.energy)).toEqual([3.6, 1.8]);
  expect(await balanceOf(sid)).toEqual(before);

  await continueCounting(second.sn, 'meter', NOON, { importWh: 100, exportWh: 50 } as Quantities);
  const after = [
    ['fromGrid', 3.8, 3.6, 0.2],
    ['toGrid', 1.9, 1.8, 0.1],
  ];
  expect(await totalsOf(second)).toEqual(after);
  expect(await balanceOf(sid)).toEqual([1.4, 0.7, null, null]);

  // Recomputed days and a reversed sign change its own days and nothing before.
  await asked('device/meter/setUp', { ...second, list: [{ validFrom: '2026-06-01', reversed: true }] });
  await runSiteJobs(context);
  expect(await totalsOf(second)).toEqual([
    ['fromGrid', 3.7, 3.6, 0.1],
    ['toGrid', 2, 1.8, 0.2],
  ]);
  await asked('device/meter/setUp', { ...second, list: [] });
  await runSiteJobs(context);
  expect(await totalsOf(second)).toEqual(after);

  const third = { sid, sn: 'MNEW0002' };
  await asked('device/replace', { ...second, by: third.sn });
  expect((await totalsOf(third)).map(([, total, carriedOver]) => [total, carriedOver])).toEqual([
    [3.8, 3.8],
    [1.9, 1.9],
  ]);
  // The first one returns, to its own 3.6 and 1.8.
  await asked('device/replace', { ...third, by: first.sn });
  expect((await totalsOf(first)).map(([, total, carriedOver]) => [total, carriedOver])).toEqual([
    [3.8, 0.2],
    [1.9, 0.1],
  ]);
  expect(await balanceOf(sid)).toEqual([1.4, 0.7, null, null]);
});

test('continues the total charge and discharge of a battery', async () => {
  const first = await counted('Battery', 'battery', { chargeWh: 60, dischargeWh: 40 } as Quantities);
  const before = await balanceOf(first.sid);
  const second = { sid: first.sid, sn: 'BNEW0001' };
  await asked('device/replace', { ...first, by: second.sn });
  await continueCounting(second.sn, 'battery', NOON, { chargeWh: 60 } as Quantities);
  // Nothing is known of its discharge except what was discharged there.
  expect(await asked('battery/hx/overview', second)).toMatchObject({
    charge: { carriedOver: 2.16, today: { energy: 0.12 }, total: { energy: 2.28, source: 'counted' } },
    discharge: { carriedOver: 1.44, today: { energy: null }, total: { energy: 1.44, source: 'none' } },
  });
  const { flows } = await asked('battery/hx/statistics/overview', second);
  expect(flows.map(({ total }) => total.energy)).toEqual([2.28, 1.44]);
  expect(await balanceOf(first.sid)).toEqual([before[0], before[1], 0.84, 0.48]);
});

test('continues production and all flows of a hybrid', async () => {
  const perHour = { counterWh: 200, gridImportWh: 10, gridExportWh: 80, batteryChargeWh: 30, loadWh: 20 } as Quantities;
  const first = await counted('Hybrid inverter', 'hybrid', perHour);
  const before = await balanceOf(first.sid);
  const second = { sid: first.sid, sn: 'HNEW0001' };
  await asked('device/replace', { ...first, by: second.sn });
  expect(await balanceOf(first.sid)).toEqual(before);
  await continueCounting(second.sn, 'hybrid', NOON, perHour);
  const overview = await asked('ksp/statistics/overview', second);
  expect(overview).toMatchObject({ carriedOver: 7.2, production: { total: '7.6' } });
  expect(overview.flows.map(({ flow, carriedOver, total }) => [flow, carriedOver, total.energy])).toEqual([
    ['fromGrid', 0.36, 0.38],
    ['toGrid', 2.88, 3.04],
    ['charge', 1.08, 1.14],
    ['home', 0.72, 0.76],
  ]);
});
