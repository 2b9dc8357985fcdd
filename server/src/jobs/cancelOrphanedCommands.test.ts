// Tests that commands waiting for an offline gateway, or for a second person, are cancelled when their requester may no longer control the plant.
import { expect, test } from 'vitest';
import { makeCommand, makeCompany, makeUser } from '../../test/factories.ts';
import { createGatewayPlant } from '../../test/gatewayPlant.ts';
import { testServer } from '../../test/testServer.ts';
import { expireCommands } from './expireCommands.ts';

const server = await testServer();
const { sql, ask, context, clock } = server;

type GatewayPlant = Awaited<ReturnType<typeof createGatewayPlant>>;

async function waitingCommands({ sid, sn, first }: GatewayPlant) {
  const enqueue = async (name: string, value: number) =>
    (await ask('gateway/bsg/server', { sid, sn, write: [{ name, value }], validS: 86_400, waitS: 0 }, first)).command
      .id;
  return [await enqueue('reconnectTimeS', 90), await enqueue('overVoltageV', 250)];
}
async function statesOf(ids: readonly string[]) {
  const rows = await sql<{ id: string; state: string; reason: string }[]>`
    select id, state, reason from commands where id in ${sql(ids)}`;
  return ids.map((id) => rows.find((row) => row.id === id)!).map(({ state, reason }) => [state, reason]);
}
const WAITING = [
  ['approved', ''],
  ['draft', ''],
];
const WITHDRAWN = [
  ['failed', 'withdrawn'],
  ['failed', 'withdrawn'],
];

test.each<[string, (plant: GatewayPlant) => Promise<unknown>]>([
  ['has left the company', ({ one }) => sql`delete from memberships where user_id = ${one.id}`],
  ['is frozen', ({ one }) => sql`update users set frozen_at = now() where id = ${one.id}`],
  [
    'has a role without the button',
    async ({ one }) => {
      const [role] = await sql<{ id: number }[]>`
        insert into roles (code, name, scope) values ('looks', 'Looks', 'branch') returning id`;
      await sql`update memberships set role_id = ${role!.id} where user_id = ${one.id}`;
    },
  ],
  [
    'no longer services the plant',
    async ({ sid }) => sql`update sites set company_id = ${await makeCompany(sql)} where sid = ${sid}`,
  ],
])('cancels and logs waiting commands of a user who %s', async (_, lose) => {
  const plant = await createGatewayPlant(server);
  const ids = await waitingCommands(plant);
  await lose(plant);
  clock.forward(29);
  await expireCommands(context);
  expect(await statesOf(ids)).toEqual(WAITING);
  clock.forward(2);
  await expireCommands(context);
  expect(await statesOf(ids)).toEqual(WITHDRAWN);
  const lines = await sql`
    select user_id, after from audit_log where object = ${plant.sid} and after ->> 'reason' = 'withdrawn' order by id`;
  expect(lines.map(({ userId, after }) => [userId, (after as { command: string }).command])).toEqual(
    ids.toSorted().map((id) => [plant.one.id, id]),
  );
});

test('cancels the commands of a former owner, and none of the company and of the portal', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, owner, companyId, one } = plant;
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('controls', 'Controls', 'own') returning id`;
  await sql`insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name in ('PvPlant', 'DeviceControl', 'SiteDevices')`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${owner.id}`;
  const ownerSession = await plant.strong(owner.id);
  const enqueue = async (name: string) =>
    (await ask('gateway/bsg/server', { sid, sn, read: [name], validS: 86_400, waitS: 0 }, ownerSession)).command.id;
  const former = await enqueue('reconnectTimeS');
  const buyer = await makeUser(sql, { role: 'owner' });
  const mine = await makeCommand(sql, { sid, sn, companyId, by: one.id });
  const portals = await makeCommand(sql, { sid, sn, companyId });
  clock.forward(31);
  await expireCommands(context);
  expect(await statesOf([former])).toEqual([['approved', '']]);
  await sql`update sites set owner_id = ${buyer.id} where sid = ${sid}`;
  clock.forward(31);
  await expireCommands(context);
  expect(await statesOf([former, mine, portals])).toEqual([
    ['failed', 'withdrawn'],
    ['draft', ''],
    ['draft', ''],
  ]);
});

test('leaves issued commands untouched', async () => {
  const plant = await createGatewayPlant(server);
  const ids = await waitingCommands(plant);
  await sql`update commands set state = 'issued', issued_at = now() where id = ${ids[0]!}`;
  await sql`delete from memberships where user_id = ${plant.one.id}`;
  clock.forward(31);
  await expireCommands(context);
  expect(await statesOf(ids)).toEqual([['issued', ''], WITHDRAWN[1]]);
});
