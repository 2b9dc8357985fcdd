// configuration/ota/rollout/list: those of one's company, the newest first.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';
import { createRolloutPlants } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, clock, sql, signedIn } = server;

test('the company sees what its people began, page by page; others nothing, and a password alone only looks', async () => {
  const { id, filters, find, begun, answer, first, second, one, strong } = await createRolloutPlants(server, 1);
  const older = await begun();
  await answer(older, 'stop', 1);
  clock.forward(60);
  await sql`update rollout_devices set step = 'skipped' where rollout_id = ${older}`;
  expect((await find({ filters })).devices).toBe(1);
  const newer = await begun();
  const list = (who: { token: string }, more: object = {}) =>
    ask('configuration/ota/rollout/list', { id, ...more }, who);
  const seen = await list(second);
  expect(seen).toMatchObject({ total: 2, mayBegin: true, needsSecondFactor: false });
  expect(seen.list.map((row) => row.id)).toEqual([newer, older]);
  expect((await list(first, { page: { size: 1, num: 1 } })).list.map((row) => row.id)).toEqual([older]);
  expect(await list(first, { id: 999_999 })).toMatchObject({ list: [], total: 0 });
  const weak = await list({ token: await signedIn(one.id) });
  expect(weak).toMatchObject({ total: 2, mayBegin: false, needsSecondFactor: true });
  expect(weak.list[0]!.rights).toEqual({ pause: false, resume: false, stop: false, back: false });
  const stranger = await strong((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect(await list(stranger)).toMatchObject({ list: [], total: 0 });
});

test('who has left the company sees nothing of what they began there, and stops nothing', async () => {
  const { companyId, begun, answer, detail, second, one, strong } = await createRolloutPlants(server, 1);
  const id = await begun();
  const elsewhere = await makeCompany(sql);
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select user_id, ${elsewhere}, role_id from memberships where user_id = ${one.id} and company_id = ${companyId}`;
  await sql`delete from memberships where user_id = ${one.id} and company_id = ${companyId}`;
  const gone = await strong(one.id);
  expect(await ask('account/info', {}, gone)).toMatchObject({ company_id: elsewhere });
  expect(await ask('configuration/ota/rollout/list', {}, gone)).toMatchObject({ list: [], total: 0 });
  for (const which of ['detail', 'devices'] as const)
    expect((await call(`configuration/ota/rollout/${which}`, { id }, gone)).code).toBe(1465);
  expect((await answer(id, 'stop', 1, gone)).code).toBe(1465);
  expect((await detail(id, second)).rollout.state).toBe('running');
  expect((await answer(id, 'stop', 1, second)).code).toBe(200);
});
