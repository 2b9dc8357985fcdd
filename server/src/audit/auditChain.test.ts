// Tests the chain of the audit log: lines that were changed, removed, moved or inserted since they were sealed are reported.
import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { checkAudit } from './auditChain.ts';
import { checkAuditLog, sealAndVerifyAuditLog } from './sealAndVerify.ts';

const server = await testServer();
const { sql, context, clock } = server;
const administrator = await makeUser(sql, { role: 'administrator' });

/** Runs a statement as the owner of the tables could, with the rules that protect them disabled. */
async function tamper(statement: string): Promise<void> {
  const rules = ['audit_log_no_update', 'audit_log_no_delete', 'audit_seals_no_update', 'audit_seals_no_delete'];
  const alterRules = (action: string) =>
    rules.map((rule) => `alter table ${rule.split('_no_')[0]} ${action} rule ${rule}`).join(';');
  await sql.begin((tx) => tx.unsafe(`${alterRules('disable')};${statement};${alterRules('enable')}`));
}

let ids: number[] = [];
beforeEach(async () => {
  clock.set('2026-06-15T10:00:00Z');
  await tamper(
    'delete from audit_seals; delete from audit_log; update audit_checks set begun_at = null, checked_at = null, problem = null',
  );
  const add = async (from: number, to: number) => {
    await sql`
      insert into audit_log (at, user_id, address, action, object, before, after)
      select ${clock.now()}, ${administrator.id}, '192.0.2.1', 'site/updateFast', 'plant ' || n, '{"a": 1}', jsonb_build_object('b', n, 'text', 'a "word"')
      from generate_series(${from}::int, ${to}::int) n`;
    await sealAndVerifyAuditLog(context);
  };
  await add(1, 3);
  clock.forward(60);
  await add(4, 20);
  ids = (await sql<{ id: number }[]>`select id from audit_log order by id`).map(({ id }) => id);
});

const problem = async () => (await checkAudit(sql, clock.now())).problem;

test('finds no problem in an untouched log, seals each line once and continues the chain', async () => {
  const first = await checkAudit(sql, clock.now());
  expect(first).toMatchObject({ lines: 20, problem: null, head: { seq: 20 } });
  await Promise.all([sealAndVerifyAuditLog(context), sealAndVerifyAuditLog(context)]);
  await sql`insert into audit_log (at, action, object) values (${clock.now()}, 'x', 'y')`;
  await Promise.all([sealAndVerifyAuditLog(context), sealAndVerifyAuditLog(context), sealAndVerifyAuditLog(context)]);
  const next = await checkAudit(sql, clock.now(), { known: first.head! });
  expect(next).toMatchObject({ lines: 21, problem: null });
});

test('ignores updates and deletes of lines and seals while the rules are enabled', async () => {
  await sql`update audit_log set object = 'other'`;
  await sql`delete from audit_log`;
  await sql`update audit_seals set hash = '\\x00'`;
  await sql`delete from audit_seals`;
  expect(await checkAudit(sql, clock.now())).toMatchObject({ lines: 20, problem: null });
});

test.each([
  "object = 'other'",
  "action = 'other'",
  'user_id = null',
  "address = ''",
  "at = at + interval '1 microsecond'",
  'before = null',
  'after = after || \'{"b": 99}\'',
  "result = 'refused'",
  "seen_by = '{-1}'",
  "api_token = 'other'",
  'salt = gen_random_uuid()',
])('reports a changed line: %s', async (set) => {
  await tamper(`update audit_log set ${set} where id = ${ids[6]}`);
  expect(await checkAudit(sql, clock.now())).toMatchObject({
    lines: 6,
    problem: { kind: 'changed', seq: 7, line: ids[6] },
  });
});

test('accepts that a line of a deleted account was emptied of personal data, and of nothing else', async () => {
  const leaver = 2_000_000_000;
  const empty = `address = '', before = null, salt = null`;
  await sql`
    insert into audit_log (at, user_id, address, action, object, after)
    values (${clock.now()}, ${leaver}, '192.0.2.9', 'site/updateFast', 'plant', '{"email": "gone@example.com"}')`;
  await sealAndVerifyAuditLog(context);
  const [line] = await sql<{ id: number }[]>`select max(id) as id from audit_log`;
  // No account was deleted: the line was tampered with.
  await tamper(`update audit_log set ${empty}, after = null where id = ${line!.id}`);
  expect(await problem()).toEqual({ kind: 'changed', seq: 21, line: line!.id });
  await sql`
    insert into audit_log (at, user_id, action, object) values (${clock.now()}, ${leaver}, 'account/logOff', ${`user ${leaver}`})`;
  await sealAndVerifyAuditLog(context);
  expect(await problem()).toBeNull();
  // A line that now names the account by its number is accepted; an emptied line of an existing account is not.
  await tamper(`update audit_log set after = '{"to": "user ${leaver}"}', salt = null where id = ${ids[6]}`);
  expect(await problem()).toBeNull();
  await tamper(`update audit_log set ${empty} where id = ${ids[7]}`);
  expect(await problem()).toEqual({ kind: 'changed', seq: 8, line: ids[7] });
  await tamper(`update audit_log set object = 'other' where id = ${line!.id}`);
  expect(await problem()).toMatchObject({ kind: 'changed', seq: 21 });
});

test('reports a removed line, with and without its seal', async () => {
  await tamper(`delete from audit_log where id = ${ids[4]}`);
  expect(await problem()).toEqual({ kind: 'removed', seq: 5, line: ids[4] });
  await tamper(`delete from audit_seals where line = ${ids[4]}`);
  expect(await problem()).toEqual({ kind: 'sealRemoved', seq: 5, line: null });
  // After renumbering, the seals no longer match.
  await tamper('update audit_seals set seq = -seq where seq > 5; update audit_seals set seq = -seq - 1 where seq < 0');
  expect(await problem()).toMatchObject({ kind: 'changed', seq: 5 });
});

test('reports two swapped lines and two swapped seals', async () => {
  const swap = `
    update audit_log set id = -1 where id = ${ids[3]}; update audit_log set id = ${ids[3]} where id = ${ids[8]};
    update audit_log set id = ${ids[8]} where id = -1`;
  await tamper(`alter table audit_log alter id drop identity; ${swap}`);
  expect(await problem()).toMatchObject({ kind: 'changed', seq: 4 });
  await tamper(swap);
  await tamper(
    'update audit_seals set seq = 0 where seq = 9; update audit_seals set seq = 9 where seq = 12; update audit_seals set seq = 12 where seq = 0',
  );
  expect(await problem()).toMatchObject({ kind: 'changed', seq: 9 });
  await tamper(`alter table audit_log alter id add generated always as identity (start with ${ids.at(-1)! + 1})`);
});

test('reports a line that was inserted afterwards, sealed or not', async () => {
  clock.forward(3600);
  await sql`insert into audit_log (at, action, object) values (${clock.now()}, 'x', 'y')`;
  await sealAndVerifyAuditLog(context);
  clock.forward(1);
  await sql`insert into audit_log (at, action, object) values ('2026-06-15T10:00:30Z', 'site/delete', 'a plant')`;
  expect(await problem()).toMatchObject({ kind: 'unsealed', seq: null });
  await sealAndVerifyAuditLog(context);
  expect(await problem()).toMatchObject({ kind: 'inserted', seq: 22 });
});

test('does not report lines that a server sealed after it had been down', async () => {
  await sql`insert into audit_log (at, action, object) values (${clock.now()}, 'x', 'y')`;
  clock.forward(3600);
  await checkAuditLog(context);
  expect(await checkAudit(sql, clock.now())).toMatchObject({ lines: 21, problem: null });
});

test('reports that a recomputed chain lacks a seal stored elsewhere', async () => {
  const { head } = await checkAudit(sql, clock.now());
  await tamper(`delete from audit_log where id = ${ids[4]}; delete from audit_seals`);
  await sql`update audit_checks set begun_at = null`;
  await sealAndVerifyAuditLog(context);
  expect(await problem()).toBeNull();
  expect((await checkAudit(sql, clock.now(), { known: head! })).problem).toMatchObject({ kind: 'sealRemoved' });
  await sql`insert into audit_log (at, action, object) values (${clock.now()}, 'x', 'y')`;
  await sealAndVerifyAuditLog(context);
  expect((await checkAudit(sql, clock.now(), { known: head! })).problem).toMatchObject({ kind: 'changed' });
});

test('shows the result of the last check on the page', async () => {
  const token = await server.signedIn(administrator.id);
  const readChain = async () => (await server.ask('audit/list', {}, { token })).chain;
  expect(await readChain()).toMatchObject({ checkedIso: null });
  await checkAuditLog(context);
  expect(await readChain()).toMatchObject({ lines: 20, checkedIso: clock.now().toISOString(), problem: null });
  await tamper(`update audit_log set object = 'other' where id = ${ids[1]}`);
  await checkAuditLog(context);
  expect(await readChain()).toMatchObject({ lines: 1, problem: { kind: 'changed', line: ids[1] } });
});
