// Malicious files: small ones that claim to be huge, and values that no device can have, are refused before memory is allocated.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { csvFile } from '../exporter/csvFile.ts';
import { parquetFile } from '../exporter/parquetFile.ts';
import { type Format, TABLES, type TableName } from '../exporter/tables.ts';
import { openUnfinished } from '../exporter/unfinished.ts';
import { requireSaneMetadata, requireSanePages } from './parquetBounds.ts';
import { restoreFolder } from './restoreFolder.ts';
import { summaryOf } from './summary.ts';

const { sql, context, clock } = await reportServer();
const root = mkdtempSync(join(tmpdir(), 'bombs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => clock.set('2026-11-21T00:00:00Z'));
let count = 0;

const AT = Date.parse('2026-05-01T10:00:00Z');

function samples(sn: string, rows: number, more: TableChunk['cells'] = {}): TableChunk {
  const zeros = new Float64Array(rows);
  return {
    rows,
    cells: {
      sn: new Array<string>(rows).fill(sn),
      at: zeros.map((_, row) => AT + row),
      day: new Array<string>(rows).fill('2026-05-01'),
      statusBits: zeros,
      mode: zeros,
      imported: zeros,
      ...more,
    },
  };
}

function day(sn: string, energyWh: number, more: TableChunk['cells'] = {}): TableChunk {
  const one = (value: number) => Float64Array.of(value);
  return {
    rows: 1,
    cells: {
      sn: [sn],
      day: ['2026-05-01'],
      energyWh: one(energyWh),
      integratedWh: one(0),
      source: ['imported'],
      coveredS: one(0),
      samples: one(0),
      ...more,
    },
  };
}

async function write(format: Format, tables: Record<'samples' | 'days', TableChunk | TableChunk[]>): Promise<string> {
  const folder = join(root, String(count++));
  mkdirSync(folder);
  for (const [name, given] of Object.entries(tables) as [TableName, TableChunk | TableChunk[]][]) {
    const unfinished = await openUnfinished(join(folder, `${name}.${format}`));
    const file = (format === 'csv' ? csvFile : parquetFile)(unfinished, TABLES[name]);
    for (const piece of [given].flat()) if (piece.rows > 0) await file.write(piece);
    await file.finish();
    await unfinished.publish();
  }
  return folder;
}

const nothing: TableChunk = { rows: 0, cells: {} };
const device = async () => await makeDevice(sql, { sid: await makeSite(sql) });
const peakBytes = () => process.resourceUsage().maxRSS * 1024;

describe('a Parquet file that is larger than it looks is refused:', () => {
  test('more rows in a group than in any export', async () => {
    const { sn } = await device();
    const folder = await write('parquet', {
      samples: samples(sn, 150_000, { powerW: new Float64Array(150_000) }),
      days: nothing,
    });
    await expect(restoreFolder(context, folder)).rejects.toThrow(
      /can't be read as Parquet: it has a group of 150000 rows/,
    );
  });

  test('texts of megabytes, compressed to almost nothing', async () => {
    const folder = await write('parquet', {
      samples: samples('', 40, { sn: Array.from({ length: 40 }, (_, row) => 'A'.repeat(1_000_000) + row) }),
      days: nothing,
    });
    // Each text is in the file's own statistics as well.
    expect(statSync(join(folder, 'samples.parquet')).size).toBeLessThan(8_000_000);
    await expect(restoreFolder(context, folder)).rejects.toThrow(/a column has more than 16777216 bytes in one group/);
  });

  test('a page that declares a false size', async () => {
    const { sn } = await device();
    const folder = await write('parquet', { samples: samples(sn, 1_000), days: nothing });
    const path = join(folder, 'samples.parquet');
    const bytes = readFileSync(path);
    // The header of the first page follows the magic bytes: type, then the uncompressed size, as a number of one or two bytes.
    expect([bytes[4], bytes[6]]).toEqual([0x15, 0x15]);
    const before = peakBytes();
    const claims = Buffer.concat([bytes.subarray(0, 7), Buffer.from([0xfe, 0xff, 0xff, 0xff, 0x0f])]);
    claims.copy(bytes, 0);
    writeFileSync(path, bytes);
    await expect(restoreFolder(context, folder)).rejects.toThrow(
      /can't be read as Parquet: a page has 2147483647 unpacked bytes/,
    );
    expect(peakBytes() - before).toBeLessThan(64 * 2 ** 20);
  });

  test('a damaged last group, after the groups before it were restored', async () => {
    const { sid, sn } = await device();
    const rows = 25_000;
    const groups = [0, 1].map((group) => {
      const at = Float64Array.from({ length: rows }, (_, row) => AT + (group * rows + row) * 60_000);
      const day = Array.from(at, (ms) => new Date(ms).toISOString().slice(0, 10));
      return samples(sn, rows, { at, day });
    });
    const folder = await write('parquet', { samples: groups, days: nothing });
    const path = join(folder, 'samples.parquet');
    const bytes = readFileSync(path);
    const { row_groups } = parquetMetadata(new Uint8Array(bytes).buffer);
    const { dictionary_page_offset, data_page_offset } = row_groups[1]!.columns[0]!.meta_data!;
    const from = Number(dictionary_page_offset ?? data_page_offset);
    writeFileSync(path, bytes.fill(0, from, from + 8));
    await expect(restoreFolder(context, folder)).rejects.toThrow(/can't be read as Parquet: a page has undefined/);
    const [stored] = await sql<{ days: number }[]>`select count(*)::int as days from sample_blocks where sid = ${sid}`;
    expect(stored!.days).toBeGreaterThan(15);
  });

  test('a list in its metadata that claims thirty million entries', async () => {
    const { sn } = await device();
    const folder = await write('parquet', { samples: samples(sn, 3), days: nothing });
    // Field 2, a list of structs, with its length as a varint.
    const metadata = Buffer.from([0x29, 0xfc, 0x80, 0x87, 0xa7, 0x0e, 0x00]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(metadata.length);
    writeFileSync(
      join(folder, 'samples.parquet'),
      Buffer.concat([Buffer.from('PAR1'), metadata, length, Buffer.from('PAR1')]),
    );
    const before = peakBytes();
    await expect(restoreFolder(context, folder)).rejects.toThrow(
      /can't be read as Parquet: it has a list that is longer than it/,
    );
    expect(peakBytes() - before).toBeLessThan(64 * 2 ** 20);
  });

  test('lists within lists within lists', () => {
    expect(() => requireSaneMetadata(new Uint8Array(8_000).fill(0x19))).toThrow('nested too deeply');
  });

  const number = (value: number): number[] => {
    const bytes: number[] = [];
    let rest = value * 2;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    return [...bytes, rest];
  };
  /** Returns the header of a data page with an uncompressed size, a compressed size and a number of values. */
  const page = (unpacked: number, packed: number, values: number) =>
    Uint8Array.from([0x15, 0, 0x15, ...number(unpacked), 0x15, ...number(packed), 0x2c, 0x15, ...number(values), 0, 0]);

  test.each([
    ['two thousand million values in a page', page(4, 0, 2_000_000_000), 'a page has 2000000000 values'],
    ['more bytes than exist', page(4, 1_000, 1), 'a page has 1000 bytes'],
    [
      'many pages that are each small enough',
      Uint8Array.from(Array.from({ length: 3 }, () => [...page(1, 0, 90_000)]).flat()),
      'more than 100000 values',
    ],
    ['an end within a header', page(4, 0, 1).slice(0, 4), 'it ends within a header'],
  ])('%s', (_, bytes, message) => {
    expect(() => requireSanePages(bytes)).toThrow(message);
  });
});

describe.each<Format>(['csv', 'parquet'])('values that no device can have are refused, as %s:', (format) => {
  const restoreSummary = async (tables: Record<'samples' | 'days', TableChunk>): Promise<string> =>
    summaryOf(await restoreFolder(context, await write(format, tables))).join('\n');

  test.each([
    ['energyWh', 1e300],
    ['energyWh', 25_000_001],
    ['energyWh', -1],
    ['integratedWh', 1e300],
    ['peakW', 1e300],
    ['coveredS', 1e9],
  ])('a day whose %s is %d', async (name, value) => {
    const { sid, sn } = await device();
    const summary = await restoreSummary({
      samples: nothing,
      days: day(sn, 1_000, { [name]: Float64Array.of(value) }),
    });
    expect(summary).toMatch(
      new RegExp(`days\\.${format}: 1 refused, "${name}" is outside .* \\(line ${format === 'csv' ? 2 : 1}\\)`),
    );
    expect(await sql`select from device_days where sid = ${sid}`).toEqual([]);
  });

  test('a day with more energy than its daylight and the rated power allow', async () => {
    const { sid, sn } = await device();
    const summary = await restoreSummary({
      samples: nothing,
      days: day(sn, 1_000, { energyWh: Float64Array.of(20_000) }),
    });
    expect(summary).toContain(`days.${format}: 1 refused, more energy than the device can make in that day.`);
    expect(summary).toContain('0 added');
    expect(await sql`select from device_days where sid = ${sid}`).toEqual([]);
  });

  test.each([
    ['counterWh', 1e300],
    ['powerW', -5],
    ['powerW', 1e7],
    ['temperatureC', 1e9],
  ])('a sample whose %s is %d', async (name, value) => {
    const { sid, sn } = await device();
    const summary = await restoreSummary({
      samples: samples(sn, 1, { [name]: Float64Array.of(value) }),
      days: nothing,
    });
    expect(summary).toContain(`samples.${format}: 1 refused, "${name}" is outside`);
    expect(await sql`select from device_days where sid = ${sid}`).toEqual([]);
  });

  test('a serial number of a thousand characters', async () => {
    const summary = await restoreSummary({ samples: nothing, days: day('A'.repeat(1_000), 1_000) });
    expect(summary).toContain('"sn" is longer than 100 characters');
  });
});
