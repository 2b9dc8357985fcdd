// audit/list: all lines for administrators, a branch for its manager, nothing for others; includes sign-ins, failures and refusals.
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';

const server = await testServer();
const { sql } = server;
const password = 'a long sentence';
const passwordHash = await hashPassword(password);
const administrator = await makeUser(sql, { role: 'administrator' });
const all = { token: await server.signedIn(administrator.id) };
const distributor = await makeCompany(sql, { kind: 'distributor' });
const manager = await makeUser(sql, { role: 'manager', companyId: distributor });
const mine = { token: await server.signedIn(manager.id) };
const inside = await makeUser(sql, { companyId: await makeCompany(sql, { parentId: distributor }), passwordHash });
const outside = await makeUser(sql, { passwordHash });

test('lists changes, failed and successful sign-ins and refusals, and only those of the branch for a manager', async () => {
  const sid = await makeSite(sql, { companyId: inside.companyId, name: 'Roof of the branch' });
  const foreign = await makeSite(sql, { companyId: outside.companyId });
  for (const [user, plant] of [
    [inside, sid],
    [outside, foreign],
  ] as const) {
    const token = await server.signedIn(user.id);
    await server.ask('site/updateFast', { sid: plant, version: 1, siteName: 'Roof of the branch' }, { token });
    await server.call('sign-in', { account: user.email, password: 'a wrong sentence' });
    await server.call('sign-in', { account: user.email, password });
    expect(await server.call('audit/list', {}, { token })).toMatchObject({ status: 403 });
  }
  await server.call('sign-in', { account: 'nobody@example.com', password: 'typed-into-the-wrong-field' });
  const rowsOf = async (options: { token: string }) =>
    (await server.ask('audit/list', {}, options)).list.map((row) => [
      row.userEmail,
      row.action,
      row.result,
      row.siteName,
    ]);
  const linesOf = (email: string, siteName: string) => [
    [email, 'audit/list', 'refused', ''],
    [email, 'sign-in', 'done', ''],
    [email, 'sign-in', 'failed', ''],
    [email, 'site/updateFast', 'done', siteName],
  ];
  expect(await rowsOf(mine)).toEqual(linesOf(inside.email, 'Roof of the branch'));
  expect(await rowsOf(all)).toEqual([
    ['', 'sign-in', 'failed', ''],
    ...linesOf(outside.email, 'Roof of the branch'),
    ...linesOf(inside.email, 'Roof of the branch'),
  ]);
  const [row] = await sql<{ lines: string }[]>`select string_agg(a::text, ' ') as lines from audit_log a`;
  for (const secret of [password, 'wrong sentence', 'wrong-field', 'nobody@example.com'])
    expect(row!.lines).not.toContain(secret);
});

test('filters by user, action, object, time and result, and continues from a line', async () => {
  const totalOf = async (filters: object) => (await server.ask('audit/list', { filters }, all)).total;
  expect(await totalOf({})).toBe(9);
  expect(await totalOf({ result: 'failed' })).toBe(3);
  expect(await totalOf({ result: 'refused', user_email: inside.email })).toBe(1);
  expect(await totalOf({ action: 'site/' })).toBe(2);
  expect(await totalOf({ object: `user ${outside.id}` })).toBe(3);
  expect(await totalOf({ keywords: inside.email.toUpperCase() })).toBe(4);
  expect(await totalOf({ start_date: '2026-06-15', end_date: '2026-06-15' })).toBe(9);
  expect(await totalOf({ end_date: '2026-06-14' })).toBe(0);
  const { list } = await server.ask('audit/list', { page: { size: 4, num: 0 } }, all);
  const rest = await server.ask('audit/list', { filters: { before: list.at(-1)!.id } }, all);
  expect(rest.list).toHaveLength(5);
  const pages = [...list, ...rest.list].map(({ id }) => id);
  expect(pages).toEqual(pages.toSorted((one, other) => other - one));
  const oldest = await server.ask('audit/list', { sort: [{ field: 'at', descending: false }] }, all);
  expect(oldest.list.map(({ id }) => id)).toEqual(pages.toReversed());
});

test('pages from a line forwards and backwards, whatever is added meanwhile', async () => {
  const listAudit = (body: object, who = all) => server.ask('audit/list', { page: { size: 2, num: 0 }, ...body }, who);
  const ids = ({ list }: { list: readonly { id: number }[] }) => list.map(({ id }) => id);
  const whole = ids(await server.ask('audit/list', {}, all));
  const first = ids(await listAudit({}));
  // Another line at the same instant: these are ordered by number.
  await sql`insert into audit_log (at, action, object, result) select at, 'test', 'meanwhile', 'done' from audit_log where id = ${first[0]!}`;
  const second = ids(await listAudit({ page: { size: 2, num: 1 }, from: { id: first[1], side: 'after' } }));
  const third = ids(await listAudit({ page: { size: 2, num: 2 }, from: { id: second[1], side: 'after' } }));
  expect([first, second, third]).toEqual([whole.slice(0, 2), whole.slice(2, 4), whole.slice(4, 6)]);
  expect(ids(await listAudit({ from: { id: third[0], side: 'before' } }))).toEqual(second);
  const upwards = { sort: [{ field: 'at' as const, descending: false }] };
  expect(ids(await listAudit({ ...upwards, from: { id: third[0], side: 'after' } }))).toEqual(second.toReversed());
  // Also continues beyond the counted lines, and ends with an empty page.
  const last = whole.at(-1)!;
  expect(ids(await listAudit({ page: { size: 2, num: 900_000 }, from: { id: last, side: 'after' } }))).toEqual([]);
  expect(ids(await listAudit({ page: { size: 2, num: 900_000 }, from: { id: last, side: 'before' } }))).toEqual(
    whole.slice(-3, -1),
  );
  // An invisible or missing anchor line reveals nothing: the page is the same as without it.
  const foreign = (await server.ask('audit/list', { filters: { user_email: outside.email } }, all)).list[0]!.id;
  for (const id of [foreign, Number.MAX_SAFE_INTEGER])
    expect(await listAudit({ from: { id, side: 'after' } }, mine)).toEqual(await listAudit({}, mine));
});

test('shows no lines to a role limited to single plants, whatever its pages', async () => {
  await sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = 'owner' and m.name = 'AuditLog'`;
  const owner = await makeUser(sql, { role: 'owner' });
  expect(await server.ask('audit/list', {}, { token: await server.signedIn(owner.id) })).toMatchObject({
    list: [],
    total: 0,
  });
});

test('counts a flood of refusals without filling the table', async () => {
  const lines = async () =>
    (await sql<{ n: number }[]>`select count(*)::int as n from audit_log where result = 'refused'`)[0]!.n;
  const token = await server.signedIn(inside.id);
  const before = await lines();
  for (let n = 0; n < 150; n++) await server.call('audit/list', {}, { token, address: '192.0.2.77' });
  expect(await lines()).toBe(before + 100);
  server.clock.forward(60);
  await server.call('audit/list', {}, { token, address: '192.0.2.77' });
  const [newest] = await sql<{ after: object }[]>`select after from audit_log order by id desc limit 1`;
  expect(newest!.after).toEqual({ refusal: 'forbidden', notWritten: 50 });
});
