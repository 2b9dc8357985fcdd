// auth/role/update: name, scope and end of an own role; in use it stays, and of two editors the slower one is told.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@example.com' });
const { ask, call, clock, sql } = server;
const { administrator, dealer, distributor, stranger, shop } = await createCompanyHierarchy(server);

async function ownRole(): Promise<number> {
  const { id } = await ask('auth/role/create', { name: 'Shift', scope: 'own' }, { token: distributor.token });
  return id;
}
const given = (role_id: number) => ({
  role_id,
  version: 1,
  name: 'Late shift',
  scope: 'branch' as const,
  closed: false,
});
const stored = async (id: number) => (await sql`select name, scope, closed_at, version from roles where id = ${id}`)[0];

test('it is renamed by its company and by those above', async () => {
  for (const { token } of [distributor, administrator]) {
    const id = await ownRole();
    expect(await ask('auth/role/update', given(id), { token })).toEqual({ version: 2 });
    expect(await stored(id)).toEqual({ name: 'Late shift', scope: 'branch', closedAt: null, version: 2 });
  }
});

test('a company below, another branch and a role that is not there are refused alike', async () => {
  const id = await ownRole();
  for (const [role_id, { token }] of [
    [id, dealer],
    [id, stranger],
    [2_000_000_000, stranger],
  ] as const)
    expect(await call('auth/role/update', given(role_id), { token })).toMatchObject({ code: 1482 });
  expect((await stored(id))?.version).toBe(1);
});

test('the portal’s own roles keep their names and have no end', async () => {
  for (const { token } of [administrator, distributor])
    expect(await call('auth/role/update', given(distributor.roleId), { token })).toMatchObject({ code: 1483 });
});

test('of two editors the second is told, and nothing is lost', async () => {
  const id = await ownRole();
  const answers = await Promise.all(
    ['First', 'Second'].map((name) => call('auth/role/update', { ...given(id), name }, { token: administrator.token })),
  );
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1486]);
  const winner = answers[0]!.code === 200 ? 'First' : 'Second';
  expect(await stored(id)).toMatchObject({ name: winner, version: 2 });
});

test('a role that somebody has is not closed, wherever he is; a closed one can be opened again', async () => {
  const id = await ownRole();
  const close = (version: number, closed: boolean) =>
    call('auth/role/update', { ...given(id), version, closed }, { token: distributor.token });
  await sql`update memberships set role_id = ${id} where user_id = ${dealer.id} and company_id = ${shop}`;
  expect(await close(1, true)).toMatchObject({ code: 1487, msg: expect.stringContaining('(1)') });
  expect((await stored(id))?.closedAt).toBeNull();
  await sql`update memberships set role_id = ${dealer.roleId} where user_id = ${dealer.id}`;
  expect(await close(1, true)).toMatchObject({ code: 200 });
  expect((await stored(id))?.closedAt).toEqual(clock.now());
  expect(await close(2, false)).toMatchObject({ code: 200 });
  expect((await stored(id))?.closedAt).toBeNull();
});

test('who gives it to somebody at the same moment is waited for', async () => {
  const id = await ownRole();
  let close: Promise<{ code: number }> | undefined;
  await sql.begin(async (tx) => {
    await tx`update memberships set role_id = ${id} where user_id = ${stranger.id}`;
    close = call('auth/role/update', { ...given(id), closed: true }, { token: administrator.token });
    for (let waits = 0; waits === 0; )
      waits = (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`)
        .length;
  });
  expect(await close).toMatchObject({ code: 1487 });
});

test('who gives it to somebody while it is being closed is refused', async () => {
  const id = await ownRole();
  const invited = { email: 'late@example.com', contactPerson: 'Late', companyId: shop, groupId: id };
  const ways = [
    () => call('user/update', { uid: dealer.id, companyId: shop, groupId: id }, { token: distributor.token }),
    () => call('user/create', invited, { token: distributor.token }),
  ];
  for (const give of ways) {
    await sql`update roles set closed_at = null where id = ${id}`;
    let given: Promise<{ code: number }> | undefined;
    // As auth/role/update does; it has seen that nobody has the role.
    await sql.begin(async (tx) => {
      await tx`select from roles where id = ${id} for update`;
      given = give();
      for (let waits = 0; waits === 0; )
        waits = (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length;
      await tx`update roles set closed_at = now() where id = ${id}`;
    });
    expect(await given).toMatchObject({ code: 1456 });
  }
  expect(await sql`select from memberships where role_id = ${id}`).toHaveLength(0);
});

test('a role that a company’s own sign-in gives to new people is not closed', async () => {
  const id = await ownRole();
  await sql`
    insert into company_sign_ins (company_id, issuer, client_id, client_secret, role_id, allows_other_ways, has_second_step, changed_at)
    values (${shop}, 'https://people.example', 'portal', '\\x00', ${id}, true, false, ${clock.now()})`;
  const close = () => call('auth/role/update', { ...given(id), closed: true }, { token: distributor.token });
  expect(await close()).toMatchObject({ code: 1487, msg: expect.stringContaining('(1)') });
  expect((await stored(id))?.closedAt).toBeNull();
  await sql`delete from company_sign_ins where company_id = ${shop}`;
  expect(await close()).toMatchObject({ code: 200 });
});
