// Folding again after a report came late: from the last carry before it until nothing differs any more.
import { type Carry, type DayRow, type EnergySample, type EnergySource, foldDays, rowOfCarry } from './energy.ts';
import { addDays, type Day, localDay } from './localDays.ts';

/**
 * What ingest loads and stores for one device. How to use it, in the transaction that stores the samples:
 *
 * 1. `latest` = `carryAfter` of the device's newest day row that has one (null: none yet). Lock that row or the device.
 * 2. Store the samples, one per instant, the kept one by `preferSample`. Those that changed nothing are dropped here.
 * 3. `isInOrder(latest, samples)`: upsert every row of `foldDays(latest, inOrder(samples), source).days` by its day.
 *    Each row replaces the stored one, its `carryAfter` as it is (null for a day without samples).
 * 4. Otherwise `refoldDays(store, earliest, newest, source)`, which replaces a stretch of rows.
 *
 * A change of time zone, place, counter scale or a deletion of samples: `refoldDays` over all of them.
 * To save room a row's carry may be set to null, except the newest one's: a late sample then starts further back. Samples
 * may be dropped only up to a row whose carry is kept, and samples older than that must be refused.
 * JSON keeps every number of a carry; numeric columns of rows must be double precision.
 */
export interface DayStore {
  /** `carryAfter` of the newest row before the day that has one. */
  carryBefore(day: Day): Promise<Carry | null>;
  /** The day's stored `carryAfter`. */
  carryOf(day: Day): Promise<Carry | null>;
  /** At most `limit` stored samples later than the instant, or from the first on, in the form of `inOrder`. */
  samplesAfter(atMs: number | null, limit: number): Promise<EnergySample[]>;
  /**
   * Takes these rows instead of the stored ones from the first to the last day, both included; null: without end there.
   * Rows that hold an imported energy without samples are left alone, unless a new one has their day.
   */
  replaceDays(fromDay: Day | null, toDay: Day | null, rows: DayRow[]): Promise<void>;
}

/** True when all samples are later than all that has been folded. */
export function isInOrder(latest: Carry | null, samples: readonly EnergySample[]): boolean {
  return latest === null || samples.every((sample) => sample.atMs > latest.atMs);
}

function same(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => same((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]));
}

/** A few days of five-minute samples at a time: a report that is years late must not load years at once. */
const daysOfSamples = 2000;

/**
 * Folds again what samples between the two instants (those that were added, changed or removed) have an effect on.
 * Gives the rows that it stored, for totals kept elsewhere.
 */
export async function refoldDays(
  store: DayStore,
  changedFromMs: number,
  changedToMs: number,
  source: EnergySource,
  samplesAtOnce: number = daysOfSamples,
): Promise<DayRow[]> {
  const before = await store.carryBefore(localDay(changedFromMs, source.timeZone));
  const fromDay = before?.open.day ?? null;
  const rows = new Map<Day, DayRow>();
  if (before) rows.set(before.open.day, rowOfCarry(before, source));
  for (let carry = before; ; ) {
    const samples = await store.samplesAfter(carry?.atMs ?? null, samplesAtOnce);
    const folded = foldDays(carry, samples, source);
    carry = folded.carry;
    for (const row of folded.days) rows.set(row.day, row);
    if (samples.length < samplesAtOnce) break;
    for (const { day, carryAfter } of folded.days) {
      // only a day that is left behind is whole; equal there, all that follows is as stored, its own row included
      if (carryAfter === null || day === carry?.open.day || carryAfter.atMs < changedToMs) continue;
      if (!same(carryAfter, await store.carryOf(day))) continue;
      const changed = [...rows.values()].filter((row) => row.day < day);
      await store.replaceDays(fromDay, addDays(day, -1), changed);
      return changed;
    }
  }
  const changed = [...rows.values()];
  await store.replaceDays(fromDay, null, changed);
  return changed;
}
