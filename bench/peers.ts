// Stores that Heliograph's is compared with on the same machine in the same run: PostgreSQL rows and VictoriaMetrics.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { socketUrl } from '../server/src/platform/database/connect.ts';
import { databaseOwner, prepareBinaries } from '../server/src/platform/database/embedded/places.ts';
import { CURVE, DAY_S, POWER, SCALES, SERIES, SITE_DEVICES, SLOTS, STEP_S } from './workload.ts';

/** Returns all figures of an answer in one row: instants in seconds first, if it has any. Called after the clock has stopped. */
export type Figures = () => ArrayLike<number>;

/** A store under measurement. The promise of a query resolves when its answer is decoded as a program would use it. */
export interface Store {
  name: string;
  /** Rule for the energy of a device's day: Heliograph's, or the last reading of the counter less its first. */
  energies: 'rule' | 'rise';
  /** Processes of the store other than this one, whose CPU time counts. */
  pids: number[];
  /** Prepares the batches of a day in the format that the store accepts; not timed. */
  prepare(day: number, devices: readonly Int32Array[][]): (() => Promise<unknown>)[];
  /** Compacts, analyses and flushes; queries and sizes are measured afterwards. */
  settle(): Promise<void>;
  /** Bytes including indexes; `days`: with the tables of day energies, null where the store has none. */
  bytes(): Promise<{ samples: number; days: number | null }>;
  /** a: five quantities of a device's day. */
  curve(device: number, day: number): Promise<Figures>;
  /** b: a site's energy per day. */
  siteDays(site: number, day: number, days: number): Promise<Figures>;
  /** c: all sites' energy per day. */
  fleetDays(day: number, days: number): Promise<Figures>;
  /** d: power of each device's last sample, before the end of the workload. */
  latest(devices: number, endDay: number): Promise<Figures>;
  /** e, f: a device's power, all samples. */
  power(device: number, day: number, days: number): Promise<Figures>;
  /** g: a device's energy per day. */
  deviceDays(device: number, day: number, days: number): Promise<Figures>;
  close(): Promise<void>;
}

const INT_COLUMNS = SERIES.map(({ name }) => `${name} ${name === 'etot' ? 'int' : 'smallint'}`).join(', ');

/** Opens a store with one row for each device and instant, decimals scaled to integers: the smallest possible plain rows. Its own PostgreSQL has ample memory. */
export async function openRows(): Promise<Store> {
  const dir = mkdtempSync(join(tmpdir(), 'heliograph-rows-'));
  chmodSync(dir, 0o711);
  const { url, pid, stop } = await startPostgres(dir);
  // The driver without changes and rows as arrays, which is its fastest mode.
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Its PostgreSQL ends while the last clients disconnect.
  pool.on('error', () => {});
  await pool.query(`create table samples (device_id int, ts int, ${INT_COLUMNS}, primary key (device_id, ts))`);
  const rows = async (text: string): Promise<number[][]> => (await pool.query({ text, rowMode: 'array' })).rows;
  const between = (day: number, days: number): string => `ts >= ${day * DAY_S} and ts < ${(day + days) * DAY_S}`;
  const daily = async (where: string): Promise<Figures> => {
    const result = await rows(
      `select d, sum(e)::float8 from (select device_id, ts / 86400 as d, max(etot) - min(etot) as e from samples where ${where} group by 1, 2) x group by d order by d`,
    );
    return () => result.map((row) => row[1]!);
  };
  return {
    name: 'PostgreSQL rows, scaled ints',
    energies: 'rise',
    pids: [pid],
    prepare(day, devices) {
      const line = (device: number, slot: number): string => {
        let text = `${device},${day * DAY_S + slot * STEP_S}`;
        for (const column of devices[device]!) text += `,${column[slot]}`;
        return `${text}\n`;
      };
      return batchesOf(devices.length, line).map((batch) => () => copyInto(pool, batch));
    },
    async settle() {
      await pool.query('vacuum analyze samples');
      await pool.query('checkpoint');
    },
    async bytes() {
      const [row] = await rows(`select pg_total_relation_size('samples')::float8`);
      return { samples: row![0]!, days: null };
    },
    async curve(device, day) {
      const result = await rows(
        `select ts, ${CURVE.map((index) => SERIES[index]!.name).join(', ')} from samples where device_id = ${device} and ${between(day, 1)} order by ts`,
      );
      return () =>
        [null, ...CURVE].flatMap((series, index) =>
          result.map((row) => row[index]! / (series === null ? 1 : SCALES[series]!)),
        );
    },
    siteDays(site, day, days) {
      const from = site * SITE_DEVICES;
      return daily(`device_id >= ${from} and device_id < ${from + SITE_DEVICES} and ${between(day, days)}`);
    },
    fleetDays: (day, days) => daily(between(day, days)),
    async latest(devices) {
      const result = await rows(
        `select g.d, x.ts, x.pac from generate_series(0, ${devices - 1}) g(d) cross join lateral (
          select ts, pac from samples where device_id = g.d order by ts desc limit 1) x`,
      );
      return () => [...result.map((row) => row[1]!), ...result.map((row) => row[2]! / SCALES[POWER]!)];
    },
    async power(device, day, days) {
      const result = await rows(
        `select ts, pac from samples where device_id = ${device} and ${between(day, days)} order by ts`,
      );
      return () => [...result.map((row) => row[0]!), ...result.map((row) => row[1]! / SCALES[POWER]!)];
    },
    deviceDays: (device, day, days) => daily(`device_id = ${device} and ${between(day, days)}`),
    async close() {
      await pool.end();
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Returns a day's lines in order of arrival, instant by instant, in batches of one instant of 2,000 devices. */
function batchesOf(devices: number, line: (device: number, slot: number) => string): Buffer[] {
  const batches: Buffer[] = [];
  let text = '';
  let lines = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    for (let device = 0; device < devices; device++) {
      text += line(device, slot);
      if (++lines % 2000 === 0) {
        batches.push(Buffer.from(text, 'latin1'));
        text = '';
      }
    }
  }
  if (text) batches.push(Buffer.from(text, 'latin1'));
  return batches;
}

async function copyInto(pool: pg.Pool, batch: Buffer): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from([batch]), client.query(copyFrom('copy samples from stdin (format csv)')));
  } finally {
    client.release();
  }
}

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts the PostgreSQL binaries that Heliograph ships, with the memory settings of a dedicated machine. */
async function startPostgres(dir: string): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const owner = databaseOwner();
  const native = prepareBinaries(dir, owner);
  const data = join(dir, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (owner) chownSync(data, owner.uid, owner.gid);
  const initdb = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', data, '--username=heliograph', '--auth=trust', '--locale=C'],
    {
      ...owner,
      env: environment,
      cwd: '/',
    },
  );
  if (initdb.status !== 0) throw new Error(`initdb: ${initdb.stderr}`);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: data,
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    work_mem: '64MB',
    effective_cache_size: '12GB',
    timezone: 'UTC',
    jit: 'off',
  };
  const child = spawn(
    join(native, 'bin/postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...owner, env: environment, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`postgres: ${log}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-2000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  return { url: socketUrl(data, 'postgres'), pid: child.pid!, stop: () => terminate(child, 'SIGINT') };
}

async function terminate(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

const VICTORIA = '/usr/bin/victoria-metrics';

interface Series {
  metric: Record<string, string>;
  values?: [seconds: number, value: string][];
  value?: [seconds: number, value: string];
}

/** Opens VictoriaMetrics; null where it is not installed (Debian: victoria-metrics). */
export async function openVictoria(): Promise<Store | null> {
  if (!existsSync(VICTORIA)) return null;
  const dir = mkdtempSync(join(tmpdir(), 'heliograph-vm-'));
  const port = await freePort();
  const child = spawn(
    VICTORIA,
    [
      `-storageDataPath=${dir}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=5y',
      '-search.disableCache=true',
      '-search.maxUniqueTimeseries=1000000',
    ],
    { stdio: 'ignore' },
  );
  const ask = askOn(port);
  for (let tries = 0; tries < 100; tries++) {
    if (await ask('GET', '/health').catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const result = (body: Buffer): Series[] =>
    (JSON.parse(body.toString()) as { data: { result: Series[] } }).data.result;
  const range = async (query: string, fromS: number, toS: number, stepS: number): Promise<Series[]> =>
    result(
      await ask(
        'GET',
        `/api/v1/query_range?nocache=1&query=${encodeURIComponent(query)}&start=${fromS}&end=${toS}&step=${stepS}`,
      ),
    );
  // A window of one day that ends at the day's last sample contains exactly the 288 samples of that day.
  const daily = async (selector: string, day: number, days: number): Promise<Figures> => {
    const [series] = await range(
      `sum(max_over_time(m_etot{${selector}}[1d]) - min_over_time(m_etot{${selector}}[1d]))`,
      (day + 1) * DAY_S - STEP_S,
      (day + days) * DAY_S - STEP_S,
      DAY_S,
    );
    return () => series!.values!.map(([, value]) => Number(value));
  };
  return {
    name: 'VictoriaMetrics',
    energies: 'rise',
    pids: [child.pid!],
    prepare(day, devices) {
      const linePrefixes = devices.map((_, device) => `m,dev=${nameOf(device)},plant=${plantOf(device)} `);
      const line = (device: number, slot: number): string => {
        let text = linePrefixes[device]!;
        for (const [series, column] of devices[device]!.entries()) {
          text += `${series ? ',' : ''}${SERIES[series]!.name}=${column[slot]! / SCALES[series]!}`;
        }
        return `${text}i ${day * DAY_S + slot * STEP_S}\n`;
      };
      return batchesOf(devices.length, line).map((batch) => () => ask('POST', '/write?precision=s', batch));
    },
    async settle() {
      await ask('GET', '/internal/force_flush');
      await ask('GET', '/internal/force_merge');
      // The merge continues by itself, and replaced files are deleted a little later.
      await new Promise((resolve) => setTimeout(resolve, 20_000));
    },
    bytes: async () => ({ samples: bytesUnder(dir), days: null }),
    async curve(device, day) {
      const names = CURVE.map((index) => `m_${SERIES[index]!.name}`);
      const allSeries = await range(
        `{__name__=~"${names.join('|')}",dev="${nameOf(device)}"}`,
        day * DAY_S,
        (day + 1) * DAY_S - STEP_S,
        STEP_S,
      );
      return () => {
        const columns = names.map((name) => allSeries.find(({ metric }) => metric.__name__ === name)?.values ?? []);
        return [
          ...columns[0]!.map(([seconds]) => seconds),
          ...columns.flatMap((values) => values.map(([, value]) => Number(value))),
        ];
      };
    },
    siteDays: (site, day, days) => daily(`plant="${plantOf(site * SITE_DEVICES)}"`, day, days),
    fleetDays: (day, days) => daily('', day, days),
    async latest(devices, endDay) {
      const query = encodeURIComponent('last_over_time(m_pac[1h])');
      const allSeries = result(
        await ask('GET', `/api/v1/query?nocache=1&query=${query}&time=${endDay * DAY_S - STEP_S}`),
      );
      return () => {
        const byName = new Map(allSeries.map(({ metric, value }) => [metric.dev, value!]));
        const values = Array.from(
          { length: devices },
          (_, device) => byName.get(nameOf(device)) ?? [Number.NaN, 'NaN'],
        );
        return [...values.map(([seconds]) => seconds), ...values.map(([, value]) => Number(value))] as number[];
      };
    },
    async power(device, day, days) {
      const match = encodeURIComponent(`m_pac{dev="${nameOf(device)}"}`);
      const body = await ask(
        'GET',
        `/api/v1/export?max_rows_per_line=1000000&match[]=${match}&start=${day * DAY_S}&end=${(day + days) * DAY_S - 1}`,
      );
      const { timestamps, values } = JSON.parse(body.toString()) as { timestamps: number[]; values: number[] };
      return () => [...timestamps.map((ms) => ms / 1000), ...values];
    },
    deviceDays: (device, day, days) => daily(`dev="${nameOf(device)}"`, day, days),
    async close() {
      await terminate(child, 'SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const nameOf = (device: number): string => `D${100_000 + device}`;
const plantOf = (device: number): string => `P${1000 + Math.floor(device / SITE_DEVICES)}`;

/** Returns a function that sends HTTP requests over keep-alive connections with little overhead. */
function askOn(port: number): (method: string, path: string, body?: Buffer) => Promise<Buffer> {
  const agent = new Agent({ keepAlive: true });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = body ? { 'content-length': body.length } : {};
      const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const all = Buffer.concat(parts);
          if (answer.statusCode! < 300) resolve(all);
          else reject(new Error(`${answer.statusCode} ${path.slice(0, 200)}: ${all.toString().slice(0, 400)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Returns the bytes in files: the result of `du --apparent-size`. */
function bytesUnder(dir: string): number {
  let bytes = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}
