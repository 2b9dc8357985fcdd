// Checks the phases of a plant's meters by the newest days that decide, in slots that fit the interval of the reports.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Plant } from '../../energy/balance/balance.ts';
import { valueAt } from '../../energy/rules/series.ts';
import { producesEnergy } from '../../families/kinds.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type PhaseFinding, type PhaseParts, phases, UNDECIDED } from './rules/phases.ts';
import { knownShare, resample, type Series } from './rules/series.ts';
import { type Device, spread } from './setUpParts.ts';
import { productionOf, seriesOf, unknownByDay, type Window, windowOf } from './setUpSeries.ts';

/** Days checked, and newest days that may decide alone, so that corrected wires are right soon. */
const DAYS = 7;
const NEWEST_DAYS = [2, 4, DAYS] as const;
const STEP_S = 60;
/** Lengths of slots, in steps: the shortest whose slots are filled. */
const FACTORS = [1, 5, 15] as const;
const FILLED = 0.5;
/** Elevation of the sun from which every producer reports. */
const AWAKE_DEG = 5;
/** Three-phase meters of a plant that are checked; a plant has a few. */
const MAX_METERS = 8;
/** Producers whose power shows when clouds pass. */
const MAX_PRODUCERS = 8;

const THREE = [1, 2, 3] as const;
const NAMES = [
  ...THREE.map((n) => `l${n}PowerW` as const),
  ...THREE.map((n) => `l${n}VoltageV` as const),
] as const satisfies QuantityName[];

export interface CheckedMeter extends PhaseFinding {
  device: Device;
  /** Whether exchanged phases explain a wrong sign of the meter, or may do so as no week of data has decided. */
  mayExplainSign: boolean;
}

export async function checkPhases(
  sql: Transaction,
  plant: Plant,
  devices: readonly Device[],
  at: Date,
): Promise<CheckedMeter[]> {
  const meters = devices
    .filter(({ kind, names }) => kind === 'meter' && names.includes('l1PowerW') && names.includes('l2PowerW'))
    .slice(0, MAX_METERS);
  if (meters.length === 0) return [];
  const withVoltages = meters.filter(({ names }) => names.includes('l1VoltageV'));
  const producers = spread(
    devices.filter(({ kind, names }) => producesEnergy(kind) && names.includes('powerW')),
    MAX_PRODUCERS,
  );
  const window = windowOf(plant, DAYS, at, STEP_S);
  const snsOf = (list: readonly Device[]) => list.map(({ sn }) => sn);
  const seriesBySn = await seriesOf(sql, plant.sid, snsOf(withVoltages), window, NAMES);
  const powers = await seriesOf(sql, plant.sid, snsOf(producers), window, ['powerW']);
  const production = [...powers.values()].flatMap(({ powerW }) => powerW ?? []);
  const windowBy = (factor: number) => windowOf(plant, DAYS, at, STEP_S * factor);
  return meters.map((device): CheckedMeter => {
    // A three-wire connection has no phase voltage with which a phase's power could be compared.
    if (!withVoltages.includes(device)) return { device, ...UNDECIDED, finding: 'threeWires', mayExplainSign: false };
    const measured = seriesBySn.get(device.sn) ?? {};
    const factor = factorOf(Object.values(measured), production, windowBy);
    const coarse = windowBy(factor);
    const of = (name: (typeof NAMES)[number]): Series =>
      measured[name] ? resample(measured[name], factor) : coarse.sunDeg.map(() => Number.NaN);
    const powersW = [of('l1PowerW'), of('l2PowerW'), of('l3PowerW')] as const;
    const found = ofNewestDays(coarse, {
      powersW,
      voltagesV: [of('l1VoltageV'), of('l2VoltageV'), of('l3VoltageV')],
      producedW:
        production.length === 0
          ? unknownByDay(coarse)
          : productionOf(
              production.map((watts) => resample(watts, factor)),
              coarse,
            ),
    });
    const isWeekKnown = powersW[0].subarray(0, coarse.days[0]!.to).some((watts) => !Number.isNaN(watts));
    return { device, ...found, mayExplainSign: found.isPowerWrong || (found.verdict === 'notYet' && !isWeekKnown) };
  });
}

/** Returns the shortest length of slots that the meter's reports fill, and those of the producers by day. */
function factorOf(
  measured: readonly Series[],
  production: readonly Series[],
  windowBy: (factor: number) => Window,
): number {
  const isFilled = (factor: number): boolean => {
    const { sunDeg } = windowBy(factor);
    const share = (series: Series, minDeg: number) =>
      knownShare(resample(series, factor), (slot) => valueAt(sunDeg, slot) >= minDeg);
    return (
      measured.every((series) => share(series, -90) >= FILLED) &&
      production.every((series) => share(series, AWAKE_DEG) >= FILLED)
    );
  };
  return FACTORS.find(isFilled) ?? FACTORS.at(-1)!;
}

/** Checks the newest days alone, then more of them until the arrangement is clear. */
function ofNewestDays({ days }: Window, { powersW, voltagesV, producedW }: PhaseParts): PhaseFinding {
  let found: PhaseFinding = UNDECIDED;
  for (const count of NEWEST_DAYS) {
    const cut = (series: Series) => series.subarray(days.at(-count)!.from);
    const [p1, p2, p3] = powersW;
    const [v1, v2, v3] = voltagesV;
    found = phases({
      powersW: [cut(p1), cut(p2), cut(p3)],
      voltagesV: [cut(v1), cut(v2), cut(v3)],
      producedW: cut(producedW),
    });
    if (found.verdict !== 'notYet') return found;
  }
  return found;
}
