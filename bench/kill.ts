// Claim: nothing acknowledged is lost by kill -9 of the server at random points.
import { fillSites, frameOf, snOf } from './fleet.ts';
import { load, post } from './load.ts';
import { openWorld } from './world.ts';

const KILLS = Number(process.argv[2] ?? 20);
const DEVICES = 400;

const world = await openWorld();
let acknowledged = 0;
let lost = 0;
let unanswered = 0;
try {
  await world.startServer();
  await fillSites(world.sql, DEVICES / 20, 20);
  let n = 0;
  for (let round = 0; round < KILLS; round++) {
    if (round > 0) await world.startServer();
    // Each frame's counter is its own number, so that an acknowledged one can be looked for.
    const frames: { device: number; count: number; acknowledged: boolean }[] = [];
    let killing = false;
    const pause = 300 + ((round * 617) % 900);
    const killed = new Promise<void>((resolve) =>
      setTimeout(() => {
        killing = true;
        void world.killServer().then(resolve);
      }, pause),
    );
    await load(
      world.url,
      32,
      () => {
        if (killing) return null;
        const device = n % DEVICES;
        const count = Math.floor(n / DEVICES);
        n++;
        frames.push({ device, count, acknowledged: false });
        return post(world.url, '/i.php', frameOf(device, count));
      },
      (index, status) => {
        if (status === 200) frames[index]!.acknowledged = true;
      },
    );
    await killed;
    const stored = new Set<string>();
    for (const row of await world.sql<{ sn: string; wh: number }[]>`select sn, counter_wh as wh from samples`) {
      stored.add(`${row.sn} ${Math.round(row.wh / 0.2)}`);
    }
    for (const frame of frames) {
      if (!frame.acknowledged) unanswered++;
      else {
        acknowledged++;
        if (!stored.has(`${snOf(frame.device)} ${(1000 + frame.count) & 0xffff}`)) lost++;
      }
    }
  }
} finally {
  await world.close();
}
console.log(`${KILLS} kills: ${acknowledged} acknowledged, ${lost} of them lost, ${unanswered} without an answer`);
process.exit(lost === 0 && acknowledged > 0 ? 0 : 1);
