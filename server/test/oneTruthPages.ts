// Comparisons of pages with the plant's overview for oneTruth.test.ts: kiosk, playback, modules, and devices by kind.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { expect } from 'vitest';

export type Ask = <P extends Path>(path: P, body: Request<P>) => Promise<Response<P>>;
type Site = Response<'site/overview'>;
type Device = Site['deviceList'][number];

/** Counts of compared items, so that a test can check that there were any. */
export interface Walked {
  /** Modules whose own page was compared, and those that were producing. */
  modules: number;
  livingModules: number;
  kinds: Set<string>;
}

const number = (text: string) => (text === '' ? null : Number(text));
const inTenths = (watts: number | null) => (watts === null ? null : Math.round(watts * 10) / 10 + 0);

/** Expects that the public page shows the same values as the plant's page. */
export async function compareKiosk(ask: Ask, site: Site, today: string, curve: Response<'site/statistics/echarts'>) {
  const { sid, siteName: what, statisticsProduction: made } = site;
  const { url } = await ask('site/publicLinks/make', { sid, lastDay: today });
  const page = await ask('public/plant', { token: url.split('#token=')[1]! });
  expect([page.now, page.today, page.month, page.year, page.total, page.co2], what).toEqual([
    ...[made.totalNow, made.today, made.month, made.year, made.total, site.benefit.co2],
  ]);
  expect([page.powerMax, page.provenance, page.peak, page.isNight, page.lastUpdateIso, page.day], what).toEqual([
    ...[site.powerMax, site.provenance.today, site.peak, site.isNight, site.lastUpdateIso, today],
  ]);
  expect(page.flow, what).toEqual(site.energy);
  expect(page.curve, what).toEqual({ xAxisIso: curve.xAxisIso, data: curve.series[0]!.data });
}

/** Expects that playback shows the curve of the power view. */
export async function comparePlayback(ask: Ask, site: Site, curve: Response<'site/statistics/echarts'>) {
  const film = await ask('site/playback', { sid: site.sid });
  expect([film.xAxisIso, film.power], site.siteName).toEqual([curve.xAxisIso, curve.series[0]!.data]);
}

/** Compares each module in the lists of the plant, of its device and of all panels, on its own page and in the layout. */
export async function compareModules(ask: Ask, { sid, siteName: what, deviceList }: Site, walked: Walked) {
  const { list: ofPlant, total_plc } = await ask('site/modules', { sid, page: 'all' });
  const panels = await ask('device/modules/list', { filters: { sid }, page: { size: 200, num: 0 } });
  const layout = await ask('site/layoutInfo', { sid });
  const pages = await ask('site/modules/page', { sid });
  expect([panels.total, layout.modules.length, pages.total_plc], what).toEqual([total_plc, total_plc, total_plc]);
  for (const device of ofPlant) {
    const { list } = await ask('device/modules', { sid, sn: device.sn });
    const inOverview = deviceList.find(({ sn }) => sn === device.sn)!;
    expect([device.status, device.alertCode, device.alias, device.modelName], device.sn).toEqual([
      ...[inOverview.status, inOverview.alertCode, inOverview.alias, inOverview.modelName],
    ]);
    expect(list.map(({ plcSN }) => plcSN)).toEqual(device.modules.map(({ plcSN }) => plcSN));
    for (const [place, module] of device.modules.entries()) {
      const own = await ask('device/modules/statistics/overview', { sid, sn: device.sn, input: module.addr });
      const panel = panels.list.find(({ plcSN }) => plcSN === module.plcSN);
      const onRoof = layout.modules.find(({ sn, input }) => sn === device.sn && input === module.addr)!;
      const { now, todayPower } = list[place]!;
      expect([now, panel?.now, own.now, onRoof.now], module.plcSN).toEqual(new Array(4).fill(module.now));
      expect([todayPower, own.today.energy], module.plcSN).toEqual(new Array(2).fill(module.todayPower));
      // The list has no total for several inputs, because each day would have to be read.
      if (module.totalPower !== null) expect(own.total?.energy ?? null, module.plcSN).toBe(module.totalPower);
      walked.modules++;
      if ((module.now ?? 0) > 0) walked.livingModules++;
    }
  }
}

/** Compares the page of a device's kind with its row on the overview, and flows that several calls return. */
export async function compareKind(ask: Ask, sid: string, device: Device, walked: Walked) {
  const { sn, kind } = device;
  const key = { sid, sn };
  if (kind === 'hybrid') {
    const now = await ask('ksp/overview', key);
    const own = await ask('ksp/statistics/overview', key);
    const general = await ask('device/statistics/overview', key);
    const { flows } = await ask('device/statistics/overview/electricity', key);
    expect(inTenths(now.pv.power), sn).toBe(number(device.now));
    expect([own.production, own.maxNow, own.flows], sn).toEqual([general.production, general.maxNow, flows]);
  } else if (kind === 'inverter') {
    const { inputs, status } = await ask('device/strings', key);
    expect(status, sn).toBe(device.status);
    const powers = inputs.flatMap(({ power }) => power ?? []);
    // The power of its inputs is about its output.
    if (device.now !== '' && powers.length === inputs.length && inputs.length > 0) {
      const sum = powers.reduce((all, one) => all + one, 0);
      expect(Math.abs(sum - Number(device.now)), sn).toBeLessThan(0.1 * sum + 20);
    }
  } else if (kind === 'battery') {
    const { charge, discharge } = await ask('battery/hx/overview', key);
    const { flows } = await ask('battery/hx/statistics/overview', key);
    const general = await ask('device/statistics/overview/electricity', key);
    expect(flows, sn).toEqual(general.flows);
    for (const { flow, today, total } of flows) {
      const own = flow === 'charge' ? charge : discharge;
      expect([own?.today, own?.total], `${sn} ${flow}`).toEqual([today, total]);
    }
  } else if (kind === 'meter') {
    const { positiveEnergy, nativeEnergy } = await ask('bdnz/three/overview', key);
    const { flows } = await ask('device/statistics/overview/electricity', key);
    for (const own of [positiveEnergy, nativeEnergy])
      if (own) expect(flows.find(({ flow }) => flow === own.flow) ?? own, sn).toEqual(own);
  } else return;
  walked.kinds.add(kind);
}

/** Expects that the map's pins are the rows of the list. */
export async function compareMap(ask: Ask, rows: readonly Response<'site/listWithSN'>['list'][number][]) {
  const { total, clusters } = await ask('site/map', {
    view: { zoom: 3, south: -80, west: -180, north: 80, east: 180 },
  });
  const byStatus: Record<string, number> = {};
  for (const { status } of rows) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const onMap: Record<string, number> = {};
  for (const { statusMap } of clusters)
    for (const [status, count] of Object.entries(statusMap))
      if (count > 0) onMap[status] = (onMap[status] ?? 0) + count;
  expect([total, onMap]).toEqual([rows.length, byStatus]);
  for (const { sites } of clusters)
    for (const { sid, status, isNight } of sites) {
      const row = rows.find((one) => one.sid === sid)!;
      expect([status, isNight], row.siteName).toEqual([row.status, row.isNight]);
    }
}

/** Expects that the badge counts the open problems, and that the fleet's open alerts are the sum of the plants' lists. */
export async function compareOpenAlerts(ask: Ask, sids: readonly string[]) {
  const { count } = await ask('device/alerts/open', {});
  const { list } = await ask('problem/list', { page: { size: 200, num: 0 } });
  expect(count).toBe(list.filter(({ state }) => state === 'open').length);
  const { total } = await ask('device/alerts', { filters: { state: 'open', level: 'warning' } });
  const { total: faults } = await ask('device/alerts', { filters: { state: 'open', level: 'fault' } });
  let [warnings, grave] = [0, 0];
  for (const sid of sids) {
    warnings += (await ask('device/alerts', { sid, filters: { state: 'open', level: 'warning' } })).total;
    grave += (await ask('device/alerts', { sid, filters: { state: 'open', level: 'fault' } })).total;
  }
  expect([warnings, grave]).toEqual([total, faults]);
}
