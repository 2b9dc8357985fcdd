// Computes the energy of modules: the device's energy of each day (energy/periods/storedDays.ts), divided by the power of its inputs on that day.
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
  localDay,
} from '../../platform/calendar/rules/localDays.ts';
import type { Period, PerPeriod } from '../../platform/calendar/timeBuckets.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import { readSlots, type Slots } from '../../samples/slots.ts';
import { pricedDays, sumPeriods } from '../periods/energyOfPeriods.ts';
import type { PeriodEnergy } from '../periods/provenance.ts';
import { isKnownOf, type StoredDay } from '../periods/storedDays.ts';
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
        ? [[sn, new Map([...deviceShares.byInput].map(([input, share]) => [input, share * wholeWh(todayWh!)]))]]
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

/** Days whose samples are read at once: some megabytes of slots. */
const DAYS_PER_READ = 62;

/**
 * Returns the energy of one module over periods with its provenance; no value is null, not 0. A day that cannot be shared
 * out is missing in the energy and in its completeness. Each stored day is read once, however many periods contain it.
 */
export async function moduleEnergies<const Periods extends readonly Period[]>(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  periods: Periods,
  at: Date,
): Promise<PerPeriod<Periods, PeriodEnergy>> {
  const priced = await pricedDays(sql, device, periods);
  const days = await moduleDays(sql, device, input, priced.days.filter(isKnownOf(device, at)), at);
  const firstDay = isModuleOf(device, input) ? priced.firstDay : null;
  return sumPeriods({ ...priced, firstDay, days }, device, periods, at, () => true);
}

/** A single input has all the energy of its device; another input of such a device has none. */
const isModuleOf = ({ inputs }: SharingDevice, input: Input): boolean => inputs !== 1 || input === 1;

/**
 * Returns the days of one module, in order, up to today: known days of its device, with the module's share of their energy. Days
 * that cannot be shared out are left out.
 */
export async function moduleDays(
  sql: Transaction,
  device: MeasuredDevice,
  input: Input,
  known: readonly StoredDay[],
  at: Date,
): Promise<StoredDay[]> {
  if (!isModuleOf(device, input)) return [];
  if (device.inputs === 1) return [...known];
  const shares = await sharesOfKnown(sql, device, known, localDay(at.getTime(), device.timezone));
  return known.flatMap((day) => {
    const dayShares = shares.get(day.day);
    const share = dayShares?.byInput.get(input);
    if (!dayShares || share === undefined) return [];
    // A counted day shared out by power is integrated for its modules.
    const source = dayShares.basis === 'integrated' && day.source === 'counted' ? 'integrated' : day.source;
    return [{ ...day, energyWh: day.energyWh * share, source }];
  });
}

/** Returns the shares by day: stored ones, those of days that the job has not reached, from samples, and today's. */
async function sharesOfKnown(
  sql: Transaction,
  device: MeasuredDevice,
  known: readonly StoredDay[],
  today: Day,
): Promise<Map<Day, Shares | null>> {
  const [first, last] = [known[0]?.day, known.at(-1)?.day];
  if (first === undefined || last === undefined) return new Map();
  const [shares, todayShares] = await Promise.all([
    readShares(sql, device, { from: first, to: last }),
    // The same function as in lists.
    last >= today ? sharesToday(sql, device, [device], today) : null,
  ]);
  const open = known.filter(({ day }) => day < today && !shares.has(day));
  for (let from = 0; from < open.length; ) {
    const until = addDays(open[from]!.day, DAYS_PER_READ);
    const part = open.slice(from).filter(({ day }) => day < until);
    const produced = part.map(({ day, energyWh }) => ({ device, day, energyWh }));
    for (const [{ day }, computed] of await sharesOfDays(sql, device, produced)) shares.set(day, computed);
    from += part.length;
  }
  return shares.set(today, todayShares?.get(device.sn) ?? null);
}
