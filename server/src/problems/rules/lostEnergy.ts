// Energy lost by an open problem: what a device would have produced compared with its sound neighbours, minus what it produced.
import { addDays, type Day, eachDay } from '../../platform/calendar/rules/localDays.ts';

/** Days before a problem from which the device's usual share of its neighbours is computed: another roof, shade, other modules. */
export const COMPARED_DAYS = 14;
/** With fewer days the share is assumed to be 1. */
const MIN_COMPARED_DAYS = 3;

export interface LossQuestion {
  /** Sound neighbours' Wh per W of rated power, by day; a day without any is left out. */
  neighbours: ReadonlyMap<Day, number>;
  /** Energy that the device produced, Wh by day. */
  own: ReadonlyMap<Day, number>;
  /** 0: unknown. */
  ratedW: number;
  /** The day on which the problem began. */
  since: Day;
  /** The last day, included. */
  until: Day;
}

/** Returns the energy lost on each day since, Wh; null: there is no neighbour, or no rated power, to compare with. */
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

/** Returns the device's energy before the problem relative to that of neighbours with its rated power. */
function usualShare({ neighbours, own, ratedW, since }: Omit<LossQuestion, 'until'>): number {
  let days = 0;
  let ownWh = 0;
  let neighboursWh = 0;
  for (const day of eachDay(addDays(since, -COMPARED_DAYS), addDays(since, -1))) {
    const neighbour = neighbours.get(day);
    const producedWh = own.get(day);
    if (!neighbour || !producedWh) continue;
    days++;
    ownWh += producedWh;
    neighboursWh += neighbour * ratedW;
  }
  return days < MIN_COMPARED_DAYS ? 1 : ownWh / neighboursWh;
}
