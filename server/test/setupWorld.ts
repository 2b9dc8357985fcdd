// Several plants of one company, each with a gateway that obeys, for tests of setups of many devices.

import { makeDevice, makeSite } from './factories.ts';
import { gatewayWorld, newMemory, type Obeys, playGateway } from './gatewayWorld.ts';
import type { TestServer } from './testServer.ts';

export const GATEWAY = 10_000;
export const MICRO = 10_001;

/** Plants are called by `mark`, which a filter finds them by. */
export async function setupWorld(server: Pick<TestServer, 'sql' | 'signedIn'>, plants: number) {
  const { sql } = server;
  const world = await gatewayWorld(server);
  const mark = `Row ${world.sn}`;
  await sql`update sites set name = ${`${mark} 0`} where sid = ${world.sid}`;
  const gateways = [{ sid: world.sid, sn: world.sn }];
  for (let n = 1; n < plants; n++) {
    const sid = await makeSite(sql, { companyId: world.companyId, ownerId: world.owner.id, name: `${mark} ${n}` });
    gateways.push(await makeDevice(sql, { sid, product: 'HG-1' }));
  }
  gateways.sort((one, other) => (one.sid < other.sid ? -1 : 1));
  return { ...world, mark, gateways };
}

/** Each with a memory of its own. */
export async function playAll(
  server: Pick<TestServer, 'sql'>,
  port: number,
  gateways: readonly { sn: string }[],
  how?: Obeys,
) {
  const memories = gateways.map(() => newMemory());
  await Promise.all(
    gateways.map(({ sn }, n) => playGateway(server, port, { sn, memory: memories[n]!, ...(how ? { how } : {}) })),
  );
  return memories;
}
