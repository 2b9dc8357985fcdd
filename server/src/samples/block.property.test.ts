// A block restores any samples to the last bit; however its bytes are damaged, no wrong number is returned.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summed } from '../../test/blockVectors.ts';
import { isInSample, runs } from '../../test/sampling.ts';
import { type Block, decodeBlock, encodeBlock, type ReadBlock, type SampleColumns } from './block.ts';
import { Damaged } from './bytes.ts';
import { GROUPS, groupOf, partsFor } from './numbers.ts';

const names = Object.keys(QUANTITIES) as QuantityName[];

/** Returns a generator of numbers from 0 to 1 by a seed: fast-check need not store long columns. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SCALES = [1, 10, 100, 1e3, 1e6, 1e9, 256, 25.6, 25 * Math.PI, 17.32, 1 / 0.2, 1 / 0.2308, 1 / 9.25];
const ODD = [
  0,
  -0,
  1e300,
  -1e300,
  5e-324,
  -2.5e-310,
  2 ** 52,
  -(2 ** 52),
  2 ** 53,
  2 ** 52 + 1,
  1 / 3,
  0.1,
  1e-9,
  65_536,
];

/** How a quantity changes over its day: returns the next value from random draws and power. */
const MOVES: Record<string, (draw: () => number, power: Float64Array, scale: number) => (index: number) => number> = {
  still: (draw, _, scale) => {
    const value = Math.round(draw() * 1e4) / scale;
    return () => value;
  },
  wander: (draw, _, scale) => {
    let count = Math.round(draw() * 20_000 - 5_000);
    return () => {
      count += Math.round((draw() - 0.5) * (draw() < 0.02 ? 5_000 : 20));
      return count / scale;
    };
  },
  /** Rises with power, resets now and then, wraps at 65,536 counts. */
  counter: (draw, power, scale) => {
    let count = draw() * 60_000;
    return (index) => {
      count = draw() < 0.01 ? 0 : (count + (power[index]! / 12 || 0)) % 65_536;
      return Math.floor(count) / scale;
    };
  },
  /** The day's power, or a quantity that depends on it. */
  power: (_, power, scale) => (index) => power[index]! / scale,
  follow: (draw, power, scale) => {
    const slope = draw() * 0.02;
    return (index) => Math.round(2_000 + slope * power[index]! + 4 * draw()) / scale;
  },
  share: (draw, power, scale) => (index) => Math.round((power[index]! / (23 + draw())) * 10) / scale,
  /** The power minus another flow, in both directions. */
  bothWays: (draw, power, scale) => (index) => Math.round((power[index]! - 2_500) * 0.7 + 30 * draw()) / scale,
  steps: (draw, _, scale) => () => (Math.floor(draw() * 3) * 37) / scale,
  fractions: (draw) => () => draw() * 1e3 * 10 ** Math.floor(draw() * 6 - 3),
  anyBits: (draw) => {
    const view = new DataView(new ArrayBuffer(8));
    return () => {
      view.setUint32(0, draw() * 2 ** 32);
      view.setUint32(4, draw() * 2 ** 32);
      return view.getFloat64(0);
    };
  },
  odd: (draw) => () => ODD[Math.floor(draw() * ODD.length)]!,
  huge: (draw) => () => Math.round((draw() - 0.5) * 2 ** 53),
};

/** When a quantity has values, by the share of the day from 0 to 1. */
const PRESENCE: Record<string, (draw: () => number) => (share: number) => boolean> = {
  always: () => () => true,
  never: () => () => false,
  morning: () => (share) => share < 0.5,
  evening: () => (share) => share >= 0.5,
  often: (draw) => () => draw() > 0.05,
  seldom: (draw) => () => draw() > 0.9,
  runs: (draw) => {
    let present = true;
    return () => {
      if (draw() < 0.1) present = !present;
      return present;
    };
  },
};

/** Milliseconds from one sample to the next. */
const PACES: Record<string, (draw: () => number) => () => number> = {
  fiveMinutes: () => () => 300_000,
  seconds: () => () => 1_000,
  milliseconds: (draw) => () => 1 + Math.floor(draw() * 40),
  jitter: (draw) => () => 300_000 + Math.round((draw() - 0.5) * 4_000),
  wholeJitter: (draw) => () => 60_000 + 1_000 * Math.round(draw() * 3),
  gaps: (draw) => () => (draw() < 0.03 ? 3_600_000 + Math.floor(draw() * 1e7) : 300_000),
  years: (draw) => () => 1 + Math.floor(draw() * 4e10),
};

const keyOf = (table: object) => fc.constantFrom(...Object.keys(table));

interface Recipe {
  seed: number;
  samples: number;
  startMs: number;
  pace: string;
  head: 'quiet' | 'some' | 'wild';
  quantities: { name: QuantityName; move: string; presence: string; scale: number; seed: number }[];
}

const anyQuantities = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...names),
    move: keyOf(MOVES),
    presence: keyOf(PRESENCE),
    scale: fc.constantFrom(...SCALES),
    seed: fc.nat(),
  }),
  { selector: ({ name }) => name, maxLength: 8 },
);

/** Quantities of a producing device, related to each other as the encoder expects. */
const DEVICE: Partial<Record<QuantityName, string>> = {
  powerW: 'power',
  counterWh: 'counter',
  gridVoltageV: 'wander',
  gridCurrentA: 'share',
  frequencyHz: 'wander',
  temperatureC: 'follow',
  input1PowerW: 'follow',
  input2PowerW: 'share',
  input1VoltageV: 'wander',
  input1CurrentA: 'share',
  input1CounterWh: 'counter',
};

/** Quantities of a hybrid and of a meter: signs, phases and counters that only rise. */
const PLANT: Partial<Record<QuantityName, string>> = {
  powerW: 'power',
  counterDayWh: 'counter',
  reactivePowerVar: 'wander',
  powerFactor: 'share',
  gridCurrentA: 'share',
  gridVoltageV: 'wander',
  gridPowerW: 'bothWays',
  loadPowerW: 'wander',
  batteryPowerW: 'bothWays',
  gridImportWh: 'counter',
  gridExportWh: 'counter',
  batteryChargeWh: 'counter',
  batteryVoltageV: 'wander',
  batteryCurrentA: 'bothWays',
  l1PowerW: 'bothWays',
  l2PowerW: 'follow',
  l3PowerW: 'bothWays',
  l1ReactivePowerVar: 'wander',
  l1VoltageV: 'wander',
  l1CurrentA: 'share',
  l1PowerFactor: 'bothWays',
  l12VoltageV: 'wander',
  input2PowerW: 'follow',
  string1CurrentA: 'share',
  string2CurrentA: 'share',
};

const deviceOf = (moves: Partial<Record<QuantityName, string>>) =>
  fc.tuple(fc.subarray(Object.keys(moves) as QuantityName[]), fc.nat()).chain(([reported, seed]) =>
    fc.tuple(
      ...reported.map((name, index) =>
        fc.record({
          name: fc.constant(name),
          move: fc.constant(moves[name]!),
          presence: fc.constantFrom('always', 'always', 'often', 'runs', 'morning'),
          scale: fc.constantFrom(...SCALES),
          seed: fc.constant(seed + index),
        }),
      ),
    ),
  );

const recipe = (samples: fc.Arbitrary<number>): fc.Arbitrary<Recipe> =>
  fc.record({
    seed: fc.nat(),
    samples,
    startMs: fc.oneof(
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2045, 0) }).map((ms) => ms - (ms % 1000)),
      fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) }),
    ),
    pace: keyOf(PACES),
    head: fc.constantFrom('quiet', 'some', 'wild'),
    quantities: fc.oneof(deviceOf(DEVICE), deviceOf(PLANT), anyQuantities),
  });

function columnsOf({ seed, samples, startMs, pace, head, quantities }: Recipe): SampleColumns {
  const draw = randomOf(seed);
  const step = PACES[pace]!(draw);
  let ms = startMs;
  const atMs = Float64Array.from({ length: samples }, (_, index) => {
    if (index > 0) ms += step();
    return ms;
  });
  const wild = { quiet: 0, some: 0.05, wild: 1 }[head];
  const either = (quiet: number, odd: () => number) => () => (draw() < wild ? odd() : quiet);
  const power = Float64Array.from({ length: samples }, (_, index) =>
    Math.max(0, Math.round(5_000 * Math.sin((Math.PI * index) / samples) + 200 * draw() - 500)),
  );
  const values: SampleColumns['values'] = {};
  for (const { name, move, presence, scale, seed: ownSeed } of quantities) {
    const drawOwn = randomOf(ownSeed);
    const next = MOVES[move]!(drawOwn, power, scale);
    const isPresent = PRESENCE[presence]!(randomOf(ownSeed + 1));
    values[name] = Float64Array.from({ length: samples }, (_, index) => {
      const value = next(index);
      return isPresent(index / samples) ? value : Number.NaN;
    });
  }
  return {
    atMs,
    statusBits: Int32Array.from(
      { length: samples },
      either(4, () => Math.floor((draw() - 0.5) * 2 ** 32)),
    ),
    mode: Int16Array.from(
      { length: samples },
      either(6, () => Math.floor((draw() - 0.5) * 2 ** 16)),
    ),
    imported: Uint8Array.from(
      { length: samples },
      either(0, () => Math.floor(draw() * 256)),
    ),
    values,
  };
}

/** Returns the expected result of decoding: a quantity without a value is absent, minus zero is 0. */
function expected(columns: SampleColumns, requested: readonly QuantityName[] = names): SampleColumns {
  const values: SampleColumns['values'] = {};
  for (const name of requested) {
    const column = columns.values[name];
    if (column && !column.every(Number.isNaN)) values[name] = column.map((value) => value + 0);
  }
  return { ...columns, values };
}

const bitsOf = ({ buffer, byteOffset, byteLength }: Float64Array | Int32Array | Int16Array | Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
const nan = new Float64Array([Number.NaN])[0]!;

/** Compares columns by their bits, far faster than a matcher; all NaN are equal. */
function expectSame(actual: SampleColumns, expected: SampleColumns): void {
  expect(Object.keys(actual.values).sort()).toEqual(Object.keys(expected.values).sort());
  for (const key of ['atMs', 'statusBits', 'mode', 'imported'] as const) {
    if (!bitsOf(actual[key]).equals(bitsOf(expected[key]))) expect(actual[key]).toEqual(expected[key]);
  }
  for (const name of Object.keys(expected.values) as QuantityName[]) {
    const withOneNan = (column: Float64Array) => column.map((value) => (Number.isNaN(value) ? nan : value));
    const [actualBits, expectedBits] = [withOneNan(actual.values[name]!), withOneNan(expected.values[name]!)];
    if (!bitsOf(actualBits).equals(bitsOf(expectedBits)))
      expect({ name, values: actualBits }).toEqual({ name, values: expectedBits });
  }
}

test('decodes any encoded columns to the last bit', () => {
  fc.assert(
    fc.property(recipe(fc.integer({ min: 1, max: 400 })), (input) => {
      const columns = columnsOf(input);
      expectSame(decodeBlock(encodeBlock(columns), 'all'), expected(columns));
    }),
    { numRuns: runs(600) },
  );
});

test('decodes any few encoded values to the last bit', () => {
  const column = fc.array(
    fc.oneof(
      fc.double(),
      fc.constantFrom(...ODD),
      fc.integer().map((count) => count / 10),
    ),
    {
      minLength: 5,
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), column, { noNullPrototype: true }), (input) => {
      const columns = columnsOf({ seed: 1, samples: 5, startMs: 0, pace: 'seconds', head: 'quiet', quantities: [] });
      for (const [name, values] of Object.entries(input) as [QuantityName, number[]][]) {
        columns.values[name] = Float64Array.from(values);
      }
      expectSame(decodeBlock(encodeBlock(columns), 'all'), expected(columns));
    }),
    { numRuns: runs(600) },
  );
});

test('decodes a day of one-second samples whose quantities change in different ways', () => {
  const moves = Object.keys(MOVES);
  const quantities = moves.map((move, index) => ({
    name: names[index]!,
    move,
    presence: index % 2 === 0 ? 'always' : 'runs',
    scale: SCALES[index]!,
    seed: index,
  }));
  const columns = columnsOf({ seed: 7, samples: 86_400, startMs: 0, pace: 'seconds', head: 'some', quantities });
  expectSame(decodeBlock(encodeBlock(columns), 'all'), expected(columns));
});

test('decoding some quantities gives the same values as all, and needs only their parts', () => {
  fc.assert(
    fc.property(recipe(fc.integer({ min: 1, max: 200 })), fc.subarray(names), (input, requested) => {
      const columns = columnsOf(input);
      const block = encodeBlock(columns);
      expectSame(decodeBlock(block, requested), expected(columns, requested));
      const needed: Block = { ...block };
      for (const group of GROUPS) {
        const { values } = expected(columns);
        const isFilled = (Object.keys(values) as QuantityName[]).some((name) => groupOf(name) === group);
        if (group === 'power') continue;
        expect(block[group] !== null).toBe(isFilled);
        if (!partsFor(requested).has(group)) needed[group] = null;
      }
      expectSame(decodeBlock(needed, requested), expected(columns, requested));
    }),
    { numRuns: runs(300) },
  );
});

const small = recipe(fc.integer({ min: 1, max: 60 })).map((input) => encodeBlock(columnsOf(input)));

function withPart(block: Block, part: keyof Block, bytes: Uint8Array): Block {
  return { ...block, [part]: bytes };
}

test('detects a damaged byte at any position of a block, whatever its value', () => {
  const columns = columnsOf({
    seed: 5,
    samples: 40,
    startMs: 0,
    pace: 'jitter',
    head: 'some',
    quantities: names.map((name, seed) => ({ name, move: 'wander', presence: 'often', scale: 10, seed })),
  });
  const block = encodeBlock(columns);
  for (const part of GROUPS) {
    const bytes = block[part]!.slice();
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 16, 128, 255].filter((_, n) => isInSample(at + n, 4))) {
        bytes[at]! ^= change;
        expect(() => decodeBlock(withPart(block, part, bytes), 'all')).toThrow(Damaged);
        bytes[at]! ^= change;
      }
    }
    for (let length = 0; length < bytes.length; length++) {
      if (!isInSample(length, 4)) continue;
      expect(() => decodeBlock(withPart(block, part, bytes.subarray(0, length)), 'all')).toThrow(Damaged);
    }
  }
});

/** The version byte is not in the checksum: a part of version 1 marked as version 2 decodes to the same numbers, since 2 only adds. */
test('a block with changed bytes throws Damaged or decodes to the same numbers', () => {
  const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }));
  fc.assert(
    fc.property(
      small,
      fc.constantFrom(...GROUPS),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (block, part, changes) => {
        const bytes = block[part]?.slice();
        fc.pre(bytes !== undefined);
        for (const [at, by] of changes) bytes![at % bytes!.length]! ^= by;
        fc.pre(!Buffer.from(bytes!).equals(block[part]!));
        const changed = withPart(block, part, bytes!);
        if (bytes![0] !== block[part]![0] && Buffer.from(bytes!.subarray(1)).equals(block[part]!.subarray(1)))
          expect(sameOrDamaged(changed, block)).toBe(true);
        else expect(() => decodeBlock(changed, 'all')).toThrow(Damaged);
      },
    ),
    { numRuns: runs(500) },
  );
});

function sameOrDamaged(changed: ReadBlock, block: ReadBlock): boolean {
  try {
    expect(decodeBlock(changed, 'all')).toEqual(decodeBlock(block, 'all'));
    return true;
  } catch (error) {
    if (error instanceof Damaged) return true;
    throw error;
  }
}

test.each([
  ['a later version', 3],
  ['version 0', 0],
])('throws Damaged for a block of %s', (_, version) => {
  fc.assert(
    fc.property(small, (block) => {
      const power = block.power.slice();
      power[0] = version;
      expect(() => decodeBlock({ ...block, power }, 'all')).toThrow(Damaged);
    }),
    { numRuns: runs(50) },
  );
});

test('throws Damaged for arbitrary bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, named) => {
      if (named && bytes.length > 0) bytes[0] = 1;
      expect(() => decodeBlock({ power: bytes }, 'all')).toThrow(Damaged);
    }),
    { numRuns: runs(1000) },
  );
});

/** Expects that a block is decoded to columns of one bounded length, or throws `Damaged`. */
function expectDecodedOrDamaged(block: ReadBlock): void {
  let columns: SampleColumns;
  try {
    columns = decodeBlock(block, 'all');
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return;
  }
  const { length } = columns.atMs;
  expect(length).toBeLessThanOrEqual(1_000_000);
  const others = [columns.statusBits, columns.mode, columns.imported, ...Object.values(columns.values)];
  expect(others.every((column) => column.length === length)).toBe(true);
}

test('arbitrary bytes with a valid checksum are decoded or throw Damaged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (body) => {
      expectDecodedOrDamaged({ power: summed(Uint8Array.of(1, 0, 0, 0, 0, ...body)) });
    }),
    { numRuns: runs(1000) },
  );
});

test('a changed block with a valid checksum is decoded or throws Damaged', () => {
  const edit = fc.record({
    at: fc.nat(),
    by: fc.integer({ min: 0, max: 255 }),
    how: fc.constantFrom('set', 'insert', 'remove', 'cut'),
  });
  fc.assert(
    fc.property(
      small,
      fc.constantFrom(...GROUPS),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (block, part, edits) => {
        const bytes = [...(block[part] ?? block.power).subarray(5)];
        for (const { at, by, how } of edits) {
          const place = at % (bytes.length + 1);
          if (how === 'set') bytes[place] = by;
          else if (how === 'insert') bytes.splice(place, 0, by);
          else if (how === 'remove') bytes.splice(place, 1);
          else bytes.length = place;
        }
        expectDecodedOrDamaged(withPart(block, part, summed(Uint8Array.of(1, 0, 0, 0, 0, ...bytes))));
      },
    ),
    { numRuns: runs(1500) },
  );
});

test('parts with related quantities have the later version, other parts the version that older programs read', () => {
  const rows = Array.from({ length: 200 }, (_, index) => index);
  const of = (value: (index: number) => number) => Float64Array.from(rows, value);
  const watts = [3, 5, 7].map((by) => of((index) => ((index * index * by) % 997) - 300));
  const values = {
    frequencyHz: of((index) => 50 + (index % 7) / 100),
    gridPowerW: of((index) => watts.reduce((sum, column) => sum + column[index]!, 0)),
    ...Object.fromEntries(watts.map((column, index) => [`l${index + 1}PowerW`, column])),
  };
  const columns = {
    ...columnsOf({ seed: 1, samples: 200, startMs: 0, pace: 'seconds', head: 'quiet', quantities: [] }),
    values,
  };
  const block = encodeBlock(columns);
  expect(GROUPS.map((group) => block[group]?.[0])).toEqual([1, 1, 1, 2, undefined, undefined]);
  const without = encodeBlock({ ...columns, values: { ...values, l3PowerW: of(() => Number.NaN) } });
  expect(block.phases!.length - without.phases!.length).toBeLessThan(40);
});

test('a few bytes cannot request more than the maximum number of samples, wherever a length is encoded', () => {
  const body = (...bytes: number[]): ReadBlock => ({ power: summed(Uint8Array.of(1, 0, 0, 0, 0, ...bytes)) });
  const maxCount = [255, 255, 255, 255, 255, 255, 127];
  const head = [2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0];
  const damaged: [about: string, block: ReadBlock][] = [
    ['samples', body(...maxCount, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0)],
    ['bytes of the steps', body(3, 0, 0, 0x10, 2, ...maxCount)],
    ['bytes of a column', body(...head, 1, 0, 0, 0x10, 2, ...maxCount, 1)],
    ['runs', body(...head, 1, 0, 1, ...maxCount, 1, 1)],
    ['a run', body(...head, 1, 0, 1, 1, ...maxCount, 0, 2)],
    ['a run with values', body(...head, 1, 0, 1, 2, 0, ...maxCount, 0, 2)],
    [
      'quantities of the maximum number of samples',
      body(
        ...[192, 132, 61, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0],
        ...Array.from({ length: 33 }, (_, index) => [index + 1, 0, 0, 0, 2]).flat(),
      ),
    ],
  ];
  for (const [about, block] of damaged) {
    expect(() => decodeBlock(block, 'all'), about).toThrow(Damaged);
  }
  // A single number may be large.
  expect(decodeBlock(body(...head, 1, 0, 2, ...maxCount, 0, 2), 'all').values.powerW).toHaveLength(2);
});
