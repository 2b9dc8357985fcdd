// What an open problem has cost: the energy that a device would have made beside its sound neighbours, less what it made.
import { addDays, type Day, eachDay } from '../../platform/calendar/rules/localDays.ts';

/** Days before a problem that show how a device does beside its neighbours: another roof, shade, other modules. */
export const COMPARED_DAYS = 14;
/** Fewer of them say nothing: then it is taken to do as they do. */
const LEAST_COMPARED_DAYS = 3;

export interface LossQuestion {
  /** Sound neighbours' Wh per W of rated power, by day; a day without any is left out. */
  neighbours: ReadonlyMap<Day, number>;
  /** Wh that the device made, by day. */
  own: ReadonlyMap<Day, number>;
  /** 0: not known. */
  ratedW: number;
  /** The day on which the problem began. */
  since: Day;
  /** The last day, included. */
  until: Day;
}

/** Wh lost on each day since; null: there is no neighbour, or no rated power, to compare with. */
export function lostEnergy({ neighbours, own, ratedW, since, until }: LossQuestion): Map<Day, number> | null {
  if (ratedW <= 0) return null;
  const share = usualShare({ neighbours, own, ratedW, since });
  const lost = new Map<Day, number>();
  for (const day of eachDay(since, until)) {
    const neighbour = neighbours.get(day);
    if (neighbour === undefined) continue;
    lost.set(day, Math.max(0, share * neighbour * ratedW - (own.get(day) ?? 0)));
  }
  return lost.size === 0 ? null : lost;
}

/** What the device made before the problem beside what its neighbours would have in its place. */
function usualShare({ neighbours, own, ratedW, since }: Omit<LossQuestion, 'until'>): number {
  let days = 0;
  let ownWh = 0;
  let neighboursWh = 0;
  for (const day of eachDay(addDays(since, -COMPARED_DAYS), addDays(since, -1))) {
    const neighbour = neighbours.get(day);
    const made = own.get(day);
    if (!neighbour || !made) continue;
    days++;
    ownWh += made;
    neighboursWh += neighbour * ratedW;
  }
  return days < LEAST_COMPARED_DAYS ? 1 : ownWh / neighboursWh;
}
