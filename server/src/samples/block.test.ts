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

test.each(vectorNames.filter((name) => name !== 'damaged'))('decodes test vector %s', (name) => {
  const vector: BlockVector = read(name);
  const block = blockOf(vector);
  const columns = decodeBlock(block, 'all');
  expect(vectorOf(vector.about, columns, block)).toEqual(vector);
  // Another encoder may choose other bytes for the same values.
  expect(decodeBlock(encodeBlock(columns), 'all')).toEqual(columns);
});

test.each(read('damaged') as BlockVector[])('throws Damaged for a damaged block: $about', (vector) => {
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
  ['more samples than a reader accepts', { atMs: Float64Array.from({ length: 1_000_001 }, (_, index) => index) }],
  ['instants out of order', { atMs: Float64Array.of(0, 2000, 1000) }],
  ['a duplicate instant', { atMs: Float64Array.of(0, 1000, 1000) }],
  ['a fraction of a millisecond', { atMs: Float64Array.of(0, 1000.5, 2000) }],
  ['NaN as an instant', { atMs: Float64Array.of(0, Number.NaN, 2000) }],
  ['an instant out of range', { atMs: Float64Array.of(0, 1000, 1e16) }],
])('refuses to encode %s', (_, change) => {
  expect(() => encodeBlock({ ...threeSamples(), ...change })).toThrow(RangeError);
});

test('does not decode parts that no requested quantity needs', () => {
  const { power, grid } = encodeBlock(threeSamples());
  const broken = grid!.map((byte) => byte ^ 255);
  expect(decodeBlock({ power, grid: broken, inputs: null }, ['powerW']).values).toEqual({
    powerW: Float64Array.of(1.5, Number.NaN, 2),
  });
  expect(() => decodeBlock({ power, grid: broken, inputs: null }, ['gridVoltageV'])).toThrow(Damaged);
});

test('returns null for a block without samples in the range', () => {
  const block = encodeBlock(threeSamples());
  expect(decodeBlock(block, 'all', { fromMs: 2001, toMs: 5000 })).toBeNull();
  expect(decodeBlock(block, 'all', { fromMs: -5000, toMs: 0 })).toBeNull();
  expect(decodeBlock(block, 'all', { fromMs: 2000, toMs: 2001 })?.atMs).toEqual(Float64Array.of(0, 1000, 2000));
});

test('skips an unknown quantity, to which others may refer', () => {
  const { power } = encodeBlock({ ...threeSamples(), values: {} });
  // Quantity 254 is 10, 20, 30; powerW is its share, exactly as predicted: no differences.
  const later = [254, 0, 0, 0x20, 20, 1, 0];
  const line = Uint8Array.of(...power, ...later, 1, 0, 0, 0x53, 254, 0, 10, 0);
  const columns = decodeBlock({ power: summed(line), grid: null, inputs: null }, 'all');
  expect(Object.keys(columns.values)).toEqual(['powerW']);
  expect(columns.values.powerW![0]).toBe(5);
});

test('empty columns have arrays of length 0', () => {
  expect(emptyColumns()).toMatchObject({ atMs: new Float64Array(0), values: {} });
});
