// Claim: kill -9 of the server or of PostgreSQL at random points, while days are compacted, loses nothing acknowledged and stores nothing twice.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Calling, startCalling } from './calling.ts';
import { fillSites } from './fleet.ts';
import { BEHIND_PROXY, DEVICES_A_SITE, findAll, type SentFrame, startSending, untilReady } from './sending.ts';
import { openWorld, percentile, postmasterOf, table, type World } from './world.ts';

const SERVER_KILLS = Number(process.argv[2] ?? 50);
const DATABASE_KILLS = Number(process.argv[3] ?? 20);
const DEVICES = 4_000;

const rows: Record<string, string | number>[] = [];
let passed = true;

await measure('server and sealing', SERVER_KILLS, 'by URL', async (world, _round, sealing) => {
  sealing.kill();
  await world.killServer();
  await world.startServer();
});
await measure('PostgreSQL by URL, server goes on', DATABASE_KILLS, 'by URL', killDatabase);
await measure('PostgreSQL embedded in the server', DATABASE_KILLS, 'embedded', killDatabase);
table(rows);
console.log(passed ? 'nothing acknowledged was lost, nothing was stored twice' : 'FAILED');
process.exit(passed ? 0 : 1);

interface Sealing {
  /** Number of samples that became part of a block. */
  samples(): number;
  /** Kills the process with -9 and starts a new one. */
  kill(): void;
  stop(): Promise<void>;
}

function startSealing(databaseUrl: string): Sealing {
  let before = 0;
  let now = 0;
  const start = (): ChildProcess => {
    before += now;
    now = 0;
    const started = fork(join(import.meta.dirname, 'sealing.ts'), [databaseUrl], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (samples) => {
      now = Number(samples);
    });
    return started;
  };
  let child = start();
  return {
    samples: () => before + now,
    kill() {
      child.kill('SIGKILL');
      child = start();
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('sealing ended by itself');
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Kills PostgreSQL, in every fourth round a second time while it recovers. */
async function killDatabase(world: World, round: number): Promise<void> {
  const pid = world.serverPid();
  world.killDatabase();
  if (round % 4 === 3) {
    const before = postmasterOf(world.databaseDir);
    while ([0, before].includes(postmasterOf(world.databaseDir))) await wait(5);
    await wait((round * 97) % 300);
    world.killDatabase();
  }
  // Waits until the server has noticed: no call may be sent while it still assumes a working database.
  await wait(50);
  process.kill(pid, 0);
}

async function measure(
  what: string,
  kills: number,
  database: 'by URL' | 'embedded',
  kill: (world: World, round: number, sealing: Sealing) => Promise<void>,
): Promise<void> {
  if (kills === 0) return;
  const logLines: string[] = [];
  const world = await openWorld({ database, env: BEHIND_PROXY, onLog: (text) => logLines.push(text) });
  const beganMs = Date.now();
  const all: SentFrame[] = [];
  const readyAfterS: number[] = [];
  const reasons = new Set<string>();
  let lost = 0;
  let twice = 0;
  let calling: Calling | undefined;
  let sealing: Sealing | undefined;
  let n = 0;
  const next = () => ({ device: n % DEVICES, count: Math.floor(n++ / DEVICES) });
  try {
    await world.startServer();
    await fillSites(world.sql, DEVICES / DEVICES_A_SITE, DEVICES_A_SITE);
    calling = await startCalling(world.url, DEVICES / DEVICES_A_SITE);
    sealing = startSealing(world.databaseUrl);
    for (let round = 0; round < kills; round++) {
      const sinceMs = Date.now();
      const sending = startSending(world.url, next);
      await wait(200 + ((round * 617) % 1100));
      const killedAt = performance.now();
      await kill(world, round, sealing);
      const ready = await untilReady(world.url, 60);
      readyAfterS.push((performance.now() - killedAt) / 1000);
      for (const reason of ready.reasons) reasons.add(reason);
      const before = acknowledgedOf(sending.frames);
      while (acknowledgedOf(sending.frames) < before + 100) await wait(20);
      await sending.stop();
      const right = calling.right;
      while (calling.right === right) await wait(20);
      const stored = await findAll(world.sql, sending.frames, sinceMs);
      lost += stored.lost;
      twice += stored.twice;
      all.push(...sending.frames);
    }
    // Checks everything a second time at the end, after all later writes.
    const stored = await findAll(world.sql, all, beganMs);
    lost = Math.max(lost, stored.lost);
    twice = Math.max(twice, stored.twice);
  } catch (error) {
    console.error(logLines.slice(-5).join(''));
    throw error;
  } finally {
    await calling?.stop();
    await sealing?.stop();
    await world.close();
  }
  const acknowledged = acknowledgedOf(all);
  if (lost > 0 || twice > 0 || acknowledged === 0 || sealing.samples() === 0) passed = false;
  rows.push({
    'killed with -9': what,
    times: kills,
    acknowledged,
    lost,
    twice,
    sealed: sealing.samples(),
    'no answer': all.filter(({ status }) => status === 0).length,
    'refused 503': all.filter(({ status }) => status === 503).length,
    other: all.filter(({ status }) => ![0, 200, 503].includes(status)).length,
    'calls right / wrong': `${calling.right} / ${calling.wrong}`,
    'longest call s': (calling.longestMs / 1000).toFixed(1),
    'ready again, median s': percentile(readyAfterS, 0.5).toFixed(1),
    'longest s': Math.max(...readyAfterS).toFixed(1),
  });
  console.log(`${what}: while away /readyz reported "${[...reasons].join('", "')}"`);
}

function acknowledgedOf(frames: readonly SentFrame[]): number {
  return frames.reduce((count, { status }) => count + (status === 200 ? 1 : 0), 0);
}
