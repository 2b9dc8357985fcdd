// Exports: contents of the files, refusals, and no complete-looking files after an interruption.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { ingestHistory } from '../../ingest/ingestHistory.ts';
import { type ExportOrder, exportSite } from './exportSite.ts';
import { readExportOptions } from './options.ts';
import type { Format } from './tables.ts';

const { sql, context, databaseUrl } = await reportServer();
const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const order = (overrides: Partial<ExportOrder> & { sid: string }): ExportOrder => ({
  sn: null,
  from: null,
  to: null,
  format: 'csv',
  folder: join(folder, String(count++)),
  ...overrides,
});

async function plant(): Promise<{ sid: string; sn: string }> {
  const device = await makeDevice(sql, { sid: await makeSite(sql, { timezone: 'Europe/Berlin' }) });
  await makeSample(sql, {
    ...device,
    at: '2026-06-14T22:00:00.123Z',
    statusBits: 5,
    quantities: { powerW: 0.5, counterWh: 1234.2, temperatureC: -3 },
  });
  await makeDay(sql, { ...device, day: '2026-06-15', energyWh: 1234.2, peakW: 0.5 });
  return device;
}

test("CSV has instants in UTC, days in the plant's time zone, and a column for every quantity", async () => {
  const { sid, sn } = await plant();
  const request = order({ sid });
  expect(await exportSite(context, request)).toMatchObject({
    samples: 1,
    days: 1,
    from: '2026-06-15',
    to: '2026-06-15',
  });
  const table = (name: string) => {
    const [head, ...rows] = readFileSync(join(request.folder, name), 'utf8').trimEnd().split('\n');
    return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [head!.split(',')[index], cell])));
  };
  expect(table('samples.csv')).toEqual([
    expect.objectContaining({
      sn,
      at: '2026-06-14T22:00:00.123Z',
      day: '2026-06-15',
      statusBits: '5',
      mode: '6',
      imported: 'false',
      powerW: '0.5',
      counterWh: '1234.2',
      temperatureC: '-3',
      gridVoltageV: '',
    }),
  ]);
  expect(table('days.csv')).toEqual([
    expect.objectContaining({ sn, day: '2026-06-15', energyWh: '1234.2', source: 'counted', peakW: '0.5', peakAt: '' }),
  ]);
  expect(readdirSync(request.folder).sort()).toEqual(['days.csv', 'prices.csv', 'samples.csv']);
});

test.each<Format>(['csv', 'parquet'])('as %s: a history is for its owner alone, folder and files', async (format) => {
  const { sid } = await plant();
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const modes = (at: string) => Object.fromEntries(readdirSync(at).map((name) => [name, mode(join(at, name))]));
  const created = order({ sid, format, folder: join(folder, String(count++), 'within') });
  await exportSite(context, created);
  // Created parent folders are private, too.
  expect([mode(dirname(created.folder)), mode(created.folder)]).toEqual(['700', '700']);
  expect(modes(created.folder)).toEqual(
    Object.fromEntries(['days', 'prices', 'samples'].map((table) => [`${table}.${format}`, '600'])),
  );

  const existing = order({ sid, format });
  mkdirSync(existing.folder);
  chmodSync(existing.folder, 0o755);
  await exportSite(context, existing);
  expect(modes(existing.folder)).toEqual(
    Object.fromEntries(['days', 'prices', 'samples'].map((table) => [`${table}.${format}`, '600'])),
  );
});

test('Parquet has typed columns that any reader accepts', async () => {
  const { sid, sn } = await plant();
  const request = order({ sid, format: 'parquet' });
  await exportSite(context, request);
  const bytes = readFileSync(join(request.folder, 'samples.parquet'));
  const rows = await parquetReadObjects({
    file: new Uint8Array(bytes).buffer,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });
  expect(rows).toEqual([
    expect.objectContaining({
      sn,
      at: new Date('2026-06-14T22:00:00.123Z'),
      day: new Date('2026-06-15'),
      statusBits: 5,
      imported: false,
      powerW: 0.5,
      counterWh: 1234.2,
      gridVoltageV: null,
    }),
  ]);
});

test('an export never overwrites existing files, and a refused one leaves nothing behind', async () => {
  const { sid } = await plant();
  const request = order({ sid });
  await exportSite(context, request);
  const before = readFileSync(join(request.folder, 'samples.csv'));
  await expect(exportSite(context, request)).rejects.toThrow(/already exists/);
  await expect(exportSite(context, { ...request, format: 'parquet' })).rejects.toThrow(/already exists/);
  expect(readFileSync(join(request.folder, 'samples.csv'))).toEqual(before);
  expect(readdirSync(request.folder).sort()).toEqual(['days.csv', 'prices.csv', 'samples.csv']);

  await expect(exportSite(context, order({ sid: 'DE_20260101_nothere' }))).rejects.toThrow(/no plant/);
  await expect(exportSite(context, order({ sid, sn: 'NOTHERE' }))).rejects.toThrow(/no device/);
  await expect(exportSite(context, order({ sid, from: '2027-01-01' }))).rejects.toThrow(
    /from 2026-06-15 to 2026-06-15/,
  );
  await expect(exportSite(context, order({ sid: await makeSite(sql) }))).rejects.toThrow(/no history yet/);
  expect(readdirSync(folder)).toEqual(readdirSync(folder).filter((name) => readdirSync(join(folder, name)).length > 0));
});

test.each<[string[], RegExp]>([
  [['--out', 'x'], /Which plant/],
  [['--site', 'S'], /Where to/],
  [['--site', 'S', '--out', 'x', '--format', 'xml'], /csv or parquet/],
  [['--site', 'S', '--out', 'x', '--from', '2026-02-30'], /no day/],
  [['--site', 'S', '--out', 'x', '--from', '1/2/2026'], /no day/],
  [['--site', 'S', '--out', 'x', '--from', '2026-03-02', '--to', '2026-03-01'], /later than/],
  [['--site', 'S', '--out', 'x', '--frm', '2026-03-02'], /--help/],
])('%j is refused', (args, message) => {
  expect(() => readExportOptions(args)).toThrow(message);
});

test('an interrupted export leaves no file and still has its audit line', async () => {
  const { sid } = await plant();
  const request = order({ sid });
  const interrupted = new AbortController();
  interrupted.abort();
  await expect(exportSite(context, request, undefined, interrupted.signal)).rejects.toThrow();
  expect(readdirSync(folder)).not.toContain(request.folder.slice(folder.length + 1));
  expect((await sql`select from audit_log where object = ${sid} and action = 'site.export'`).length).toBe(1);
});

describe('the command line, interrupted while it writes', () => {
  /** Locks the audit log, so that the export waits with open files, and then sends the signal. */
  async function exportAndStop(
    signal: NodeJS.Signals,
  ): Promise<{ folder: string; sid: string; code: number | null; errorOutput: string }> {
    const { sid } = await plant();
    const request = order({ sid });
    const [{ name }] = (await sql`select current_database() as name`) as unknown as [{ name: string }];
    let child: ChildProcess | undefined;
    let errorOutput = '';
    const ended = Promise.withResolvers<number | null>();
    await sql.begin(async (tx) => {
      await tx`lock table audit_log in access exclusive mode`;
      child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../export.ts'), '--site', sid, '--out', request.folder],
        {
          env: { ...process.env, DATABASE_URL: databaseUrl },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
      child.stderr!.on('data', (text) => {
        errorOutput += text;
      });
      child.once('exit', (code) => ended.resolve(code));
      const waits = () => sql`select from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`;
      while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(readdirSync(request.folder).sort()).toEqual(['days.csv.unfinished', 'samples.csv.unfinished']);
      child.kill(signal);
      if (signal === 'SIGKILL') await ended.promise;
    });
    return { folder: request.folder, sid, code: await ended.promise, errorOutput };
  }

  test('leaves nothing after SIGTERM and reports it', async () => {
    const { folder: out, code, errorOutput } = await exportAndStop('SIGTERM');
    expect(code).toBe(1);
    expect(errorOutput).toContain('Interrupted: nothing was exported.');
    expect(existsSync(out)).toBe(false);
  });

  test('leaves no complete-looking file after SIGKILL, and the next export names the file to remove', async () => {
    const { folder: out, sid } = await exportAndStop('SIGKILL');
    expect(readdirSync(out).sort()).toEqual(['days.csv.unfinished', 'samples.csv.unfinished']);
    const request = order({ sid, folder: out });
    await expect(exportSite(context, request)).rejects.toThrow(/remove this file first/);
    expect(readdirSync(out).sort()).toEqual(['days.csv.unfinished', 'samples.csv.unfinished']);
    for (const name of readdirSync(out)) rmSync(join(out, name));
    await exportSite(context, request);
    expect(readdirSync(out).sort()).toEqual(['days.csv', 'prices.csv', 'samples.csv']);
  });
});

test('a device without production is exported from its first sample to its last, with columns of its own quantities only', async () => {
  const sid = await makeSite(sql, { timezone: 'Europe/Berlin' });
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  for (const at of ['2026-06-13T22:30:00Z', '2026-06-15T10:00:00Z']) {
    await makeSample(sql, { sid, sn, at, quantities: { gridPowerW: -40, l31VoltageV: 399.5 } });
  }
  const request = order({ sid });
  expect(await exportSite(context, request)).toMatchObject({
    from: '2026-06-14',
    to: '2026-06-15',
    samples: 2,
    days: 0,
  });
  const [head, row] = readFileSync(join(request.folder, 'samples.csv'), 'utf8')
    .split('\n')
    .map((line) => line.split(','));
  expect(head!.slice(-2)).toEqual(['l31VoltageV', 'gridPowerW']);
  expect(head).not.toContain('loadPowerW');
  expect(row!.slice(-2)).toEqual(['399.5', '-40']);
});

test('a day whose stored samples are damaged is reported and left out, and its neighbours are exported', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { timezone: 'Europe/Berlin' }) });
  const atMs = Float64Array.from(
    { length: 5 * 24 },
    (_, hour) => Date.parse('2026-05-01T00:30:00+02:00') + hour * 3_600_000,
  );
  await ingestHistory(context, [
    {
      sn,
      columns: {
        atMs,
        statusBits: new Int32Array(atMs.length),
        mode: new Int16Array(atMs.length),
        imported: new Uint8Array(atMs.length),
        values: { powerW: atMs.map((_, hour) => hour) },
      },
    },
  ]);
  await sql`update sample_blocks set power = set_byte(power, 9, get_byte(power, 9) # 255) where sid = ${sid} and day = '2026-05-03'`;
  const request = order({ sid });
  const exported = await exportSite(context, request);
  expect(exported).toMatchObject({ samples: 4 * 24, days: 5, damaged: [{ sn, day: '2026-05-03' }] });
  const days = readFileSync(join(request.folder, 'samples.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[2]);
  expect([...new Set(days)]).toEqual(['2026-05-01', '2026-05-02', '2026-05-04', '2026-05-05']);
});

test('refuses a folder that is a file', async () => {
  const { sid } = await plant();
  const path = join(folder, 'file');
  writeFileSync(path, '');
  await expect(exportSite(context, order({ sid, folder: path }))).rejects.toMatchObject({ code: 'EEXIST' });
  rmSync(path);
});
