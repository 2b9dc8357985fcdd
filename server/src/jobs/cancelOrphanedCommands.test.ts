// What waits for a gateway that is away, or for a second person, is sent in nobody's name who may not ask for it any more.
import { expect, test } from 'vitest';
import { makeCommand, makeCompany, makeUser } from '../../test/factories.ts';
import { createGatewayPlant } from '../../test/gatewayPlant.ts';
import { testServer } from '../../test/testServer.ts';
import { expireCommands } from './expireCommands.ts';

const server = await testServer();
const { sql, ask, context, clock } = server;

type GatewayPlant = Awaited<ReturnType<typeof createGatewayPlant>>;

async function waiting({ sid, sn, first }: GatewayPlant) {
  const asked = async (name: string, value: number) =>
    (await ask('gateway/bsg/server', { sid, sn, write: [{ name, value }], validS: 86_400, waitS: 0 }, first)).command
      .id;
  return [await asked('reconnectTimeS', 90), await asked('overVoltageV', 250)];
}
async function statesOf(ids: readonly string[]) {
  const rows = await sql<{ id: string; state: string; reason: string }[]>`
    select id, state, reason from commands where id in ${sql(ids)}`;
  return ids.map((id) => rows.find((row) => row.id === id)!).map(({ state, reason }) => [state, reason]);
}
const HELD = [
  ['approved', ''],
  ['draft', ''],
];
const ENDED = [
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
    'does not look after the plant any more',
    async ({ sid }) => sql`update sites set company_id = ${await makeCompany(sql)} where sid = ${sid}`,
  ],
])('what waits of somebody who %s ends, and the log says so', async (_, lose) => {
  const plant = await createGatewayPlant(server);
  const ids = await waiting(plant);
  await lose(plant);
  clock.forward(29);
  await expireCommands(context);
  expect(await statesOf(ids)).toEqual(HELD);
  clock.forward(2);
  await expireCommands(context);
  expect(await statesOf(ids)).toEqual(ENDED);
  const lines = await sql`
    select user_id, after from audit_log where object = ${plant.sid} and after ->> 'reason' = 'withdrawn' order by id`;
  expect(lines.map(({ userId, after }) => [userId, (after as { command: string }).command])).toEqual(
    ids.toSorted().map((id) => [plant.one.id, id]),
  );
});

test('a former owner tells the plant nothing more; the next one, the company and the portal itself do', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, owner, companyId, one } = plant;
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('controls', 'Controls', 'own') returning id`;
  await sql`insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name in ('PvPlant', 'DeviceControl', 'SiteDevices')`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${owner.id}`;
  const owning = await plant.strong(owner.id);
  const asked = async (name: string) =>
    (await ask('gateway/bsg/server', { sid, sn, read: [name], validS: 86_400, waitS: 0 }, owning)).command.id;
  const former = await asked('reconnectTimeS');
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

test('what is under way is not touched', async () => {
  const plant = await createGatewayPlant(server);
  const ids = await waiting(plant);
  await sql`update commands set state = 'issued', issued_at = now() where id = ${ids[0]!}`;
  await sql`delete from memberships where user_id = ${plant.one.id}`;
  clock.forward(31);
  await expireCommands(context);
  expect(await statesOf(ids)).toEqual([['issued', ''], ENDED[1]]);
});
