// Computes the energy of modules: the device's energy of each day (energy/periods/energyOfPeriods.ts), divided by the power of its inputs on that day.
// All calls use these functions, so the modules of a device add up to the device on every day and in every period. The job
// shareDays.ts stores the shares of finished days; only days that it has not reached yet are divided from their samples.
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
import type { Sql, Transaction } from '../../platform/database/connect.ts';
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
import { readShares } from './storedShares.ts';

export interface SharingDevice {
  sn: string;
  /** Number of inputs of its product; 0: the device reports it. */
  inputs: number;
  frameProfile: string | null;
  /** Values of its newest sample. */
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

/**
 * Returns today's Wh by serial number and input; inputs that cannot be distinguished, or have no data today, are left
 * out.
 */
export async function modulesToday(
  sql: Transaction,
  plant: Place,
  devices: readonly SharingDevice[],
  today: Day,
): Promise<Map<string, Map<Input, number>>> {
  const shares = await sharesToday(sql, plant, devices, today);
  return new Map(
    devices.flatMap(({ sn, todayWh }) => {
      const deviceShares = shares.get(sn);
      return deviceShares
        ? [[sn, new Map([...deviceShares.byInput].map(([input, share]) => [input, share * todayWh!]))]]
        : [];
    }),
  );
}

/** Returns today's shares: from the newest sample of most devices; for the others the day's samples are read. */
async function sharesToday(
  sql: Transaction,
  plant: Place,
  devices: readonly SharingDevice[],
  today: Day,
): Promise<Map<string, Shares>> {
  const sharesByDevice = new Map<string, Shares>();
  const toRead: SharingDevice[] = [];
  for (const device of devices) {
    if (device.day !== today || device.todayWh === null) continue;
    const shares = device.inputs === 1 ? ALL : sharesByNewest(device, device.todayWh);
    if (shares) sharesByDevice.set(device.sn, shares);
    else toRead.push(device);
  }
  // Devices with the same number of inputs are read together, as they need the same quantities.
  for (const group of Map.groupBy(toRead, (device) => readInputs(device).length).values()) {
    const produced = group.map((device) => ({ device, day: today, energyWh: device.todayWh! }));
    for (const [{ device }, shares] of await sharesOfDays(sql, plant, produced)) sharesByDevice.set(device.sn, shares);
  }
  return sharesByDevice;
}

const ALL: Shares = { byInput: new Map([[1, 1]]), basis: 'whole' };
export const readInputs = ({ inputs, quantities }: SharingDevice): Input[] => inputsToRead(inputs, quantities);

/** Returns the shares by the counters of several inputs in the newest sample; null: no shares. */
function sharesByNewest(device: SharingDevice, todayWh: number): Shares | null {
  const counted = readInputs(device).map((input) => ({
    input,
    countedWh: device.quantities[`input${input}CounterWh`] ?? null,
  }));
  return sharesByCounters(todayWh, counted, stepWhOf(device));
}

/** Energy of a device on a day. */
export interface ProducedDay {
  device: SharingDevice;
  day: Day;
  energyWh: number;
}

/**
 * Returns the shares of days of devices with the same number of inputs; days that cannot be shared out are left out.
 * Reads all days at once, from the first to the last.
 */
export async function sharesOfDays(
  sql: Sql | Transaction,
  { sid, timezone }: Place,
  produced: readonly ProducedDay[],
): Promise<Map<ProducedDay, Shares>> {
  const sharesByDay = new Map<ProducedDay, Shares>();
  const inputs = produced.length === 0 ? [] : readInputs(produced[0]!.device);
  if (inputs.length === 0) return sharesByDay;
  const days = produced.map(({ day }) => day).toSorted();
  const fromMs = dayStartMs(days[0]!, timezone);
  const toMs = dayEndMs(days.at(-1)!, timezone);
  const slotAt = (ms: number) => Math.ceil((ms - fromMs) / (CURVE_STEP_S * 1000));
  const read = async (of: readonly ProducedDay[], names: readonly QuantityName[]) => {
    const sns = [...new Set(of.map(({ device }) => device.sn))];
    return await readSlots(sql, { sid, sns, fromMs, toMs, stepS: CURVE_STEP_S, names });
  };
  const share = (slots: ReadSlots, deviceDay: ProducedDay, rule: typeof sharesOf) => {
    const { startMs, endMs } = dayBounds(deviceDay.day, timezone);
    const { device, energyWh } = deviceDay;
    const inputTotals = inputDays(columnsOf(slots), inputs, device.inputs, slotAt(startMs), slotAt(endMs));
    const shares = rule(energyWh, inputTotals, stepWhOf(device));
    if (shares) sharesByDay.set(deviceDay, shares);
  };
  // Counters are enough for devices that have them; the live row holds every quantity that the device has ever reported.
  const counting = produced.filter(({ device }) => counterNames(inputs).some((name) => name in device.quantities));
  const counters = counting.length > 0 ? await read(counting, counterNames(inputs)) : new Map<string, ReadSlots>();
  for (const deviceDay of produced) share(counters.get(deviceDay.device.sn) ?? {}, deviceDay, sharesByCounters);
  const others = produced.filter((deviceDay) => !sharesByDay.has(deviceDay));
  if (others.length === 0) return sharesByDay;
  const powers = await read(others, powerNames(inputs));
  for (const deviceDay of others)
    share({ ...counters.get(deviceDay.device.sn), ...powers.get(deviceDay.device.sn) }, deviceDay, sharesOf);
  return sharesByDay;
}

type ReadSlots = Partial<Record<QuantityName, Slots>>;

function columnsOf(slots: ReadSlots): { mean: Columns; max: Columns } {
  const of = (which: 'mean' | 'max') =>
    Object.fromEntries(Object.entries(slots).map(([name, values]) => [name, values[which]])) as Columns;
  return { mean: of('mean'), max: of('max') };
}

/** One device with its plant and location. */
export type MeasuredDevice = SharingDevice & Place & Location;

/** Days read at once: some megabytes of slots. */
const DAYS_PER_READ = 62;

/**
 * Returns the energy of one module over periods with its provenance; no value is null, not 0. A day that cannot be shared
 * out is missing in the energy and in its completeness.
 */
export async function moduleEnergies<const Periods extends readonly Period[]>(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  periods: Periods,
  at: Date,
): Promise<PerPeriod<Periods, PeriodEnergy>> {
  // A single input has all the energy of its device.
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

const latest = (left: Day, right: Day): Day => (left > right ? left : right);
const earliest = (left: Day, right: Day): Day => (left < right ? left : right);

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

/** Returns each day with a known energy, in order, up to today; for a device with several inputs. */
export async function moduleDays(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  { from, to }: Period,
  at: Date,
): Promise<PeriodEnergy[]> {
  const days: PeriodEnergy[] = [];
  for (let day = from; day <= to; day = addDays(day, DAYS_PER_READ)) {
    const until = earliest(to, addDays(day, DAYS_PER_READ - 1));
    days.push(...(await readDays(sql, device, input, { from: day, to: until }, at)));
  }
  return days;
}

async function readDays(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  { from, to }: Period,
  at: Date,
): Promise<PeriodEnergy[]> {
  const today = localDay(at.getTime(), device.timezone);
  const days = eachDay(from, to);
  const produced = await energyOfPeriods(
    sql,
    device,
    days.map((day) => ({ from: day, to: day })),
    at,
  );
  const known = produced.flatMap((day) => (day.energyWh === null ? [] : [{ ...day, energyWh: day.energyWh }]));
  const stored = await readShares(sql, device, { from, to });
  const unshared = known
    .filter((day) => day.from < today && !stored.has(day.from))
    .map(({ from: day, energyWh }) => ({ device, day, energyWh }));
  const [computed, todayShares] = await Promise.all([
    sharesOfDays(sql, device, unshared),
    // The same function as in lists.
    known.some((day) => day.from === today) ? sharesToday(sql, device, [device], today) : null,
  ]);
  const byDay = new Map([...stored, ...[...computed].map(([{ day }, shares]) => [day, shares] as const)]);
  return known.flatMap((day): PeriodEnergy[] => {
    const shares = day.from === today ? todayShares?.get(device.sn) : byDay.get(day.from);
    const share = shares?.byInput.get(input);
    if (!shares || share === undefined) return [];
    const sources = shares.basis === 'integrated' ? day.sources.map(asShared) : day.sources;
    return [{ ...day, energyWh: day.energyWh * share, money: day.money === null ? null : day.money * share, sources }];
  });
}

/** A counted day shared out by power is integrated for its modules. */
const asShared = (source: PeriodEnergy['sources'][number]): typeof source =>
  source === 'counted' ? 'integrated' : source;
