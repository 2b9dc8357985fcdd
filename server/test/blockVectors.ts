// Samples of the block format's test vectors. Run directly, it rewrites the vectors (then run `npm run format`), which only a new format requires.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { decodeBlock, encodeBlock, type ReadBlock, type SampleColumns } from '../src/samples/block.ts';
import { ByteWriter } from '../src/samples/bytes.ts';
import { encodeNumbers } from '../src/samples/coder.ts';
import { type Expression, FORMS, writeExpression } from '../src/samples/expression.ts';
import { PLAIN_BITS, SCALE_ORDER } from '../src/samples/numbers.ts';

/** A block in hexadecimal with its contents; or `damaged`: the reader's error. */
export interface BlockVector {
  about: string;
  power: string;
  grid: string | null;
  inputs: string | null;
  /** Parts appended later, if any. */
  flow?: string;
  phases?: string;
  strings?: string;
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
/** Light on a summer day with passing clouds, 0 to 1, at a fraction of the day. */
const light = (share: number): number => {
  const clear = Math.max(0, Math.sin(Math.PI * share)) ** 1.5;
  return clear * (1 - 0.35 * Math.max(0, Math.sin(share * 71) * Math.sin(share * 23)));
};
/** Noise from -0.5 to 0.5, equal on every machine. */
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

const sunW = (index: number): number => whole(6_000 * light(index / 288));
const loadW = (index: number): number => 350 + (index % 31 < 4 ? 1_900 : 0) + whole(60 * noise(index * 3));
const storedW = (index: number): number => Math.max(-2_500, Math.min(2_500, loadW(index) - sunW(index)));
const summedUp = (watts: (index: number) => number, stepS: number) => {
  const made: number[] = [0];
  for (let index = 1; index < 300; index++) made.push(made.at(-1)! + (Math.max(0, watts(index)) * stepS) / 3_600);
  return (index: number): number => made[index]!;
};
const fromGrid = (index: number): number => loadW(index) - sunW(index) - storedW(index) + whole(4 * noise(index * 11));
const soldWh = summedUp((index) => -fromGrid(index), 300);
const boughtWh = summedUp(fromGrid, 300);
const chargedWh = summedUp((index) => -storedW(index), 300);
const hybrid: Given['values'] = {
  powerW: sunW,
  gridPowerW: fromGrid,
  loadPowerW: (index) => sunW(index) + fromGrid(index) + storedW(index),
  batteryPowerW: storedW,
  batterySocPercent: (index) => whole(40 + 40 * light(index / 400)),
  gridImportWh: (index) => 1_204_000 + whole(boughtWh(index)),
  gridExportWh: (index) => 5_120_700 + whole(soldWh(index) / 10) * 10,
  batteryChargeWh: (index) => 900_000 + whole(chargedWh(index)),
  gridVoltageV: (index) => whole(2_310 + 20 * noise(index * 7)) / 10,
  batteryVoltageV: (index) => whole(512 - storedW(index) / 300 + noise(index)) / 10,
  batteryCurrentA: (index) => whole((storedW(index) / 51.2) * 10) / 10,
  gridCurrentA: (index) => whole((Math.abs(sunW(index) + storedW(index)) / 231) * 10) / 10,
};

const phaseW = (n: number, index: number): number =>
  whole(10 * (200 * n + 900 * noise(index * n) - 800 * light(index / 240)));
const phaseVar = (n: number, index: number): number => whole(10 * (70 + 9 * noise(index * (n + 3))));
const allPhases = (of: (n: number, index: number) => number) => (index: number) =>
  (of(1, index) + of(2, index) + of(3, index)) / 10;
const meter: Given['values'] = Object.fromEntries([
  ['gridPowerW', allPhases(phaseW)],
  ['reactivePowerVar', allPhases(phaseVar)],
  ...[1, 2, 3].flatMap((n) => {
    const apparent = (index: number) => Math.hypot(phaseW(n, index), phaseVar(n, index)) / 10;
    return [
      [`l${n}PowerW`, (index: number) => phaseW(n, index) / 10],
      [`l${n}ReactivePowerVar`, (index: number) => phaseVar(n, index) / 10],
      [`l${n}VoltageV`, (index: number) => whole(2_300 + 12 * noise(index * n)) / 10],
      [`l${n}CurrentA`, (index: number) => whole(apparent(index) / 2.3) / 100],
      [`l${n}PowerFactor`, (index: number) => whole((phaseW(n, index) / 10 / apparent(index)) * 100) / 100],
    ];
  }),
  ...['l12VoltageV', 'l23VoltageV', 'l31VoltageV'].map((name, n) => [
    name,
    (index: number) => whole(3_990 + 9 * noise(index + n)) / 10,
  ]),
]);

const roofW = (index: number): number => whole(18_000 * light(index / 100));
const madeWh = summedUp(roofW, 300);
const strings: Given['values'] = Object.fromEntries([
  ['powerW', roofW],
  ['counterWh', (index: number) => 88_000_000 + whole(madeWh(index) / 100) * 100],
  ['counterDayWh', (index: number) => whole(madeWh(index) / 10) * 10],
  ['insulationOhm', (index: number) => (index < 40 ? null : 2_000_000 + 1_000 * (index % 7))],
  ...[4, 5, 16].flatMap((n) => [
    [`input${n}PowerW`, (index: number) => whole(roofW(index) / 3 + 8 * noise(index * n))],
    [`input${n}VoltageV`, (index: number) => (index < 50 ? whole(6_100 + 40 * noise(index + n)) / 10 : null)],
    [`input${n}CurrentA`, (index: number) => whole(roofW(index) / 183) / 10],
    [`input${n}CounterWh`, (index: number) => whole(madeWh(index) / 30) * 10],
  ]),
  ...[1, 2, 17, 32].map((n) => [
    `string${n}CurrentA`,
    (index: number) => whole(roofW(index) / 244 + noise(index * n)) / 10,
  ]),
]);

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
    about: 'A counter that starts at 0 again twice, jumps back by a little, and wraps; power beside it',
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
  'hybrid-day': {
    about:
      'Hybrid inverter with a battery: what flows, with signs; counters of each way; currents of power and voltage',
    given: { atMs: every(288, 300_000, Date.UTC(2026, 5, 21)), values: hybrid },
  },
  'three-phase-meter': {
    about:
      'Meter of three phases every minute: powers that add up, currents and factors that follow them; voltages between phases, too',
    given: { atMs: every(240, 60_000), mode: () => -1, values: meter },
  },
  'many-inputs-and-strings': {
    about:
      'Inverter with inputs and strings of high numbers, some only in the morning; insulation; the counter of the day beside that of life',
    given: { atMs: every(100, 300_000), values: strings },
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

const hexOf = (part: Uint8Array | null | undefined): string | null => (part ? Buffer.from(part).toString('hex') : null);

const LATER = ['flow', 'phases', 'strings'] as const;

export function vectorOf(about: string, columns: SampleColumns, block: ReadBlock = encodeBlock(columns)): BlockVector {
  return {
    about,
    power: hexOf(block.power)!,
    grid: hexOf(block.grid),
    inputs: hexOf(block.inputs),
    ...Object.fromEntries(LATER.flatMap((group) => (block[group] ? [[group, hexOf(block[group])]] : []))),
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

/** Corrects a part's checksum, as if an encoder had written the part. */
export function summed(part: Uint8Array): Uint8Array {
  new DataView(part.buffer, part.byteOffset).setUint32(1, crc32(part.subarray(5)), true);
  return part;
}

/** A column with parameters that an encoder would not choose. */
interface WrittenColumn {
  id: number;
  scale: number;
  /** Lengths of runs without and with values, alternating. */
  runs?: number[];
  stride?: number;
  kind: number;
  slow?: number;
  /** Columns that it refers to. */
  refers?: number[];
  factor?: number;
  /** For kinds from 8 on. */
  expressions?: Expression[];
  first: number;
  /** Second column of scale 255. */
  low?: number;
  difference: (index: number) => number;
}

function writeByHand(atMs: readonly number[], columns: readonly WrittenColumn[]): ReadBlock {
  const writer = new ByteWriter();
  writer.bytes(encodeBlock(columnsOf({ atMs: [...atMs], values: {} })).power);
  for (const column of columns) {
    const { id, scale, runs, stride, kind, slow = 0, refers = [], factor, first, low, difference } = column;
    const length = runs ? runs.reduce((sum, run, index) => sum + (index % 2) * run, 0) : atMs.length;
    for (const byte of [id, scale, (runs ? 1 : 0) + (stride ? 2 : 0)]) writer.byte(byte);
    if (runs) for (const count of [runs.length, ...runs]) writer.count(count);
    if (stride) writer.count(stride);
    for (const start of low === undefined ? [first] : [first, low]) {
      writer.byte(kind * 16 + slow);
      for (const other of refers) writer.byte(other);
      if (factor !== undefined) writer.float32(factor);
      for (const expression of column.expressions ?? []) writeExpression(writer, expression);
      writer.signed(start);
      if (kind === 0) continue;
      const coded = encodeNumbers(Float64Array.from({ length: length - 1 }, (_, index) => difference(index + 1)));
      writer.count(coded.length);
      writer.bytes(coded);
    }
  }
  const part = writer.toBytes();
  if (columns.some(({ kind }) => kind > 7)) part[0] = 2;
  return { power: summed(part) };
}

const together = (form: number, ...terms: [id: number, factor: number][]): Expression => ({
  form,
  terms: terms.map(([id, factor]) => ({ id, factor: Math.fround(factor) })),
});
const few = (index: number): number => whole(6 * noise(index * 17));
const gaps = [0, 20, 3, 30, 1, 26, 10];
const byHand: Record<string, { about: string; block: () => ReadBlock }> = {
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
  'every-later-kind': {
    about: 'By hand, all in one part of version 2: kinds 8 to 11, each form of an expression, with gaps and strides',
    block: () =>
      writeByHand(jittered.slice(0, 90), [
        { id: 1, scale: 1, stride: 5, kind: 2, first: 200, difference: (index) => few(index) - (index % 3) + 1 },
        { id: 48, scale: 0, kind: 1, first: -300, difference: (index) => 15 * few(index) },
        { id: 50, scale: 0, runs: gaps, kind: 3, slow: 2, first: 40, difference: (index) => 9 * few(index) },
        {
          id: 49,
          scale: 0,
          kind: 8,
          slow: 3,
          expressions: [together(FORMS.sum, [1, 0.1], [48, 1], [50, 1])],
          first: 9,
          difference: few,
        },
        {
          id: 5,
          scale: 1,
          kind: 9,
          slow: 4,
          expressions: [together(FORMS.magnitude, [48, 1], [50, -0.5]), together(FORMS.sum, [1, 0.25])],
          first: 3,
          difference: few,
        },
        {
          id: 9,
          scale: 2,
          kind: 9,
          slow: 0,
          expressions: [together(FORMS.sum, [48, 1]), together(FORMS.length, [48, 1], [50, 1])],
          first: -80,
          difference: few,
        },
        {
          id: 65,
          scale: 1,
          runs: gaps,
          stride: 2,
          kind: 9,
          slow: 15,
          expressions: [together(FORMS.sum, [50, 1]), together(FORMS.sum)],
          first: 4,
          difference: few,
        },
        {
          id: 54,
          scale: 0,
          kind: 10,
          expressions: [together(FORMS.sum, [48, 0.0003])],
          first: 1_000,
          difference: (index) => few(index) >> 1,
        },
        {
          id: 55,
          scale: 0,
          stride: 10,
          kind: 11,
          expressions: [together(FORMS.sum, [48, -0.0003], [50, -0.0001])],
          first: 70,
          difference: (index) => few(index) >> 1,
        },
      ]),
  },
  'every-scale': {
    about: 'By hand: each scale once, from 0 to 16, and 255; an encoder takes the first that fits',
    block: () => {
      const ids = [1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 24, 25, 26, 27, 32, 33, 40];
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
  const ofVersion2 = (...bytes: number[]): Uint8Array => summed(Uint8Array.of(2, 0, 0, 0, 0, ...bytes));
  /** Three samples a second apart, status, mode and imported 0. */
  const instants = [3, 0, 0, 0x00, 2, 0, 0, 0, 0, 0, 0];
  const damagedVector = (
    about: string,
    damaged: string,
    bytes: Uint8Array,
    other: Uint8Array | null = null,
  ): BlockVector => ({
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
    damagedVector(
      'one bit flipped in the middle',
      wrongSum,
      changed(power, (bytes) => {
        bytes[bytes.length >> 1]! ^= 4;
      }),
    ),
    damagedVector(
      'one bit flipped in the sum',
      wrongSum,
      changed(power, (bytes) => {
        bytes[3]! ^= 128;
      }),
    ),
    damagedVector(
      'one bit flipped in the part grid',
      wrongSum,
      power,
      changed(grid!, (bytes) => {
        bytes[bytes.length - 1]! ^= 1;
      }),
    ),
    damagedVector('the last byte is missing', wrongSum, power.slice(0, -1)),
    damagedVector('one byte too many', wrongSum, Uint8Array.of(...power, 0)),
    damagedVector('all zeros', 'version 0 is not known', new Uint8Array(power.length)),
    damagedVector('nothing', 'shorter than its head', new Uint8Array(0)),
    damagedVector('head alone, cut', 'shorter than its head', power.slice(0, 4)),
    damagedVector(
      'another version, all else right',
      'version 3 is not known',
      changed(power, (bytes) => {
        bytes[0] = 3;
      }),
    ),
    damagedVector('right sum: cut within a column', 'bytes end too soon', summed(power.slice(0, -9))),
    damagedVector(
      'right sum: a count of nine bytes',
      'a number is too long',
      body(255, 255, 255, 255, 255, 255, 255, 255, 1),
    ),
    damagedVector('right sum: no sample', '0 samples cannot be', body(0, 0, 0)),
    damagedVector(
      'right sum: more samples than there can be',
      '268435455 samples cannot be',
      body(255, 255, 255, 127, 0, 0, 0, 2),
    ),
    damagedVector('right sum: an unknown unit', 'unit of time 7 is not known', body(1, 7, 0, 0, 0, 0, 0, 0, 0)),
    damagedVector(
      'right sum: two samples at one instant',
      'its instants are not in order',
      body(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ),
    damagedVector(
      'right sum: a mode of 20 bits',
      '524288 is too large for its column',
      body(1, 0, 0, 0, 0, 0, 128, 128, 64, 0, 0),
    ),
    damagedVector(
      'right sum: a mode that changes to one of 20 bits',
      '524288 is too large for its column',
      body(2, 0, 0, 0, 2, 0, 0, 0x10, 0, ...lastTo(524_288), 0, 0),
    ),
    damagedVector('right sum: an unknown scale', 'scale 200 is not known', body(...instants, 1, 200, 0, 0, 2)),
    damagedVector('right sum: unknown flags', 'flags 64 are not known', body(...instants, 1, 0, 64, 0, 2)),
    damagedVector('right sum: a stride of 0', 'a stride of 0', body(...instants, 1, 0, 2, 0, 0, 2)),
    damagedVector(
      'right sum: a quantity twice',
      'quantity 1 is there twice',
      body(...instants, 1, 0, 0, 0, 2, 1, 0, 0, 0, 2),
    ),
    damagedVector(
      'right sum: a quantity without values',
      'a column without values',
      body(...instants, 1, 0, 1, 1, 3, 0, 2),
    ),
    damagedVector(
      'right sum: runs beyond the samples',
      'more places than samples',
      body(...instants, 1, 0, 1, 2, 1, 3, 0, 2),
    ),
    damagedVector(
      'right sum: an unknown kind',
      'expectation 8 is not known',
      body(...instants, 1, 0, 0, 0x80, 1, 0, 0, 0, 0, 2, 0),
    ),
    damagedVector(
      'right sum: refers to what is not there',
      'quantity 9 is referred to and not there',
      body(...instants, 1, 0, 0, 0x53, 9, 0, 2, 0),
    ),
    damagedVector(
      'right sum: a factor that is not a number',
      'its factor is no number',
      body(...instants, 1, 0, 0, 0, 2, 2, 0, 0, 0x60, 1, 0, 0, 0xc0, 0x7f, 2, 0),
    ),
    damagedVector(
      'right sum: version 2, an unknown kind',
      'expectation 12 is not known',
      ofVersion2(...instants, 1, 0, 0, 0xc0, 1, 0, 0, 0, 0, 2, 0),
    ),
    damagedVector(
      'right sum: version 2, an unknown form',
      'form 3 is not known',
      ofVersion2(...instants, 1, 0, 0, 0x80, 0x30, 2, 0),
    ),
    damagedVector(
      'right sum: version 2, an expression of what is not there',
      'quantity 9 is referred to and not there',
      ofVersion2(...instants, 1, 0, 0, 0x80, 0x01, 9, 0, 0, 0x80, 0x3f, 2, 0),
    ),
    damagedVector(
      'right sum: version 2, an expression whose factor is not a number',
      'its factor is no number',
      ofVersion2(...instants, 1, 0, 0, 0, 2, 2, 0, 0, 0xa0, 0x01, 1, 0, 0, 0xc0, 0x7f, 2, 0),
    ),
    damagedVector(
      'right sum: version 2, an expression of itself',
      'quantity 1 is referred to and not there',
      ofVersion2(...instants, 1, 0, 0, 0x90, 0x01, 1, 0, 0, 0x80, 0x3f, 0x00, 2, 0),
    ),
    damagedVector(
      'right sum: version 2, cut within an expression',
      'bytes end too soon',
      ofVersion2(...instants, 1, 0, 0, 0x80, 0x0f, 1, 0, 0),
    ),
    damagedVector(
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

// Arguments limit the run to vectors with these names.
if (import.meta.main) {
  const names = process.argv.slice(2);
  for (const name of vectorNames.filter((one) => names.length === 0 || names.includes(one))) {
    writeFileSync(join(vectorsFolder, `${name}.json`), `${JSON.stringify(vectorsNamed(name))}\n`);
  }
}
