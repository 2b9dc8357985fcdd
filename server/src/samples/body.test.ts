// The bytes of a hot sample decode to the reported values, to the last digit.
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyBytes, readBody, type SampleBody, statusOf } from './body.ts';
import { Damaged } from './bytes.ts';
import { QUANTITY_IDS, QUANTITY_NAMES } from './numbers.ts';

const names = Object.keys(QUANTITIES) as QuantityName[];

function read(bytes: Uint8Array): SampleBody {
  const quantities: Quantities = {};
  const head = readBody(bytes, 0, bytes.length, (name, value) => {
    quantities[name] = value;
  });
  expect(statusOf(bytes, 0)).toBe(head.statusBits);
  return { ...head, quantities };
}

const readHex = (hex: string): SampleBody => read(Buffer.from(hex, 'hex'));

const value = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.tuple(fc.nat(65_535), fc.constantFrom(10, 100, 256, 25.6, 25 * Math.PI, 17.32)).map(([count, by]) => count / by),
  fc.tuple(fc.nat(65_535), fc.constantFrom(0.2, 0.2308, 9.25)).map(([count, by]) => count * by),
  fc.constantFrom(1e300, -1e300, 5e-324, -0, 2 ** 52, -(2 ** 52), 2 ** 53),
);
const body: fc.Arbitrary<SampleBody> = fc.record({
  statusBits: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  mode: fc.integer({ min: -32_768, max: 32_767 }),
  imported: fc.boolean(),
  quantities: fc.dictionary(fc.constantFrom(...names), fc.option(value), { noNullPrototype: true }),
});

test('decodes any encoded sample, without null values and with minus zero as 0', () => {
  fc.assert(
    fc.property(body, (input) => {
      const expected = Object.entries(input.quantities).flatMap(([name, number]) =>
        number === null ? [] : [[name, number! + 0]],
      );
      expect(read(bodyBytes(input).toBytes())).toEqual({ ...input, quantities: Object.fromEntries(expected) });
    }),
    { numRuns: 1000 },
  );
});

test('decodes the example of docs/develop/block-format.md', () => {
  expect(readHex('00000004000600' + '0102c49d02' + '060a80c801')).toEqual({
    statusBits: 4,
    mode: 6,
    imported: false,
    quantities: { powerW: 182.74, frequencyHz: 50 },
  });
});

test('skips an unknown quantity and throws Damaged for an unknown scale', () => {
  expect(readHex('000000000000010100c801fa0ac801').quantities).toEqual({ powerW: 100 });
  expect(() => readHex('0000000000000101c8c801')).toThrow(Damaged);
});

test('decodes arbitrary bytes to numbers or throws Damaged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        readBody(bytes, 0, bytes.length, (name) => expect(names).toContain(name));
      } catch (error) {
        expect(error).toBeInstanceOf(Damaged);
      }
    }),
    { numRuns: 2000 },
  );
});

test('every quantity has a unique id that fits in a byte', () => {
  expect(Object.keys(QUANTITY_IDS).sort()).toEqual([...names].sort());
  expect(QUANTITY_NAMES.size).toBe(names.length);
  for (const id of QUANTITY_NAMES.keys()) expect(id >= 1 && id <= 255).toBe(true);
});
