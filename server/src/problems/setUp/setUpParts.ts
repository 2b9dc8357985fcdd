// What the checks of a set-up look at: what a plant's devices told in the last days, by its place in the plant, as they are set up.

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

/** A plant has a few; more than these are not judged. */
const MAX_TELLERS = 24;
/** Of a larger plant's producers so many, spread over all of them, stand for the rest: what 200 tell in four days takes a fifth of a second to read. */
const MAX_PRODUCERS = 48;

export interface Device extends FlowSource {
  alias: string;
  gatewaySn: string;
  frameProfile: string | null;
  createdAt: Date;
  at: Date | null;
  uploadEveryS: number;
  /** All that it ever told. */
  names: string[];
}

export interface Parts {
  /** By serial number. */
  made: Map<string, Series>;
  counters: Map<string, Series>;
  producedW: Series;
  grid: SetUpFacts[];
  battery: SetUpFacts[];
  generatorW: Series;
  /** At the modules or at a load. */
  oneWay: { device: Device; role: 'production' | 'load'; powerW: Series }[];
}

export interface SetUpFacts {
  device: Device;
  /** As it is set up. */
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
  const tellers = devices
    .filter(({ kind, names }) => FLOW_KINDS.includes(kind) && FLOW_SERIES.some((name) => names.includes(name)))
    .slice(0, MAX_TELLERS);
  const [made, told] = [
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
      tellers.map(({ sn }) => sn),
      window,
      FLOW_SERIES,
    ),
  ];
  const roleNow = ({ settings }: Device) => settingOn(settings, window.days.at(-1)!.day).role;
  const tells = (side: 'grid' | 'battery', name: (typeof FLOW_SERIES)[number]): SetUpFacts[] =>
    tellers.flatMap((device) => {
      const series = told.get(device.sn)?.[name];
      const isMeter = device.kind === 'meter';
      if (!series || (isMeter && roleNow(device) !== 'grid')) return [];
      const soc = told.get(device.sn)?.batterySocPercent ?? null;
      return [{ device, powerW: asSetUp(series, device, window, side), soc, isMeter }];
    });
  const oneWay = tellers.flatMap((device) => {
    const series = told.get(device.sn)?.gridPowerW;
    const role = roleNow(device);
    if (!series || device.kind !== 'meter' || role === 'grid') return [];
    return [{ device, role, powerW: asSetUp(series, device, window, 'grid', role) }];
  });
  const power = new Map([...made].flatMap(([sn, said]) => (said.powerW ? [[sn, said.powerW] as const] : [])));
  const measured = oneWay.filter(({ role }) => role === 'production').map(({ powerW }) => powerW);
  const generators = tellers.flatMap(({ sn }) => told.get(sn)?.generatorPowerW ?? []);
  return {
    made: power,
    counters: new Map(
      [...made].flatMap(([sn, said]) => (ofDay.has(sn) && said.counterWh ? [[sn, said.counterWh] as const] : [])),
    ),
    producedW: madeTogether(power, measured, window, all.length / Math.max(1, producers.length)),
    grid: tells('grid', 'gridPowerW'),
    battery: tells('battery', 'batteryPowerW'),
    generatorW: sumOf(
      generators.map((series) => series.map((watts) => (Number.isNaN(watts) ? 0 : watts))),
      window,
    ),
    oneWay,
  };
}

function spread<T>(list: readonly T[], atMost: number): readonly T[] {
  if (list.length <= atMost) return list;
  return Array.from({ length: atMost }, (_, n) => list[Math.floor((n * list.length) / atMost)]!);
}

/** By what produces, times what each of them stands for; else by meters at the modules; else only that nights have none. */
function madeTogether(
  power: ReadonlyMap<string, Series>,
  measured: readonly Series[],
  window: Window,
  standsFor: number,
): Series {
  if (power.size > 0) return productionOf([...power.values()], window).map((watts) => watts * standsFor);
  return measured.length > 0 ? productionOf(measured, window) : unknownByDay(window);
}
