// Plants of the demonstration with four days of samples and connected gateways, and an administrator who requests their set-up checks.

import type { Response } from '@heliograph/contract/calls.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { createFleet } from '../src/demo/createFleet.ts';
import { makeHistory } from '../src/demo/makeHistory.ts';
import { makeUser } from './factories.ts';
import type { TestServer } from './testServer.ts';

export interface CheckedPlants {
  sids: Record<string, string>;
  token: string;
  /** Returns the checks of a plant by the simulator's key. */
  checksOf(key: string): Promise<Response<'site/setUp/checks'>['list']>;
}

export async function checkedPlants(
  { sql, context, clock, ask, signedIn }: TestServer,
  plants: (seed: number, beganAtMs: number) => FleetSite[],
): Promise<CheckedPlants> {
  const { sids } = await createFleet(context, 1, plants);
  for (const site of plants(1, clock.now().getTime()))
    await makeHistory(context, site, sids[site.key]!, new AbortController().signal, { days: 4, everyS: 300 });
  // Gateways have no history and are connected.
  await sql`
    update device_live l set at = ${clock.now()}, status = 0, version = l.version + 1 from devices d join products p on p.id = d.product_id
    where d.sid = l.sid and d.sn = l.sn and p.kind = 'gateway'`;
  const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  return {
    sids,
    token,
    checksOf: async (key) => (await ask('site/setUp/checks', { sid: sids[key]! }, { token })).list,
  };
}
