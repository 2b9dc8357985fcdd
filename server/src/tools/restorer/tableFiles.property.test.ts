// A written table is read back to the last bit, whatever its values are, in both formats.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runs } from '../../../test/sampling.ts';
import { type Column, isText, joinChunks, type TableChunk } from '../../platform/files/table.ts';
import { csvFile } from '../exporter/csvFile.ts';
import { parquetFile } from '../exporter/parquetFile.ts';
import { HOUR_NAMES, TABLES } from '../exporter/tables.ts';
import { openUnfinished } from '../exporter/unfinished.ts';
import { readCsv } from './readCsv.ts';
import { readParquet } from './readParquet.ts';
import { wholeDays } from './wholeDays.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const LATEST_MS = Date.UTC(2100, 0, 1);
const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0.1 + 0.2),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1000, max: 400_000 }).map((count) => count / 100),
);
const ranges: Record<string, { min: number; max: number } | undefined> = {
  ...QUANTITIES,
  energyWh: { min: 0, max: 25_000_000 },
  integratedWh: { min: 0, max: 25_000_000 },
  coveredS: { min: 0, max: 90_000 },
  peakW: { min: 0, max: 1_000_000 },
  pagePlace: { min: 0, max: 2 ** 31 - 1 },
  peakPowerW: { min: 0, max: 100_000 },
  stringNumber: { min: 0, max: 999 },
  tiltDeg: { min: 0, max: 90 },
  azimuthDeg: { min: 0, max: 360 },
  zone: { min: 1, max: 2 ** 31 - 1 },
  zoneRow: { min: 1, max: 100 },
  zoneColumn: { min: 1, max: 100 },
  rotationDeg: { min: -360, max: 360 },
  xM: { min: -5000, max: 5000 },
  yM: { min: -5000, max: 5000 },
  price: { min: 0, max: 100_000 },
  feedInPrice: { min: 0, max: 100_000 },
  periodPrice: { min: 0, max: 100_000 },
  periodFeedInPrice: { min: 0, max: 100_000 },
  fixedCharge: { min: 0, max: 100_000 },
  ownUseShare: { min: 0, max: 1 },
  fromHour: { min: 0, max: 23 },
  toHour: { min: 1, max: 24 },
  ...Object.fromEntries(HOUR_NAMES.map((name) => [name, { min: 0, max: 25_000_000 }])),
};
const wholes: Record<string, { min: number; max: number } | undefined> = {
  samples: { min: 0, max: 32767 },
  input: { min: 1, max: 16 },
  zone: { min: 1, max: 2 ** 31 - 1 },
  rows: { min: 1, max: 100 },
  columns: { min: 1, max: 100 },
};
/** Generates the limits of a column's range and any double between them. */
const doubleOf = (name: string): fc.Arbitrary<number> => {
  const { min, max } = ranges[name]!;
  return fc.oneof(
    fc.double({ min, max, noNaN: true }),
    double.filter((value) => value >= min && value <= max),
    fc.constantFrom(min, max, ...(min > 0 ? [] : [-0, 5e-324])),
  );
};
const anyValue = ({ name, type, needed }: Column): fc.Arbitrary<string | number> => {
  switch (type) {
    case 'text':
      return fc.string({ minLength: needed ? 1 : 0, unit: fc.constantFrom('A', '7', '-', ',', '"', ' ', 'ü') });
    case 'day':
      return fc
        .integer({ min: 10_000, max: 40_000 })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    case 'instant':
      return fc.oneof(
        fc.integer({ min: Date.UTC(1990, 0, 1), max: LATEST_MS }),
        fc.constant(needed ? LATEST_MS : Number.NaN),
      );
    case 'whole':
      return fc.integer(wholes[name] ?? { min: -32768, max: 32767 });
    case 'flag':
      return fc.constantFrom(0, 1);
    case 'number':
      return needed ? doubleOf(name) : fc.oneof(doubleOf(name), fc.constant(Number.NaN));
  }
};

const anyPiece = (columns: readonly Column[]): fc.Arbitrary<TableChunk> =>
  fc.integer({ min: 1, max: 40 }).chain((rows) =>
    fc
      .tuple(
        ...columns.map((column) =>
          fc
            .tuple(fc.array(anyValue(column), { minLength: rows, maxLength: rows }), fc.boolean())
            .map(([values, isAbsent]) => {
              // A column may be missing from one piece and present in the next.
              if (isAbsent && !column.needed) return undefined;
              return isText(column) ? (values as string[]) : Float64Array.from(values as number[]);
            }),
        ),
      )
      .map((cells) => ({ rows, cells: Object.fromEntries(columns.map(({ name }, index) => [name, cells[index]])) })),
  );

/** Returns every column in full, with missing values where it is absent from a piece. */
const whole = (pieces: readonly TableChunk[], columns: readonly Column[]) => {
  const { rows, cells } = joinChunks(pieces, columns);
  return columns.map((column) => {
    const values = cells[column.name];
    return values
      ? Array.from(values as ArrayLike<string | number>)
      : new Array(rows).fill(isText(column) ? '' : Number.NaN);
  });
};

test.each([
  ['csv', 'samples'],
  ['csv', 'days'],
  ['csv', 'modules'],
  ['csv', 'meters'],
  ['csv', 'breaks'],
  ['csv', 'prices'],
  ['csv', 'zones'],
  ['parquet', 'samples'],
  ['parquet', 'days'],
  ['parquet', 'modules'],
  ['parquet', 'meters'],
  ['parquet', 'breaks'],
  ['parquet', 'prices'],
  ['parquet', 'zones'],
] as const)('%s: a table of %s is read back unchanged', async (format, table) => {
  const columns = TABLES[table];
  await fc.assert(
    fc.asyncProperty(fc.array(anyPiece(columns), { minLength: 1, maxLength: 4 }), async (pieces) => {
      const path = join(folder, `${count++}.${format}`);
      const unfinished = await openUnfinished(path);
      const file = (format === 'csv' ? csvFile : parquetFile)(unfinished, columns);
      for (const piece of pieces) await file.write(piece);
      await file.finish();
      await unfinished.publish();
      const refused: string[] = [];
      const reading = { latestMs: LATEST_MS, refuse: (reason: string) => refused.push(reason), progress() {} };
      const read: TableChunk[] = [];
      const back = (format === 'csv' ? readCsv : readParquet)(path, columns, reading);
      for await (const piece of table === 'samples' ? wholeDays(back) : back) read.push(piece);
      expect(refused).toEqual([]);
      // toEqual distinguishes -0 from 0 and treats NaN as equal to NaN.
      expect(whole(read, columns)).toEqual(whole(pieces, columns));
    }),
    { numRuns: runs(60) },
  );
});
