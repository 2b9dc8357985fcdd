// site/updates: consent requests to a plant's owner as visible to its people; updates/answer.test.ts covers answers, commands/rollouts/consent.test.ts the consequences.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../test/factories.ts';
import { createRolloutPlants, makeQuestion, makeRollout } from '../../../test/rolloutPlants.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql, signedIn } = server;

test('asks only for the roll-out’s devices in this plant, and shows nothing to users without access', async () => {
  const { gateways, companyId, owning } = await createRolloutPlants(server, 2);
  const [first, second] = gateways;
  const id = await makeRollout(sql, { ...first!, companyId, state: 'running', step: 'asking' });
  await sql`
    insert into rollout_devices (sid, rollout_id, sn, asked_by, company_id, wave, place, firmware_id, version_name, before, step)
    select ${second!.sid}, rollout_id, ${second!.sn}, asked_by, company_id, 0, 1, firmware_id, version_name, before, step
    from rollout_devices where rollout_id = ${id}`;
  await makeQuestion(sql, { sid: first!.sid, id });
  const { list } = await ask('site/updates', { sid: first!.sid }, owning);
  expect(list).toMatchObject([
    { id, isRollout: true, devices: [{ sn: first!.sn, before: '1.8.0', versionName: '9.0.0' }], answer: '' },
  ]);
  expect((await ask('site/updates', { sid: second!.sid }, owning)).list).toEqual([]);
  const stranger = { token: await signedIn((await makeUser(sql, { companyId: await makeCompany(sql) })).id) };
  expect((await call('site/updates', { sid: first!.sid }, stranger)).code).toBe(1005);
  await sql`update update_questions set ended_at = now() where id = ${id}`;
  expect((await ask('site/updates', { sid: first!.sid }, owning)).list).toEqual([]);
});
