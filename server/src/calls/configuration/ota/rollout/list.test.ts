// configuration/ota/rollout/list: roll-outs of the user's company, newest first.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../../test/factories.ts';
import { createRolloutPlants } from '../../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, clock, sql, signedIn } = server;

test('lists the company’s roll-outs page by page, none to others, and read-only with a password alone', async () => {
  const { id, filters, find, begun, answer, first, second, one, strong } = await createRolloutPlants(server, 1);
  const older = await begun();
  await answer(older, 'stop', 1);
  clock.forward(60);
  await sql`update rollout_devices set step = 'skipped' where rollout_id = ${older}`;
  expect((await find({ filters })).devices).toBe(1);
  const newer = await begun();
  const list = (who: { token: string }, more: object = {}) =>
    ask('configuration/ota/rollout/list', { id, ...more }, who);
  const visible = await list(second);
  expect(visible).toMatchObject({ total: 2, mayBegin: true, needsSecondFactor: false });
  expect(visible.list.map((row) => row.id)).toEqual([newer, older]);
  expect((await list(first, { page: { size: 1, num: 1 } })).list.map((row) => row.id)).toEqual([older]);
  expect(await list(first, { id: 999_999 })).toMatchObject({ list: [], total: 0 });
  const passwordOnly = await list({ token: await signedIn(one.id) });
  expect(passwordOnly).toMatchObject({ total: 2, mayBegin: false, needsSecondFactor: true });
  expect(passwordOnly.list[0]!.rights).toEqual({ pause: false, resume: false, stop: false, back: false });
  const stranger = await strong((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect(await list(stranger)).toMatchObject({ list: [], total: 0 });
});

test('hides roll-outs from their creator after leaving the company, who then cannot stop them', async () => {
  const { companyId, begun, answer, detail, second, one, strong } = await createRolloutPlants(server, 1);
  const id = await begun();
  const elsewhere = await makeCompany(sql);
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select user_id, ${elsewhere}, role_id from memberships where user_id = ${one.id} and company_id = ${companyId}`;
  await sql`delete from memberships where user_id = ${one.id} and company_id = ${companyId}`;
  const formerMember = await strong(one.id);
  expect(await ask('account/info', {}, formerMember)).toMatchObject({ company_id: elsewhere });
  expect(await ask('configuration/ota/rollout/list', {}, formerMember)).toMatchObject({ list: [], total: 0 });
  for (const which of ['detail', 'devices'] as const)
    expect((await call(`configuration/ota/rollout/${which}`, { id }, formerMember)).code).toBe(1465);
  expect((await answer(id, 'stop', 1, formerMember)).code).toBe(1465);
  expect((await detail(id, second)).rollout.state).toBe('running');
  expect((await answer(id, 'stop', 1, second)).code).toBe(200);
});
