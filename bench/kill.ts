// Claim: kill -9 of the server or of PostgreSQL at random points loses nothing acknowledged and stores nothing twice.
import { setTimeout as wait } from 'node:timers/promises';
import { fillSites } from './fleet.ts';
import { DEVICES_A_SITE, findAll, type SentFrame, startSending, untilReady } from './sending.ts';
import { openWorld, percentile, postmasterOf, table, type World } from './world.ts';

const SERVER_KILLS = Number(process.argv[2] ?? 50);
const DATABASE_KILLS = Number(process.argv[3] ?? 20);
const DEVICES = 4_000;

const rows: Record<string, string | number>[] = [];
let isWell = true;

await measure('server, database by URL', SERVER_KILLS, 'by URL', async (world) => {
  await world.killServer();
  await world.startServer();
});
await measure('PostgreSQL by URL, server goes on', DATABASE_KILLS, 'by URL', killDatabase);
await measure('PostgreSQL embedded in the server', DATABASE_KILLS, 'embedded', killDatabase);
table(rows);
console.log(isWell ? 'nothing acknowledged was lost, nothing is there twice' : 'FAILED');
process.exit(isWell ? 0 : 1);

/** Every fourth time once more while it recovers. */
async function killDatabase(world: World, round: number): Promise<void> {
  const pid = world.serverPid();
  world.killDatabase();
  if (round % 4 === 3) {
    const before = postmasterOf(world.databaseDir);
    while ([0, before].includes(postmasterOf(world.databaseDir))) await wait(5);
    await wait((round * 97) % 300);
    world.killDatabase();
  }
  // Noticed by the server first: it must not be asked while it still believes that all is well.
  await wait(50);
  process.kill(pid, 0);
}

async function measure(
  what: string,
  kills: number,
  database: 'by URL' | 'embedded',
  kill: (world: World, round: number) => Promise<void>,
): Promise<void> {
  if (kills === 0) return;
  const said: string[] = [];
  const world = await openWorld({ database, onSaid: (text) => said.push(text) });
  const beganMs = Date.now();
  const all: SentFrame[] = [];
  const readyAfterS: number[] = [];
  const reasons = new Set<string>();
  let lost = 0;
  let twice = 0;
  let n = 0;
  const next = () => ({ device: n % DEVICES, count: Math.floor(n++ / DEVICES) });
  try {
    await world.startServer();
    await fillSites(world.sql, DEVICES / DEVICES_A_SITE, DEVICES_A_SITE);
    for (let round = 0; round < kills; round++) {
      const sinceMs = Date.now();
      const sending = startSending(world.url, next);
      await wait(200 + ((round * 617) % 1100));
      const killedAt = performance.now();
      await kill(world, round);
      const ready = await untilReady(world.url, 60);
      readyAfterS.push((performance.now() - killedAt) / 1000);
      for (const reason of ready.reasons) reasons.add(reason);
      const before = acknowledgedOf(sending.frames);
      while (acknowledgedOf(sending.frames) < before + 100) await wait(20);
      await sending.stop();
      const found = await findAll(world.sql, sending.frames, sinceMs);
      lost += found.lost;
      twice += found.twice;
      all.push(...sending.frames);
    }
    // Once more everything, after all that came later.
    const found = await findAll(world.sql, all, beganMs);
    lost = Math.max(lost, found.lost);
    twice = Math.max(twice, found.twice);
  } catch (error) {
    console.error(said.slice(-5).join(''));
    throw error;
  } finally {
    await world.close();
  }
  const acknowledged = acknowledgedOf(all);
  if (lost > 0 || twice > 0 || acknowledged === 0) isWell = false;
  rows.push({
    'killed with -9': what,
    times: kills,
    acknowledged,
    lost,
    twice,
    'no answer': all.filter(({ status }) => status === 0).length,
    refused: all.filter(({ status }) => status !== 0 && status !== 200).length,
    'ready again, median s': percentile(readyAfterS, 0.5).toFixed(1),
    'longest s': Math.max(...readyAfterS).toFixed(1),
  });
  console.log(`${what}: while away /readyz said "${[...reasons].join('", "')}"`);
}

function acknowledgedOf(frames: readonly SentFrame[]): number {
  return frames.reduce((count, { status }) => count + (status === 200 ? 1 : 0), 0);
}
