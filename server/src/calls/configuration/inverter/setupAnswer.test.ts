// configuration/inverter/setupAnswer: withdraws commands not sent yet; a second person answers all of a setup.
import { expect, test } from 'vitest';
import { mqttServer } from '../../../../test/mqttServer.ts';
import { createSetupPlants, GATEWAY, playAll } from '../../../../test/setupPlants.ts';

const server = await mqttServer();
const { sql, ask, call, port } = server;
const reconnect = [{ name: 'reconnectTimeS', value: 90 }];
const guarded = [{ name: 'overVoltageV', value: 253 }];

async function startSetup(count: number, write: { name: string; value: number }[]) {
  const plants = await createSetupPlants(server, count);
  const { setup } = await ask(
    'configuration/inverter/setupValue',
    { model: GATEWAY, filters: { keywords: plants.mark }, devices: count, write },
    plants.first,
  );
  return { ...plants, id: setup.id, setup };
}
const states = async (id: string) =>
  (
    await sql<{ state: string; reason: string }[]>`
      select state, reason from commands where setup_id = ${id} order by sid, sn`
  ).map(({ state, reason }) => [state, reason]);

test('withdraws commands not sent yet when stopped, while those in progress continue', async () => {
  const { id, one, first, setup, gateways } = await startSetup(3, reconnect);
  expect(setup.rights).toEqual({ approve: false, stop: true });
  await sql`update commands set state = 'issued', issued_at = now() where setup_id = ${id} and sid = ${gateways[0]!.sid}`;
  const stopped = await ask('configuration/inverter/setupAnswer', { id, answer: 'stop' }, first);
  expect(stopped).toMatchObject({ answered: 2, setup: { rights: { stop: false }, counts: { issued: 1, failed: 2 } } });
  expect(stopped.setup.stoppedIso).not.toBeNull();
  expect(await states(id)).toEqual([
    ['issued', ''],
    ['failed', 'withdrawn'],
    ['failed', 'withdrawn'],
  ]);
  expect(await call('configuration/inverter/setupAnswer', { id, answer: 'stop' }, first)).toMatchObject({ code: 1558 });
  // The log of each plant records what was withdrawn for its device, and by whom.
  const lines = await sql`
    select user_id, object, before, after from audit_log
    where action = 'gateway/commands/answer' and object in ${sql(gateways.map(({ sid }) => sid))} order by object`;
  const line = ({ sid, sn }: { sid: string; sn: string }) => ({
    userId: one.id,
    object: sid,
    before: { state: 'approved', values: {} },
    after: { sn, state: 'failed', reason: 'withdrawn', asked: { reconnectTimeS: 90 } },
  });
  expect(lines).toMatchObject([line(gateways[1]!), line(gateways[2]!)]);
});

test('skips a command that is being sent when stopped, without waiting for it', async () => {
  const { id, first, gateways } = await startSetup(3, reconnect);
  await sql.begin(async (tx) => {
    // As the queue does: it holds this one and takes the others next.
    await tx`update commands set state = 'issued', issued_at = now() where setup_id = ${id} and sid = ${gateways[1]!.sid}`;
    expect(await ask('configuration/inverter/setupAnswer', { id, answer: 'stop' }, first)).toMatchObject({
      answered: 2,
    });
    await tx`update commands set tries = tries + 1 where setup_id = ${id} and state = 'approved'`;
  });
  expect((await states(id)).toSorted()).toEqual([
    ['failed', 'withdrawn'],
    ['failed', 'withdrawn'],
    ['issued', ''],
  ]);
});

test('lets a second person approve all protected values at once', async () => {
  const { id, first, second, gateways, setup } = await startSetup(2, guarded);
  expect(setup.counts).toEqual({ draft: 2 });
  expect(await call('configuration/inverter/setupAnswer', { id, answer: 'approve' }, first)).toMatchObject({
    code: 1559,
  });
  const [listed] = (await ask('configuration/inverter/setupList', { id }, second)).list;
  expect(listed!.rights).toEqual({ approve: true, stop: true });
  // A command for an unreachable device stays unchanged.
  await sql`update sites set control_off_at = now() where sid = ${gateways[1]!.sid}`;
  const memories = await playAll(server, port, gateways);
  const { answered } = await ask('configuration/inverter/setupAnswer', { id, answer: 'approve' }, second);
  expect(answered).toBe(1);
  await expect
    .poll(() => states(id), { timeout: 10_000 })
    .toEqual([
      ['readBack', ''],
      ['draft', ''],
    ]);
  expect(memories.map(({ values }) => values.overVoltageV)).toEqual([253, 264.5]);
});

test('lets a second person reject; another company, a password alone and a program can do nothing', async () => {
  const { id, two, second } = await startSetup(1, guarded);
  const stranger = await createSetupPlants(server, 1);
  for (const answer of ['approve', 'refuse', 'stop'] as const)
    expect(await call('configuration/inverter/setupAnswer', { id, answer }, stranger.first)).toMatchObject({
      code: 1565,
    });
  const passwordOnly = { token: await server.signedIn(two.id) };
  expect(await call('configuration/inverter/setupAnswer', { id, answer: 'approve' }, passwordOnly)).toMatchObject({
    code: 1552,
  });
  await ask('configuration/inverter/setupAnswer', { id, answer: 'refuse' }, second);
  expect(await states(id)).toEqual([['failed', 'notWanted']]);
});
