// Stored bytes: the test vectors of docs/develop/block-format.md, and the errors for invalid bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BlockVector, summed, vectorNames, vectorOf, vectorsFolder } from '../../test/blockVectors.ts';
import { type Block, decodeBlock, emptyColumns, encodeBlock, type SampleColumns } from './block.ts';
import { Damaged } from './bytes.ts';

const read = (name: string) => JSON.parse(readFileSync(join(vectorsFolder, `${name}.json`), 'utf8'));
const bytes = (hex: string | null | undefined) => (hex != null ? new Uint8Array(Buffer.from(hex, 'hex')) : null);
const blockOf = ({ power, ...others }: BlockVector): Block => ({
  power: bytes(power)!,
  flow: bytes(others.flow),
  grid: bytes(others.grid),
  phases: bytes(others.phases),
  inputs: bytes(others.inputs),
  strings: bytes(others.strings),
});

test.each(vectorNames.filter((name) => name !== 'damaged'))('test vector %s reads as it says', (name) => {
  const vector: BlockVector = read(name);
  const block = blockOf(vector);
  const columns = decodeBlock(block, 'all');
  expect(vectorOf(vector.about, columns, block)).toEqual(vector);
  // Another encoder may choose other bytes; what they hold is the same.
  expect(decodeBlock(encodeBlock(columns), 'all')).toEqual(columns);
});

test.each(read('damaged') as BlockVector[])('a damaged block says so: $about', (vector) => {
  expect(() => decodeBlock(blockOf(vector), 'all')).toThrow(new Damaged(vector.damaged));
});

const threeSamples = (): SampleColumns => ({
  atMs: Float64Array.of(0, 1000, 2000),
  statusBits: new Int32Array(3),
  mode: new Int16Array(3),
  imported: new Uint8Array(3),
  values: { powerW: Float64Array.of(1.5, Number.NaN, 2), gridVoltageV: Float64Array.of(230, 231, 230.5) },
});

test.each([
  ['no samples', { atMs: new Float64Array(0) }],
  ['more samples than a reader takes', { atMs: Float64Array.from({ length: 1_000_001 }, (_, index) => index) }],
  ['instants out of order', { atMs: Float64Array.of(0, 2000, 1000) }],
  ['an instant twice', { atMs: Float64Array.of(0, 1000, 1000) }],
  ['a part of a millisecond', { atMs: Float64Array.of(0, 1000.5, 2000) }],
  ['no number for an instant', { atMs: Float64Array.of(0, Number.NaN, 2000) }],
  ['an instant beyond all calendars', { atMs: Float64Array.of(0, 1000, 1e16) }],
])('is refused before anything is written: %s', (_, change) => {
  expect(() => encodeBlock({ ...threeSamples(), ...change })).toThrow(RangeError);
});

test('parts that no name needs are not looked at', () => {
  const { power, grid } = encodeBlock(threeSamples());
  const broken = grid!.map((byte) => byte ^ 255);
  expect(decodeBlock({ power, grid: broken, inputs: null }, ['powerW']).values).toEqual({
    powerW: Float64Array.of(1.5, Number.NaN, 2),
  });
  expect(() => decodeBlock({ power, grid: broken, inputs: null }, ['gridVoltageV'])).toThrow(Damaged);
});

test('a day without any sample of the range is null, and its quantities are not decoded', () => {
  const block = encodeBlock(threeSamples());
  expect(decodeBlock(block, 'all', { fromMs: 2001, toMs: 5000 })).toBeNull();
  expect(decodeBlock(block, 'all', { fromMs: -5000, toMs: 0 })).toBeNull();
  expect(decodeBlock(block, 'all', { fromMs: 2000, toMs: 2001 })?.atMs).toEqual(Float64Array.of(0, 1000, 2000));
});

test('a quantity of a later program is passed over, and others may refer to it', () => {
  const { power } = encodeBlock({ ...threeSamples(), values: {} });
  // Quantity 254: 10, 20, 30, one after the other; then powerW as its share, which is what is expected: no differences.
  const later = [254, 0, 0, 0x20, 20, 1, 0];
  const line = Uint8Array.of(...power, ...later, 1, 0, 0, 0x53, 254, 0, 10, 0);
  const columns = decodeBlock({ power: summed(line), grid: null, inputs: null }, 'all');
  expect(Object.keys(columns.values)).toEqual(['powerW']);
  expect(columns.values.powerW![0]).toBe(5);
});

test('an empty piece has columns all the same', () => {
  expect(emptyColumns()).toMatchObject({ atMs: new Float64Array(0), values: {} });
});
