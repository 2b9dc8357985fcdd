// Aggregates samples into time slots with mean, minimum and maximum, for charts of many devices.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { addDays } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { columnsOfParts, type Part } from './parts.ts';
import { DAY_MS, firstDay, iso, lastDay, partColumns, type SampleColumns } from './samples.ts';

export interface SlotQuery {
  sid: string;
  /** Omitted: all current and former devices of the plant; use it for a day or two only. */
  sns?: readonly string[];
  fromMs: number;
  /** Not included. */
  toMs: number;
  /** Length of a slot in seconds. */
  stepS: number;
  names: readonly QuantityName[];
  /** Values beyond them are left out. Missing: all count. */
  ranges?: ValueRanges | undefined;
}

/** Least and greatest value of quantities, by serial number. */
export type ValueRanges = Map<string, Partial<Record<QuantityName, ValueRange>>>;

interface ValueRange {
  least: number;
  most: number;
}

/** Values per slot, from all its samples; NaN where it has none. */
export interface Slots {
  mean: Float64Array;
  min: Float64Array;
  max: Float64Array;
}

/** Device-days that are read in one statement. */
const BATCH_DEVICE_DAYS = 2_000;

/** Returns mean, minimum and maximum of each quantity per device and slot. Slots count from `fromMs`. Damaged days are gaps, and reported. */
export async function readSlots(
  sql: Sql | Transaction,
  { sid, sns, fromMs, toMs, stepS, names, ranges }: SlotQuery,
): Promise<ReadSlots> {
  const sums = sumsOf({ fromMs, toMs, stepS, names, ranges });
  const windowMs = Math.max(1, Math.floor(BATCH_DEVICE_DAYS / Math.max(1, sns?.length ?? 1))) * DAY_MS;
  for (let startMs = fromMs; startMs < toMs; startMs += windowMs) {
    const endMs = Math.min(toMs, startMs + windowMs);
    const parts = await readParts(sql, { sid, ...(sns && { sns }), fromMs: startMs, toMs: endMs }, names);
    sums.add(columnsOfParts(parts, { sid, fromMs: startMs, toMs: endMs, names, damaged: 'gap' }));
  }
  return sums.slots();
}

/** Reads the slots of individual days of a longer period in one statement; returns one result per day, in order. For few days: all are in memory at the same time. */
export async function readSlotsOfDays(
  sql: Sql | Transaction,
  { sid, sns, names }: Pick<SlotQuery, 'sid' | 'sns' | 'names'>,
  days: readonly Pick<SlotQuery, 'fromMs' | 'toMs' | 'stepS'>[],
): Promise<ReadSlots[]> {
  const which = whichDevices(sns, 5);
  const { ofBlocks, ofHot } = partColumns(names);
  const spans = days.map((day) => ({ ...day, first: firstDay(day.fromMs), last: lastDay(day.toMs) }));
  const blocks = new Set(spans.flatMap(({ first, last }) => daysBetween(first, last)));
  const parts = await sql.unsafe<Part[]>(
    `select sn, null::text as day, ${ofHot} from hot_samples h
     join unnest($2::text::timestamptz[], $3::text::timestamptz[]) as g (begins, ends) on h.at >= g.begins and h.at < g.ends
     where sid = $1 and sn ${which} group by sn
     union all
     select sn, day::text, ${ofBlocks} from sample_blocks
     where sid = $1 and sn ${which} and day = any($4::text::date[])`,
    [
      sid,
      textArray(spans.map(({ fromMs }) => iso(fromMs))),
      textArray(spans.map(({ toMs }) => iso(toMs))),
      textArray([...blocks]),
      ...(sns ? [textArray(sns)] : []),
    ],
  );
  return spans.map(({ fromMs, toMs, stepS, first, last }) => {
    const sums = sumsOf({ fromMs, toMs, stepS, names });
    const ofDay = parts.filter(({ day }) => day === null || (day >= first && day <= last));
    sums.add(columnsOfParts(ofDay, { sid, fromMs, toMs, names, damaged: 'gap' }));
    return sums.slots();
  });
}

/** Returns the SQL condition on `sn`; without serial numbers a subquery, which saves a round trip to the database. */
const whichDevices = (sns: readonly string[] | undefined, parameter: number): string =>
  sns ? `= any($${parameter}::text::text[])` : 'in (select sn from devices where sid = $1)';

function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

type ReadSlots = Map<string, Partial<Record<QuantityName, Slots>>>;

/** Creates an accumulator of samples per device and slot. */
function sumsOf({
  fromMs,
  toMs,
  stepS,
  names,
  ranges,
}: Pick<SlotQuery, 'fromMs' | 'toMs' | 'stepS' | 'names' | 'ranges'>) {
  const stepMs = stepS * 1000;
  const count = Math.ceil((toMs - fromMs) / stepMs);
  const sums = new Map<string, SlotSums[]>();
  return {
    add(columns: ReadonlyMap<string, SampleColumns>): void {
      for (const [sn, { atMs, values }] of columns) {
        let device = sums.get(sn);
        if (!device) {
          device = names.map(() => new SlotSums(count));
          sums.set(sn, device);
        }
        const slotOf = new Int32Array(atMs.length);
        for (let index = 0; index < atMs.length; index++) slotOf[index] = Math.floor((atMs[index]! - fromMs) / stepMs);
        for (const [index, name] of names.entries()) {
          const column = values[name];
          if (column) device[index]!.add(slotOf, column, ranges?.get(sn)?.[name] ?? ANY);
        }
      }
    },
    slots: (): ReadSlots =>
      new Map(
        [...sums].map(([sn, device]) => [
          sn,
          Object.fromEntries(names.map((name, index) => [name, device[index]!.slots()])),
        ]),
      ),
  };
}

const ANY: ValueRange = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

class SlotSums {
  readonly #count: Int32Array;
  readonly #sum: Float64Array;
  readonly #min: Float64Array;
  readonly #max: Float64Array;

  constructor(slots: number) {
    this.#count = new Int32Array(slots);
    this.#sum = new Float64Array(slots);
    this.#min = new Float64Array(slots).fill(Number.NaN);
    this.#max = new Float64Array(slots).fill(Number.NaN);
  }

  add(slotOf: Int32Array, column: Float64Array, { least, most }: ValueRange): void {
    for (let index = 0; index < column.length; index++) {
      const value = column[index]!;
      // Neither is no value.
      if (!(value >= least && value <= most)) continue;
      const slot = slotOf[index]!;
      this.#count[slot]!++;
      this.#sum[slot]! += value;
      if (!(this.#min[slot]! <= value)) this.#min[slot] = value;
      if (!(this.#max[slot]! >= value)) this.#max[slot] = value;
    }
  }

  slots(): Slots {
    const mean = new Float64Array(this.#sum.length);
    for (let slot = 0; slot < mean.length; slot++) mean[slot] = this.#sum[slot]! / this.#count[slot]!;
    return { mean, min: this.#min, max: this.#max };
  }
}

async function readParts(
  sql: Sql | Transaction,
  { sid, sns, fromMs, toMs }: Omit<SlotQuery, 'stepS' | 'names'>,
  names: readonly QuantityName[],
): Promise<Part[]> {
  const { ofBlocks, ofHot } = partColumns(names);
  const which = whichDevices(sns, 6);
  return await sql.unsafe<Part[]>(
    `select sn, null::text as day, ${ofHot} from hot_samples
     where sid = $1 and sn ${which} and at >= $2::text::timestamptz and at < $3::text::timestamptz group by sn
     union all
     select sn, day::text, ${ofBlocks} from sample_blocks
     where sid = $1 and sn ${which} and day between $4::text::date and $5::text::date`,
    [sid, iso(fromMs), iso(toMs), firstDay(fromMs), lastDay(toMs), ...(sns ? [textArray(sns)] : [])],
  );
}
