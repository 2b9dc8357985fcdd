// What pages of one device show of it now: its head, and values with their units beside. Null: not told now, or too old to be live.
import { z } from 'zod';
import { alertFields } from './alert.ts';
import { lastUpdate, sid } from './parts.ts';

const value = z.number().nullable();

/** Who it is, how it is and when it was last heard. */
export const deviceHead = {
  sid,
  sn: z.string(),
  alias: z.string(),
  modelName: z.string(),
  timezone: z.string(),
  status: z.number().int(),
  statusTitle: z.string(),
  ...alertFields,
  ...lastUpdate,
  /** Whether the values are of now. */
  isLive: z.boolean(),
  /** Seconds after which they are no longer. */
  staleAfterS: z.number().int(),
};

export const powerNow = { power: value, powerUnit: z.literal('W') };
const voltageNow = { voltage: value, voltageUnit: z.literal('V') };
const currentNow = { current: value, currentUnit: z.literal('A') };
const frequencyNow = { frequency: value, frequencyUnit: z.literal('Hz') };
export const temperatureNow = { temperature: value, temperatureUnit: z.literal('°C') };
/** `powerFactor` -1 to 1, as the device counts it. */
const reactiveNow = { reactivePower: value, reactivePowerUnit: z.literal('var'), powerFactor: value };

/** The alternating side; of its phases only those that it tells. */
export const acNow = z.object({
  ...powerNow,
  ...voltageNow,
  ...currentNow,
  ...frequencyNow,
  ...reactiveNow,
  phases: z.array(
    z.object({ name: z.enum(['L1', 'L2', 'L3']), ...voltageNow, ...currentNow, ...powerNow, ...reactiveNow }),
  ),
  /** Of three wires alone: those have no voltage of a phase. */
  lineVoltages: z.array(z.object({ name: z.enum(['L1-L2', 'L2-L3', 'L3-L1']), ...voltageNow })),
});

/** Power and current positive while it discharges, negative while it charges. */
export const batteryNow = {
  soc: value,
  socUnit: z.literal('%'),
  soh: value,
  sohUnit: z.literal('%'),
  ...voltageNow,
  ...currentNow,
  ...powerNow,
  ...temperatureNow,
  /** Full cycles of its life. */
  cycles: value,
};

/** An input of modules, or one of the strings on it. `median`: of what it is compared with; `share`: its part of that, 1 is as much. */
const compared = { median: value, share: value };
export const inputNow = z.object({
  /** From 1. */
  input: z.number().int(),
  ...voltageNow,
  ...currentNow,
  ...powerNow,
  /** kWh */
  todayPower: value,
  todayPowerUnit: z.literal('kWh'),
  ...compared,
});
export const stringNow = z.object({ string: z.number().int(), ...currentNow, ...compared });

export type AcNow = z.output<typeof acNow>;
export type InputNow = z.output<typeof inputNow>;
export type StringNow = z.output<typeof stringNow>;
