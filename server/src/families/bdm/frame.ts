// Parses frames of BDM microinverters: bytes to raw words, and raw words to quantities by the scales of the product's model.
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { withinLimits } from '../family.ts';

/** Reason why a body is not a frame. */
export interface NoFrame {
  rejected: 'short' | 'long' | 'start' | 'length' | 'checksum' | 'command' | 'serialNumber';
}

/** Unscaled words of a frame; `inputs` is empty for a 45-byte frame. */
export interface BdmFrame {
  length: 45 | 69;
  /** Eight upper-case hex digits. */
  sn: string;
  /** Whether the frame is the first one after a reset of the device. */
  isFirst: boolean;
  statusBits: number;
  /** 06 generating, 04 awake, 01 asleep, 05 standby on BDM-400 and generating on BDM-800; -1 for 69 bytes, which have no mode. */
  mode: number;
  /** High byte of the mode word; null for a 69-byte frame, which has none. */
  firmware: number | null;
  powerCount: number;
  /** Voltage of the internal bus (45 bytes) or of input 1 (69 bytes). */
  voltageCount: number;
  /** Grid voltage (69 bytes) or flags (45 bytes). */
  referenceCount: number;
  /** Bytes 31 and 32 of a 45-byte frame; the first is 0 on one-input models. */
  currentCounts: readonly [number, number];
  frequencyCount: number;
  temperatureCount: number;
  energyCount: number;
  inputs: readonly { voltageCount: number; powerCount: number; energyCount: number }[];
}

/** Scales of a model's words; the frame's length determines their positions. */
export interface Scales {
  frameBytes: 45 | 69;
  inputs: number;
  countsPerW: number;
  /** Null: the words are not an energy counter, and energy is integrated from power. */
  whPerCount: number | null;
  /** Counts per V of a 69-byte frame's grid word; null: unknown. */
  countsPerGridV: number | null;
}

export const SCALES = {
  'BDM-400': { frameBytes: 45, inputs: 1, countsPerW: 100, whPerCount: 0.2, countsPerGridV: null },
  'BDM-800': { frameBytes: 45, inputs: 2, countsPerW: 25 * Math.PI, whPerCount: 0.2308, countsPerGridV: null },
  'BDM-2250': { frameBytes: 69, inputs: 4, countsPerW: 10, whPerCount: 9.25, countsPerGridV: 17.32 },
  'BDM-1200-LV': { frameBytes: 69, inputs: 3, countsPerW: 25.6, whPerCount: null, countsPerGridV: null },
} as const satisfies Record<string, Scales>;

export type FrameProfile = keyof typeof SCALES;

export function isProfile(name: string | null): name is FrameProfile {
  return name !== null && Object.hasOwn(SCALES, name);
}

/** Command of a frame with measurements, bytes 40 14. */
const MEASUREMENTS = 0x1440;
/** Sync word after a device reset; otherwise it is C3 C3 C3 C3. */
const AFTER_RESET = 0xffff_ffff;

export function parseFrame(body: Uint8Array): BdmFrame | NoFrame {
  const { length } = body;
  if (length < 45) return { rejected: 'short' };
  if (length > 69) return { rejected: 'long' };
  if (body[0] !== 0x79) return { rejected: 'start' };
  if (length !== 45 && length !== 69) return { rejected: 'length' };
  const view = new DataView(body.buffer, body.byteOffset, length);
  if (view.getUint16(1, true) !== length - 7 || view.getUint16(13, true) !== length - 17) return { rejected: 'length' };
  let sum = 0;
  let xor = 0;
  for (let at = 1; at < length - 2; at++) {
    sum += body[at]!;
    xor ^= body[at]!;
  }
  if ((sum & 0xff) !== body[length - 2] || xor !== body[length - 1]) return { rejected: 'checksum' };
  if (view.getUint16(3, true) !== MEASUREMENTS) return { rejected: 'command' };
  const sn = view.getUint32(19, true).toString(16).toUpperCase().padStart(8, '0');
  if (!SERIAL_NUMBER.test(sn)) return { rejected: 'serialNumber' };
  const inputs =
    length === 45
      ? []
      : [41, 47, 53, 59].map((at) => ({
          voltageCount: view.getUint16(at, true),
          powerCount: view.getUint16(at + 2, true),
          energyCount: view.getUint16(at + 4, true),
        }));
  return {
    length,
    sn,
    isFirst: view.getUint32(15, true) === AFTER_RESET,
    statusBits: view.getUint16(23, true),
    powerCount: view.getUint16(25, true),
    voltageCount: view.getUint16(27, true),
    referenceCount: view.getUint16(29, true),
    currentCounts: [body[31]!, body[32]!],
    frequencyCount: view.getUint16(33, true),
    // signed, because a module in winter may be below 0 degrees
    temperatureCount: view.getInt16(35, true),
    energyCount: view.getUint16(37, true),
    mode: length === 45 ? body[39]! : -1,
    firmware: length === 45 ? body[40]! : null,
    inputs,
  };
}

/** Guesses the profile of a frame whose serial number belongs to no known product. */
export function guessProfile(frame: BdmFrame): FrameProfile {
  if (frame.length === 69) return 'BDM-2250';
  return frame.currentCounts[0] === 0 ? 'BDM-400' : 'BDM-800';
}

/** Below this voltage an input has no panel connected. */
const noPanelV = 5;

export function quantitiesOf(frame: BdmFrame, profile: FrameProfile): Quantities {
  const scales: Scales = SCALES[profile];
  const energyWh = (count: number) => (scales.whPerCount === null ? null : count * scales.whPerCount);
  const quantities: Quantities = {
    powerW: frame.powerCount / scales.countsPerW,
    frequencyHz: frame.frequencyCount / 256,
    temperatureC: frame.temperatureCount / 100,
    counterWh: energyWh(frame.energyCount),
  };
  if (frame.length === 45) {
    quantities.busVoltageV = frame.voltageCount / 25.6;
    const [first, second] = frame.currentCounts;
    // a one-input model sends its current in the place of the second input's
    quantities.input1CurrentA = (scales.inputs === 1 ? second : first) / 10;
    if (scales.inputs > 1) quantities.input2CurrentA = second / 10;
  } else {
    if (scales.countsPerGridV !== null) quantities.gridVoltageV = frame.referenceCount / scales.countsPerGridV;
    for (const [index, input] of frame.inputs.slice(0, scales.inputs).entries()) {
      const voltageV = input.voltageCount / 256;
      if (voltageV < noPanelV) continue;
      const n = (index + 1) as 1 | 2 | 3 | 4;
      quantities[`input${n}VoltageV`] = voltageV;
      quantities[`input${n}PowerW`] = input.powerCount / scales.countsPerW;
      quantities[`input${n}CounterWh`] = energyWh(input.energyCount);
    }
  }
  return withinLimits(quantities);
}
