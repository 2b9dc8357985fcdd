// Keeps the shade of an obstacle as one finding: only the sun in the hours and at the heights in which it was shaded can show that the shade is gone.
import { SUN_OVER_DEG } from '@heliograph/contract/moduleFindings.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';
import type { HalfHour } from './moduleDay.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/** A half hour of solar time with shade: the lowest and highest sun, degrees, and the most that neighbours produced, Wh. */
export type ShadedHalf = readonly [half: number, lowestDeg: number, highestDeg: number, brightWh: number];

/** Share of its neighbours below which a module is shaded in a half hour, and from which it is not. */
const SHADED_SHARE = 0.8;
const FREE_SHARE = 0.9;
/** Part of the brightest shaded half hour's light below which clouds hide a shadow. */
const BRIGHT = 0.7;
/** Part of the light of the brightest half hour below which a half hour was seen under clouds only, and shows nothing of the obstacle. */
const CLOUDED = 0.5;
/** Half hours that must be free. */
const MIN_FREE = 2;

const sunAt = (day: Day, half: number, { latitude, longitude }: Place): number =>
  sunPosition(Date.parse(day) + ((half + 0.5) / 2 - longitude / 15) * 3_600_000, latitude, longitude).elevationDeg;

interface DayHalves {
  day: Day;
  halves: readonly HalfHour[];
}

/** Adds the shaded half hours of days to those known. */
export function shadedHalves(known: readonly ShadedHalf[], days: readonly DayHalves[], place: Place): ShadedHalf[] {
  const byHalf = new Map(known.map((shaded) => [shaded[0], shaded]));
  for (const { day, halves } of days) {
    for (const [half, own, medianWh] of halves) {
      const deg = Math.round(10 * sunAt(day, half, place)) / 10;
      if (own >= SHADED_SHARE * medianWh || deg <= SUN_OVER_DEG) continue;
      const [, lowest, highest, bright] = byHalf.get(half) ?? [half, deg, deg, 0];
      byHalf.set(half, [half, Math.min(lowest, deg), Math.max(highest, deg), Math.max(bright, medianWh)]);
    }
  }
  return [...byHalf.values()].toSorted(([a], [b]) => a - b);
}

/** Whether the sun stood where it was shaded before, and the module produced as much as its neighbours. */
export function contradictsShade(shaded: readonly ShadedHalf[], { day, halves }: DayHalves, place: Place): boolean {
  const byHalf = new Map(halves.map((half) => [half[0], half]));
  const brightest = Math.max(...shaded.map(([, , , brightWh]) => brightWh));
  const sunny = shaded.filter(([, , , brightWh]) => brightWh >= CLOUDED * brightest);
  const compared = sunny.flatMap(([half, lowest, highest, brightWh]) => {
    const of = byHalf.get(half);
    const deg = sunAt(day, half, place);
    return of && of[2] >= BRIGHT * brightWh && deg >= lowest - LOWER_DEG && deg <= highest ? [of] : [];
  });
  const sum = (at: 1 | 2) => compared.reduce((total, half) => total + half[at], 0);
  return compared.length >= Math.min(MIN_FREE, sunny.length) && sum(1) >= FREE_SHARE * sum(2);
}

/** What shades the sun shades a lower one too, by up to these degrees. */
const LOWER_DEG = 5;
