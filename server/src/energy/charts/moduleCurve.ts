// Reads one day of a module in slots (W, V, A) and the median of its neighbours, for its chart, its card and its highest power.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { devicesWithModules, moduleRows } from '../../installation/modules.ts';
import { moduleFactsOf } from '../../installation/presentModule.ts';
import { type Input, modulesOf } from '../../installation/rules/orientation.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { type ComparedModule, medianOf, neighboursOf } from '../../problems/rules/moduleNeighbours.ts';
import { readSlots, type SlotQuery, type Slots } from '../../samples/slots.ts';
import { type Columns, inputsToRead, modulePowers, powerNames } from '../rules/moduleShares.ts';

/** Slots of one day. */
type DaySlots = Pick<SlotQuery, 'fromMs' | 'toMs' | 'stepS'> & { count: number };

interface ModuleInput {
  sn: string;
  input: Input;
  /** Number of inputs of the device's product. */
  inputs: number;
}

/** Values by slot; NaN: no value. */
export interface ModuleCurve {
  power: Float64Array;
  voltage: Float64Array;
  current: Float64Array;
}

/**
 * Returns the curves of modules of one plant, in the order of `modules`. The caller has checked access to the plant.
 */
export async function moduleCurves(
  sql: Transaction,
  sid: string,
  modules: readonly ModuleInput[],
  slots: DaySlots,
): Promise<ModuleCurve[]> {
  return (await curvesOf(sql, sid, modules, slots, [])).curves;
}

/**
 * Returns mean, minimum and maximum of each slot of one module. Power shared among inputs keeps the shares of the
 * slot's mean at both ends.
 */
export async function moduleWithBands(
  sql: Transaction,
  sid: string,
  { sn, input, inputs }: ModuleInput,
  slots: DaySlots,
): Promise<Record<keyof Slots, ModuleCurve>> {
  const [voltage, current, power] = [`input${input}VoltageV`, `input${input}CurrentA`, `input${input}PowerW`] as const;
  const names = [...new Set([...powerNames(INPUTS.slice(0, Math.max(input, inputs))), voltage, current])];
  const slotsByName = (await readSlots(sql, { ...slots, sid, sns: [sn], names })).get(sn) ?? {};
  const means: Columns = Object.fromEntries(Object.entries(slotsByName).map(([name, { mean }]) => [name, mean]));
  const none = () => new Float64Array(slots.count).fill(Number.NaN);
  const at = (end: keyof Slots): ModuleCurve => {
    const columns = { ...means, powerW: slotsByName.powerW?.[end], [power]: slotsByName[power]?.[end] };
    return {
      power: modulePowers(columns as Columns, input, inputs, 0, slots.count),
      voltage: slotsByName[voltage]?.[end] ?? none(),
      current: slotsByName[current]?.[end] ?? none(),
    };
  };
  return { mean: at('mean'), min: at('min'), max: at('max') };
}

/** Returns the curves and, by serial number, the columns of their devices, which include the quantities of `more`. */
export async function curvesOf(
  sql: Sql | Transaction,
  sid: string,
  modules: readonly ModuleInput[],
  slots: DaySlots,
  more: readonly QuantityName[],
): Promise<{ curves: ModuleCurve[]; devices: ReadonlyMap<string, Columns> }> {
  const devices = await readModules(sql, sid, modules, slots, (input) => [
    `input${input}VoltageV`,
    `input${input}CurrentA`,
    ...more,
  ]);
  const none = () => new Float64Array(slots.count).fill(Number.NaN);
  const curves = modules.map(({ sn, input, inputs }) => {
    const columns = devices.get(sn) ?? {};
    return {
      power: modulePowers(columns, input, inputs, 0, slots.count),
      voltage: columns[`input${input}VoltageV`] ?? none(),
      current: columns[`input${input}CurrentA`] ?? none(),
    };
  });
  return { curves, devices };
}

/** Returns only the powers of the modules, in W by slot, in their order. */
export async function modulePowerCurves(
  sql: Transaction,
  sid: string,
  modules: readonly ModuleInput[],
  slots: DaySlots,
): Promise<Float64Array[]> {
  const columnsByDevice = await readModules(sql, sid, modules, slots, () => []);
  return modules.map(({ sn, input, inputs }) =>
    modulePowers(columnsByDevice.get(sn) ?? {}, input, inputs, 0, slots.count),
  );
}

/** Reads slot means by serial number: the quantities that make up powers, and `furtherNames` of each input. */
async function readModules(
  sql: Sql | Transaction,
  sid: string,
  modules: readonly ModuleInput[],
  { fromMs, toMs, stepS }: DaySlots,
  furtherNames: (input: Input) => QuantityName[],
): Promise<Map<string, Columns>> {
  if (modules.length === 0) return new Map();
  const maxInput = modules.reduce((max, { input, inputs }) => Math.max(max, input, inputs), 0);
  const inputs = INPUTS.slice(0, maxInput);
  const names = [
    ...powerNames(inputs),
    ...inputs.flatMap(furtherNames),
    // Devices with fewer inputs than the largest one need these.
    ...powerNames(INPUTS.slice(0, 2)),
  ];
  const sns = [...new Set(modules.map(({ sn }) => sn))];
  const columnsByDevice = await readSlots(sql, { sid, sns, fromMs, toMs, stepS, names: [...new Set(names)] });
  return new Map(
    [...columnsByDevice].map(([sn, slots]): [string, Columns] => [
      sn,
      Object.fromEntries(Object.entries(slots).map(([name, { mean }]) => [name, mean])),
    ]),
  );
}

/**
 * Returns all modules of a plant with the facts that decide which are neighbours; tilt and azimuth come from
 * `moduleFactsOf` alone.
 */
export async function comparedModules(
  sql: Sql | Transaction,
  sid: string,
  at: Date,
): Promise<(ComparedModule & ModuleInput)[]> {
  const [devices, rows] = await Promise.all([devicesWithModules(sql, sid, at), moduleRows(sql, sid)]);
  return devices.flatMap((device): (ComparedModule & ModuleInput)[] => {
    const moduleSettings = rows.get(device.sn) ?? [];
    const inputs = inputsToRead(device.inputs, device.quantities).length;
    return modulesOf(device.inputs, device.quantities, moduleSettings).map((input) => {
      const facts = moduleFactsOf(
        device,
        moduleSettings.find((row) => row.input === input),
      );
      return {
        sn: device.sn,
        input,
        inputs: device.inputs,
        model: device.model,
        tilt: facts.tilt,
        azimuth: facts.azimuth,
        stringNumber: facts.stringNumber,
        peakW: facts.peakPower,
        ratedW: ratedOf(device.ratedPowerW, inputs),
      };
    });
  });
}

/** Returns the median of a module's neighbours and their number; the module belongs to the plant `sid`. */
export async function neighbourMedian(
  sql: Transaction,
  sid: string,
  module: ModuleInput,
  slots: DaySlots,
  at: Date,
): Promise<{ median: ModuleCurve; neighbours: number }> {
  const all = await comparedModules(sql, sid, at);
  const own = all.find(({ sn, input }) => sn === module.sn && input === module.input);
  const neighbours = own ? neighboursOf(own, all) : [];
  const others = await moduleCurves(sql, sid, neighbours, slots);
  const median = (which: keyof ModuleCurve) =>
    medianOf(
      others.map((curve) => curve[which]),
      slots.count,
    );
  return {
    median: { power: median('power'), voltage: median('voltage'), current: median('current') },
    neighbours: neighbours.length,
  };
}

/** Returns the share of a device's rated power per input, W; null where it is not known. */
export const ratedOf = (ratedPowerW: number, inputs: number): number | null =>
  ratedPowerW > 0 && inputs > 0 ? ratedPowerW / inputs : null;
