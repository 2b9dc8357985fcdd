// configuration/ota/rollout/devices: paged and searched, in accessible plants.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';
import { createRolloutPlants } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;

test('filters by page, number, step and wave, hides plants that now belong to others, and refuses strangers', async () => {
  const { begun, devices, first, gateways, strong, sn: named } = await createRolloutPlants(server, 3);
  const id = await begun();
  const page = (num: number) => ask('configuration/ota/rollout/devices', { id, page: { size: 2, num } }, first);
  const [one, two] = [await page(0), await page(1)];
  expect([one.total, one.list.length, two.list.length]).toEqual([3, 2, 1]);
  expect([...one.list, ...two.list].map(({ sn }) => sn).toSorted()).toEqual(gateways.map(({ sn }) => sn).toSorted());
  // Each plant is named by the number of one of its devices.
  const { sn, sid } = gateways.find((one) => one.sn !== named)!;
  expect(await devices(id, { keywords: sn.toLowerCase() })).toMatchObject([{ sn, sid, step: 'waiting', wave: 0 }]);
  expect(await devices(id, { step: 'failed' })).toEqual([]);
  expect(await devices(id, { wave: 1 })).toEqual([]);
  const elsewhere = await makeCompany(sql);
  await sql`update sites set company_id = ${elsewhere} where sid = ${sid}`;
  expect(await devices(id, { keywords: sn })).toEqual([]);
  const stranger = await strong((await makeUser(sql, { companyId: elsewhere })).id);
  expect((await call('configuration/ota/rollout/devices', { id }, stranger)).code).toBe(1465);
});
