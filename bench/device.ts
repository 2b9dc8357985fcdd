// Claim: five quantities of a day of any kind of device come in under 20 ms, any page of the table of a year's samples in under 50 ms, and a year of a hybrid's five-minute samples is exported as a file of any format in under 5 s, in bounded memory.
import { setTimeout as pause } from 'node:timers/promises';
import { parquetMetadata } from 'hyparquet';
import { addDays } from '../server/src/platform/calendar/rules/localDays.ts';
import { readXlsx } from '../server/test/readXlsx.ts';
import { openWorld, percentile, residentMb, table } from './world.ts';
import { DEVICES, makeYearPlant } from './yearPlant.ts';

const DAYS = Number(process.argv[2] ?? 365);
const TIMES = 200;
const MAX_MS = 20;
/** Limit for a page of a table that scrolls. */
const MAX_PAGE_MS = 50;
const PAGE_SIZE = 100;
const MAX_S = 5;
const QUANTITIES = 5;
/** Slightly more often than the client polls whether the file is ready. */
const LOOK_MS = 250;

/** Parsers that count the rows, to verify that the measured file is complete. */
const rowsIn: Record<'csv' | 'xlsx' | 'parquet', (bytes: Uint8Array) => number> = {
  csv: (bytes) => bytes.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), -1),
  xlsx: (bytes) => readXlsx(bytes).sheets.reduce((rows, sheet) => rows + sheet.rows.length - 1, 0),
  parquet: (bytes) => Number(parquetMetadata(new Uint8Array(bytes).buffer).num_rows),
};

const world = await openWorld();
const rows: Record<string, string | number>[] = [];
let failed = false;
try {
  await world.startServer();
  const { sid, token, first, last, stored, ask } = await makeYearPlant(world, DAYS);

  for (const [kind, { sn }] of Object.entries(DEVICES)) {
    const map = (await (await ask('device/powerParamateMap', { sid, sn }, token)).json()) as {
      data: { list: { name: string }[] };
    };
    const lines = map.data.list.slice(0, QUANTITIES).map(({ name }) => name);
    const ms: number[] = [];
    let values = 0;
    for (let n = 0; n < TIMES; n++) {
      const date = addDays(first, (n * 37) % DAYS);
      const from = performance.now();
      const answer = await ask('device/statistics/echarts', { sid, sn, types: 1, date, lines }, token);
      const { data } = (await answer.json()) as { data: { series: { data: (number | null)[] }[] } };
      ms.push(performance.now() - from);
      values = data.series.reduce((sum, one) => sum + one.data.filter((value) => value !== null).length, 0);
    }
    const p95 = percentile(ms, 0.95);
    if (p95 > MAX_MS) failed = true;
    rows.push({
      what: `a day of a ${kind}: ${lines.join(', ')}`,
      'p50 ms': percentile(ms, 0.5).toFixed(1),
      'p95 ms': p95.toFixed(1),
      values,
    });
  }

  for (const [kind, { sn }] of Object.entries(DEVICES)) {
    const pages = Math.ceil(stored[sn]! / PAGE_SIZE);
    const ms: number[] = [];
    let values = 0;
    for (let n = 0; n < TIMES; n++) {
      const page = { size: PAGE_SIZE, num: (n * 367) % pages };
      const sort = [{ field: 'time', descending: n % 2 === 0 }];
      const from = performance.now();
      const answer = await ask('device/history', { sid, sn, start: first, end: last, page, sort }, token);
      const { data } = (await answer.json()) as { data: { total: number; list: { values: (number | null)[] }[] } };
      ms.push(performance.now() - from);
      if (data.total !== stored[sn]) throw new Error(`a page knows ${data.total} samples of ${stored[sn]}`);
      values = data.list.reduce((sum, row) => sum + row.values.filter((value) => value !== null).length, 0);
    }
    const p95 = percentile(ms, 0.95);
    if (p95 > MAX_PAGE_MS) failed = true;
    rows.push({
      what: `a page of ${PAGE_SIZE} of ${DAYS} days of a ${kind}, ${stored[sn]} samples`,
      'p50 ms': percentile(ms, 0.5).toFixed(1),
      'p95 ms': p95.toFixed(1),
      values,
    });
  }

  const { sn } = DEVICES.hybrid;
  const measureExport = async (work: () => Promise<{ bytes: number; rows: number }>, what: string): Promise<void> => {
    const before = residentMb(world.serverPid());
    let peakMb = before;
    const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(world.serverPid()))), 50);
    const from = performance.now();
    const { bytes, rows: written } = await work();
    const seconds = (performance.now() - from) / 1000;
    clearInterval(watch);
    if (seconds > MAX_S || written !== stored[sn]!) failed = true;
    rows.push({
      what: `${DAYS} days of a hybrid as ${what}`,
      s: seconds.toFixed(1),
      rows: written,
      MB: (bytes / 1e6).toFixed(0),
      'server MB before, at most': `${before.toFixed(0)}, ${peakMb.toFixed(0)}`,
    });
  };
  const days = { sid, sn, start: first, end: last };
  await measureExport(async () => {
    const answer = await ask('device/history/download', days, token);
    let bytes = 0;
    let lines = -1;
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      for (const byte of part) if (byte === 10) lines++;
    }
    return { bytes, rows: lines };
  }, 'CSV, at once');
  // From the request to the last byte, as a user waits for it.
  for (const format of ['csv', 'xlsx', 'parquet'] as const) {
    let file: Uint8Array = new Uint8Array();
    await measureExport(async () => {
      const data = async <T>(path: string, body: object) =>
        ((await (await ask(path, body, token)).json()) as { data: T }).data;
      const { id } = await data<{ id: string }>('device/history/files/ask', { ...days, format });
      for (let state = ''; state !== 'ready'; await pause(LOOK_MS)) {
        const { list } = await data<{ list: { id: string; state: string }[] }>('device/history/files', {});
        state = list.find((entry) => entry.id === id)!.state;
        if (state === 'failed') throw new Error(`the file as ${format} failed`);
      }
      file = new Uint8Array(await (await ask('device/history/files/fetch', { id }, token)).arrayBuffer());
      return { bytes: file.length, rows: stored[sn]! };
    }, `${format}, as a job`);
    if (rowsIn[format](file) !== stored[sn]!) throw new Error(`rows are missing in the file as ${format}`);
  }
} finally {
  await world.close();
}
for (const row of rows) table([row]);
process.exit(failed ? 1 : 0);
