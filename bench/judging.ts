// Claim: the modules of a plant of 200 are evaluated in some hundred milliseconds a day, those of a thousand plants in a minute.
import { performance } from 'node:perf_hooks';
import pino from 'pino';
import { parseConfig } from '../server/src/config.ts';
import { ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { judgeModules } from '../server/src/problems/modules/judgeModules.ts';
import { seed } from '../server/src/seed/seed.ts';
import { createServices } from '../server/src/services.ts';
import { makeDevice, makeSite } from '../server/test/factories.ts';
import { openWorld, table } from './world.ts';

const PLANTS = Number(process.argv[2] ?? 1000);
/** Devices of a plant, each with four modules. */
const DEVICES = { large: 50, small: 2 };
const DAY = '2026-06-14';
const SLOTS = 180;
const now = new Date('2026-06-15T03:00:00Z');

const world = await openWorld();
try {
  const { sql } = world;
  const context = {
    sql,
    config: parseConfig({ env: { DEMO: 'off', DATABASE_URL: world.databaseUrl }, production: false, isRoot: false }),
    clock: { now: () => now },
    log: pino({ level: 'warn' }),
    ...createServices(sql),
  };
  await seed(context);
  let number = 0x60000000;
  const plant = async (devices: number): Promise<void> => {
    const sid = await makeSite(sql);
    for (let n = 0; n < devices; n++) {
      const sn = (++number).toString(16).toUpperCase();
      await makeDevice(sql, { sid, sn, product: 'BDM-2250' });
      await ingestHistory(context, [{ sn, columns: dayOf(number) }]);
    }
    await sql`update devices set tilt_deg = 30, azimuth_deg = case when sn < ${(number - devices / 2).toString(16).toUpperCase()} then 120 else 220 end where sid = ${sid}`;
  };
  await plant(DEVICES.large);
  const large = await timed();
  for (let n = 0; n < PLANTS; n++) await plant(DEVICES.small);
  const small = await timed();
  await sql`update site_days set modules_judged = false where sid = (select min(sid) from judged_days where jsonb_array_length(modules) > 100)`;
  const repeated = await timed();
  table([
    { what: `a plant of ${DEVICES.large * 4} modules, first`, days: large.days, ms: Math.round(large.ms) },
    { what: `a plant of ${DEVICES.large * 4} modules, once more`, days: repeated.days, ms: Math.round(repeated.ms) },
    {
      what: `${PLANTS} plants of ${DEVICES.small * 4}`,
      days: small.days,
      ms: Math.round(small.ms),
      'ms each': Math.round((10 * small.ms) / small.days) / 10,
    },
  ]);

  /** Evaluates until no day is left. */
  async function timed(): Promise<{ days: number; ms: number }> {
    const from = performance.now();
    let days = 0;
    for (let judged = -1; judged !== 0; days += judged) judged = await judgeModules(context);
    return { days, ms: performance.now() - from };
  }
} finally {
  await world.close();
}
process.exit(0);

/** Returns a day with the same clouds for all devices. */
function dayOf(seedOf: number) {
  const atMs = Float64Array.from({ length: SLOTS }, (_, n) => Date.parse(`${DAY}T04:00:00Z`) + n * 300_000);
  const watts = Float64Array.from(atMs, (_, n) => {
    const light = Math.sin((Math.PI * n) / SLOTS) * (0.7 + 0.3 * Math.sin(n / 5));
    return Math.round(10 * 500 * Math.max(0, light) * (1 + (seedOf % 7) / 500)) / 10;
  });
  const inputs = [1, 2, 3, 4].flatMap((input) => [
    [`input${input}PowerW`, watts],
    [`input${input}VoltageV`, Float64Array.from(watts, () => 34)],
  ]);
  return {
    atMs,
    statusBits: new Int32Array(SLOTS),
    mode: new Int16Array(SLOTS).fill(6),
    imported: new Uint8Array(SLOTS),
    values: {
      powerW: watts.map((value) => 4 * value),
      temperatureC: Float64Array.from(watts, () => 35),
      ...Object.fromEntries(inputs),
    },
  };
}
