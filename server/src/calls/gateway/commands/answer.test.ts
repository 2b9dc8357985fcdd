// gateway/commands/answer: approval by a second person of the company, never by the first, and never after the end.
import { expect, test } from 'vitest';
import { makeCommand, makeCompany, makeUser } from '../../../../test/factories.ts';
import { createGatewayPlant } from '../../../../test/gatewayPlant.ts';
import { makeApiToken } from '../../../../test/signIns.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call, clock } = server;
const dealer = await makeUser(sql, { companyId: await makeCompany(sql, { kind: 'dealer' }) });
const plant = await createGatewayPlant(server, { parentId: dealer.companyId });
const { sid, sn, companyId, one, two, second } = plant;
const createDraft = () => makeCommand(sql, { sid, sn, companyId, by: one.id });
const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0];

test('queues a command approved by a colleague from that moment on, and logs both', async () => {
  const id = await createDraft();
  const listed = (await ask('gateway/commands/list', { sid }, second)).list[0]!;
  expect(listed).toMatchObject({ id, state: 'draft', askedBy: one.email, rights: { approve: true, withdraw: true } });
  clock.forward(3600);
  const later = await plant.strong(two.id);
  const { command } = await ask('gateway/commands/answer', { sid, id, answer: 'approve' }, later);
  expect(command).toMatchObject({
    state: 'approved',
    answeredBy: two.email,
    rights: { approve: false, withdraw: true },
  });
  expect(Date.parse(command.expiresIso)).toBe(clock.now().getTime() + 600_000);
  expect(await sql`select user_id, after from audit_log where object = ${sid} order by id desc limit 1`).toMatchObject([
    { userId: two.id, after: { command: id, state: 'approved', asked: { overVoltageV: 250 } } },
  ]);
  expect(await call('gateway/commands/answer', { sid, id, answer: 'approve' }, later)).toMatchObject({ code: 1558 });
  await ask('gateway/commands/answer', { sid, id, answer: 'withdraw' }, later);
  expect(await stateOf(id)).toEqual({ state: 'failed', reason: 'withdrawn' });
});

test('never sends a rejected command', async () => {
  const id = await createDraft();
  await ask('gateway/commands/answer', { sid, id, answer: 'refuse' }, await plant.strong(two.id));
  expect(await stateOf(id)).toEqual({ state: 'failed', reason: 'notWanted' });
});

test('refuses the requester, another company, a program, a password alone and a stranger', async () => {
  const id = await createDraft();
  const answer = { sid, id, answer: 'approve' } as const;
  expect(await call('gateway/commands/answer', answer, await plant.strong(one.id))).toMatchObject({ code: 1559 });
  expect(await call('gateway/commands/answer', answer, await plant.strong(dealer.id))).toMatchObject({ code: 1560 });
  const { token } = await makeApiToken(sql, { userId: two.id, at: clock.now(), scope: 'control' });
  expect(await call('gateway/commands/answer', answer, { token })).toMatchObject({ code: 1552 });
  const passwordOnly = { token: await server.signedIn(two.id) };
  expect(await call('gateway/commands/answer', answer, passwordOnly)).toMatchObject({ code: 1552 });
  const stranger = await plant.strong((await makeUser(sql)).id);
  expect(await call('gateway/commands/answer', answer, stranger)).toMatchObject({ code: 1005 });
  expect(await stateOf(id)).toEqual({ state: 'draft', reason: '' });
});

test('refuses a missing command and one of another plant, and does not withdraw a command already sent', async () => {
  const other = await createGatewayPlant(server);
  const id = await createDraft();
  const who = await plant.strong(two.id);
  for (const wrong of [
    { sid: other.sid, id },
    { sid, id: crypto.randomUUID() },
  ])
    expect(
      await call('gateway/commands/answer', { ...wrong, answer: 'refuse' }, wrong.sid === sid ? who : other.first),
    ).toMatchObject({ code: 1557 });
  await sql`update commands set state = 'issued' where id = ${id}`;
  expect(await call('gateway/commands/answer', { sid, id, answer: 'withdraw' }, who)).toMatchObject({ code: 1558 });
});

test('refuses a role without the permission', async () => {
  const { sid: own, sn: gateway, companyId: company, second: who } = await createGatewayPlant(server);
  const id = await makeCommand(sql, { sid: own, sn: gateway, companyId: company });
  const menu = sql`select id from menus where name = 'ControlApprove'`;
  const revoked = await sql`delete from role_menus where menu_id = (${menu}) returning role_id`;
  expect(await call('gateway/commands/answer', { sid: own, id, answer: 'approve' }, who)).toMatchObject({
    status: 403,
  });
  for (const { roleId } of revoked)
    await sql`insert into role_menus (role_id, menu_id) select ${roleId as number}, id from menus where name = 'ControlApprove'`;
});

test('refuses to approve a command that no longer fits: changed catalogue, released device', async () => {
  const other = await createGatewayPlant(server);
  const id = await makeCommand(sql, { sid: other.sid, sn: other.sn, companyId: other.companyId, by: other.one.id });
  const answer = { sid: other.sid, id, answer: 'approve' } as const;
  const [product] = await sql<{ parameters: object }[]>`select parameters from products where name = 'HG-1'`;
  await sql`update products set parameters = '[{"name": "overVoltageV", "min": 251, "max": 260, "step": 1}]' where name = 'HG-1'`;
  expect(await call('gateway/commands/answer', answer, other.second)).toMatchObject({ code: 1554 });
  await sql`update products set parameters = ${JSON.stringify(product!.parameters)}::text::jsonb where name = 'HG-1'`;
  await sql`update devices set removed_at = now() where sn = ${other.sn}`;
  expect(await call('gateway/commands/answer', answer, other.second)).toMatchObject({ code: 1006 });
  expect(await stateOf(id)).toEqual({ state: 'draft', reason: '' });
});

test('refuses to approve a draft older than a week, whether it was ended yet or not', async () => {
  const id = await createDraft();
  await sql`update commands set expires_at = ${clock.now()} where id = ${id}`;
  const later = await plant.strong(two.id);
  expect(await call('gateway/commands/answer', { sid, id, answer: 'approve' }, later)).toMatchObject({ code: 1558 });
  expect(await stateOf(id)).toEqual({ state: 'draft', reason: '' });
});
