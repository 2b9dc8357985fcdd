// auth/role/update: name, scope and closing of a custom role; a role in use stays open, and the slower of two editors is refused.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@example.com' });
const { ask, call, clock, sql } = server;
const { administrator, dealer, distributor, stranger, shop } = await createCompanyHierarchy(server);

async function createRole(): Promise<number> {
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

test('lets a role be renamed by its company and by those above', async () => {
  for (const { token } of [distributor, administrator]) {
    const id = await createRole();
    expect(await ask('auth/role/update', given(id), { token })).toEqual({ version: 2 });
    expect(await stored(id)).toEqual({ name: 'Late shift', scope: 'branch', closedAt: null, version: 2 });
  }
});

test('refuses a company below, another branch and a missing role alike', async () => {
  const id = await createRole();
  for (const [role_id, { token }] of [
    [id, dealer],
    [id, stranger],
    [2_000_000_000, stranger],
  ] as const)
    expect(await call('auth/role/update', given(role_id), { token })).toMatchObject({ code: 1482 });
  expect((await stored(id))?.version).toBe(1);
});

test('refuses to rename or close built-in roles', async () => {
  for (const { token } of [administrator, distributor])
    expect(await call('auth/role/update', given(distributor.roleId), { token })).toMatchObject({ code: 1483 });
});

test('refuses the second of two concurrent edits, and loses nothing', async () => {
  const id = await createRole();
  const responses = await Promise.all(
    ['First', 'Second'].map((name) => call('auth/role/update', { ...given(id), name }, { token: administrator.token })),
  );
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1486]);
  const winner = responses[0]!.code === 200 ? 'First' : 'Second';
  expect(await stored(id)).toMatchObject({ name: winner, version: 2 });
});

test('refuses to close a role in use anywhere, and allows reopening a closed one', async () => {
  const id = await createRole();
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

test('waits for a concurrent assignment of the role before closing it', async () => {
  const id = await createRole();
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

test('refuses to assign the role while it is being closed', async () => {
  const id = await createRole();
  const invited = { email: 'late@example.com', contactPerson: 'Late', companyId: shop, groupId: id };
  const assignments = [
    () => call('user/update', { uid: dealer.id, companyId: shop, groupId: id }, { token: distributor.token }),
    () => call('user/create', invited, { token: distributor.token }),
  ];
  for (const assign of assignments) {
    await sql`update roles set closed_at = null where id = ${id}`;
    let given: Promise<{ code: number }> | undefined;
    // As auth/role/update does after it has seen that nobody has the role.
    await sql.begin(async (tx) => {
      await tx`select from roles where id = ${id} for update`;
      given = assign();
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

test('refuses to close a role that a company sign-in assigns to new users', async () => {
  const id = await createRole();
  await sql`
    insert into company_sign_ins (company_id, issuer, client_id, client_secret, role_id, allows_other_ways, has_second_step, changed_at)
    values (${shop}, 'https://people.example', 'portal', '\\x00', ${id}, true, false, ${clock.now()})`;
  const close = () => call('auth/role/update', { ...given(id), closed: true }, { token: distributor.token });
  expect(await close()).toMatchObject({ code: 1487, msg: expect.stringContaining('(1)') });
  expect((await stored(id))?.closedAt).toBeNull();
  await sql`delete from company_sign_ins where company_id = ${shop}`;
  expect(await close()).toMatchObject({ code: 200 });
});
