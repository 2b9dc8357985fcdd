// Several plants of one company, each with a gateway that executes commands, for tests of bulk changes.

import { makeDevice, makeSite } from './factories.ts';
import { createGatewayPlant, newMemory, type Obeys, playGateway } from './gatewayPlant.ts';
import type { TestServer } from './testServer.ts';

export const GATEWAY = 10_000;
export const MICRO = 10_001;

/** Creates plants with `mark` in their names, by which a filter finds them. */
export async function createSetupPlants(server: Pick<TestServer, 'sql' | 'signedIn'>, count: number) {
  const { sql } = server;
  const origin = await createGatewayPlant(server);
  const mark = `Row ${origin.sn}`;
  await sql`update sites set name = ${`${mark} 0`} where sid = ${origin.sid}`;
  const gateways = [{ sid: origin.sid, sn: origin.sn }];
  for (let n = 1; n < count; n++) {
    const sid = await makeSite(sql, { companyId: origin.companyId, ownerId: origin.owner.id, name: `${mark} ${n}` });
    gateways.push(await makeDevice(sql, { sid, product: 'HG-1' }));
  }
  gateways.sort((one, other) => (one.sid < other.sid ? -1 : 1));
  return { ...origin, mark, gateways };
}

/** Each gateway has its own memory. */
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
