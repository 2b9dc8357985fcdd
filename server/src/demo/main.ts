// The demo fleet's own process: creates the fleet once, makes its history plant by plant, then lets it report for as long as the process runs.
import { createPublicKey } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { playClock, playFleet } from '@heliograph/simulator/play.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import pino from 'pino';
import type { Context } from '../context.ts';
import { connect, NO_LIMITS } from '../platform/database/connect.ts';
import { createServices } from '../services.ts';
import { createDocuments } from './createDocuments.ts';
import { createFirmware, installedVersions } from './createFirmware.ts';
import { createFleet, recordDevices } from './createFleet.ts';
import { createPictures } from './createPictures.ts';
import { firmwareKey } from './defaults.ts';
import { issuePasswords } from './issuePasswords.ts';
import { makeHistory } from './makeHistory.ts';
import type { DemoOrder } from './start.ts';
import { writePlantedFaults } from './writePlantedFaults.ts';

const SEED = 1;
const EVERY_S = 300;
const COMPARE_EVERY_MS = 300_000;

process.once('message', (order) => void run(order as DemoOrder));
// The demo is useless without its server.
process.once('disconnect', () => process.exit(0));

async function run({ databaseUrl, url, mqttPort, dataDir }: DemoOrder): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const sql = connect(databaseUrl, { max: 3, limits: NO_LIMITS });
  const context: Omit<Context, 'config'> = {
    sql,
    clock: { now: () => new Date() },
    log: pino({ level: 'warn' }),
    ...createServices(sql),
  };
  const stored = await createFleet(context, SEED, fleet);
  const sites = fleet(stored.seed, stored.beganAtMs);
  await recordDevices(sql, sites);
  const makerKey = firmwareKey({ dataDir });
  await createFirmware(context, makerKey);
  const updates = { publicKey: createPublicKey(makerKey).export({ format: 'pem', type: 'spki' }).toString() };
  const installed = await installedVersions(sql);
  // Beside the history, which nothing of it needs.
  const playing: Promise<void>[] = [illustrate()];
  let done = 0;
  // Each plant starts to report as soon as its own history is complete, so the portal can be used from the first one on.
  for (const site of sites) {
    if (stop.signal.aborted) break;
    const sid = stored.sids[site.key];
    if (sid) await makeHistory(context, site, sid, stop.signal);
    playing.push(play(site));
    done++;
    await sql`update settings set value = jsonb_set(value, '{done}', to_jsonb(${done}::int)) where name = 'demo'`;
  }
  if (!stop.signal.aborted) playing.push(compare());
  await Promise.all(playing);
  await sql.end({ timeout: 2 });
  process.exit(0);

  async function illustrate(): Promise<void> {
    try {
      await createDocuments(context);
      await createPictures(context, sites, stored.sids);
    } catch (error) {
      context.log.warn({ err: error }, 'could not add documents and pictures');
    }
  }

  /** Repeats the comparison, as findings appear with judged days and with new reports. */
  async function compare(): Promise<void> {
    let written: string | null = null;
    while (!stop.signal.aborted) {
      try {
        written = await writePlantedFaults(context, { sites, sids: stored.sids, dataDir, print: console.log }, written);
      } catch (error) {
        // A failed comparison is only logged and must not stop the demo.
        context.log.warn({ err: error }, 'could not compare the planted faults');
      }
      await setTimeout(COMPARE_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  async function play(site: FleetSite): Promise<void> {
    const passwords = await issuePasswords(context, site);
    const clock = playClock(Date.now(), 1);
    const { signal } = stop;
    await Promise.all([
      playFleet({ url, fleet: [site], clock, everyS: EVERY_S, signal }),
      playGateways({
        broker: { host: '127.0.0.1', port: mqttPort },
        fleet: [site],
        passwordOf: (sn) => passwords.get(sn),
        installedOf: (sn) => installed.get(sn),
        updates,
        clock,
        signal,
      }),
    ]);
  }
}
