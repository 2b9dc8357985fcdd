// The range coder restores every series of whole numbers, is compact for quiet ones, and terminates for any bytes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeNumbers, encodeNumbers } from './coder.ts';

const decode = (bytes: Uint8Array, length: number): Float64Array => {
  const numbers = new Float64Array(length);
  decodeNumbers(bytes, 0, bytes.length, numbers);
  return numbers;
};
const LARGEST = 2 ** 53;
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -70_000, max: 70_000 }),
  fc.maxSafeInteger(),
  fc.constantFrom(LARGEST, -LARGEST, 2 ** 52, 2 ** 32, 2 ** 31, -(2 ** 31), 2 ** 24, 65_535, 65_536, 31, 32, 63, 64),
);
/** Runs of equal numbers: quiet for a while, then noisy, then quiet. */
const numbers = fc
  .array(fc.tuple(number, fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
  .map((runs) => Float64Array.from(runs.flatMap(([value, times]) => Array<number>(times).fill(value))));

test('decodes any encoded whole numbers', () => {
  fc.assert(
    fc.property(numbers, (input) => {
      expect(decode(encodeNumbers(input), input.length)).toEqual(input);
    }),
    { numRuns: 500 },
  );
});

test('decodes numbers of every bit length after every other', () => {
  const lengths = Array.from({ length: 54 }, (_, bits) => (bits === 0 ? 0 : 2 ** (bits - 1)));
  const input = Float64Array.from(
    lengths.flatMap((first) => lengths.flatMap((second) => [first, first, first, second, -second, second + first])),
    (value) => Math.max(-LARGEST, Math.min(LARGEST, value)) + 0,
  );
  expect(decode(encodeNumbers(input), input.length)).toEqual(input);
});

test('propagates a carry through bytes of 255', () => {
  // Rare by chance: enough series of expensive numbers that some of them carry far.
  for (let seed = 1; seed <= 300; seed++) {
    let state = seed;
    const input = Float64Array.from({ length: 200 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return ((state >>> 8) % 8_191) - 4_095;
    });
    expect(decode(encodeNumbers(input), input.length)).toEqual(input);
  }
});

test('leaves numbers before the first unchanged, and decodes bytes at any offset', () => {
  const input = Float64Array.of(7, -8, 9, 0, 0, 1);
  const bytes = encodeNumbers(input, 2);
  const framed = new Uint8Array([255, 255, 255, ...bytes, 255, 255, 255, 255, 255]);
  const back = Float64Array.of(7, -8, 0, 0, 0, 0);
  decodeNumbers(framed, 3, 3 + bytes.length, back, 2);
  expect(back).toEqual(input);
});

test('encodes zeros in no bytes and small numbers in few', () => {
  expect(encodeNumbers(new Float64Array(86_400)).length).toBe(0);
  const small = Float64Array.from({ length: 3_000 }, (_, index) => ((index * 7_919) % 3 === 0 ? 1 : -1));
  expect(encodeNumbers(small).length).toBeLessThan((3_000 * 1.1) / 8);
});

test('decodes arbitrary bytes to finite numbers and terminates', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 400 }), (bytes, length) => {
      const read = decode(bytes, length);
      expect(read.every((value) => Number.isFinite(value) && Math.abs(value) <= 2 ** 56)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
