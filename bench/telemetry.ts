// Claim: samples take less space and less time than in PostgreSQL rows and VictoriaMetrics, and are read back digit by digit.
import pino from 'pino';
import { aggregateEnergyDays, type EnergySource, type EnergyState } from '../server/src/energy/rules/deviceEnergy.ts';
import { ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { readDevices } from '../server/src/installation/knownDevices.ts';
import { readSamples, type SampleColumns } from '../server/src/samples/samples.ts';
import { readSlots } from '../server/src/samples/slots.ts';
import { seed } from '../server/src/seed/seed.ts';
import { createServices } from '../server/src/services.ts';
import { sidOf, snOf } from './fleet.ts';
import { type Figures, openRows, openVictoria, type Store } from './peers.ts';
import {
  COUNTER,
  CURVE,
  DAY_S,
  DIGEST,
  days,
  deviceDay,
  digest,
  END_DAY,
  firstDayOf,
  POWER,
  RATED_W,
  SCALES,
  SERIES,
  SITE_DEVICES,
  SIZES,
  SLOTS,
  STEP_S,
  valuesOf,
} from './workload.ts';
import { cpuSeconds, openWorld, percentile, postmasterOf, table, type World } from './world.ts';

const sizeName = process.argv[2] ?? 'full';
const size = SIZES[sizeName];
if (!size) throw new Error(`There is no size ${sizeName}: ${Object.keys(SIZES).join(', ')}`);
if (digest() !== DIGEST) throw new Error(`The workload is not the one of other runs: ${digest()} instead of ${DIGEST}`);
const sites = size.devices / SITE_DEVICES;
const values = valuesOf(size);

const QUERIES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
type Query = (typeof QUERIES)[number];
type Row = Record<'bytes' | 'load' | Query, number> & { withDays?: number | null; loadCpuUs?: number };

/** Target values, and the figures of the peers on the machine where the targets were set; they are used as ratios. */
const TARGET: Row = { bytes: 0.75, a: 2, b: 4, c: 8, d: 3, e: 6, f: 50, g: 3, load: 1.5e6 };
const PEERS_AT_TARGET: Record<string, Row> = {
  'PostgreSQL rows, scaled ints': { bytes: 8.95, a: 2.3, b: 171, c: 1862, d: 32, e: 34, f: 250, g: 84, load: 2.1e6 },
  VictoriaMetrics: { bytes: 0.75, a: 4.3, b: 6.9, c: 160, d: 31, e: 7.2, f: 58, g: 6.3, load: 1.2e6 },
};

const msOf = (day: number): number => day * DAY_S * 1000;
const dateOf = (day: number): string => new Date(msOf(day)).toISOString().slice(0, 10);
const QUANTITY_NAMES = SERIES.map(({ quantity }) => quantity);

/** Inserts sites in UTC, as the days of the workload are, with microinverters that have a lifetime counter. */
async function fillSites({ sql }: World): Promise<void> {
  await seed({ sql, config: { brand: 0, admin: undefined } });
  await sql`
    insert into products (model, name, kind, inputs, rated_power_w) values (1600, 'Bench 1600', 'microinverter', 2, ${RATED_W})`;
  for (let site = 0; site < sites; site++) {
    await sql`
      insert into sites (sid, name, company_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
      select ${sidOf(site)}, ${`Plant ${site}`}, id, 'GB', 51.5, 0, 'UTC', 'Celsius', 'GBP', ${RATED_W * SITE_DEVICES}, '2025-01-01'
      from companies where parent_id is null`;
    await sql`insert into site_live (sid, devices) values (${sidOf(site)}, ${SITE_DEVICES})`;
    for (let device = site * SITE_DEVICES; device < (site + 1) * SITE_DEVICES; device++) {
      await sql`
        insert into devices (sid, sn, product_id, created_at)
        select ${sidOf(site)}, ${snOf(device)}, id, '2025-01-01' from products where name = 'Bench 1600'`;
    }
  }
  await sql`insert into serial_numbers (sn, product_id, sid, activated_at) select sn, product_id, sid, created_at from devices`;
  await sql`insert into device_live (sid, sn) select sid, sn from devices`;
}

/** Devices in one call of the bulk import, which holds their columns in memory together. */
const DEVICES_AT_ONCE = 100;

async function openHeliograph(): Promise<Store & { world: World }> {
  const world = await openWorld();
  const { sql } = world;
  const context = {
    sql,
    // In the night after the last sample, when no device counts as offline yet.
    clock: { now: () => new Date(msOf(END_DAY)) },
    log: pino({ level: 'error' }, pino.destination(2)),
    ...createServices(sql),
  };
  await fillSites(world);
  const keyOf = (device: number) => ({ sid: sidOf(Math.floor(device / SITE_DEVICES)), sn: snOf(device) });
  const rangeOf = (device: number, day: number, count: number) => ({
    ...keyOf(device),
    fromMs: msOf(day),
    toMs: msOf(day + count),
  });
  return {
    world,
    name: 'Heliograph',
    energies: 'rule',
    pids: [postmasterOf(world.databaseDir)],
    prepare(day, devices) {
      const histories = devices.map((columns, device) => ({ sn: snOf(device), columns: columnsOf(day, columns) }));
      const calls: (() => Promise<unknown>)[] = [];
      for (let from = 0; from < histories.length; from += DEVICES_AT_ONCE) {
        calls.push(() => ingestHistory(context, histories.slice(from, from + DEVICES_AT_ONCE)));
      }
      return calls;
    },
    async settle() {
      await sql`vacuum analyze`;
    },
    async bytes() {
      const [row] = await sql<{ samples: number; days: number }[]>`
        select sum(pg_total_relation_size(oid)) filter (where relname like '%sample%') as samples,
          sum(pg_total_relation_size(oid)) filter (where relname like '%sample%' or relname in ('device_days', 'site_days')) as days
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
      return row!;
    },
    async curve(device, day) {
      const names = CURVE.map((series) => QUANTITY_NAMES[series]!);
      const { atMs, values } = await readSamples(sql, rangeOf(device, day, 1), names);
      return () => [...secondsOf(atMs), ...names.flatMap((name) => [...values[name]!])];
    },
    async siteDays(site, day, count) {
      const rows = await sql<{ energyWh: number }[]>`
        select day, energy_wh from site_days
        where sid = ${sidOf(site)} and day >= ${dateOf(day)} and day < ${dateOf(day + count)} order by day`;
      const energyWh = Float64Array.from(rows, (row) => row.energyWh);
      return () => energyWh;
    },
    async fleetDays(day, count) {
      const rows = await sql<{ energyWh: number }[]>`
        select day, sum(energy_wh) as energy_wh from site_days
        where day >= ${dateOf(day)} and day < ${dateOf(day + count)} group by day order by day`;
      const energyWh = Float64Array.from(rows, (row) => row.energyWh);
      return () => energyWh;
    },
    async latest() {
      // Packed by the database: three values instead of 2,000 rows.
      const [row] = await sql<{ sns: string; at: Buffer; powerW: Buffer }[]>`
        select string_agg(sn, ',') as sns, string_agg(timestamptz_send(at), ''::bytea) as at,
          string_agg(float4send(coalesce(power_w, 'NaN')), ''::bytea) as power_w
        from device_live where at is not null`;
      const sns = row!.sns.split(',');
      const atMs = instantsOf(row!.at);
      const powerW = new Float32Array(new Uint8Array(row!.powerW.swap32()).buffer);
      return () => {
        const indexOf = new Map(sns.map((sn, index) => [sn, index]));
        const order = Array.from({ length: sns.length }, (_, device) => indexOf.get(snOf(device)) ?? -1);
        return [...order.map((index) => atMs[index]! / 1000), ...order.map((index) => powerW[index]!)];
      };
    },
    async power(device, day, count) {
      const { atMs, values } = await readSamples(sql, rangeOf(device, day, count), ['powerW']);
      return () => [...secondsOf(atMs), ...values.powerW!];
    },
    async deviceDays(device, day, count) {
      const { sid, sn } = keyOf(device);
      const rows = await sql<{ energyWh: number }[]>`
        select day, energy_wh from device_days
        where sid = ${sid} and sn = ${sn} and day >= ${dateOf(day)} and day < ${dateOf(day + count)} order by day`;
      const energyWh = Float64Array.from(rows, (row) => row.energyWh);
      return () => energyWh;
    },
    close: () => world.close(),
  };
}

/** Decodes PostgreSQL's binary format: microseconds since 2000, eight bytes each; returns ms since 1970. */
function instantsOf(packed: Buffer): Float64Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const epochMs = Date.UTC(2000, 0, 1);
  return Float64Array.from({ length: packed.length / 8 }, (_, index) => {
    return epochMs + (view.getInt32(index * 8) * 2 ** 32 + view.getUint32(index * 8 + 4)) / 1000;
  });
}

const secondsOf = (atMs: Float64Array): number[] => Array.from(atMs, (ms) => ms / 1000);

function columnsOf(day: number, columns: readonly Int32Array[]): SampleColumns {
  const values: SampleColumns['values'] = {};
  for (const [series, name] of QUANTITY_NAMES.entries()) {
    values[name] = Float64Array.from(columns[series]!, (scaled) => scaled / SCALES[series]!);
  }
  return {
    atMs: Float64Array.from({ length: SLOTS }, (_, slot) => msOf(day) + slot * STEP_S * 1000),
    statusBits: new Int32Array(SLOTS),
    mode: new Int16Array(SLOTS).fill(-1),
    imported: new Uint8Array(SLOTS),
    values,
  };
}

/** Energies of device days in Wh by device and day, computed from the workload alone while it is loaded. */
class Energies {
  private readonly rule = new Map<number, Float64Array>();
  private readonly rise = new Map<number, Float64Array>();
  private readonly carries = new Map<number, EnergyState>();
  private readonly first = END_DAY - 366;
  private readonly source: EnergySource;

  constructor(source: EnergySource) {
    this.source = source;
  }

  add(device: number, day: number, columns: readonly Int32Array[]): void {
    const counter = columns[COUNTER]!;
    this.row(this.rise, device)[day - this.first] = counter[SLOTS - 1]! - counter[0]!;
    const samples = Array.from(counter, (counterWh, slot) => ({
      atMs: msOf(day) + slot * STEP_S * 1000,
      powerW: columns[POWER]![slot]! / SCALES[POWER]!,
      counterWh,
    }));
    const aggregated = aggregateEnergyDays(this.carries.get(device) ?? null, samples, this.source);
    for (const row of aggregated.days) {
      this.row(this.rule, device)[Date.parse(row.day) / 1000 / DAY_S - this.first] = row.energyWh;
    }
    this.carries.set(device, aggregated.carry!);
  }

  /** Returns sums over devices, one figure a day. */
  daily(kind: Store['energies'], fromDevice: number, devices: number, day: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => {
      let sum = 0;
      for (let device = fromDevice; device < fromDevice + devices; device++) {
        sum += this.row(this[kind], device)[day + index - this.first]!;
      }
      return sum;
    });
  }

  private row(days: Map<number, Float64Array>, device: number): Float64Array {
    let row = days.get(device);
    if (!row) {
      row = new Float64Array(366);
      days.set(device, row);
    }
    return row;
  }
}

/** Returns the expected answer for a range of a device: instants in seconds, then the values of each series. */
function expectedSamples(device: number, day: number, count: number, series: readonly number[]): number[] {
  const all = Array.from({ length: count }, (_, index) => deviceDay(device, day + index));
  const instants = all.flatMap((_, index) =>
    Array.from({ length: SLOTS }, (_, slot) => (day + index) * DAY_S + slot * STEP_S),
  );
  return [
    ...instants,
    ...series.flatMap((one) => all.flatMap((columns) => [...columns[one]!].map((v) => v / SCALES[one]!))),
  ];
}

let wrong = 0;

/** Counts figures that differ from the expected ones; sums of energies may have been added in another order. */
function differing(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let differences = Math.abs(actual.length - expected.length);
  for (let i = 0; i < Math.min(actual.length, expected.length); i++) {
    if (!(Math.abs(actual[i]! - expected[i]!) <= 1e-11 * Math.max(1, Math.abs(expected[i]!)))) differences++;
  }
  return differences;
}

/** Loads the workload into each store, day by day; rates are those of the last week, when all devices report. */
async function load(stores: readonly Store[], rows: Map<Store, Row>, energies: Energies): Promise<void> {
  const seconds = new Map(stores.map((store) => [store, 0]));
  const cpu = new Map(stores.map((store) => [store, 0]));
  let weekValues = 0;
  for (const { day, devices: count } of days(size!)) {
    const devices = Array.from({ length: count }, (_, device) => deviceDay(device, day));
    for (const [device, columns] of devices.entries()) energies.add(device, day, columns);
    const inWeek = day >= END_DAY - size!.days;
    if (inWeek) weekValues += count * SLOTS * SERIES.length;
    for (const store of stores) {
      const batches = store.prepare(day, devices);
      const cpu0 = cpuOf(store);
      const began = performance.now();
      let next = 0;
      const drive = async (): Promise<void> => {
        while (next < batches.length) await batches[next++]!();
      };
      await Promise.all([drive(), drive()]);
      if (!inWeek) continue;
      seconds.set(store, seconds.get(store)! + (performance.now() - began) / 1000);
      cpu.set(store, cpu.get(store)! + cpuOf(store) - cpu0);
    }
  }
  for (const store of stores) {
    const row = rows.get(store)!;
    row.load = weekValues / seconds.get(store)!;
    row.loadCpuUs = (cpu.get(store)! / weekValues) * 1e6;
  }
}

/** Returns CPU seconds of the store's processes and of this one, which sends and decodes for each store. */
function cpuOf(store: Store): number {
  const { user, system } = process.cpuUsage();
  return store.pids.reduce((sum, pid) => sum + cpuSeconds(pid), (user + system) / 1e6);
}

/** Returns the same pseudo-random arguments for all stores. */
const pick = (i: number, salt: number, below: number): number =>
  Math.floor((((Math.imul(i + 1, 2654435761) ^ Math.imul(salt + 7, 40503)) >>> 0) / 4294967296) * below);

async function query(stores: readonly Store[], rows: Map<Store, Row>, energies: Energies): Promise<void> {
  const { devices, days: weekDays, longSites, longDays, yearDays } = size!;
  const week = END_DAY - weekDays;
  const long = END_DAY - longDays;
  const year = END_DAY - yearDays;
  type Ask = (store: Store, i: number) => Promise<Figures>;
  type Expect = (store: Store, i: number) => number[];
  const daily = (store: Store, from: number, count: number, day: number, daysCount: number): number[] =>
    energies.daily(store.energies, from, count, day, daysCount);
  const a = (i: number) => [pick(i, 1, devices), week + pick(i, 2, weekDays)] as const;
  const e = (i: number) => pick(i, 3, longSites * SITE_DEVICES);
  const lastPowers = Array.from({ length: devices }, (_, device) => {
    return deviceDay(device, END_DAY - 1)[POWER]![SLOTS - 1]! / SCALES[POWER]!;
  });
  const lastInstants = lastPowers.map(() => END_DAY * DAY_S - STEP_S);
  const queries: [Query, number, Ask, Expect][] = [
    ['a', 100, (store, i) => store.curve(...a(i)), (_, i) => expectedSamples(a(i)[0], a(i)[1], 1, CURVE)],
    [
      'b',
      30,
      (store, i) => store.siteDays(i % longSites, long, longDays),
      (store, i) => daily(store, (i % longSites) * SITE_DEVICES, SITE_DEVICES, long, longDays),
    ],
    ['c', 7, (store) => store.fleetDays(week, weekDays), (store) => daily(store, 0, devices, week, weekDays)],
    ['d', 20, (store) => store.latest(devices, END_DAY), () => [...lastInstants, ...lastPowers]],
    [
      'e',
      50,
      (store, i) => store.power(e(i), long, longDays),
      (_, i) => expectedSamples(e(i), long, longDays, [POWER]),
    ],
    ['f', 10, (store) => store.power(0, year, yearDays), () => expectedSamples(0, year, yearDays, [POWER])],
    ['g', 20, (store) => store.deviceDays(0, year, yearDays), (store) => daily(store, 0, 1, year, yearDays)],
  ];
  for (const [name, calls, ask, expect] of queries) {
    for (const store of stores) {
      const times: number[] = [];
      let checked = 0;
      let differences = 0;
      // The first call is the warm-up.
      for (let i = 0; i <= calls; i++) {
        const began = performance.now();
        const figures = await ask(store, i);
        if (i > 0) times.push(performance.now() - began);
        const expected = expect(store, i);
        checked += expected.length;
        differences += differing(figures(), expected);
      }
      if (differences > 0) {
        wrong++;
        console.log(`${store.name}, query ${name}: ${differences} of ${checked} figures are wrong`);
      }
      rows.get(store)![name] = percentile(times, 0.5);
    }
  }
}

/** Reads every sample back and compares it digit by digit. */
async function compareAll({ sql }: World): Promise<void> {
  let compared = 0;
  let differences = 0;
  for (let device = 0; device < size!.devices; device++) {
    const first = firstDayOf(size!, device);
    const key = { sid: sidOf(Math.floor(device / SITE_DEVICES)), sn: snOf(device) };
    const back = await readSamples(sql, { ...key, fromMs: msOf(first), toMs: msOf(END_DAY) }, QUANTITY_NAMES);
    let row = 0;
    let extra = back.atMs.length;
    for (let day = first; day < END_DAY; day++) {
      const columns = deviceDay(device, day);
      for (let slot = 0; slot < SLOTS; slot++) {
        const atMs = msOf(day) + slot * STEP_S * 1000;
        while (back.atMs[row]! < atMs) row++;
        const isPresent = back.atMs[row] === atMs;
        if (isPresent) extra--;
        const matches = isPresent && back.statusBits[row] === 0 && back.mode[row] === -1 && back.imported[row] === 0;
        for (const [series, name] of QUANTITY_NAMES.entries()) {
          compared++;
          if (!matches || back.values[name]?.[row] !== columns[series]![slot]! / SCALES[series]!) differences++;
        }
      }
    }
    differences += extra * SERIES.length;
  }
  if (differences > 0 || compared !== values) wrong++;
  console.log(`compared ${compared} values, ${differences} differ`);
}

/** Compares hours instead of samples: mean, minimum and maximum power of a site's devices over the long range. */
async function compareHours({ sql }: World): Promise<void> {
  const { longSites, longDays } = size!;
  const long = END_DAY - longDays;
  const perHour = 3600 / STEP_S;
  const times: number[] = [];
  let compared = 0;
  let differences = 0;
  for (let site = 0; site < longSites; site++) {
    const devices = Array.from({ length: SITE_DEVICES }, (_, index) => site * SITE_DEVICES + index);
    const range = { fromMs: msOf(long), toMs: msOf(END_DAY), stepS: 3600 };
    const began = performance.now();
    const slots = await readSlots(sql, { sid: sidOf(site), sns: devices.map(snOf), ...range, names: ['powerW'] });
    times.push(performance.now() - began);
    for (const device of devices) {
      const powerW = expectedSamples(device, long, longDays, [POWER]).slice(longDays * SLOTS);
      const hours = Array.from({ length: longDays * 24 }, (_, hour) =>
        powerW.slice(hour * perHour, (hour + 1) * perHour),
      );
      const actual = slots.get(snOf(device))?.powerW;
      const expected: [ArrayLike<number> | undefined, number[]][] = [
        [actual?.mean, hours.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length)],
        [actual?.min, hours.map((values) => Math.min(...values))],
        [actual?.max, hours.map((values) => Math.max(...values))],
      ];
      for (const [figures, expectedFigures] of expected) {
        compared += expectedFigures.length;
        differences += differing(figures ?? [], expectedFigures);
      }
    }
  }
  if (differences > 0) wrong++;
  const median = percentile(times, 0.5).toFixed(1);
  console.log(
    `hours of ${SITE_DEVICES} devices over ${longDays} days in ${median} ms: compared ${compared} means, minima and maxima, ${differences} differ`,
  );
}

const short = (value: number): string => (value < 10 ? value.toPrecision(2) : value.toFixed(value < 100 ? 1 : 0));
const cell = (value: number | null | undefined, text = short): string =>
  value === null || value === undefined ? '' : text(value);

function print(rows: Map<Store, Row>): void {
  const lines = [['target', TARGET] as const, ...[...rows].map(([store, row]) => [store.name, row] as const)];
  table(
    lines.map(([what, row]) => ({
      what,
      'bytes/value': row.bytes.toFixed(3),
      'with day tables': cell(row.withDays, (bytes) => bytes.toFixed(3)),
      ...Object.fromEntries(QUERIES.map((name) => [`${name} ms`, short(row[name])])),
      'load, M values/s': (row.load / 1e6).toFixed(2),
      'load CPU, us/value': cell(row.loadCpuUs),
    })),
  );
  console.log('\nAs ratios: Heliograph in this run, and the targets by the figures of their time.');
  const [[, ours]] = [...rows] as [[Store, Row]];
  table(
    [...rows]
      .slice(1)
      .flatMap(([peer, row]) => [
        ratios(`measured / ${peer.name}`, ours, row),
        ratios(`target / ${peer.name}`, TARGET, PEERS_AT_TARGET[peer.name]!),
      ]),
  );
}

function ratios(what: string, row: Row, peer: Row): Record<string, string> {
  const names = ['bytes', ...QUERIES, 'load'] as const;
  return { what, ...Object.fromEntries(names.map((name) => [name, (row[name] / peer[name]).toPrecision(2)])) };
}

const stores: Store[] = [];
let closing: Promise<unknown> | null = null;
const close = (): Promise<unknown> => {
  closing ??= Promise.allSettled(stores.map((store) => store.close()));
  return closing;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(1)));

try {
  const heliograph = await openHeliograph();
  stores.push(heliograph);
  stores.push(await openRows());
  const victoria = await openVictoria();
  if (victoria) stores.push(victoria);
  else console.log('VictoriaMetrics is not installed (Debian: victoria-metrics) and was left out.');
  const rows = new Map(stores.map((store) => [store, {} as Row]));
  const device = (await readDevices(heliograph.world.sql, [snOf(0)])).get(snOf(0))!;
  console.log(`${sizeName}: ${values} values of ${size.devices} devices; energy by a ${device.source.counter} counter`);
  const energies = new Energies(device.source);
  await load(stores, rows, energies);
  for (const store of stores) {
    await store.settle();
    const { samples, days: withDays } = await store.bytes();
    const row = rows.get(store)!;
    row.bytes = samples / values;
    row.withDays = withDays === null ? null : withDays / values;
  }
  await query(stores, rows, energies);
  await compareHours(heliograph.world);
  await compareAll(heliograph.world);
  console.log(
    `Medians at the interface of the store, answers checked. Load: the week in which all devices report, two calls in flight. ` +
      `PostgreSQL rows have 2 GB of shared_buffers, Heliograph's PostgreSQL the server's own settings.\n`,
  );
  print(rows);
} finally {
  await close();
}
process.exit(wrong === 0 ? 0 : 1);
