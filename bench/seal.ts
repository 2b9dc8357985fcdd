// Claim: a day of devices is compacted in the background while its plants are read; late reports reopen and close their blocks.
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { compactDays } from '../server/src/jobs/compactDays.ts';
import { insertSamples, type Sample } from '../server/src/samples/samples.ts';
import { readSlots } from '../server/src/samples/slots.ts';
import { seed } from '../server/src/seed/seed.ts';
import { createServices } from '../server/src/services.ts';
import { fillSites, sidOf, snOf } from './fleet.ts';
import { DAY_S, deviceDay, END_DAY, SCALES, SERIES, SITE_DEVICES, SLOTS, STEP_S } from './workload.ts';
import { cpuSeconds, openWorld, percentile, postmasterOf, residentMb, table } from './world.ts';

const DEVICES = Number(process.argv[2] ?? 2_000);
const DAY = END_DAY - 1;
const dayMs = DAY * DAY_S * 1000;
const world = await openWorld();
const { sql } = world;
const log = pino({ level: 'error' }, pino.destination(2));
const clock = { now: () => new Date(dayMs + 2 * DAY_S * 1000) };
const context = { sql, clock, log, ...createServices(sql) };

/** Returns the samples of all devices of a site, one every five minutes. */
function samplesOf(site: number, slots: readonly number[]): Sample[] {
  return Array.from({ length: SITE_DEVICES }, (_, index) => site * SITE_DEVICES + index).flatMap((device) => {
    const columns = deviceDay(device, DAY);
    return slots.map((slot) => {
      const quantities = Object.fromEntries(
        SERIES.map(({ quantity }, series) => [quantity, columns[series]![slot]! / SCALES[series]!]),
      ) as Sample['quantities'];
      const { powerW = null, counterWh = null } = quantities;
      const atMs = dayMs + slot * STEP_S * 1000;
      return {
        sid: sidOf(site),
        sn: snOf(device),
        atMs,
        statusBits: 0,
        mode: 6,
        imported: false,
        powerW,
        counterWh,
        quantities,
      };
    });
  });
}

async function bytesOf(name: string): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relkind = 'r' and relname like ${name}`;
  return row!.bytes;
}

/** Reads day curves of random plants until `until.done`; returns the duration of each in ms. */
async function readMeanwhile(until: { done: boolean }): Promise<number[]> {
  const tookMs: number[] = [];
  for (let n = 0; !until.done; n++) {
    const site = (n * 37) % (DEVICES / SITE_DEVICES);
    const sns = Array.from({ length: SITE_DEVICES }, (_, index) => snOf(site * SITE_DEVICES + index));
    const began = performance.now();
    const read = await readSlots(sql, {
      sid: sidOf(site),
      sns,
      fromMs: dayMs,
      toMs: dayMs + DAY_S * 1000,
      stepS: 300,
      names: ['powerW'],
    });
    tookMs.push(performance.now() - began);
    if (read.size !== SITE_DEVICES || [...read.values()].some(({ powerW }) => powerW!.mean.some(Number.isNaN))) {
      throw new Error('a sample was missing while its day was being compacted');
    }
    await wait(20);
  }
  return tookMs;
}

const rows: Record<string, string | number>[] = [];
async function measure(what: string, samples: number): Promise<void> {
  const pids = [process.pid, postmasterOf(world.databaseDir)];
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const until = { done: false };
  const reading = readMeanwhile(until);
  const cpu0 = cpu();
  const began = performance.now();
  const compacted = await compactDays(context);
  const seconds = (performance.now() - began) / 1000;
  const spent = cpu() - cpu0;
  until.done = true;
  const tookMs = await reading;
  if (compacted.samples !== samples) throw new Error(`${compacted.samples} of ${samples} samples were compacted`);
  rows.push({
    what,
    'days of devices': compacted.days,
    s: seconds.toFixed(1),
    'days/s': Math.round(compacted.days / seconds),
    'CPU ms a day': ((spent / compacted.days) * 1000).toFixed(2),
    'reading a plant meanwhile, p50 / p99 ms': `${percentile(tookMs, 0.5).toFixed(1)} / ${percentile(tookMs, 0.99).toFixed(1)}`,
    'memory MB': Math.round(residentMb(process.pid)),
  });
}

try {
  await seed({ sql, config: { brand: 0, admin: undefined } });
  await fillSites(sql, DEVICES / SITE_DEVICES, SITE_DEVICES);
  await sql`update sites set timezone = 'UTC'`;
  const all = Array.from({ length: SLOTS }, (_, slot) => slot);
  for (let site = 0; site < DEVICES / SITE_DEVICES; site++) {
    await sql.begin((tx) => insertSamples(tx, samplesOf(site, all)));
  }
  await sql`vacuum analyze`;
  const hot = await bytesOf('hot_samples%');
  await measure('a day that is over', DEVICES * SLOTS);
  for (let site = 0; site < DEVICES / SITE_DEVICES; site++) {
    await sql.begin((tx) => insertSamples(tx, samplesOf(site, [100])));
  }
  await measure('one late sample each', DEVICES);
  await sql`vacuum analyze`;
  table(rows);
  const perSample = (bytes: number) => (bytes / (DEVICES * SLOTS)).toFixed(1);
  console.log(
    `bytes a sample of ${SERIES.length} quantities, index included: hot ${perSample(hot)}, compacted ${perSample(await bytesOf('sample_blocks'))}`,
  );
} finally {
  await world.close();
}
