// Every captured frame is decoded to its values; other bodies are rejected with a reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeLongFrame } from '@heliograph/simulator/bdmFrame.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BdmFrame, type FrameProfile, guessProfile, parseFrame, quantitiesOf } from './frame.ts';

const rows = readFileSync(join(import.meta.dirname, '../../../test/data/bdm-frames.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

function frameOf(hex: string): BdmFrame {
  const frame = parseFrame(Buffer.from(hex, 'hex'));
  if ('rejected' in frame) throw new Error(frame.rejected);
  return frame;
}

test('the capture has 33 frames', () => expect(rows).toHaveLength(33));

describe('captured frames', () => {
  it.each(rows.map((row, index) => [index + 1, row] as const))('decodes captured frame %i', (_, row) => {
    const [, model, , hex, serial, status, power, voltage, current1, current2, frequency, temperature, energy, mode] =
      row;
    const frame = frameOf(hex!);
    const quantities = quantitiesOf(frame, model as FrameProfile);
    expect(frame.sn).toBe(serial);
    expect(frame.statusBits).toBe(Number.parseInt(status!, 16));
    expect(quantities.powerW).toBeCloseTo(Number(power), 1);
    expect(quantities.frequencyHz).toBeCloseTo(Number(frequency), 2);
    expect(quantities.temperatureC).toBeCloseTo(Number(temperature), 2);
    if (mode) expect(frame.mode).toBe(Number.parseInt(mode, 16));
    if (energy) expect(quantities.counterWh).toBeCloseTo(Number(energy), 0);
    else expect(quantities.counterWh).toBeUndefined();
    if (frame.length === 45) {
      expect(quantities.busVoltageV).toBeCloseTo(Number(voltage), 1);
      expect(frame.currentCounts[0] / 10).toBeCloseTo(Number(current1), 5);
      expect(frame.currentCounts[1] / 10).toBeCloseTo(Number(current2), 5);
      const [first, second] = model === 'BDM-400' ? [current2, undefined] : [current1, current2];
      expect(quantities.input1CurrentA).toBeCloseTo(Number(first), 5);
      if (second) expect(quantities.input2CurrentA).toBeCloseTo(Number(second), 5);
    } else {
      expect(quantities.busVoltageV).toBeUndefined();
      const inputs = [quantities.input1PowerW, quantities.input2PowerW, quantities.input3PowerW].map(
        (powerW) => powerW ?? 0,
      );
      for (const [index, powerW] of row[14]!.split('|').entries()) expect(inputs[index]).toBeCloseTo(Number(powerW), 1);
    }
  });
});

test('omits an input without a panel', () => {
  const quantities = quantitiesOf(frameOf(rows.at(-1)![3]!), 'BDM-1200-LV');
  expect(quantities.input1PowerW).toBeUndefined();
  expect(quantities.input2PowerW).toBeUndefined();
  expect(quantities.input3VoltageV).toBeCloseTo(24.125, 3);
  expect(quantities.input3CounterWh).toBeUndefined();
});

test('guesses the profile of an unknown serial number from its frame', () => {
  expect(guessProfile(frameOf(rows[0]![3]!))).toBe('BDM-400');
  expect(guessProfile(frameOf(rows[31]![3]!))).toBe('BDM-800');
  expect(guessProfile(frameOf(rows[32]![3]!))).toBe('BDM-2250');
});

test('decodes four inputs of a BDM-2250, its grid voltage and a negative temperature', () => {
  const words = { gateway: '0000000000000000', sync: 'ffffffff', sn: 'ABCDEF01', status: 0x8001, firmware: 0, mode: 6 };
  const inputs = [4000, 5000, 0, 6000].map((powerCount) => ({ voltageCount: 35 * 256, powerCount, energyCount: 10 }));
  const counts = { powerCount: 15000, frequencyCount: 12800, temperatureCount: -1250, energyCount: 40 };
  const bytes = encodeLongFrame({
    ...words,
    ...counts,
    reference: 0,
    lastWord: -5,
    voltageCount: 35 * 256,
    gridVoltageCount: 6928,
    inputs,
  });
  const frame = parseFrame(bytes) as BdmFrame;
  expect(frame).toMatchObject({ sn: 'ABCDEF01', statusBits: 0x8001 });
  const quantities = quantitiesOf(frame, 'BDM-2250');
  expect(quantities).toMatchObject({ powerW: 1500, temperatureC: -12.5, gridVoltageV: 400, counterWh: 370 });
  expect(quantities).toMatchObject({ input1PowerW: 400, input2PowerW: 500, input3PowerW: 0, input4PowerW: 600 });
});

describe('a body that is not a frame', () => {
  const good = Buffer.from(rows[0]![3]!, 'hex');
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(good);
    bytes[at] = value;
    return bytes;
  };
  /** The same frame with bytes 40 15 and correct checksums. */
  const withCommand15 = () => {
    const bytes = changed(4, 0x15);
    bytes[43] = (good[43]! + 1) & 0xff;
    bytes[44] = good[44]! ^ 0x14 ^ 0x15;
    return bytes;
  };
  it.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(), 'short'],
    ['one byte short', good.subarray(0, 44), 'short'],
    ['one byte long', Buffer.concat([good, Buffer.of(0)]), 'length'],
    ['far too long', Buffer.alloc(70, 0x79), 'long'],
    ['another first byte', changed(0, 0x78), 'start'],
    ['the wrong outer length', changed(1, 62), 'length'],
    ['the wrong inner length', changed(13, 52), 'length'],
    ['a wrong sum', changed(43, good[43]! ^ 1), 'checksum'],
    ['a wrong XOR', changed(44, good[44]! ^ 1), 'checksum'],
    ['a flipped bit', changed(25, good[25]! ^ 4), 'checksum'],
    ['another command', withCommand15(), 'command'],
  ])('is rejected if it is or has: %s', (_, body, reason) => {
    expect(parseFrame(body)).toEqual({ rejected: reason });
  });

  test('accepts any gateway field and sync word', () => {
    const words = {
      status: 0,
      firmware: 0,
      mode: 6,
      powerCount: 1,
      frequencyCount: 1,
      temperatureCount: 1,
      energyCount: 1,
    };
    const rest = { reference: 0, lastWord: 0, voltageCount: 0, gridVoltageCount: 0, inputs: [], sn: '00000001' };
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        fc.uint8Array({ minLength: 4, maxLength: 4 }),
        (g, s) => {
          const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
          const frame = parseFrame(encodeLongFrame({ ...words, ...rest, gateway: hex(g), sync: hex(s) }));
          return 'sn' in frame && frame.sn === '00000001';
        },
      ),
    );
  });

  test('throws nothing for any bytes', () => {
    const anyBytes = fc.uint8Array({ maxLength: 100 });
    const nearly = fc
      .tuple(
        fc.constantFrom(...rows.map((row) => row[3]!)),
        fc.array(fc.tuple(fc.nat(68), fc.nat(255)), { maxLength: 3 }),
      )
      .map(([hex, changes]) => {
        const bytes = Buffer.from(hex, 'hex');
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(anyBytes, nearly), (body) => {
        const frame = parseFrame(body);
        if ('rejected' in frame) return true;
        const quantities = quantitiesOf(frame, guessProfile(frame));
        return Object.values(quantities).every((value) => Number.isFinite(value));
      }),
    );
  });
});
