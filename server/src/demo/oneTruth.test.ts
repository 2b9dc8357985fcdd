// Tests that every figure of the demo plants that two calls show is the same, over the whole fleet.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import type { DeviceFlow } from '@heliograph/contract/entities/statistics.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { beforeAll, expect, test } from 'vitest';
import { foldAll } from '../../test/foldAll.ts';
import { compareTotalsOfFiles } from '../../test/oneTruthFiles.ts';
import {
  compareKind,
  compareKiosk,
  compareMap,
  compareModules,
  compareOpenAlerts,
  comparePlayback,
  type Walked,
} from '../../test/oneTruthPages.ts';
import { updateAllProblems } from '../../test/problems.ts';
import { testServer } from '../../test/testServer.ts';
import { addDays } from '../platform/calendar/rules/localDays.ts';
import { createFleet } from './createFleet.ts';
import { makeHistory } from './makeHistory.ts';

const NOW = '2026-06-15T10:07:00Z';
const server = await testServer();
const { sql, context, clock, call } = server;
clock.set(NOW);

const FRAMES = { days: 1, everyS: 900 };
/** A plant with one device. */
const SINGLE_DEVICE = 'anger';
/** Plants that also have the same weeks of the previous year. */
const WITH_PREVIOUS_YEAR = [SINGLE_DEVICE, 'minimes'];

/** All plants with three of their devices or two of a kind on each gateway, faulty ones first, and few days: more devices would not test more. */
const reducedFleet = (seed: number, beganAtMs: number) =>
  fleet(seed, beganAtMs).map((site) => ({
    ...site,
    devices: faultyFirst(site.devices).slice(0, site.key === SINGLE_DEVICE ? 1 : 3),
    gateways: site.gateways.map((gateway) => ({
      ...gateway,
      machines: Object.values(Object.groupBy(gateway.machines, ({ kind }) => kind)).flatMap((sameKind) =>
        faultyFirst(sameKind).slice(0, 2),
      ),
    })),
  }));
const faultyFirst = <D extends { faults: readonly unknown[] }>(devices: readonly D[]): D[] =>
  devices.toSorted((a, b) => b.faults.length - a.faults.length);
const sids: string[] = [];
let token = '';

async function ask<P extends Path>(path: P, body: Request<P>) {
  const answer = await call(path, body, { token });
  expect(answer.code, `${path} ${JSON.stringify(body)} ${JSON.stringify(answer)}`).toBe(200);
  return answer.data;
}

beforeAll(async () => {
  const { sids: created } = await createFleet(context, 1, reducedFleet);
  const stop = new AbortController();
  for (const site of reducedFleet(1, Date.parse(NOW))) {
    const sid = created[site.key]!;
    sids.push(sid);
    const isOld = site.commissionedOn !== null && site.commissionedOn < '2026-05-28';
    const make = (from: string) =>
      makeHistory(context, isOld ? { ...site, commissionedOn: from } : site, sid, stop.signal, FRAMES);
    if (WITH_PREVIOUS_YEAR.includes(site.key)) {
      clock.set(NOW.replace('2026', '2025'));
      await make('2025-05-28');
      clock.set(NOW);
    }
    await make('2026-05-28');
  }
  await updateAllProblems(context);
  // A device that was down for an hour in the morning.
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    select sid, min(sn), '0004', '2026-06-15T08:00:00Z', '2026-06-15T09:00:00Z' from device_live
    where sid = ${sids[0]!} and total_wh > 0 group by sid`;
  const [admin] = await sql<{ id: number }[]>`select id from users where email = 'admin@example.com'`;
  token = await server.signedIn(admin!.id);
}, 120_000);

const number = (text: string) => (text === '' ? null : Number(text));
const sumOf = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};
/** Expects that energies in kWh add up to their sum to the last Wh. */
function expectTotal(sum: number | null, parts: readonly (number | null)[], label: string) {
  const inWh = (kWh: number | null) => (kWh === null ? null : Math.round(kWh * 1000));
  expect(sumOf(parts.map(inWh)), label).toBe(inWh(sum));
}
/** Compares a sum with its parts, each of which was rounded to `unit`. */
function expectSum(sum: number | null, parts: readonly (number | null)[], unit: number, label: string) {
  const added = sumOf(parts);
  if (sum === null || added === null) expect(added, label).toBe(sum);
  else expect(Math.abs(added - sum), `${label}: ${added} instead of ${sum}`).toBeLessThan(unit * (parts.length + 1));
}

async function rows() {
  const { list, total } = await ask('site/listWithSN', { page: { size: 200, num: 0 } });
  expect(total).toBe(sids.length);
  return new Map(list.map((row) => [row.sid, row]));
}

async function comparePlant(
  sid: string,
  row: Awaited<ReturnType<typeof rows>> extends Map<string, infer R> ? R : never,
) {
  const site = await ask('site/overview', { sid });
  const production = site.statisticsProduction;
  const today = site.timezone && new Intl.DateTimeFormat('en-CA', { timeZone: site.timezone }).format(clock.now());
  const plantName = site.siteName;

  // The list's row.
  expect([row.now, row.todayPower], plantName).toEqual([number(production.totalNow), number(production.today)]);
  expect(row.totalPower ?? null, plantName).toBe(number(production.total));
  expect([row.reporting, row.snCount, row.status, row.powerMax, row.isNight]).toEqual([
    site.reporting,
    site.deviceCount,
    site.status,
    site.powerMax,
    site.isNight,
  ]);
  expect([row.lastUpdateIso, row.alertCode]).toEqual([site.lastUpdateIso, site.alert.code]);

  // The energy flow.
  expect(site.energy.PVPanel.power).toBe(production.totalNow);
  if (production.totalNow !== '') {
    expect(Number(site.energy.PVPanel.rate)).toBeCloseTo((Number(production.totalNow) / site.powerMax) * 100, 1);
  }

  // Day, month, year and lifetime as in the statistics calls.
  for (const [types, date, kWh, amount, provenance] of [
    [1, today, production.today, production.todayMoney, site.provenance.today],
    [1, addDays(today, -1), production.yesterday, production.yesterdayMoney, site.provenance.yesterday],
    [2, today, production.month, production.monthMoney, site.provenance.month],
    [3, today, production.year, production.yearMoney, site.provenance.year],
    [4, today, production.total, production.totalMoney, site.provenance.total],
  ] as const) {
    const statistics = await ask('site/statistics/date', { sid, types, date });
    expect([statistics.power, statistics.economic, statistics.provenance], `${plantName} ${types} ${date}`).toEqual([
      kWh,
      amount,
      provenance,
    ]);
  }

  // Bars.
  const days = await ask('site/statistics/echarts', { sid, types: 3, date: today });
  const months = await ask('site/statistics/echarts', { sid, types: 5, date: today });
  const years = await ask('site/statistics/echarts', { sid, types: 6 });
  const bar = (chart: typeof days, start: string) => {
    const slot = chart.xAxisIso.findIndex((iso) => iso.startsWith(start));
    return { kWh: chart.series[0]!.data[slot] ?? null, provenance: chart.provenance[slot] };
  };
  expect(bar(days, today)).toEqual({ kWh: number(production.today), provenance: site.provenance.today });
  expect(bar(months, today.slice(0, 7))).toEqual({ kWh: number(production.month), provenance: site.provenance.month });
  expect(bar(years, today.slice(0, 4))).toEqual({ kWh: number(production.year), provenance: site.provenance.year });
  expectTotal(number(production.month), days.series[0]!.data, `${plantName} days of the month`);
  expectTotal(number(production.year), months.series[0]!.data, `${plantName} months of the year`);
  expectTotal(number(production.total), years.series[0]!.data, `${plantName} years`);

  // The month as a range of days equals the month, with its balance.
  const asRange = { sid, types: 1, rangeDate: `${today.slice(0, 7)}-01~${today}`, withBalance: true } as const;
  const ofRange = await ask('site/statistics/date', asRange);
  expect([ofRange.power, ofRange.economic, ofRange.provenance, ofRange.balance], plantName).toEqual([
    ...[production.month, production.monthMoney, site.provenance.month, site.balance?.month ?? null],
  ]);

  // Today's curve and its peak.
  const curve = await ask('site/statistics/echarts', { sid, types: 1, date: today });
  const coarse = await ask('site/statistics/echarts', { sid, types: 11, date: today });
  expect([curve.peak, coarse.peak, curve.peak?.powerW ?? null], plantName).toEqual([
    site.peak,
    site.peak,
    site.max_power,
  ]);
  const drawnPoints = curve.series[0]!.data.filter((value) => value !== null);
  // A section equals the same part of the curve, and its bands enclose it.
  const hours = await ask('site/statistics/echarts', {
    sid,
    types: 1,
    date: today,
    fromMinute: 600,
    toMinute: 720,
    withBands: true,
  });
  const at = curve.xAxisIso.indexOf(hours.xAxisIso[0]!);
  expect(hours.series[0]!.data, plantName).toEqual(curve.series[0]!.data.slice(at, at + hours.xAxisIso.length));
  expect(hours.peak).toEqual(curve.peak);
  for (const { least, greatest } of hours.bands)
    for (const [slot, value] of hours.series[0]!.data.entries())
      if (value !== null) expect(least[slot]! <= value && value <= greatest[slot]!, plantName).toBe(true);
  expect(Math.max(-1, ...drawnPoints)).toBeLessThanOrEqual(site.max_power ?? -1);
  expect(number(production.totalNow) ?? -1).toBeLessThanOrEqual(site.max_power ?? -1);

  await compareFlows(sid, site, today);
  await compareKiosk(ask, site, today, curve);
  await comparePlayback(ask, site, curve);
  await compareModules(ask, site, compared);

  // Its devices, each compared with its own calls, and their sum with the plant.
  const { list: devices } = await ask('device/list', { filters: { sid }, page: { size: 200, num: 0 } });
  const meters = site.deviceList.filter(({ kind }) => kind === 'meter');
  if (meters.length > 0 && site.deviceList.every(({ kind }) => ['meter', 'gateway'].includes(kind)))
    await compareMeters(sid, site, meters);
  else {
    expectSum(
      number(production.totalNow),
      site.deviceList.map(({ now, kind }) => (FLOW_KINDS.has(kind) ? null : number(now))),
      0.1,
      `${plantName} devices now`,
    );
    expectTotal(
      number(production.today),
      site.deviceList.map(({ today: kWh }) => number(kWh)),
      `${plantName} devices today`,
    );
  }
  expect(row.deviceNames, plantName).toEqual(row.sn.map(({ alias, sn }) => alias || sn));
  for (const device of site.deviceList) {
    const own = await ask('device/statistics/overview', { sid, sn: device.sn });
    const inList = devices.find(({ sn }) => sn === device.sn)!;
    const inRow = row.sn.find(({ sn }) => sn === device.sn)!;
    expect([device.today, device.status, device.alertCode], device.sn).toEqual([
      own.production.today,
      own.status,
      own.alertCode,
    ]);
    for (const { flow } of device.todayFlows) comparedFlows.add(flow);
    const ownNow = await flowsOfPage(sid, device);
    expect([number(device.now), device.todayFlows], device.sn).toEqual(
      ownNow ? [ownNow.now, ownNow.today] : [number(own.production.totalNow), []],
    );
    if (ownNow && ownNow.now !== null) expect(device.nowOf, device.sn).toBe(ownNow.of);
    expect([nowOf(inList), inList.nowOf, inList.todayPower, inList.status, inList.alias]).toEqual([
      number(device.now),
      device.nowOf,
      number(device.today),
      device.status,
      device.alias,
    ]);
    expect([inRow.now, inRow.nowOf, inRow.todayPower, inRow.status, inRow.alias]).toEqual([
      number(device.now),
      device.nowOf,
      number(device.today),
      device.status,
      device.alias,
    ]);
    expect(number(own.production.total) ?? 0).toBe(inList.totalPower ?? 0);
    const ownCurve = await ask('device/statistics/echarts', { sid, sn: device.sn, types: 1, date: today });
    expect(ownCurve.peak?.powerW ?? null).toBe(own.maxNow);
    const day = await ask('device/statistics/date', { sid, sn: device.sn, types: 1, date: today });
    expect([day.power, day.provenance]).toEqual([device.today, own.provenance.today]);
    await compareKind(ask, sid, device, compared);
  }

  await compareReport(sid, site, today, devices);

  // Settings.
  const detail = await ask('site/detail', { sid });
  expect([detail.powerMax, detail.electricityPrice]).toEqual([site.powerMax, site.worth!.price]);
  return { row, made: production, today };
}

/** Compares curves other than production: their energy with the day's, and their newest value with the current flow, within the accuracy of means. */
async function compareFlows(sid: string, site: Response<'site/overview'>, today: string) {
  const { siteName: plantName, balance, energy } = site;
  const curvesOf = async (date: string) => {
    const { series, xAxisIso } = await ask('site/statistics/echarts', { sid, types: 1, date, withFlows: true });
    return { byName: new Map(series.map(({ name, data }) => [name, data])), xAxisIso };
  };
  const day = await curvesOf(addDays(today, -1));
  const yesterday = balance?.yesterday;
  for (const [name, out, into] of [
    ['Grid Power', yesterday?.fromGrid, yesterday?.toGrid],
    ['Battery Power', yesterday?.discharge, yesterday?.charge],
    ['Consumption', yesterday?.home, null],
  ] as const) {
    const data = day.byName.get(name);
    if (!data || out?.energy == null || (into && into.energy === null)) continue;
    if (Math.min(out.completeness, into?.completeness ?? 1) < 0.98) continue;
    const kWh = data.reduce<number>((sum, watts) => sum + (watts ?? 0) / 12_000, 0);
    const expected = out.energy - (into?.energy ?? 0);
    // Devices report every quarter of an hour; loads change between the reports.
    expect(Math.abs(kWh - expected), `${plantName} ${name}: ${kWh} instead of ${expected}`).toBeLessThan(
      0.3 + 0.2 * (out.energy + (into?.energy ?? 0)),
    );
    comparedCurves.add(name);
  }
  const now = await curvesOf(today);
  for (const [name, node, signs] of [
    ['Grid Power', energy.grid, { 0: 0, 1: 1, 2: -1 }],
    ['Battery Power', energy.battery, { 0: 0, 1: 1, 2: -1 }],
    ['Consumption', energy.home, { 0: 0, 1: -1, 2: 1 }],
  ] as const) {
    if (node.power === '') continue;
    const newest = now.byName.get(name)?.findLast((value) => value !== null);
    expect(newest, `${plantName} ${name}`).toBe(Number(node.power) * signs[node.direction]);
    comparedNow.add(name);
  }
}
const comparedNow = new Set<string>();
const comparedCurves = new Set<string>();

/** Compares the reports of this month and of this year with the calls that show the same figures. */
async function compareReport(
  sid: string,
  { siteName: plantName, statisticsProduction: production, balance, provenance, benefit }: Response<'site/overview'>,
  today: string,
  devices: Response<'device/list'>['list'],
) {
  for (const [types, from, kWh, periodProvenance, periodBalance] of [
    [2, `${today.slice(0, 7)}-01`, production.month, provenance.month, balance?.month],
    [3, `${today.slice(0, 4)}-01-01`, production.year, provenance.year, balance?.year],
  ] as const) {
    const report = await ask('site/report', { sid, from, to: today });
    expect([report.energy, report.provenance, report.balance], plantName).toEqual([
      number(kWh),
      periodProvenance,
      periodBalance ?? null,
    ]);
    const sums = await ask('site/statistics/date', { sid, types, date: today });
    expect([report.worth, report.worthBasis], plantName).toEqual([number(sums.economic), sums.worthBasis]);
    expect([report.money, report.balance?.money ?? sums.money], plantName).toEqual([sums.money, sums.money]);
    expectTotal(
      report.energy,
      report.rows.map(({ energy }) => energy),
      `${plantName} rows of the report`,
    );
    for (const flow of ['home', 'fromGrid', 'toGrid', 'charge', 'discharge'] as const)
      expectTotal(
        report.balance?.[flow].energy ?? null,
        report.rows.map((row) => row[flow]),
        `${plantName} ${flow} of the report`,
      );
    const chart = await ask('site/statistics/echarts', {
      sid,
      types: types === 2 ? 3 : 5,
      rangeDate: `${from}~${today}`,
      withYearBefore: true,
      withMoney: true,
    });
    expect(report.yearBefore, plantName).toEqual(chart.yearBefore!.all);
    const [single, ...others] = devices.filter(({ kind }) => kind !== 'gateway');
    if (types === 3 && single && others.length === 0) {
      const { list } = await ask('device/statistics/years', { sid, sn: single.sn });
      const ofYear = list.find(({ year }) => String(year) === today.slice(0, 4));
      expect(report.yearBefore, single.sn).toEqual(
        ofYear
          ? { energy: ofYear.energy, before: ofYear.before, days: ofYear.days, from: ofYear.from, to: ofYear.to }
          : null,
      );
      if (report.yearBefore) comparedYears.alone.add(plantName);
    }
    if (report.yearBefore) comparedYears.days.push(report.yearBefore.days);
    const flowOf = (name: string, slot: number) => chart.series.find((each) => each.name === name)?.data[slot] ?? null;
    for (const row of report.rows) {
      const slot = chart.xAxisIso.findIndex((iso) => iso.startsWith(row.from.slice(0, types === 2 ? 10 : 7)));
      expect([row.energy, row.provenance, row.yearBefore, row.worth], `${plantName} ${row.from}`).toEqual([
        flowOf(chart.series[0]!.name, slot),
        chart.provenance[slot],
        chart.yearBefore!.bars[slot],
        chart.money[slot]!.worth,
      ]);
      expect([row.home, row.fromGrid, row.toGrid, row.charge, row.discharge], `${plantName} ${row.from}`).toEqual(
        ['Consumption', 'From grid', 'To grid', 'Charge', 'Discharge'].map((name) => flowOf(name, slot)),
      );
    }
    for (const level of ['fault', 'warning', 'info'] as const) {
      const { total } = await ask('device/alerts', { sid, filters: { level, start_date: from, end_date: today } });
      expect(report.alerts![level], `${plantName} ${level}`).toBe(total);
    }
    for (const device of report.devices) {
      if (types !== 2 || !devices.some(({ sn }) => sn === device.sn)) continue;
      const own = await ask('device/statistics/date', { sid, sn: device.sn, types, date: today });
      expect([device.energy, device.provenance], device.sn).toEqual([number(own.power), own.provenance]);
    }
    if (report.devices.length > 0 && report.energy !== null)
      expectTotal(
        report.energy,
        report.devices.map(({ energy }) => energy),
        `${plantName} devices of the report`,
      );
    if (report.availability.share !== null) comparedAvailability.push(report.availability.share);
  }
  const life = await ask('site/report', { sid, from: addDays(today, -3659), to: today });
  expect([life.energy, life.benefit], plantName).toEqual([number(production.total), benefit]);
}
const comparedAvailability: number[] = [];
/** From reports: the numbers of compared days, and single-device plants that were compared with their device. */
const comparedYears = { days: [] as number[], alone: new Set<string>() };

const FLOW_KINDS: ReadonlySet<string> = new Set(['meter', 'battery']);

/** Returns the current and today's flows on the page of a meter or a battery; null: another kind. */
async function flowsOfPage(sid: string, { sn, kind }: Response<'site/overview'>['deviceList'][number]) {
  if (!FLOW_KINDS.has(kind)) return null;
  const tenth = (watts: number | null) => (watts === null ? null : Math.round(watts * 10) / 10 + 0);
  const todayOf = (flows: readonly (Pick<DeviceFlow, 'flow' | 'today'> | null)[]) =>
    flows.flatMap((flow) => (flow?.today.energy == null ? [] : [{ flow: flow.flow, energy: flow.today.energy }]));
  if (kind === 'meter') {
    const { ac, role, positiveEnergy, nativeEnergy } = await ask('bdnz/three/overview', { sid, sn });
    return { now: tenth(ac.power), of: role, today: todayOf([positiveEnergy, nativeEnergy]) };
  }
  const { power, charge, discharge } = await ask('battery/hx/overview', { sid, sn });
  return {
    now: tenth(power),
    of: 'battery',
    today: todayOf([charge && { ...charge, flow: 'charge' }, discharge && { ...discharge, flow: 'discharge' }]),
  };
}
const nowOf = (row: Response<'device/list'>['list'][number]) => (row.isLive ? row.now : null);

/** Compares a plant whose production is metered with the meter's own page and the balance. */
async function compareMeters(
  sid: string,
  { siteName, timezone, statisticsProduction: production, balance, provenance }: Response<'site/overview'>,
  meters: readonly { sn: string }[],
) {
  const atModules = [];
  for (const { sn } of meters) {
    const own = await ask('bdnz/three/overview', { sid, sn });
    if (own.role === 'production') atModules.push(own);
  }
  expect(atModules, siteName).toHaveLength(1);
  const [own] = atModules;
  expect(number(production.totalNow), siteName).toBe(own!.isLive ? Math.max(0, own!.ac.power!) : null);
  expect([own!.positiveEnergy!.today.energy, own!.positiveEnergy!.total.energy]).toEqual([
    number(production.today),
    number(production.total),
  ]);
  expect(balance!.today.production.energy).toBe(number(production.today));
  expect(balance!.month.production.energy).toBe(number(production.month));
  expect(balance!.today.production.completeness).toBe(provenance.today.completeness);
  expect(number(production.yesterday)).toBeGreaterThan(1);
  comparedMeters.add(`${siteName} ${timezone}`);
}
const comparedFlows = new Set<string>();
const compared: Walked = { modules: 0, livingModules: 0, kinds: new Set() };
const comparedMeters = new Set<string>();

// First morning in the Americas, noon in Europe and night further east; then the reverse, with all devices silent for hours.
test.each([NOW, '2026-06-15T22:31:00Z'])(
  'shows the same figures in all calls at %s',
  { timeout: 300_000 },
  async (iso) => {
    clock.set(iso);
    await updateAllProblems(context);
    const [admin] = await sql<{ id: number }[]>`select id from users where email = 'admin@example.com'`;
    token = await server.signedIn(admin!.id);
    const listed = await rows();
    const plants = [];
    for (const sid of sids) plants.push(await comparePlant(sid, listed.get(sid)!));
    if (iso === NOW) {
      // The comparison covered enough cases.
      expect(plants.filter(({ row }) => (row.now ?? 0) > 0).length).toBeGreaterThan(5);
      expect(plants.filter(({ row }) => row.isNight).length).toBeGreaterThan(2);
      expect(comparedMeters.size).toBe(1);
      expect([comparedCurves.size, comparedNow.size]).toEqual([3, 3]);
      expect(comparedFlows.size).toBeGreaterThan(2);
      expect(comparedYears.days.filter((count) => count > 10).length).toBeGreaterThan(3);
      expect(comparedYears.alone.size).toBe(1);
      expect(comparedAvailability.some((share) => share < 1)).toBe(true);
      expect(compared.modules).toBeGreaterThan(20);
      expect(compared.livingModules).toBeGreaterThan(10);
      expect([...compared.kinds].toSorted()).toEqual(['battery', 'hybrid', 'inverter', 'meter']);
    }

    await compareTotalsOfFiles(server, { ask, token, sids, from: '2026-06-01', to: '2026-06-14' });
    await compareMap(ask, [...listed.values()]);
    await compareOpenAlerts(ask, sids);

    // Totals over all plants.
    const counts = await ask('overview/siteStatusCounts', {});
    const all = plants.map(({ row }) => row);
    for (const [status, count] of Object.entries(counts.statusMap)) {
      expect(all.filter((row) => String(row.status) === status).length, `status ${status}`).toBe(count);
      const { totals } = await ask('overview/siteStatusCounts', { filters: { status } });
      const shown = all.filter((row) => String(row.status) === status);
      expect(totals.siteCount).toBe(shown.length);
      expectSum(
        totals.now,
        shown.map(({ now }) => now),
        0.1,
        'now',
      );
      expectTotal(
        totals.todayPower,
        shown.map(({ todayPower }) => todayPower),
        'today',
      );
      expectTotal(
        totals.totalPower,
        shown.map(({ totalPower }) => totalPower),
        'total',
      );
      expect(totals.powerMax).toBeCloseTo(sumOf(shown.map(({ powerMax }) => powerMax)) ?? 0, 1);
    }
    await foldAll(context);
    const fleetOf = (await ask('overview/overview', {})).statisticsProduction;
    expectSum(counts.totals.now, [number(fleetOf.totalNow)], 0.1, 'fleet now');
    expectTotal(counts.totals.todayPower, [number(fleetOf.today)], 'fleet today');
    expectTotal(counts.totals.totalPower, [number(fleetOf.total)], 'fleet total');
    for (const name of ['yesterday', 'month', 'year'] as const) {
      expectTotal(
        number(fleetOf[name]),
        plants.map(({ made }) => number(made[name])),
        `fleet ${name}`,
      );
    }
    // Figures of both dashboards are equal.
    const board = await ask('dashboard/device/summary', {});
    expect([board.now, board.todayPower, board.monthPower, board.totalPower]).toEqual(
      [fleetOf.totalNow, fleetOf.today, fleetOf.month, fleetOf.total].map(number),
    );
  },
);
