// Reads the input of set-up checks: power of a plant's devices in the last days by their role in the plant, with the sign of their set-up.

import type { Plant } from '../../energy/balance/balance.ts';
import { profileOf } from '../../families/families.ts';
import { FLOW_KINDS, producesEnergy } from '../../families/kinds.ts';
import { settingOn } from '../../installation/rules/flowRoles.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Series } from './rules/series.ts';
import {
  asSetUp,
  FLOW_SERIES,
  type FlowSource,
  productionOf,
  seriesOf,
  sumOf,
  unknownByDay,
  type Window,
} from './setUpSeries.ts';

/** Flow meters of a plant that are checked; a plant has a few. */
const MAX_FLOW_DEVICES = 24;
/** Producers that represent a larger plant, spread over all of them: four days of 200 devices take a fifth of a second to read. */
const MAX_PRODUCERS = 48;

export interface Device extends FlowSource {
  alias: string;
  gatewaySn: string;
  frameProfile: string | null;
  createdAt: Date;
  at: Date | null;
  uploadEveryS: number;
  /** All quantities that it has ever reported. */
  names: string[];
}

export interface Parts {
  /** Power of producers by serial number. */
  production: Map<string, Series>;
  /** Day counters by serial number. */
  counters: Map<string, Series>;
  producedW: Series;
  grid: SetUpFacts[];
  battery: SetUpFacts[];
  generatorW: Series;
  /** Meters at the modules or at a load, which measure one direction. */
  oneWay: { device: Device; role: 'production' | 'load'; powerW: Series }[];
}

export interface SetUpFacts {
  device: Device;
  /** With the sign of its set-up. */
  powerW: Series;
  soc: Series | null;
  isMeter: boolean;
}

export async function partsOf(
  sql: Transaction,
  { sid }: Plant,
  devices: readonly Device[],
  window: Window,
): Promise<Parts> {
  const countsDays = ({ frameProfile }: Device) => profileOf(frameProfile).energyCounter.counter === 'daily';
  const all = devices.filter(({ kind }) => producesEnergy(kind));
  const producers = spread(all, MAX_PRODUCERS);
  const ofDay = new Set(producers.filter(countsDays).map(({ sn }) => sn));
  const flowDevices = devices
    .filter(({ kind, names }) => FLOW_KINDS.includes(kind) && FLOW_SERIES.some((name) => names.includes(name)))
    .slice(0, MAX_FLOW_DEVICES);
  const [producerSeries, flowSeries] = [
    await seriesOf(
      sql,
      sid,
      producers.map(({ sn }) => sn),
      window,
      ofDay.size > 0 ? (['powerW', 'counterWh'] as const) : (['powerW'] as const),
    ),
    await seriesOf(
      sql,
      sid,
      flowDevices.map(({ sn }) => sn),
      window,
      FLOW_SERIES,
    ),
  ];
  const roleNow = ({ settings }: Device) => settingOn(settings, window.days.at(-1)!.day).role;
  const factsOf = (side: 'grid' | 'battery', name: (typeof FLOW_SERIES)[number]): SetUpFacts[] =>
    flowDevices.flatMap((device) => {
      const series = flowSeries.get(device.sn)?.[name];
      const isMeter = device.kind === 'meter';
      if (!series || (isMeter && roleNow(device) !== 'grid')) return [];
      const soc = flowSeries.get(device.sn)?.batterySocPercent ?? null;
      return [{ device, powerW: asSetUp(series, device, window, side), soc, isMeter }];
    });
  const oneWay = flowDevices.flatMap((device) => {
    const series = flowSeries.get(device.sn)?.gridPowerW;
    const role = roleNow(device);
    if (!series || device.kind !== 'meter' || role === 'grid') return [];
    return [{ device, role, powerW: asSetUp(series, device, window, 'grid', role) }];
  });
  const power = new Map(
    [...producerSeries].flatMap(([sn, series]) => (series.powerW ? [[sn, series.powerW] as const] : [])),
  );
  const measured = oneWay.filter(({ role }) => role === 'production').map(({ powerW }) => powerW);
  const generators = flowDevices.flatMap(({ sn }) => flowSeries.get(sn)?.generatorPowerW ?? []);
  return {
    production: power,
    counters: new Map(
      [...producerSeries].flatMap(([sn, { counterWh }]) =>
        ofDay.has(sn) && counterWh ? [[sn, counterWh] as const] : [],
      ),
    ),
    producedW: totalProduction(power, measured, window, all.length / Math.max(1, producers.length)),
    grid: factsOf('grid', 'gridPowerW'),
    battery: factsOf('battery', 'batteryPowerW'),
    generatorW: sumOf(
      generators.map((series) => series.map((watts) => (Number.isNaN(watts) ? 0 : watts))),
      window,
    ),
    oneWay,
  };
}

/** Returns at most `max` items, spread evenly over the list. */
export function spread<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, n) => list[Math.floor((n * list.length) / max)]!);
}

/** Returns total production: of the producers, times the number each represents; else of meters at the modules; else only 0 at night. */
function totalProduction(
  power: ReadonlyMap<string, Series>,
  measured: readonly Series[],
  window: Window,
  scale: number,
): Series {
  if (power.size > 0) return productionOf([...power.values()], window).map((watts) => watts * scale);
  return measured.length > 0 ? productionOf(measured, window) : unknownByDay(window);
}

/** Groups devices by the gateway they are connected to; a gateway is in its own group. */
export function byGateway(devices: readonly Device[]): Map<string, Device[]> {
  const groupOf = ({ sn, kind, gatewaySn }: Device): string => (kind === 'gateway' ? sn : gatewaySn);
  return Map.groupBy(devices, groupOf);
}
