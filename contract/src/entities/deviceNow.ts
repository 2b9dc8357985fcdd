// Current values of a device for its page: head, and values with units. Null: not reported, or too old to be live.
import { z } from 'zod';
import { alertFields } from './alert.ts';
import { lastUpdate, sid } from './parts.ts';

const value = z.number().nullable();

/** Identity, status and time of the last report. */
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
  /** Whether the values are live. */
  isLive: z.boolean(),
  /** Seconds after which they are no longer live. */
  staleAfterS: z.number().int(),
};

export const powerNow = { power: value, powerUnit: z.literal('W') };
const voltageNow = { voltage: value, voltageUnit: z.literal('V') };
const currentNow = { current: value, currentUnit: z.literal('A') };
const frequencyNow = { frequency: value, frequencyUnit: z.literal('Hz') };
export const temperatureNow = { temperature: value, temperatureUnit: z.literal('°C') };
/** `powerFactor` -1 to 1, as the device counts it. */
const reactiveNow = { reactivePower: value, reactivePowerUnit: z.literal('var'), powerFactor: value };

/** AC side, with the phases that it reports. */
export const acNow = z.object({
  ...powerNow,
  ...voltageNow,
  ...currentNow,
  ...frequencyNow,
  ...reactiveNow,
  phases: z.array(
    z.object({ name: z.enum(['L1', 'L2', 'L3']), ...voltageNow, ...currentNow, ...powerNow, ...reactiveNow }),
  ),
  /** Only with three wires, which have no phase-to-neutral voltage. */
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
  /** Full cycles, lifetime. */
  cycles: value,
};

/** A module input, or a string of it. `median`: of its peers; `share`: its ratio to that, 1 is equal. */
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
