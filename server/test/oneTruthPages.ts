// Of the walk over a demonstration (oneTruth.test.ts): what pages of one kind show beside the plant's own overview: kiosk, playback, modules, devices by their kind.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { expect } from 'vitest';

export type Ask = <P extends Path>(path: P, body: Request<P>) => Promise<Response<P>>;
type Site = Response<'site/overview'>;
type Device = Site['deviceList'][number];

/** What a walk has compared, so that it can say that there was something. */
export interface Walked {
  /** Modules whose own page was compared, and those of them that gave something. */
  modules: number;
  livingModules: number;
  kinds: Set<string>;
}

const number = (text: string) => (text === '' ? null : Number(text));
const inTenths = (watts: number | null) => (watts === null ? null : Math.round(watts * 10) / 10 + 0);

/** A screen in the hall shows what the plant's page shows. */
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

/** What playback draws of the plant is the power view's curve. */
export async function comparePlayback(ask: Ask, site: Site, curve: Response<'site/statistics/echarts'>) {
  const film = await ask('site/playback', { sid: site.sid });
  expect([film.xAxisIso, film.power], site.siteName).toEqual([curve.xAxisIso, curve.series[0]!.data]);
}

/** Each module by the list of the plant, of its device, of all panels, by its own page and the layout. */
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
      // Of several inputs the list tells none: each day would have to be read.
      if (module.totalPower !== null) expect(own.total?.energy ?? null, module.plcSN).toBe(module.totalPower);
      walked.modules++;
      if ((module.now ?? 0) > 0) walked.livingModules++;
    }
  }
}

/** The page of its kind beside the device's row on the overview, and the flows that more than one call tells. */
export async function compareKind(ask: Ask, sid: string, device: Device, walked: Walked) {
  const { sn, kind } = device;
  const asked = { sid, sn };
  if (kind === 'hybrid') {
    const now = await ask('ksp/overview', asked);
    const told = await ask('ksp/statistics/overview', asked);
    const general = await ask('device/statistics/overview', asked);
    const { flows } = await ask('device/statistics/overview/electricity', asked);
    expect(inTenths(now.pv.power), sn).toBe(number(device.now));
    expect([told.production, told.maxNow, told.flows], sn).toEqual([general.production, general.maxNow, flows]);
  } else if (kind === 'inverter') {
    const { inputs, status } = await ask('device/strings', asked);
    expect(status, sn).toBe(device.status);
    const powers = inputs.flatMap(({ power }) => power ?? []);
    // What its inputs take in is about what it gives.
    if (device.now !== '' && powers.length === inputs.length && inputs.length > 0) {
      const sum = powers.reduce((all, one) => all + one, 0);
      expect(Math.abs(sum - Number(device.now)), sn).toBeLessThan(0.1 * sum + 20);
    }
  } else if (kind === 'battery') {
    const { charge, discharge } = await ask('battery/hx/overview', asked);
    const { flows } = await ask('battery/hx/statistics/overview', asked);
    const general = await ask('device/statistics/overview/electricity', asked);
    expect(flows, sn).toEqual(general.flows);
    for (const { flow, today, total } of flows) {
      const own = flow === 'charge' ? charge : discharge;
      expect([own?.today, own?.total], `${sn} ${flow}`).toEqual([today, total]);
    }
  } else if (kind === 'meter') {
    const { positiveEnergy, nativeEnergy } = await ask('bdnz/three/overview', asked);
    const { flows } = await ask('device/statistics/overview/electricity', asked);
    for (const own of [positiveEnergy, nativeEnergy])
      if (own) expect(flows.find(({ flow }) => flow === own.flow) ?? own, sn).toEqual(own);
  } else return;
  walked.kinds.add(kind);
}

/** Pins of the map are the rows of the list. */
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

/** What is open in the whole fleet is what each plant's own list says. */
export async function compareOpenAlerts(ask: Ask, sids: readonly string[]) {
  const { count } = await ask('device/alerts/open', {});
  const { total } = await ask('device/alerts', { filters: { state: 'open', level: 'warning' } });
  const { total: faults } = await ask('device/alerts', { filters: { state: 'open', level: 'fault' } });
  expect(total + faults).toBe(count);
  let [warnings, grave] = [0, 0];
  for (const sid of sids) {
    warnings += (await ask('device/alerts', { sid, filters: { state: 'open', level: 'warning' } })).total;
    grave += (await ask('device/alerts', { sid, filters: { state: 'open', level: 'fault' } })).total;
  }
  expect([warnings, grave]).toEqual([total, faults]);
}
