// The BDM microinverter's frame: bytes to raw words, and raw words to quantities by the scales of the product's model.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { withinLimits } from '../family.ts';

/** Why a body is no frame. */
export interface NoFrame {
  rejected: 'short' | 'long' | 'start' | 'length' | 'checksum';
}

/** What a frame says before any scale; inputs are those of a 69-byte frame. */
export interface BdmFrame {
  length: 45 | 69;
  /** Eight upper-case hex digits. */
  sn: string;
  /** The device's own word between its resets is another one. */
  isFirst: boolean;
  statusBits: number;
  /** 06 generating, 04 awake, 01 asleep, 05 standby on BDM-400 and generating on BDM-800; -1 on 69 bytes, which tell none. */
  mode: number;
  /** The high byte of the mode word; a 69-byte frame tells none. */
  firmware: number | null;
  powerCount: number;
  /** The internal bus on 45 bytes, input 1 on 69. */
  voltageCount: number;
  /** The grid on 69 bytes; flags on 45. */
  referenceCount: number;
  /** Bytes 31 and 32 of a 45-byte frame; the first is 0 on one-input models. */
  currentCounts: readonly [number, number];
  frequencyCount: number;
  temperatureCount: number;
  energyCount: number;
  inputs: readonly { voltageCount: number; powerCount: number; energyCount: number }[];
}

/** How a model's words are scaled; the length of the frame says where they stand. */
export interface Scales {
  frameBytes: 45 | 69;
  inputs: number;
  countsPerW: number;
  /** Null: the words are no energy counter, energy is integrated from power. */
  whPerCount: number | null;
  /** Counts per V of a 69-byte frame's grid word, where it is known. */
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

/** The sync word after a device reset; C3 C3 C3 C3 else. */
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
    sn: view.getUint32(19, true).toString(16).toUpperCase().padStart(8, '0'),
    isFirst: view.getUint32(15, true) === AFTER_RESET,
    statusBits: view.getUint16(23, true),
    powerCount: view.getUint16(25, true),
    voltageCount: view.getUint16(27, true),
    referenceCount: view.getUint16(29, true),
    currentCounts: [body[31]!, body[32]!],
    frequencyCount: view.getUint16(33, true),
    // a module on a winter roof is colder than 0 degrees
    temperatureCount: view.getInt16(35, true),
    energyCount: view.getUint16(37, true),
    mode: length === 45 ? body[39]! : -1,
    firmware: length === 45 ? body[40]! : null,
    inputs,
  };
}

/** The profile of a frame whose serial number belongs to no known product. */
export function guessProfile(frame: BdmFrame): FrameProfile {
  if (frame.length === 69) return 'BDM-2250';
  return frame.currentCounts[0] === 0 ? 'BDM-400' : 'BDM-800';
}

/** An input under this voltage has no panel attached. */
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
    // a one-input model tells its input's current where the others tell the second one's
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
