// The samples of the block format's test vectors. Run by itself it writes them anew (then `npm run format`), which only another format calls for.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { type Block, decodeBlock, encodeBlock, type SampleColumns } from '../src/samples/block.ts';
import { ByteWriter } from '../src/samples/bytes.ts';
import { encodeNumbers } from '../src/samples/coder.ts';
import { PLAIN_BITS, QUANTITY_NAMES, SCALE_ORDER } from '../src/samples/numbers.ts';

/** A block as hexadecimal and what it holds; `damaged` instead: what a reader says. */
export interface BlockVector {
  about: string;
  power: string;
  grid: string | null;
  inputs: string | null;
  damaged?: string;
  atMs?: number[];
  statusBits?: number[];
  mode?: number[];
  imported?: number[];
  /** Null: no value. */
  values?: Partial<Record<QuantityName, (number | null)[]>>;
}

export const vectorsFolder: string = join(import.meta.dirname, 'data/blocks');

interface Given {
  atMs: number[];
  statusBits?: (index: number) => number;
  mode?: (index: number) => number;
  imported?: (index: number) => number;
  values: Partial<Record<QuantityName, (index: number) => number | null>>;
}

const dawnMs = Date.UTC(2026, 5, 21, 2, 40);
/** Light over a summer day with passing clouds, 0 to 1, at a share of the day. */
const light = (share: number): number => {
  const clear = Math.max(0, Math.sin(Math.PI * share)) ** 1.5;
  return clear * (1 - 0.35 * Math.max(0, Math.sin(share * 71) * Math.sin(share * 23)));
};
/** Noise of -0.5 to 0.5 that is the same on every machine. */
const noise = (index: number): number => ((index * 7919 + ((index * index) % 1009)) % 101) / 101 - 0.5;
const every = (count: number, stepMs: number, startMs = dawnMs): number[] =>
  Array.from({ length: count }, (_, index) => startMs + index * stepMs);
const whole = Math.round;

/** One-input microinverter, 45-byte frames. */
const bdm400 = (count: number, at: (index: number) => number): Given['values'] => {
  const power = (index: number): number => whole(36_000 * light(at(index)) + 40 * noise(index));
  const counter: number[] = [];
  let energy = 0;
  for (let index = 0; index < count; index++) {
    energy += Math.max(0, power(index)) / 100 / 12 / 0.2;
    counter.push(Math.floor(energy));
  }
  return {
    powerW: (index) => Math.max(0, power(index)) / 100,
    counterWh: (index) => counter[index]! * 0.2,
    busVoltageV: (index) => whole(9_800 + 30 * noise(index * 3)) / 25.6,
    frequencyHz: (index) => whole(12_800 + 6 * noise(index * 5)) / 256,
    temperatureC: (index) => whole(2_000 + 3_000 * light(at(index) - 0.03) + 20 * noise(index)) / 100,
    input1CurrentA: (index) => whole(100 * light(at(index))) / 10,
  };
};

const jittered = every(220, 300_000).flatMap((ms, index) =>
  (index > 40 && index < 52) || index % 37 === 5 ? [] : [ms + whole(900 * noise(index))],
);

const blocks: Record<string, { about: string; given: Given }> = {
  'regular-day': {
    about: 'One-input microinverter, every 300 s, seconds; scales 0.2, 1/25.6, 1/256 and decimals; night is zeros',
    given: {
      atMs: every(288, 300_000),
      mode: (index) => (light(index / 200) > 0 && index < 200 ? 6 : 4),
      values: bdm400(288, (index) => Math.min(1, index / 200)),
    },
  },
  'jitter-and-gaps': {
    about: 'Milliseconds that jitter, an hour missing, single samples missing',
    given: {
      atMs: jittered,
      mode: () => 6,
      values: bdm400(jittered.length, (index) => index / jittered.length),
    },
  },
  'one-sample': {
    about: 'A single sample: no steps, every column constant; an instant before 1970',
    given: {
      atMs: [-86_399_001],
      statusBits: () => -2_147_483_648,
      mode: () => -1,
      values: { powerW: () => 182.74, temperatureC: () => -17.25 },
    },
  },
  'plain-numbers': {
    about: 'Scale 255: numbers that no scale gives back, the least and the greatest that there are',
    given: {
      atMs: every(12, 1_000),
      values: {
        powerW: (index) => [Math.PI, 1 / 3, 5e-324, 1.7976931348623157e308, -1e300, 0.1, 0][index % 7]!,
        counterWh: (index) => (index % 3 === 1 ? null : 1e17 + index * 32),
        gridVoltageV: (index) => Math.sqrt(52_900 + index),
      },
    },
  },
  'counter-reset': {
    about: 'A counter that starts anew twice, jumps back by a little, and wraps; power beside it',
    given: {
      atMs: every(120, 300_000),
      mode: () => 6,
      values: {
        powerW: (index) => whole(300 + 60 * noise(index)),
        counterWh: (index) =>
          (index < 40 ? 65_000 + index * 25 : index < 80 ? (index - 40) * 25 : (index - 81) * 26 + 26) % 65_536,
      },
    },
  },
  'status-and-mode': {
    about: 'Error bits that come and go, the top bit too, and a mode that changes',
    given: {
      atMs: every(90, 60_000),
      statusBits: (index) => (index % 11 === 3 ? 0x40 | (index % 4) : index > 70 ? -2_147_483_648 + index : 0),
      mode: (index) => [6, 6, 6, 4, 1, -1, 32_767, -32_768][Math.floor(index / 12)]!,
      values: { powerW: (index) => whole(900 * light(index / 90)) },
    },
  },
  'quantities-come-and-go': {
    about: 'Quantities that are there at first, at last, now and then; one that others refer to has gaps',
    given: {
      atMs: every(100, 300_000),
      values: {
        powerW: (index) => (index % 9 === 4 ? null : whole(4_000 * light(index / 100)) / 10),
        counterWh: (index) => (index < 20 ? null : whole(index * index * 1.5)),
        gridVoltageV: (index) => (index > 60 ? null : whole(2_300 + 40 * noise(index)) / 10),
        gridCurrentA: (index) => (index % 5 === 0 ? null : whole((4_000 * light(index / 100)) / 2.3) / 100),
        frequencyHz: (index) => (index === 50 ? 50.01 : null),
        input1PowerW: (index) => (index < 50 ? whole(2_000 * light(index / 100)) / 10 : null),
        input2PowerW: (index) => (index >= 50 ? whole(2_000 * light(index / 100)) / 10 : null),
      },
    },
  },
  'huge-and-negative': {
    about: 'Whole numbers up to 2^52, negative ones, a stride, jumps that take more than 15 bits',
    given: {
      atMs: every(64, 900_000),
      values: {
        powerW: (index) => [2 ** 52, -(2 ** 52), 0, 1, -1, 2 ** 51, 123_456_789_012][(index * 5) % 7]!,
        counterWh: (index) => -4_000_000_000 + index * 65_535,
        busVoltageV: (index) => (index % 2 === 0 ? 1 : -1) * 2 ** (index % 48),
        temperatureC: (index) => -40 + whole(30 * noise(index)),
        input1CounterWh: (index) => 1e14 + index * index * 1e9,
      },
    },
  },
  'two-inputs-25pi': {
    about: 'Two-input microinverter, 45-byte frames: power counts of 1/(25 pi) W, counter of 0.2308 Wh',
    given: {
      atMs: every(96, 300_000),
      mode: () => 5,
      values: {
        powerW: (index) => whole(50_000 * light(index / 96) + 20 * noise(index)) / (25 * Math.PI),
        counterWh: (index) => whole(index * index * 0.9) * 0.2308,
        busVoltageV: (index) => whole(9_700 + 20 * noise(index)) / 25.6,
        input1CurrentA: (index) => whole(110 * light(index / 96)) / 10,
        input2CurrentA: (index) => whole(105 * light(index / 96)) / 10,
      },
    },
  },
  'four-inputs': {
    about: 'Four-input microinverter, 69-byte frames: scales 1/17.32, 1/256 and 9.25; input 3 has no panel; no mode',
    given: {
      atMs: every(96, 300_000),
      mode: () => -1,
      values: Object.fromEntries([
        ['powerW', (index: number) => whole(19_000 * light(index / 96)) / 10],
        ['counterWh', (index: number) => whole(index * index * 0.015) * 9.25],
        ['gridVoltageV', (index: number) => whole(3_990 + 30 * noise(index)) / 17.32],
        ['frequencyHz', (index: number) => whole(12_800 + 5 * noise(index)) / 256],
        ...[1, 2, 4].flatMap((input) => [
          [`input${input}PowerW`, (index: number) => whole((4_700 - 100 * input) * light(index / 96)) / 10],
          [`input${input}VoltageV`, (index: number) => whole(9_000 + 90 * noise(index * input)) / 256],
          [`input${input}CounterWh`, (index: number) => whole(index * index * 0.004) * 9.25],
        ]),
      ]),
    },
  },
  'imported-some': {
    about: 'A file of an old system for the morning, the device from noon on; every second',
    given: {
      atMs: every(150, 1_000),
      imported: (index) => (index < 70 ? 1 : 0),
      mode: (index) => (index < 70 ? -1 : 6),
      values: {
        powerW: (index) => (index < 70 ? whole(index / 7) * 10 : whole(10_000 + 300 * noise(index)) / 100),
        counterWh: (index) => (index < 70 ? null : Math.floor((index - 70) / 33) * 0.2),
      },
    },
  },
};

function columnsOf({ atMs, statusBits, mode, imported, values }: Given): SampleColumns {
  const rows = atMs.map((_, index) => index);
  return {
    atMs: Float64Array.from(atMs),
    statusBits: Int32Array.from(rows, statusBits ?? (() => 0)),
    mode: Int16Array.from(rows, mode ?? (() => 6)),
    imported: Uint8Array.from(rows, imported ?? (() => 0)),
    values: Object.fromEntries(
      Object.entries(values).map(([name, at]) => [name, Float64Array.from(rows, (row) => at(row) ?? Number.NaN)]),
    ),
  };
}

const hexOf = (part: Uint8Array | null): string | null => (part ? Buffer.from(part).toString('hex') : null);

export function vectorOf(about: string, columns: SampleColumns, block: Block = encodeBlock(columns)): BlockVector {
  return {
    about,
    power: hexOf(block.power)!,
    grid: hexOf(block.grid),
    inputs: hexOf(block.inputs),
    atMs: [...columns.atMs],
    statusBits: [...columns.statusBits],
    mode: [...columns.mode],
    imported: [...columns.imported],
    values: Object.fromEntries(
      Object.entries(columns.values).map(([name, column]) => [
        name,
        Array.from(column, (value) => (Number.isNaN(value) ? null : value + 0)),
      ]),
    ),
  };
}

/** The part with its checksum made right again, as if an encoder had written it. */
export function summed(part: Uint8Array): Uint8Array {
  new DataView(part.buffer, part.byteOffset).setUint32(1, crc32(part.subarray(5)), true);
  return part;
}

/** One quantity as no encoder needs to choose it. */
interface WrittenColumn {
  id: number;
  scale: number;
  /** Lengths of stretches without and with values, in turn. */
  runs?: number[];
  stride?: number;
  kind: number;
  slow?: number;
  /** What it refers to. */
  refers?: number[];
  factor?: number;
  first: number;
  /** The second column of scale 255. */
  low?: number;
  difference: (index: number) => number;
}

function writeByHand(atMs: readonly number[], columns: readonly WrittenColumn[]): Block {
  const writer = new ByteWriter();
  writer.bytes(encodeBlock(columnsOf({ atMs: [...atMs], values: {} })).power);
  for (const { id, scale, runs, stride, kind, slow = 0, refers = [], factor, first, low, difference } of columns) {
    const length = runs ? runs.reduce((sum, run, index) => sum + (index % 2) * run, 0) : atMs.length;
    for (const byte of [id, scale, (runs ? 1 : 0) + (stride ? 2 : 0)]) writer.byte(byte);
    if (runs) for (const count of [runs.length, ...runs]) writer.count(count);
    if (stride) writer.count(stride);
    for (const start of low === undefined ? [first] : [first, low]) {
      writer.byte(kind * 16 + slow);
      for (const other of refers) writer.byte(other);
      if (factor !== undefined) writer.float32(factor);
      writer.signed(start);
      if (kind === 0) continue;
      const coded = encodeNumbers(Float64Array.from({ length: length - 1 }, (_, index) => difference(index + 1)));
      writer.count(coded.length);
      writer.bytes(coded);
    }
  }
  return { power: summed(writer.taken()), grid: null, inputs: null };
}

const few = (index: number): number => whole(6 * noise(index * 17));
const gaps = [0, 20, 3, 30, 1, 26, 10];
const byHand: Record<string, { about: string; block: () => Block }> = {
  'every-kind': {
    about:
      'By hand, all in one part: kinds 0 to 7 with more and less of slow, with gaps, strides and numbers beyond 2^51',
    block: () =>
      writeByHand(jittered.slice(0, 90), [
        { id: 1, scale: 1, stride: 5, kind: 2, first: 200, difference: (index) => few(index) - (index % 3) + 1 },
        {
          id: 2,
          scale: 14,
          kind: 6,
          refers: [1],
          factor: 1e-8,
          first: 40,
          difference: (index) => (index % 8 === 1 ? -1 : 0),
        },
        { id: 3, scale: 0, kind: 1, first: 2 ** 52, difference: (index) => (index % 3 === 2 ? 0 : 2 ** 52) - index },
        { id: 4, scale: 13, kind: 3, slow: 5, first: 3_990, difference: few },
        { id: 5, scale: 2, kind: 5, slow: 4, refers: [1, 4], first: 9, difference: few },
        { id: 6, scale: 10, kind: 0, first: 12_801, difference: few },
        { id: 7, scale: 2, runs: gaps, kind: 4, slow: 3, refers: [1], factor: 0.013, first: -250, difference: few },
        { id: 16, scale: 1, runs: gaps, stride: 2, kind: 5, slow: 2, refers: [1, 0], first: 110, difference: few },
        {
          id: 40,
          scale: 16,
          runs: [5, 40, 20, 25],
          kind: 7,
          refers: [16],
          factor: 0.00002,
          first: 0,
          difference: (index) => few(index) >> 1,
        },
        { id: 41, scale: 0, kind: 4, slow: 0, refers: [7], factor: -3.5, first: 7, difference: few },
        { id: 17, scale: 0, kind: 3, slow: 15, first: -7, difference: few },
        { id: 19, scale: 0, kind: 5, slow: 2, refers: [1, 0], first: 0, difference: few },
        { id: 18, scale: 0, kind: 2, first: -(2 ** 51) + 40, difference: few },
      ]),
  },
  'every-scale': {
    about: 'By hand: each scale once, from 0 to 16, and 255; an encoder takes the first that fits',
    block: () => {
      const ids = [...QUANTITY_NAMES.keys()];
      const scales = [...SCALE_ORDER.toSorted((left, right) => left - right), PLAIN_BITS];
      return writeByHand(
        every(6, 1_000),
        scales.map((scale, index) => ({
          id: ids[index]!,
          scale,
          kind: 1,
          first: scale === PLAIN_BITS ? 0x40091eb8 : 1_000 + 37 * index,
          ...(scale === PLAIN_BITS ? { low: 0x51eb851f } : {}),
          difference: (step) => step * step,
        })),
      );
    },
  },
};

function damagedVectors(): BlockVector[] {
  const { power, grid } = encodeBlock(columnsOf(blocks['two-inputs-25pi']!.given));
  const changed = (part: Uint8Array, change: (bytes: Uint8Array) => void): Uint8Array => {
    const bytes = part.slice();
    change(bytes);
    return bytes;
  };
  const body = (...bytes: number[]): Uint8Array => summed(Uint8Array.of(1, 0, 0, 0, 0, ...bytes));
  /** Three samples a second apart, status, mode and imported 0. */
  const instants = [3, 0, 0, 0x00, 2, 0, 0, 0, 0, 0, 0];
  const tell = (about: string, damaged: string, bytes: Uint8Array, other: Uint8Array | null = null): BlockVector => ({
    about,
    damaged,
    power: hexOf(bytes)!,
    grid: hexOf(other),
    inputs: null,
  });
  const lastTo = (difference: number): number[] => {
    const coded = encodeNumbers(Float64Array.of(difference));
    return [coded.length, ...coded];
  };
  const wrongSum = 'its checksum is wrong';
  return [
    tell(
      'one bit flipped in the middle',
      wrongSum,
      changed(power, (bytes) => {
        bytes[bytes.length >> 1]! ^= 4;
      }),
    ),
    tell(
      'one bit flipped in the sum',
      wrongSum,
      changed(power, (bytes) => {
        bytes[3]! ^= 128;
      }),
    ),
    tell(
      'one bit flipped in the part grid',
      wrongSum,
      power,
      changed(grid!, (bytes) => {
        bytes[bytes.length - 1]! ^= 1;
      }),
    ),
    tell('the last byte is missing', wrongSum, power.slice(0, -1)),
    tell('one byte too many', wrongSum, Uint8Array.of(...power, 0)),
    tell('all zeros', 'version 0 is not known', new Uint8Array(power.length)),
    tell('nothing', 'shorter than its head', new Uint8Array(0)),
    tell('head alone, cut', 'shorter than its head', power.slice(0, 4)),
    tell(
      'another version, all else right',
      'version 2 is not known',
      changed(power, (bytes) => {
        bytes[0] = 2;
      }),
    ),
    tell('right sum: cut within a column', 'bytes end too soon', summed(power.slice(0, -9))),
    tell('right sum: a count of nine bytes', 'a number is too long', body(255, 255, 255, 255, 255, 255, 255, 255, 1)),
    tell('right sum: no sample', '0 samples cannot be', body(0, 0, 0)),
    tell(
      'right sum: more samples than there can be',
      '268435455 samples cannot be',
      body(255, 255, 255, 127, 0, 0, 0, 2),
    ),
    tell('right sum: an unknown unit', 'unit of time 7 is not known', body(1, 7, 0, 0, 0, 0, 0, 0, 0)),
    tell(
      'right sum: two samples at one instant',
      'its instants are not in order',
      body(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ),
    tell(
      'right sum: a mode of 20 bits',
      '524288 is too large for its column',
      body(1, 0, 0, 0, 0, 0, 128, 128, 64, 0, 0),
    ),
    tell(
      'right sum: a mode that changes to one of 20 bits',
      '524288 is too large for its column',
      body(2, 0, 0, 0, 2, 0, 0, 0x10, 0, ...lastTo(524_288), 0, 0),
    ),
    tell('right sum: an unknown scale', 'scale 200 is not known', body(...instants, 1, 200, 0, 0, 2)),
    tell('right sum: unknown flags', 'flags 64 are not known', body(...instants, 1, 0, 64, 0, 2)),
    tell('right sum: a stride of 0', 'a stride of 0', body(...instants, 1, 0, 2, 0, 0, 2)),
    tell('right sum: a quantity twice', 'quantity 1 is there twice', body(...instants, 1, 0, 0, 0, 2, 1, 0, 0, 0, 2)),
    tell('right sum: a quantity without values', 'a column without values', body(...instants, 1, 0, 1, 1, 3, 0, 2)),
    tell('right sum: runs beyond the samples', 'more places than samples', body(...instants, 1, 0, 1, 2, 1, 3, 0, 2)),
    tell(
      'right sum: an unknown kind',
      'expectation 8 is not known',
      body(...instants, 1, 0, 0, 0x80, 1, 0, 0, 0, 0, 2, 0),
    ),
    tell(
      'right sum: refers to what is not there',
      'quantity 9 is referred to and not there',
      body(...instants, 1, 0, 0, 0x53, 9, 0, 2, 0),
    ),
    tell(
      'right sum: a factor that is not a number',
      'its factor is no number',
      body(...instants, 1, 0, 0, 0, 2, 2, 0, 0, 0x60, 1, 0, 0, 0xc0, 0x7f, 2, 0),
    ),
    tell(
      'right sum: refers to itself',
      'quantity 1 is referred to and not there',
      body(...instants, 1, 0, 0, 0x53, 1, 0, 2, 0),
    ),
  ];
}

export const vectorNames: string[] = [...Object.keys(blocks), ...Object.keys(byHand), 'damaged'];

function vectorsNamed(name: string): BlockVector | BlockVector[] {
  const encoded = blocks[name];
  if (encoded) return vectorOf(encoded.about, columnsOf(encoded.given));
  const hand = byHand[name];
  if (!hand) return damagedVectors();
  const block = hand.block();
  return vectorOf(hand.about, decodeBlock(block, 'all'), block);
}

if (import.meta.main) {
  for (const name of vectorNames) {
    writeFileSync(join(vectorsFolder, `${name}.json`), `${JSON.stringify(vectorsNamed(name))}\n`);
  }
}
