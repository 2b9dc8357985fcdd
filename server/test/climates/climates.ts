// Climates in which plants are played: sky, temperature, fog and snowfall of a day in quarter hours, shared by all plants of a climate and year.
import { drift } from '@heliograph/simulator/random.ts';
import { type Place, type Sky, skyAt } from '@heliograph/simulator/sky.ts';
import { addDays, type Day } from '../../src/platform/calendar/rules/localDays.ts';
import type { DayLight } from '../../src/problems/modules/rules/moduleDay.ts';
import { JUDGED_STEP_S, lightOf } from '../../src/problems/modules/rules/plantDay.ts';
import { randomOf } from './random.ts';

export interface Climate extends Place {
  name: string;
  /** Warmer than the simulator's continental air, °C. */
  warmerC: number;
  /** Part of the cold time in which fronts bring snow. */
  snowiness: number;
}

export const CLIMATES: readonly Climate[] = [
  {
    name: 'Amsterdam',
    latitude: 52.4,
    longitude: 4.9,
    altitudeM: 0,
    cloudiness: 0.55,
    warmerC: 5,
    snowiness: 0.09,
    weatherSeed: 11,
  },
  {
    name: 'Colorado',
    latitude: 40.6,
    longitude: -105.1,
    altitudeM: 1600,
    cloudiness: 0.3,
    warmerC: 1,
    // About 110 cm a year, as in Fort Collins.
    snowiness: 0.18,
    weatherSeed: 12,
  },
  {
    name: 'Seville',
    latitude: 37.4,
    longitude: -6,
    altitudeM: 20,
    cloudiness: 0.2,
    warmerC: 2,
    snowiness: 0.5,
    weatherSeed: 13,
  },
  {
    name: 'Nairobi',
    latitude: -1.3,
    longitude: 36.8,
    altitudeM: 1700,
    cloudiness: 0.45,
    warmerC: 0,
    snowiness: 0,
    weatherSeed: 14,
  },
  {
    name: 'Oslo',
    latitude: 59.9,
    longitude: 10.8,
    altitudeM: 100,
    cloudiness: 0.5,
    warmerC: 5,
    snowiness: 0.18,
    weatherSeed: 15,
  },
];

/** Weather in the middle of each quarter hour of a day. */
export interface ClimateDay {
  day: Day;
  light: DayLight;
  skies: readonly Sky[];
  /** Fresh snow, cm. */
  snowCm: Float64Array;
}

const STEP_MS = JUDGED_STEP_S * 1000;

/** Returns the weather of a day; `year` picks another one of the climate. */
export function climateDay(climate: Climate, day: Day, year: number): ClimateDay {
  // Days of solar time, so that a plant needs no time zone.
  const startMs = Date.parse(day) - (climate.longitude / 15) * 3_600_000;
  const light = lightOf({ startMs, endMs: startMs + 86_400_000 }, climate);
  const place = { ...climate, weatherSeed: climate.weatherSeed + 100 * year };
  const random = randomOf(Date.parse(day) / 86_400_000 + place.weatherSeed * 7919);
  const fogUntil = random() < 0.12 ? random.between(9, 15) : 0;
  const skies = [...light.solarHour.keys()].map((slot): Sky => {
    const sky = skyAt(place, startMs + (slot + 0.5) * STEP_MS);
    const isFoggy = (light.solarHour[slot] ?? 0) < fogUntil;
    const diffuse = 0.3 * sky.global;
    const calm = { ...sky, ambientC: sky.ambientC + climate.warmerC };
    return isFoggy ? { ...calm, beam: 0, diffuse, global: diffuse, cover: 1 } : calm;
  });
  const snowCm = Float64Array.from(skies, ({ cover, ambientC }, slot) => {
    const isFront = drift(place.weatherSeed + 9, (startMs + slot * STEP_MS) / 3_600_000 / 10) > 1 - climate.snowiness;
    return isFront && cover > 0.6 && ambientC < 0.7 ? random() * 0.5 : 0;
  });
  return { day, light, skies, snowCm };
}

export function* daysFrom(from: Day, count: number): Generator<Day> {
  for (let n = 0; n < count; n++) yield addDays(from, n);
}
