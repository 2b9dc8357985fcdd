// The encoder against a decoder written from the protocol description only, and against captured frames.
import { describe, expect, test } from 'vitest';
import { type BdmReading, encodeLongFrame, encodeReading, encodeShortFrame } from './bdmFrame.ts';
import { capturedFrames } from './capturedFrames.ts';
import { type BdmModel, bdmTraits } from './models.ts';

/** Decodes a frame into its unscaled words, named as in the protocol's table. */
function decode(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const word = (at: number): number => view.getUint16(at, true);
  const hex = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('hex');
  const long = bytes.length === 69;
  const end = bytes.length - 2;
  const body = bytes.subarray(1, end);
  return {
    start: bytes[0]!,
    length: word(1),
    command: hex(3, 5),
    innerLength: word(13),
    sumRight: body.reduce((sum, byte) => (sum + byte) % 256, 0) === bytes[end],
    xorRight: body.reduce((xor, byte) => xor ^ byte, 0) === bytes[end + 1],
    gateway: hex(5, 13),
    sync: hex(15, 19),
    sn: view.getUint32(19, true).toString(16).toUpperCase().padStart(8, '0'),
    status: word(23),
    powerCount: word(25),
    voltageCount: word(27),
    gridVoltageCount: long ? word(29) : 0,
    reference: long ? word(31) : word(29),
    currentCounts: [bytes[31]!, bytes[32]!] as [number, number],
    frequencyCount: word(33),
    temperatureCount: view.getInt16(35, true),
    energyCount: word(37),
    mode: bytes[39]!,
    firmware: bytes[40]!,
    inputs: long
      ? [41, 47, 53, 59].map((at) => ({
          voltageCount: word(at),
          powerCount: word(at + 2),
          energyCount: word(at + 4),
        }))
      : [],
    lastWord: view.getInt16(long ? 65 : 41, true),
  };
}

const reading: BdmReading = {
  atMs: Date.UTC(2026, 5, 1, 10),
  status: 0x0020,
  mode: 'generating',
  powerW: 312.4,
  busVoltageV: 231.5,
  gridVoltageV: 398.2,
  frequencyHz: 49.98,
  temperatureC: -7.25,
  energyTodayWh: 1204,
  inputs: [
    { voltageV: 35.1, currentA: 4.4, powerW: 150, energyTodayWh: 600 },
    { voltageV: 34.8, currentA: 4.7, powerW: 162.4, energyTodayWh: 604 },
    { voltageV: 0.3, currentA: 0, powerW: 0, energyTodayWh: 0 },
    { voltageV: 0.3, currentA: 0, powerW: 0, energyTodayWh: 0 },
  ],
};

describe('captured frames', () => {
  test.each(capturedFrames)('%s %s is encoded byte for byte', (model, hex, powerW, energyWh) => {
    const words = decode(Buffer.from(hex, 'hex'));
    const bytes = hex.length === 90 ? encodeShortFrame(words) : encodeLongFrame(words);
    expect(Buffer.from(bytes).toString('hex')).toBe(hex);
    const { countsPerW, whPerCount } = bdmTraits[model];
    expect(words.powerCount / countsPerW).toBeCloseTo(powerW, 1);
    if (energyWh !== null && whPerCount !== null) expect(words.energyCount * whPerCount).toBeCloseTo(energyWh, 0);
  });
});

describe('a reading', () => {
  test.each(Object.keys(bdmTraits) as BdmModel[])(
    'of a %s is encoded into its frame with all measurements',
    (model) => {
      const traits = bdmTraits[model];
      const inputs = reading.inputs.slice(0, traits.inputs);
      const { path, bytes } = encodeReading('9A0C44F1', model, { ...reading, inputs });
      const words = decode(bytes);
      expect(path).toBe(traits.path);
      expect(bytes.length).toBe(path === '/i.php' ? 45 : 69);
      expect(words).toMatchObject({
        start: 0x79,
        length: bytes.length - 7,
        command: '4014',
        innerLength: bytes.length - 17,
        sumRight: true,
        xorRight: true,
        sn: '9A0C44F1',
        status: 0x0020,
        mode: traits.generatingMode,
        temperatureCount: -725,
      });
      expect(words.powerCount / traits.countsPerW).toBeCloseTo(312.4, 1);
      expect(words.frequencyCount / 256).toBeCloseTo(49.98, 2);
      if (traits.whPerCount !== null) {
        expect(Math.abs(words.energyCount * traits.whPerCount - 1204)).toBeLessThan(traits.whPerCount);
      }
      if (path === '/i.php') {
        expect(words.voltageCount / 25.6).toBeCloseTo(231.5, 1);
        expect(words.currentCounts).toEqual(model === 'BDM-400' ? [0, 44] : [44, 47]);
      } else {
        expect(words.voltageCount / 256).toBeCloseTo(35.1, 2);
        expect(words.gridVoltageCount / 17.32).toBeCloseTo(398.2, 1);
        expect(words.inputs.map((input) => input.powerCount / traits.countsPerW)).toEqual(
          [150, 162.4, 0, 0].map((powerW) => expect.closeTo(powerW, 1)),
        );
        expect(words.inputs.filter((input) => input.voltageCount / 256 > 5)).toHaveLength(2);
      }
    },
  );

  test('of more than 65,535 counts wraps around', () => {
    const { bytes } = encodeReading('9A0C44F1', 'BDM-400', { ...reading, energyTodayWh: 0.2 * 65_536 + 5 });
    expect(decode(bytes).energyCount).toBe(25);
  });

  test('has different modes when asleep and when awake', () => {
    const modes = (['asleep', 'awake'] as const).map(
      (mode) => decode(encodeReading('9A0C44F1', 'BDM-800', { ...reading, mode }).bytes).mode,
    );
    expect(modes).toEqual([1, 4]);
  });
});
