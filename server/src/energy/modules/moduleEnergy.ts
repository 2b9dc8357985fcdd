// Energy of modules: the device's energy of each day (energy/periods/energyOfPeriods.ts), divided by the power of its inputs on that day.
// The one figure of all calls that show it: the modules of a device sum to the device, on every day and in every period.
import type { Input } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { profileOf } from '../../families/families.ts';
import {
  addDays,
  type Day,
  dayBounds,
  dayEndMs,
  dayStartMs,
  eachDay,
  localDay,
} from '../../platform/calendar/rules/localDays.ts';
import { mapPeriods, type Period, type PerPeriod } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots, type Slots } from '../../samples/slots.ts';
import { energyOfPeriods } from '../periods/energyOfPeriods.ts';
import type { PeriodEnergy } from '../periods/provenance.ts';
import { CURVE_STEP_S } from '../rules/dayCurve.ts';
import type { Location } from '../rules/expectedDaylight.ts';
import {
  type Columns,
  counterNames,
  inputDays,
  inputsToRead,
  powerNames,
  type Shares,
  sharesByCounters,
  sharesOf,
} from '../rules/moduleShares.ts';

export interface SharingDevice {
  sn: string;
  /** As many as its product has; 0: it tells how many. */
  inputs: number;
  frameProfile: string | null;
  /** Of its newest sample. */
  quantities: Quantities;
  /** The day of `todayWh`. */
  day: Day | null;
  todayWh: number | null;
}

interface Place {
  sid: string;
  timezone: string;
}

const stepWhOf = ({ frameProfile }: SharingDevice): number => profileOf(frameProfile).energyCounter.stepWh;

/** By serial number and input, Wh; what nothing tells apart, or tells of today, is left out. */
export async function modulesToday(
  sql: Transaction,
  place: Place,
  devices: readonly SharingDevice[],
  today: Day,
): Promise<Map<string, Map<Input, number>>> {
  const shares = await sharesToday(sql, place, devices, today);
  return new Map(
    devices.flatMap(({ sn, todayWh }) => {
      const of = shares.get(sn);
      return of ? [[sn, new Map([...of.byInput].map(([input, share]) => [input, share * todayWh!]))]] : [];
    }),
  );
}

/** Most devices' newest sample says it; of the others the day's samples are read. */
async function sharesToday(
  sql: Transaction,
  place: Place,
  devices: readonly SharingDevice[],
  today: Day,
): Promise<Map<string, Shares>> {
  const found = new Map<string, Shares>();
  const toRead: SharingDevice[] = [];
  for (const device of devices) {
    if (device.day !== today || device.todayWh === null) continue;
    const shares = device.inputs === 1 ? ALL : sharesByNewest(device, device.todayWh);
    if (shares) found.set(device.sn, shares);
    else toRead.push(device);
  }
  // Devices with as many inputs are read together: what is asked of the store is the same.
  for (const alike of Map.groupBy(toRead, (device) => readInputs(device).length).values()) {
    const made = alike.map((device) => ({ device, day: today, energyWh: device.todayWh! }));
    for (const [{ device }, shares] of await sharesOfDays(sql, place, made)) found.set(device.sn, shares);
  }
  return found;
}

const ALL: Shares = { byInput: new Map([[1, 1]]), basis: 'whole' };
const readInputs = ({ inputs, quantities }: SharingDevice): Input[] => inputsToRead(inputs, quantities);

/** What the counters of several inputs say now. */
function sharesByNewest(device: SharingDevice, todayWh: number): Shares | null {
  const counted = readInputs(device).map((input) => ({
    input,
    countedWh: device.quantities[`input${input}CounterWh`] ?? null,
  }));
  return sharesByCounters(todayWh, counted, stepWhOf(device));
}

/** What a device has made on a day. */
interface Made {
  device: SharingDevice;
  day: Day;
  energyWh: number;
}

/** Of devices with as many inputs each; what nothing tells apart is left out. The days are read at once, from the first to the last. */
async function sharesOfDays(
  sql: Transaction,
  { sid, timezone }: Place,
  made: readonly Made[],
): Promise<Map<Made, Shares>> {
  const found = new Map<Made, Shares>();
  const inputs = made.length === 0 ? [] : readInputs(made[0]!.device);
  if (inputs.length === 0) return found;
  const days = made.map(({ day }) => day).toSorted();
  const fromMs = dayStartMs(days[0]!, timezone);
  const toMs = dayEndMs(days.at(-1)!, timezone);
  const slotAt = (ms: number) => Math.ceil((ms - fromMs) / (CURVE_STEP_S * 1000));
  const read = async (of: readonly Made[], names: readonly QuantityName[]) => {
    const sns = [...new Set(of.map(({ device }) => device.sn))];
    return await readSlots(sql, { sid, sns, fromMs, toMs, stepS: CURVE_STEP_S, names });
  };
  const share = (slots: ReadSlots, one: Made, rule: typeof sharesOf) => {
    const { startMs, endMs } = dayBounds(one.day, timezone);
    const { device, energyWh } = one;
    const told = inputDays(columnsOf(slots), inputs, device.inputs, slotAt(startMs), slotAt(endMs));
    const shares = rule(energyWh, told, stepWhOf(device));
    if (shares) found.set(one, shares);
  };
  // Where they count, that is all that is read; a live row knows what its device has ever told.
  const counting = made.filter(({ device }) => counterNames(inputs).some((name) => name in device.quantities));
  const counters = counting.length > 0 ? await read(counting, counterNames(inputs)) : new Map<string, ReadSlots>();
  for (const one of made) share(counters.get(one.device.sn) ?? {}, one, sharesByCounters);
  const others = made.filter((one) => !found.has(one));
  if (others.length === 0) return found;
  const powers = await read(others, powerNames(inputs));
  for (const one of others) share({ ...counters.get(one.device.sn), ...powers.get(one.device.sn) }, one, sharesOf);
  return found;
}

type ReadSlots = Partial<Record<QuantityName, Slots>>;

function columnsOf(slots: ReadSlots): { mean: Columns; max: Columns } {
  const of = (which: 'mean' | 'max') =>
    Object.fromEntries(Object.entries(slots).map(([name, told]) => [name, told[which]])) as Columns;
  return { mean: of('mean'), max: of('max') };
}

/** Of one device. */
export type MeasuredDevice = SharingDevice & Place & Location;

/** So many days are read at once: some megabytes of slots. */
const DAYS_AT_ONCE = 62;

/**
 * Energy of one module over periods, each with what its figure stands on; no value is null, not 0. A day that cannot be
 * shared out is missing in it, and in how complete it is.
 */
export async function moduleEnergies<const Periods extends readonly Period[]>(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  periods: Periods,
  at: Date,
): Promise<PerPeriod<Periods, PeriodEnergy>> {
  // One input: whatever its device has made.
  if (device.inputs === 1)
    return input === 1 ? await energyOfPeriods(sql, device, periods, at) : mapPeriods(periods, noEnergy);
  const today = localDay(at.getTime(), device.timezone);
  const [begin] = periods.map((period) => period.from).toSorted();
  const end = periods
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  const [first] = periods;
  const firstDay = first ? (await energyOfPeriods(sql, device, [first], at))[0].firstDay : null;
  if (firstDay === null || begin === undefined || end === undefined) return mapPeriods(periods, noEnergy);
  const days = await moduleDays(sql, device, input, { from: latest(firstDay, begin), to: earliest(today, end) }, at);
  return mapPeriods(periods, (period) => ({
    ...sumOf(days.filter((day) => day.from >= period.from && day.from <= period.to)),
    ...period,
    firstDay,
  }));
}

const latest = (one: Day, other: Day): Day => (one > other ? one : other);
const earliest = (one: Day, other: Day): Day => (one < other ? one : other);

const noEnergy = (period: Period): PeriodEnergy => ({ ...sumOf([]), ...period, firstDay: null });

function sumOf(days: readonly PeriodEnergy[]): Omit<PeriodEnergy, 'from' | 'to' | 'firstDay'> {
  const sum = (values: (number | null)[]): number | null =>
    values.reduce<number | null>((all, value) => (value === null ? all : (all ?? 0) + value), null);
  return {
    energyWh: sum(days.map(({ energyWh }) => energyWh)),
    money: sum(days.map(({ money }) => money)),
    isMeasured: false,
    sources: [...new Set(days.flatMap(({ sources }) => sources))].toSorted(),
    coveredS: days.reduce((all, { coveredS }) => all + coveredS, 0),
  };
}

/** Each day of which it is known, in their order; none is later than today. For a device with several inputs. */
export async function moduleDays(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  { from, to }: Period,
  at: Date,
): Promise<PeriodEnergy[]> {
  const days: PeriodEnergy[] = [];
  for (let day = from; day <= to; day = addDays(day, DAYS_AT_ONCE)) {
    const until = earliest(to, addDays(day, DAYS_AT_ONCE - 1));
    days.push(...(await daysAtOnce(sql, device, input, { from: day, to: until }, at)));
  }
  return days;
}

async function daysAtOnce(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  { from, to }: Period,
  at: Date,
): Promise<PeriodEnergy[]> {
  const today = localDay(at.getTime(), device.timezone);
  const days = eachDay(from, to);
  const made = await energyOfPeriods(
    sql,
    device,
    days.map((day) => ({ from: day, to: day })),
    at,
  );
  const known = made.flatMap((day) => (day.energyWh === null ? [] : [{ ...day, energyWh: day.energyWh }]));
  const over = known.filter((day) => day.from < today).map(({ from: day, energyWh }) => ({ device, day, energyWh }));
  const [read, now] = await Promise.all([
    sharesOfDays(sql, device, over),
    // As lists tell it.
    known.some((day) => day.from === today) ? sharesToday(sql, device, [device], today) : null,
  ]);
  const byDay = new Map([...read].map(([{ day }, shares]) => [day, shares]));
  return known.flatMap((day): PeriodEnergy[] => {
    const shares = day.from === today ? now?.get(device.sn) : byDay.get(day.from);
    const share = shares?.byInput.get(input);
    if (!shares || share === undefined) return [];
    const sources = shares.basis === 'integrated' ? day.sources.map(asShared) : day.sources;
    return [{ ...day, energyWh: day.energyWh * share, money: day.money === null ? null : day.money * share, sources }];
  });
}

/** A counted day that was shared out by power is no counted one of its modules. */
const asShared = (source: PeriodEnergy['sources'][number]): typeof source =>
  source === 'counted' ? 'integrated' : source;
