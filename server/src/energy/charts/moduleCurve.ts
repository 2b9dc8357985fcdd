// A day of a module in slots, W, V and A, and the median of its neighbours: what its chart, its card and its highest power show.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { devicesWithModules, moduleRows } from '../../installation/modules.ts';
import { moduleFactsOf } from '../../installation/presentModule.ts';
import { type Input, modulesOf } from '../../installation/rules/orientation.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { type ComparedModule, medianOf, neighboursOf } from '../../problems/rules/moduleNeighbours.ts';
import { readSlots, type SlotQuery, type Slots } from '../../samples/slots.ts';
import { type Columns, inputsToRead, modulePowers, powerNames } from '../rules/moduleShares.ts';

/** Where one day is cut into slots. */
type DaySlots = Pick<SlotQuery, 'fromMs' | 'toMs' | 'stepS'> & { count: number };

interface Asked {
  sn: string;
  input: Input;
  /** Of its device's product. */
  inputs: number;
}

/** By slot; NaN is no value. */
export interface ModuleCurve {
  power: Float64Array;
  voltage: Float64Array;
  current: Float64Array;
}

/** Of modules of one plant that was found among the visible ones, in the order of `modules`. */
export async function moduleCurves(
  sql: Transaction,
  sid: string,
  modules: readonly Asked[],
  slots: DaySlots,
): Promise<ModuleCurve[]> {
  return (await curvesOf(sql, sid, modules, slots, [])).curves;
}

/** One of them: mean, least and greatest of each slot. What is shared out is so at each end as in the slot's mean. */
export async function moduleWithBands(
  sql: Transaction,
  sid: string,
  { sn, input, inputs }: Asked,
  slots: DaySlots,
): Promise<Record<keyof Slots, ModuleCurve>> {
  const [voltage, current, power] = [`input${input}VoltageV`, `input${input}CurrentA`, `input${input}PowerW`] as const;
  const names = [...new Set([...powerNames(INPUTS.slice(0, Math.max(input, inputs))), voltage, current])];
  const said = (await readSlots(sql, { ...slots, sid, sns: [sn], names })).get(sn) ?? {};
  const means: Columns = Object.fromEntries(Object.entries(said).map(([name, { mean }]) => [name, mean]));
  const none = () => new Float64Array(slots.count).fill(Number.NaN);
  const at = (end: keyof Slots): ModuleCurve => {
    const ends = { ...means, powerW: said.powerW?.[end], [power]: said[power]?.[end] };
    return {
      power: modulePowers(ends as Columns, input, inputs, 0, slots.count),
      voltage: said[voltage]?.[end] ?? none(),
      current: said[current]?.[end] ?? none(),
    };
  };
  return { mean: at('mean'), min: at('min'), max: at('max') };
}

/** With what else their devices told: `more`, by serial number. */
export async function curvesOf(
  sql: Sql | Transaction,
  sid: string,
  modules: readonly Asked[],
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

/** Their powers alone: of all modules of a plant. */
export async function modulePowerCurves(
  sql: Transaction,
  sid: string,
  modules: readonly Asked[],
  slots: DaySlots,
): Promise<Float64Array[]> {
  const read = await readModules(sql, sid, modules, slots, () => []);
  return modules.map(({ sn, input, inputs }) => modulePowers(read.get(sn) ?? {}, input, inputs, 0, slots.count));
}

/** Means by serial number: what powers are made of, and `besides` of each input. */
async function readModules(
  sql: Sql | Transaction,
  sid: string,
  modules: readonly Asked[],
  { fromMs, toMs, stepS }: DaySlots,
  besides: (input: Input) => QuantityName[],
): Promise<Map<string, Columns>> {
  if (modules.length === 0) return new Map();
  const most = modules.reduce((highest, { input, inputs }) => Math.max(highest, input, inputs), 0);
  const inputs = INPUTS.slice(0, most);
  const names = [
    ...powerNames(inputs),
    ...inputs.flatMap(besides),
    // Of devices with fewer inputs than the one with most.
    ...powerNames(INPUTS.slice(0, 2)),
  ];
  const sns = [...new Set(modules.map(({ sn }) => sn))];
  const read = await readSlots(sql, { sid, sns, fromMs, toMs, stepS, names: [...new Set(names)] });
  return new Map(
    [...read].map(([sn, said]): [string, Columns] => [
      sn,
      Object.fromEntries(Object.entries(said).map(([name, { mean }]) => [name, mean])),
    ]),
  );
}

/** All modules of a plant with what says who is beside whom: the tilt and azimuth of each stand in `moduleFactsOf` alone. */
export async function comparedModules(
  sql: Sql | Transaction,
  sid: string,
  at: Date,
): Promise<(ComparedModule & Asked)[]> {
  const [devices, rows] = await Promise.all([devicesWithModules(sql, sid, at), moduleRows(sql, sid)]);
  return devices.flatMap((device): (ComparedModule & Asked)[] => {
    const said = rows.get(device.sn) ?? [];
    const inputs = inputsToRead(device.inputs, device.quantities).length;
    return modulesOf(device.inputs, device.quantities, said).map((input) => {
      const facts = moduleFactsOf(
        device,
        said.find((row) => row.input === input),
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

/** The median of its neighbours, and how many they are; the module's device is of the plant `sid`. */
export async function neighbourMedian(
  sql: Transaction,
  sid: string,
  module: Asked,
  slots: DaySlots,
  at: Date,
): Promise<{ median: ModuleCurve; neighbours: number }> {
  const all = await comparedModules(sql, sid, at);
  const mine = all.find(({ sn, input }) => sn === module.sn && input === module.input);
  const neighbours = mine ? neighboursOf(mine, all) : [];
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

/** Of a device's rated power, W; null where it is not known. */
export const ratedOf = (ratedPowerW: number, inputs: number): number | null =>
  ratedPowerW > 0 && inputs > 0 ? ratedPowerW / inputs : null;
