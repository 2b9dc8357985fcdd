// configuration/ota/rollout/detail: one roll-out; its actions are covered in runRollouts.test.ts.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';
import { createRolloutPlants, PLAN } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { call, sql } = server;

test('returns plan, waves and history without plants that are no longer accessible, and refuses strangers', async () => {
  const { begun, detail, gateways, strong } = await createRolloutPlants(server, 3);
  const id = await begun();
  expect(await detail(id)).toMatchObject({ rollout: { devices: 3, plan: PLAN }, waves: [{ counts: { waiting: 3 } }] });
  const elsewhere = await makeCompany(sql);
  await sql`update sites set company_id = ${elsewhere} where sid = ${gateways[0]!.sid}`;
  expect((await detail(id)).waves).toEqual([{ counts: { waiting: 2 } }]);
  const stranger = await strong((await makeUser(sql, { companyId: elsewhere })).id);
  expect((await call('configuration/ota/rollout/detail', { id }, stranger)).code).toBe(1465);
});
