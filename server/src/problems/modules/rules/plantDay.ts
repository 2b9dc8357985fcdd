// Judges a day of a plant: compares each module with its neighbours, and on a clear day its curve, from measurements and the entered roof data.
import { required } from '@heliograph/contract/required.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { clearSkyOf } from '../../../energy/rules/clearSky.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';
import { type ComparedModule, neighboursOf } from '../../rules/moduleNeighbours.ts';
import { clearFacts, type ModuleGroup } from './clearDay.ts';
import type { PlantDay } from './findings.ts';
import { type DayLight, type DayModule, judgeDay } from './moduleDay.ts';
import type { Place } from './shade.ts';

/** The modules of a plant and their neighbours, the same for each day. */
export interface Roof {
  modules: readonly ComparedModule[];
  /** Indices of each module's neighbours. */
  neighbours: readonly (readonly number[])[];
}

export function roofOf(modules: readonly ComparedModule[]): Roof {
  const indexOf = new Map(modules.map((module, index) => [module, index]));
  return {
    modules,
    neighbours: modules.map((module) =>
      neighboursOf(module, modules).map((other) => required(indexOf.get(other), 'a neighbour')),
    ),
  };
}

/** Measurements of a module; in the order of the roof's modules. */
export type Measured = Pick<DayModule, 'powerW' | 'voltageV' | 'excused'>;

/** Seconds of a slot: clouds pass within one, and devices that upload every ten minutes fill each. */
export const JUDGED_STEP_S = 900;

export function lightOf({ startMs, endMs }: { startMs: number; endMs: number }, place: Place): DayLight {
  const count = Math.ceil((endMs - startMs) / (JUDGED_STEP_S * 1000));
  const middleMs = (slot: number) => startMs + (slot + 0.5) * JUDGED_STEP_S * 1000;
  return {
    fromMs: startMs,
    stepS: JUDGED_STEP_S,
    sunDeg: Float64Array.from(
      { length: count },
      (_, slot) => sunPosition(middleMs(slot), place.latitude, place.longitude).elevationDeg,
    ),
    solarHour: Float64Array.from({ length: count }, (_, slot) => {
      const hours = (middleMs(slot) / 3_600_000 + place.longitude / 15) % 24;
      return hours < 0 ? hours + 24 : hours;
    }),
  };
}

/** Minimum device temperature below which snow may have fallen in the night, °C. A device is warmer than the air around it. */
const COLD_C = 8;
/** Where no device reports a temperature: the sun stays below this elevation in the winter half of the year. */
const WINTER_DEG = 35;

/** Judges a day. `coldestC`: the lowest temperature that devices reported while awake; null: none reports one. */
export function judgePlantDay(
  place: Place,
  { day, light, coldestC }: { day: Day; light: DayLight; coldestC: number | null },
  { modules, neighbours }: Roof,
  measured: readonly Measured[],
  isWatched?: (module: { sn: string; input: number }) => boolean,
): PlantDay {
  const all = modules.map(
    ({ sn, input, model, peakW, ratedW }, index): DayModule => ({
      sn,
      input,
      model,
      peakW,
      ratedW,
      neighbours: required(neighbours[index], 'the neighbours of a module'),
      ...required(measured[index], 'the curves of a module'),
    }),
  );
  const clear = clearFacts(light, all, facesOf(place, light, modules));
  return {
    day,
    isCold: coldestC === null ? !light.sunDeg.some((deg) => deg >= WINTER_DEG) : coldestC < COLD_C,
    modules: judgeDay(light, all, isWatched).map((fact, index) => {
      const clearFact = clear?.get(index);
      return clearFact ? { ...fact, clear: clearFact } : fact;
    }),
  };
}

/** Returns the faces of modules whose tilt and azimuth are set. */
function facesOf(place: Place, { fromMs, stepS, sunDeg }: DayLight, modules: readonly ComparedModule[]): ModuleGroup[] {
  const byFace = new Map<string, { tiltDeg: number; azimuthDeg: number; indices: number[] }>();
  for (const [index, { tilt, azimuth }] of modules.entries()) {
    if (tilt === null || azimuth === null) continue;
    const key = `${tilt} ${azimuth}`;
    const face = byFace.get(key);
    if (face) face.indices.push(index);
    else byFace.set(key, { tiltDeg: tilt, azimuthDeg: azimuth, indices: [index] });
  }
  return [...byFace].map(([key, { tiltDeg, azimuthDeg, indices }]) => {
    const plane = { peakW: 1, tiltDeg, azimuthDeg, ratedW: Number.POSITIVE_INFINITY };
    const clearSkyW = clearSkyOf(place, [plane]);
    const clearW = Float64Array.from(sunDeg, (deg, slot) =>
      deg <= 0 ? 0 : clearSkyW(fromMs + (slot + 0.5) * stepS * 1000),
    );
    return { key, clearW, modules: indices };
  });
}
