// Each quantity the portal knows: its name, unit, sign and physical limits; the one place where a sign is decided.

export interface Quantity {
  readonly unit: 'W' | 'V' | 'A' | 'Hz' | 'degC' | 'Wh' | '%';
  /** What a positive number means, where a sign is possible. */
  readonly sign?: string;
  /** Outside these a reading is an error of the wire and is stored as null. */
  readonly min: number;
  readonly max: number;
}

/** Quantities of a sample. Inputs are numbered from 1, as on the wire. */
export const QUANTITIES = {
  powerW: { unit: 'W', min: 0, max: 1_000_000 },
  /** Internal bus voltage on 45-byte frames: not reliably the grid's RMS, labelled so. */
  busVoltageV: { unit: 'V', min: 0, max: 2_000 },
  gridVoltageV: { unit: 'V', min: 0, max: 2_000 },
  gridCurrentA: { unit: 'A', min: 0, max: 2_000 },
  frequencyHz: { unit: 'Hz', min: 0, max: 100 },
  temperatureC: { unit: 'degC', min: -60, max: 200 },
  /** The device's own counter, as sent: of today, which resets at dawn, or of its life; may warp back, wraps. Energy comes from rules/energy.ts. */
  counterWh: { unit: 'Wh', min: 0, max: 10_000_000_000 },
  input1PowerW: { unit: 'W', min: 0, max: 100_000 },
  input2PowerW: { unit: 'W', min: 0, max: 100_000 },
  input3PowerW: { unit: 'W', min: 0, max: 100_000 },
  input4PowerW: { unit: 'W', min: 0, max: 100_000 },
  input1VoltageV: { unit: 'V', min: 0, max: 2_000 },
  input2VoltageV: { unit: 'V', min: 0, max: 2_000 },
  input3VoltageV: { unit: 'V', min: 0, max: 2_000 },
  input4VoltageV: { unit: 'V', min: 0, max: 2_000 },
  input1CurrentA: { unit: 'A', min: 0, max: 1_000 },
  input2CurrentA: { unit: 'A', min: 0, max: 1_000 },
  /** The inputs' own counters of today, where the device has them; same behaviour as counterWh. */
  input1CounterWh: { unit: 'Wh', min: 0, max: 10_000_000 },
  input2CounterWh: { unit: 'Wh', min: 0, max: 10_000_000 },
  input3CounterWh: { unit: 'Wh', min: 0, max: 10_000_000 },
  input4CounterWh: { unit: 'Wh', min: 0, max: 10_000_000 },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof QUANTITIES;
/** What one device said at one instant; a quantity it does not have is absent or null, never 0. */
export type Quantities = { [Name in QuantityName]?: number | null };
