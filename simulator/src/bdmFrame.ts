// Encodes BDM frames byte for byte as the microinverters send them: from raw words, or from a reading by its model's scales.
import { type BdmModel, bdmTraits } from './models.ts';

type Words = {
  /** Eight unused bytes, as hex. */
  gateway: string;
  /** Four bytes, as hex. */
  sync: string;
  /** Eight upper-case hex digits. */
  sn: string;
  status: number;
  powerCount: number;
  frequencyCount: number;
  temperatureCount: number;
  energyCount: number;
  reference: number;
  mode: number;
  firmware: number;
  /** Signed word of unknown meaning. */
  lastWord: number;
};

export type ShortFrame = Words & { voltageCount: number; currentCounts: [number, number] };

export type LongFrame = Words & {
  voltageCount: number;
  gridVoltageCount: number;
  inputs: { voltageCount: number; powerCount: number; energyCount: number }[];
};

/** Encodes the 45 bytes of `/i.php`. */
export function encodeShortFrame(frame: ShortFrame): Uint8Array {
  const view = start(45, frame);
  view.setUint16(27, frame.voltageCount, true);
  view.setUint16(29, frame.reference, true);
  view.setUint8(31, frame.currentCounts[0]);
  view.setUint8(32, frame.currentCounts[1]);
  return finish(view, frame, 41);
}

/** Encodes the 69 bytes of `/t.php`; missing inputs are zeros. */
export function encodeLongFrame(frame: LongFrame): Uint8Array {
  const view = start(69, frame);
  view.setUint16(27, frame.voltageCount, true);
  view.setUint16(29, frame.gridVoltageCount, true);
  view.setUint16(31, frame.reference, true);
  for (const [i, input] of frame.inputs.slice(0, 4).entries()) {
    view.setUint16(41 + 6 * i, input.voltageCount, true);
    view.setUint16(43 + 6 * i, input.powerCount, true);
    view.setUint16(45 + 6 * i, input.energyCount, true);
  }
  return finish(view, frame, 65);
}

function start(length: number, frame: Words): DataView {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 0x79);
  view.setUint16(1, length - 7, true);
  view.setUint16(3, 0x1440, true);
  bytes.set(Buffer.from(frame.gateway, 'hex'), 5);
  view.setUint16(13, length - 17, true);
  bytes.set(Buffer.from(frame.sync, 'hex'), 15);
  view.setUint32(19, Number.parseInt(frame.sn, 16), true);
  view.setUint16(23, frame.status, true);
  view.setUint16(25, frame.powerCount, true);
  return view;
}

function finish(view: DataView, frame: Words, lastWordAt: number): Uint8Array {
  view.setUint16(33, frame.frequencyCount, true);
  view.setInt16(35, frame.temperatureCount, true);
  // setUint16 keeps the low 16 bits: the counter wraps as the device's does
  view.setUint16(37, frame.energyCount, true);
  view.setUint8(39, frame.mode);
  view.setUint8(40, frame.firmware);
  view.setInt16(lastWordAt, frame.lastWord, true);
  const bytes = new Uint8Array(view.buffer);
  let sum = 0;
  let xor = 0;
  for (let i = 1; i < bytes.length - 2; i++) {
    sum += bytes[i]!;
    xor ^= bytes[i]!;
  }
  bytes[bytes.length - 2] = sum & 0xff;
  bytes[bytes.length - 1] = xor;
  return bytes;
}

export type BdmInput = { voltageV: number; currentA: number; powerW: number; energyTodayWh: number };

/** Values that a microinverter measures at an instant. `inputs` has one entry per socket; below 5 V nothing is connected. */
export type BdmReading = {
  atMs: number;
  status: number;
  mode: 'generating' | 'awake' | 'asleep';
  powerW: number;
  /** Voltage of the internal bus, sent in short frames. */
  busVoltageV: number;
  gridVoltageV: number;
  frequencyHz: number;
  temperatureC: number;
  /** The device's own daily counter, including the effect of faults. */
  energyTodayWh: number;
  inputs: BdmInput[];
};

/** Encodes the frame that the model sends for a reading. */
export function encodeReading(
  sn: string,
  model: BdmModel,
  reading: BdmReading,
): { path: '/i.php' | '/t.php'; bytes: Uint8Array } {
  const traits = bdmTraits[model];
  const words: Words = {
    gateway: traits.path === '/i.php' && model === 'BDM-400' ? 'ffffffffffffffff' : '00000f0f0f0f0000',
    sync: 'c3c3c3c3',
    sn,
    status: reading.status,
    powerCount: count(reading.powerW * traits.countsPerW),
    frequencyCount: count(reading.frequencyHz * 256),
    temperatureCount: Math.round(reading.temperatureC * 100),
    energyCount: energyCount(reading.energyTodayWh, traits.whPerCount),
    reference: 0x1000,
    mode: reading.mode === 'generating' ? traits.generatingMode : reading.mode === 'awake' ? 4 : 1,
    firmware: traits.firmware,
    lastWord: (Math.floor(reading.atMs / 1000) % 0x4000) - 0x2000,
  };
  if (traits.path === '/i.php') {
    const currents = reading.inputs.map((input) => Math.min(255, count(input.currentA * 10)));
    // a one-input model leaves the first byte 0 and uses the second
    const currentCounts: [number, number] =
      traits.inputs === 1 ? [0, currents[0] ?? 0] : [currents[0] ?? 0, currents[1] ?? 0];
    return {
      path: traits.path,
      bytes: encodeShortFrame({ ...words, voltageCount: count(reading.busVoltageV * 25.6), currentCounts }),
    };
  }
  return {
    path: traits.path,
    bytes: encodeLongFrame({
      ...words,
      voltageCount: count((reading.inputs[0]?.voltageV ?? 0) * 256),
      gridVoltageCount: count(reading.gridVoltageV * 17.32),
      inputs: reading.inputs.map((input) => ({
        voltageCount: count(input.voltageV * 256),
        powerCount: count(input.powerW * traits.countsPerW),
        energyCount: energyCount(input.energyTodayWh, traits.whPerCount),
      })),
    }),
  };
}

function count(value: number): number {
  return Math.max(0, Math.min(0xffff, Math.round(value)));
}

/** Whole counts. Models without a counter send a small constant, which must not be read as energy. */
function energyCount(energyWh: number, whPerCount: number | null): number {
  return whPerCount === null ? 18 : Math.floor(energyWh / whPerCount);
}
