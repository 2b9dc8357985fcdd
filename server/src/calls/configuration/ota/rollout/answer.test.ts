// configuration/ota/rollout/answer: permissions and concurrent answers; consequences are covered in runRollouts.test.ts.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';
import { createRolloutPlants } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;

test('refuses one of two different concurrent answers; stopping is final, and strangers are refused', async () => {
  const { begun, answer, detail, first, second, one, strong } = await createRolloutPlants(server, 1);
  const id = await begun();
  const both = await Promise.all([answer(id, 'pause', 1, first), answer(id, 'stop', 1, second)]);
  const codes = both.map(({ code }) => code).toSorted((a, b) => a - b);
  // The second one finds it paused or stopped.
  expect([1468, 1469]).toContain(codes[1]);
  expect(codes[0]).toBe(200);
  expect((await detail(id)).history.map(({ what }) => what)).toHaveLength(2);
  const stranger = await strong((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect((await answer(id, 'stop', 2, stranger)).code).toBe(1465);
  const { revision, state } = (await detail(id)).rollout;
  if (state === 'paused') expect((await answer(id, 'stop', revision)).code).toBe(200);
  expect((await answer(id, 'stop', 1)).code).toBe(200);
  expect((await answer(id, 'resume', 9)).code).toBe(1469);
  const lines = await sql`select user_id from audit_log where object = ${`rollout ${id}`}`;
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.some(({ userId }) => userId === one.id)).toBe(true);
});
