// Claim: of two servers on one PostgreSQL one is frozen, then killed, under load and while plants are recomputed: nothing acknowledged is lost or stored twice.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { storeOldLocation } from '../server/src/energy/days/recomputeSite.ts';
import { enqueueJob } from '../server/src/platform/database/siteJobs.ts';
import { fillSites, sidOf } from './fleet.ts';
import { BEHIND_PROXY, DEVICES_A_SITE, findAll, type SentFrame, startSending } from './sending.ts';
import { openWorld, percentile, table } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const DEVICES = 1_000;
const FROZEN_MS = 9_000;
/** A server that waits for locks of a frozen one waits until its transaction is terminated: 5 s, plus the work after it. */
const CALM_MS = 2_000;

interface Server {
  url: string;
  child: ChildProcess;
}

const world = await openWorld({ env: BEHIND_PROXY });
const rows: Record<string, string | number>[] = [];
const all: SentFrame[] = [];
const beganMs = Date.now();
let n = 0;
const next = () => ({ device: n % DEVICES, count: Math.floor(n++ / DEVICES) });
let passed = true;
const servers: Server[] = [];
try {
  // Both start at once on an empty database.
  servers.push(...(await Promise.all([world.startExtraServer({}), world.startExtraServer({})])));
  await fillSites(world.sql, DEVICES / DEVICES_A_SITE, DEVICES_A_SITE);
  for (let round = 0; round < ROUNDS; round++) {
    await measure('frozen', round, async (server) => {
      server.child.kill('SIGSTOP');
      await wait(FROZEN_MS);
      server.child.kill('SIGCONT');
    });
    await measure('killed with -9', round, async (server, index) => {
      const ended = new Promise((done) => server.child.once('exit', done));
      server.child.kill('SIGKILL');
      await ended;
      await wait(CALM_MS);
      servers[index] = await world.startExtraServer({});
    });
  }
  await untilDone();
  const stored = await findAll(world.sql, all, beganMs);
  const wrong = await countDifferingDays();
  if (stored.lost > 0 || stored.twice > 0 || wrong > 0) passed = false;
  table(rows);
  console.log(
    `${all.filter(({ status }) => status === 200).length} acknowledged by two servers; lost ${stored.lost}, twice ${stored.twice}; ${wrong} plants whose days are not the sum of their devices'`,
  );
} finally {
  for (const { child } of servers) child.kill('SIGKILL');
  await world.close();
}
console.log(passed ? 'nothing acknowledged was lost, nothing was stored twice' : 'FAILED');
process.exit(passed ? 0 : 1);

async function measure(what: string, round: number, disturb: (server: Server, index: number) => Promise<void>) {
  const index = round % 2;
  const sendings = servers.map(({ url }) => startSending(url, next));
  await wait(1_500);
  await movePlants(round);
  await wait(500);
  const atMs = performance.now();
  const survivor = sendings[1 - index]!;
  const gaps: number[] = [];
  let acknowledgedBefore = acknowledgedOf(survivor.frames);
  let changedAtMs = atMs;
  const watch = setInterval(() => {
    const now = acknowledgedOf(survivor.frames);
    if (now === acknowledgedBefore) return;
    gaps.push(performance.now() - changedAtMs);
    acknowledgedBefore = now;
    changedAtMs = performance.now();
  }, 10);
  const before = acknowledgedBefore;
  await disturb(servers[index]!, index);
  await wait(CALM_MS);
  clearInterval(watch);
  const seconds = (performance.now() - atMs) / 1000;
  const after = acknowledgedOf(survivor.frames);
  await Promise.all(sendings.map((sending) => sending.stop()));
  const frames = sendings.flatMap((sending) => sending.frames);
  all.push(...frames);
  if (after === before) passed = false;
  rows.push({
    'one server': what,
    round: round + 1,
    acknowledged: acknowledgedOf(frames),
    'by the other, 1/s': Math.round((after - before) / seconds),
    'longest pause of the other, s': (percentile(gaps, 1) / 1000).toFixed(1),
    'refused or unanswered': frames.length - acknowledgedOf(frames),
  });
}

/** Moves plants as a call does: their time zone changes, and any server recomputes them. */
async function movePlants(round: number): Promise<void> {
  for (let site = 0; site < 10; site++) {
    const sid = sidOf((round * 10 + site) % (DEVICES / DEVICES_A_SITE));
    await world.sql.begin(async (tx) => {
      const [before] = await tx<{ latitude: number; longitude: number; timezone: string }[]>`
        select latitude, longitude, timezone from sites where sid = ${sid} for no key update`;
      await tx`update sites set timezone = ${round % 2 === 0 ? 'Asia/Tokyo' : 'Europe/Berlin'} where sid = ${sid}`;
      await storeOldLocation(tx, sid, before!);
      await enqueueJob(tx, sid, 'recompute', new Date());
    });
  }
}

async function untilDone(): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    const [open] = await world.sql<{ jobs: number }[]>`select count(*) as jobs from site_jobs`;
    if (open!.jobs === 0) return;
    await wait(100);
  }
  throw new Error('the work for plants was not done within 90 s');
}

async function countDifferingDays(): Promise<number> {
  const rows = await world.sql`
    select from site_days s full join (
      select sid, day, sum(energy_wh) as energy_wh from device_days group by sid, day) d using (sid, day)
    where s.sid is null or d.sid is null or abs(s.energy_wh - d.energy_wh) > 1e-4`;
  return rows.length;
}

function acknowledgedOf(frames: readonly SentFrame[]): number {
  return frames.reduce((sum, { status }) => sum + (status === 200 ? 1 : 0), 0);
}
