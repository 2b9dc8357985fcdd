// Claim: a year of a large plant is exported, deleted and restored in bounded memory, and is identical afterwards to the last digit.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { joinColumns } from '../server/src/samples/parts.ts';
import { readHistory, type SampleColumns } from '../server/src/samples/samples.ts';
import { createServices } from '../server/src/services.ts';
import { snOf } from './fleet.ts';
import { historyOf, SERIES, SLOTS } from './workload.ts';
import { ADMIN, nodeArguments, openWorld, table } from './world.ts';

const DAYS = Number(process.argv[2] ?? 365);
const DEVICES = Number(process.argv[3] ?? 200);
const FORMATS = (process.argv[4] ?? 'csv,parquet').split(',');
/** Whether to repeat the restore, which must change nothing. */
const TWICE = process.argv[5] !== 'once';
const SAMPLES = DAYS * DEVICES * SLOTS;
const MAX_MB = 512;

const rows: Record<string, string | number>[] = [];
let failed = false;
const folder = mkdtempSync(join(tmpdir(), 'heliograph-year-'));
const world = await openWorld();
try {
  const { sql } = world;
  await world.startServer();
  const ask = await signedIn();
  const [product] = await sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  let { sid } = await ask<{ sid: string }>('site/createFast', plantOf(product!.model));
  await timed('made', async () => {
    for (let device = 0; device < DEVICES; device++) {
      await ingestHistory({ sql, clock: { now: () => new Date() }, ...createServices(sql) }, [
        { sn: snOf(device), columns: historyOf(device, DAYS) },
      ]);
    }
  });
  const before = await stateOf(sql, sid);
  console.log(`${DEVICES} devices, ${DAYS} days, ${SAMPLES} samples of ${SERIES.length} quantities`);

  for (const format of FORMATS) {
    const out = join(folder, format);
    await tool(`export as ${format}`, 'export', '--site', sid, '--format', format, '--out', out);
    const bytes = ['samples', 'days'].map((name) => statSync(join(out, `${name}.${format}`)).size);
    console.log(
      `${format}: samples ${megabytes(bytes[0]!)}, ${(bytes[0]! / SAMPLES).toFixed(1)} bytes each; days ${megabytes(bytes[1]!)}`,
    );
    await measured('delete', world.serverPid(), () => ask('site/delete', { sid }));
    ({ sid } = await ask<{ sid: string }>('site/createFast', plantOf(product!.model)));
    await tool(`restore from ${format}`, 'restore:plant', out);
    await reportDifferences(`after ${format}`, before, await stateOf(sql, sid));
  }
  if (TWICE) {
    await tool('restore once more', 'restore:plant', join(folder, FORMATS[0]!));
    await reportDifferences('after that', before, await stateOf(sql, sid));
  }
  table(rows);
} finally {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** Returns the same plant with the same devices, which are unassigned again. */
function plantOf(model: number): object {
  return {
    siteName: 'Plant 0',
    countryCode: 'DE',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    temperatureUnit: 'Celsius',
    latitude: 47,
    longitude: 5,
    powerMax: 400 * DEVICES,
    electricityPrice: 0.3,
    city: 'Konstanz',
    street: 'Street 0',
    sn: Array.from({ length: DEVICES }, (_, device) => ({ sn: snOf(device), model })),
  };
}

type Ask = <T>(path: string, body: object) => Promise<T>;

async function signedIn(): Promise<Ask> {
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await fetch(`${world.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6', ...headers },
      body: JSON.stringify(body),
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: never };
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const { tokenInfo } = (await post('sign-in', { account: ADMIN.email, password: ADMIN.password }, {})) as {
    tokenInfo: { token: string };
  };
  return (path, body) => post(path, body, { authorization: tokenInfo.token });
}

/** Returns checksums of everything that must be identical. The id of the plant differs. */
async function stateOf(sql: Sql, sid: string): Promise<Record<string, string>> {
  const samples = createHash('sha256');
  for (let device = 0; device < DEVICES; device++) {
    const pieces: SampleColumns[] = [];
    for await (const piece of readHistory(sql, { sid, sn: snOf(device), fromMs: 0, toMs: 4e12 })) pieces.push(piece);
    const { values, ...columns } = joinColumns(pieces);
    for (const [name, column] of Object.entries({ ...columns, ...values }).sort(([left], [right]) =>
      left < right ? -1 : 1,
    ))
      samples.update(name).update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  const [sums] = await sql<Record<string, string>[]>`
    select
      (select md5(string_agg(concat_ws(' ', sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples), ';' order by sn, day))
        from device_days where sid = ${sid}) as days,
      (select md5(string_agg(concat_ws(' ', sn, carry), ';' order by sn)) from (
        select distinct on (sn) sn, carry from device_days where sid = ${sid} and carry is not null order by sn, day desc) c) as carries,
      (select md5(string_agg(concat_ws(' ', day, energy_wh, source, devices), ';' order by day)) from site_days where sid = ${sid}) as site_days,
      (select md5(string_agg(concat_ws(' ', sn, at, quantities::jsonb, status_bits, mode, day, today_wh, total_wh), ';' order by sn))
        from device_live where sid = ${sid}) as live,
      (select concat_ws(' ', at, day, today_wh, total_wh) from site_live where sid = ${sid}) as site_live`;
  return { samples: samples.digest('hex'), ...sums };
}

async function reportDifferences(
  when: string,
  before: Record<string, string>,
  after: Record<string, string>,
): Promise<void> {
  const differing = Object.keys(before).filter((name) => before[name] !== after[name]);
  console.log(differing.length === 0 ? `${when}: everything is equal` : `${when}: DIFFERENT: ${differing.join(', ')}`);
  for (const name of differing) console.log(`  ${name}: ${before[name]} became ${after[name]}`);
  if (differing.length > 0) failed = true;
}

async function timed(what: string, work: () => Promise<unknown>, more: Record<string, string> = {}): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s`);
  rows.push({
    what,
    seconds: seconds.toFixed(1),
    'samples/s': Math.round(SAMPLES / seconds),
    'MB at half': more.half ?? '',
    'MB at most': more.peak ?? '',
  });
}

/** Runs one of the server's command lines as its npm script does: its Node options of a small young generation save 90 MB at no cost in time, and of limited heap growth 60 MB. */
async function tool(what: string, script: 'export' | 'restore:plant', ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [...nodeArguments(script), ...args], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, DATABASE_URL: world.databaseUrl },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let errors = '';
  child.stderr!.on('data', (part) => {
    errors += part;
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  await measured(what, child.pid!, async () => {
    if ((await ended) !== 0) throw new Error(`${what} failed: ${errors}`);
  });
}

/** Measures the resident memory of a process as well: the peak of the first half of its time, and the overall peak. */
async function measured(what: string, pid: number, work: () => Promise<unknown>): Promise<void> {
  const readings: number[] = [];
  const sample = (): void => {
    try {
      readings.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024);
    } catch {}
  };
  sample();
  const timer = setInterval(sample, 50);
  const more: Record<string, string> = {};
  await timed(
    what,
    async () => {
      await work();
      clearInterval(timer);
      const peakMb = Math.max(...readings);
      more.half = Math.max(...readings.slice(0, Math.ceil(readings.length / 2))).toFixed(0);
      more.peak = peakMb.toFixed(0);
      if (peakMb > MAX_MB) {
        console.log(`${what}: ${peakMb.toFixed(0)} MB is more than ${MAX_MB}`);
        failed = true;
      }
    },
    more,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
