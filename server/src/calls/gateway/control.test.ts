// gateway/control: the owner's veto stops queued commands and refuses new ones; nobody else can switch.
import { expect, test } from 'vitest';
import { makeCommand, makeUser } from '../../../test/factories.ts';
import { createGatewayPlant } from '../../../test/gatewayPlant.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call } = server;

test('ends queued commands and refuses new ones while off, continues those sent, and requires a second factor to switch on', async () => {
  const { sid, sn, companyId, owner, owning, first, second } = await createGatewayPlant(server);
  const draft = await makeCommand(sql, { sid, sn, companyId });
  const queued = (await ask('gateway/bsg/server', { sid, sn, waitS: 0 }, first)).command.id;
  const sent = (await ask('gateway/bsg/server', { sid, sn, waitS: 0 }, first)).command.id;
  await sql`update commands set state = 'issued' where id = ${sent}`;
  const passwordOnly = { token: await server.signedIn(owner.id) };
  const { control } = await ask('gateway/control', { sid, isOff: true }, passwordOnly);
  expect(control).toMatchObject({ isOff: true, maySwitch: true, mayWrite: false });
  const states = await sql<
    { id: string; state: string; reason: string }[]
  >`select id, state, reason from commands where sid = ${sid}`;
  const of = (id: string) => states.find((row) => row.id === id);
  expect(of(draft)).toMatchObject({ state: 'failed', reason: 'controlOff' });
  expect(of(queued)).toMatchObject({ state: 'failed', reason: 'controlOff' });
  expect(of(sent)).toMatchObject({ state: 'issued' });
  expect(await call('gateway/bsg/server', { sid, sn, waitS: 0 }, first)).toMatchObject({ code: 1551 });
  expect((await ask('gateway/parameters/devices', { sid }, second)).control).toMatchObject({
    isOff: true,
    maySwitch: false,
    mayRead: false,
    mayWrite: false,
    mayApprove: false,
  });
  expect(
    await sql`select user_id, before, after from audit_log where object = ${sid} and action = 'gateway/control'`,
  ).toMatchObject([
    {
      userId: owner.id,
      before: { isOff: false },
      after: { isOff: true, ended: expect.arrayContaining([draft, queued]) },
    },
  ]);
  expect(await call('gateway/control', { sid, isOff: false }, passwordOnly)).toMatchObject({ code: 1552 });
  expect((await ask('gateway/control', { sid, isOff: false }, owning)).control).toMatchObject({
    isOff: false,
    offIso: null,
  });
  expect((await ask('gateway/bsg/server', { sid, sn, waitS: 0 }, first)).command.state).toBe('approved');
});

test('lets only the manager of its company switch on a plant without an owner, after thirty days', async () => {
  const { sid, one, first, second, owner, owning, strong } = await createGatewayPlant(server);
  const on = (who: object) => call('gateway/control', { sid, isOff: false }, who);
  await ask('gateway/control', { sid, isOff: true }, owning);
  await sql`update memberships set is_company_owner = true where user_id = ${one.id}`;
  // As long as there is an owner, only the owner can switch.
  expect((await on(first)).code).toBe(1561);
  const admin = await strong((await makeUser(sql, { role: 'administrator' })).id);
  await ask('user/del', { uid: owner.id, companyId: owner.companyId }, admin);
  const [site] = await sql`select owner_id, ownerless_since from sites where sid = ${sid}`;
  expect(site).toEqual({ ownerId: null, ownerlessSince: server.clock.now() });
  const refused = await on(first);
  expect(refused).toMatchObject({ code: 1591, msg: expect.stringMatching(/from \d{4}-\d\d-\d\d on/) });
  const stateOf = async (who: object) => (await ask('gateway/parameters/devices', { sid }, who)).control;
  expect(await stateOf(first)).toMatchObject({
    isOff: true,
    maySwitch: false,
    freeIso: expect.stringMatching(/^\d{4}-/),
  });
  expect(await stateOf(second)).toMatchObject({ maySwitch: false, freeIso: null });
  // The waiting period is over.
  const [since] = await sql<{ ownerlessSince: Date; controlOffAt: Date }[]>`
    select ownerless_since, control_off_at from sites where sid = ${sid}`;
  const earlier = (at: Date, days: number) => new Date(at.getTime() - days * 86_400_000);
  await sql`
    update sites set ownerless_since = ${earlier(since!.ownerlessSince, 31)}, control_off_at = ${earlier(since!.controlOffAt, 90)}
    where sid = ${sid}`;
  for (const who of [second, admin]) expect((await on(who)).code).toBe(1561);
  const passwordOnly = { token: await server.signedIn(one.id) };
  expect((await on(passwordOnly)).code).toBe(1552);
  expect((await stateOf(first)).maySwitch).toBe(true);
  expect((await on(first)).data.control).toMatchObject({ isOff: false, maySwitch: false, freeIso: null });
  // Only an owner can switch off.
  expect((await call('gateway/control', { sid, isOff: true }, first)).code).toBe(1561);
  const [line] = await sql`
    select user_id, after from audit_log where object = ${sid} and action = 'gateway/control' and user_id = ${one.id} and after is not null order by id desc limit 1`;
  expect(line).toEqual({ userId: one.id, after: { isOff: false, withoutOwner: true } });
});

test('refuses everyone but the owner: the company, an administrator, a stranger', async () => {
  const { sid, first, strong } = await createGatewayPlant(server);
  const admin = await strong((await makeUser(sql, { role: 'administrator' })).id);
  for (const who of [first, admin])
    expect(await call('gateway/control', { sid, isOff: true }, who)).toMatchObject({ code: 1561 });
  const stranger = await strong((await makeUser(sql, { role: 'owner' })).id);
  expect(await call('gateway/control', { sid, isOff: true }, stranger)).toMatchObject({ code: 1005 });
});
