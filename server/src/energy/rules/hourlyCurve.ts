// Power over a day of imported history with a value an hour: the energy that each hour has in the day's figure, as its mean power.
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { clockHours, KNOWN_HOURS_MS } from './clockHours.ts';
import { aggregateEnergyDays, type EnergySample, type EnergySource } from './deviceEnergy.ts';

/** Shortest mean gap between samples of an hourly history; finer ones are drawn from their powers. */
const SHORTEST_GAP_MS = 30 * 60_000;
/** Part of a day's energy that may lie before its first sample, such as around dawn; more is a gap. */
const MOST_BEFORE = 0.05;

interface DaySlots {
  fromMs: number;
  stepS: number;
  count: number;
}

/**
 * Returns the mean power of each slot in W, NaN where nothing is known; null: the day is no hourly history. `samples`: in
 * order, of the day and of the days around it, as a counter may be read on either side of midnight.
 */
export function hourlyCurve(
  samples: readonly EnergySample[],
  source: EnergySource,
  day: Day,
  { fromMs, stepS, count }: DaySlots,
): Float64Array | null {
  const { startMs, endMs } = dayBounds(day, source.timeZone);
  const ofDay = samples.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
  if (ofDay.length < 2 || !ofDay.every(({ imported }) => imported)) return null;
  const [firstMs, lastMs] = [ofDay[0]!.atMs, ofDay.at(-1)!.atMs];
  if ((lastMs - firstMs) / (ofDay.length - 1) < SHORTEST_GAP_MS) return null;
  const { days } = aggregateEnergyDays(null, samples, { ...source, hoursFrom: day });
  const row = days.find((each) => each.day === day);
  if (!row?.hours) return null;

  const energies = row.hours.map((microWh) => microWh / 1e6);
  const restWh = row.energyWh - energies.reduce((sum, energyWh) => sum + energyWh, 0);
  const covered = connected(samples, startMs, endMs);
  if (covered.length === 1 && firstMs > startMs && restWh > 0 && restWh <= MOST_BEFORE * row.energyWh) {
    const before = { fromMs: Math.max(startMs, firstMs - 3_600_000), toMs: firstMs };
    energies[clockHours(before.fromMs, before.toMs, source.timeZone)[0]!.hour]! += restWh;
    covered.push(before);
  }
  return slotsOf(energies, covered, clockHours(startMs, endMs, source.timeZone), { fromMs, stepS, count });
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** Returns the parts of the day within which no two samples are further apart than an hour. */
function connected(samples: readonly EnergySample[], startMs: number, endMs: number): Span[] {
  const spans: Span[] = [];
  for (const [index, { atMs }] of samples.entries()) {
    const nextMs = samples[index + 1]?.atMs ?? Infinity;
    const [fromMs, toMs] = [Math.max(startMs, atMs), Math.min(endMs, nextMs)];
    if (nextMs - atMs > KNOWN_HOURS_MS || fromMs >= toMs) continue;
    const last = spans.at(-1);
    if (last?.toMs === fromMs) last.toMs = toMs;
    else spans.push({ fromMs, toMs });
  }
  return spans;
}

const overlapMs = (left: Span, right: Span): number =>
  Math.max(0, Math.min(left.toMs, right.toMs) - Math.max(left.fromMs, right.fromMs));

/** Spreads the energy of each hour evenly over it; hours in which nothing is known stay NaN. */
function slotsOf(
  energies: readonly number[],
  covered: readonly Span[],
  hours: readonly (Span & { hour: number })[],
  { fromMs, stepS, count }: DaySlots,
): Float64Array {
  const lengthsMs = new Array<number>(24).fill(0);
  for (const { hour, fromMs: since, toMs } of hours) lengthsMs[hour]! += toMs - since;
  const known = hours.filter((part) => energies[part.hour]! > 0 || covered.some((span) => overlapMs(span, part) > 0));
  return Float64Array.from({ length: count }, (_, n) => {
    const slot = { fromMs: fromMs + n * stepS * 1000, toMs: fromMs + (n + 1) * stepS * 1000 };
    const parts = known.filter((part) => overlapMs(part, slot) > 0);
    if (parts.length === 0) return Number.NaN;
    const energyWh = parts.reduce(
      (sum, part) => sum + (energies[part.hour]! * overlapMs(part, slot)) / lengthsMs[part.hour]!,
      0,
    );
    return (energyWh * 3600) / stepS;
  });
}
