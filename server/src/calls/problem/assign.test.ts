// problem/assign: who takes care of a problem until which day, in lists, in one mail, and as long as the problem lasts.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { updateAllProblems } from '../../../test/problems.ts';
import { testServer } from '../../../test/testServer.ts';
import { sendMails } from '../../notifications/sendMails.ts';

/** It is 2026-06-15T10:00:00Z, 12:00 at the plants. */
const { sql, ask, call, clock, context, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'alerts@portal.example',
});
const user = await makeUser(sql);
const token = await signedIn(user.id);
const anna = await makeUser(sql, { companyId: user.companyId });
await sql`update users set name = 'Anna Berg', lan = 6 where id = ${anna.id}`;
const annasToken = await signedIn(anna.id);

const OPENED = '2026-06-15T08:00:00Z';
async function plantWith(codes: readonly string[], name = 'Seeblick 12') {
  const sid = await makeSite(sql, { companyId: user.companyId, name });
  const { sn } = await makeDevice(sql, { sid });
  await sql`update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${sid}`;
  for (const code of codes)
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, ${OPENED})`;
  await updateAllProblems(context);
  return { sid, sn };
}
const keyOf = (sn: string, code: '0800' | '2000' | 'secondSource', opened = OPENED) => ({
  sn,
  code,
  startMs: Date.parse(opened),
});
const assignedOf = async (sid: string, as = token) =>
  (await ask('problem/list', { sid }, { token: as })).list.map(({ code, assigned }) => [
    code,
    assigned && `${assigned.name}, ${assigned.dueDay}`,
  ]);
const mailsTo = async (email: string) =>
  await sql<{ subject: string; text: string }[]>`
    select subject, text_part as text from mails where purpose = 'assigned' and to_email = ${email} order by made_at, id`;

test('shows person and due day in every list until the problem ends, also when it is acknowledged', async () => {
  const { sid, sn } = await plantWith(['0800', 'secondSource']);
  const assigned = { userId: anna.id, dueDay: '2026-06-18' };
  expect(await ask('problem/assign', { sid, problems: [keyOf(sn, '0800')], assigned }, { token })).toEqual({
    count: 1,
  });
  const expected = [
    ['0800', 'Anna Berg, 2026-06-18'],
    ['secondSource', null],
  ];
  expect(await assignedOf(sid)).toEqual(expected);
  const [row] = (await ask('site/listWithSN', { filters: { keywords: sn } }, { token })).list;
  expect(row).toMatchObject({ job: { userId: anna.id, name: 'Anna Berg', dueDay: '2026-06-18' }, jobs: 1 });
  const { problems } = await ask('site/overview', { sid }, { token });
  expect(problems.map(({ code, assigned }) => [code, assigned?.name ?? null])).toEqual([
    ['0800', 'Anna Berg'],
    ['secondSource', null],
  ]);
  await ask('device/alerts/acknowledge', { sid, alerts: [keyOf(sn, '0800')] }, { token });
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '2000', '2026-06-15T09:00:00Z')`;
  await updateAllProblems(context);
  expect(await assignedOf(sid)).toEqual(expect.arrayContaining([...expected, ['2000', null]]));
  await sql`update events set closed_at = ${clock.now()} where sid = ${sid} and code = '0800'`;
  await updateAllProblems(context);
  expect(await assignedOf(sid)).toEqual(
    expect.arrayContaining([
      ['2000', null],
      ['secondSource', null],
    ]),
  );
  const [later] = (await ask('site/listWithSN', { filters: { keywords: sn } }, { token })).list;
  expect(later).toMatchObject({ job: null, jobs: 0 });
});

test('can be changed and withdrawn', async () => {
  const { sid, sn } = await plantWith(['0800']);
  const assign = async (assigned: { userId: number; dueDay: string } | null) =>
    await ask('problem/assign', { sid, problems: [keyOf(sn, '0800')], assigned }, { token });
  await assign({ userId: user.id, dueDay: '2026-06-18' });
  await assign({ userId: anna.id, dueDay: '2026-06-20' });
  expect(await assignedOf(sid)).toEqual([['0800', 'Anna Berg, 2026-06-20']]);
  await assign(null);
  await updateAllProblems(context);
  expect(await assignedOf(sid)).toEqual([['0800', null]]);
  const lines = await sql<{ before: object; after: object }[]>`
    select before, after from audit_log where action = 'problem/assign' and object = ${sid} order by id`;
  const problem = `${sn} 0800 ${Date.parse(OPENED)}`;
  expect(lines.at(-1)).toEqual({
    before: { problems: [{ problem, userId: anna.id, dueDay: '2026-06-20' }] },
    after: { problems: [{ problem, userId: null, dueDay: null }] },
  });
});

test('mails the person once, in their language, and not the caller', async () => {
  const { sid, sn } = await plantWith(['0800', '2000'], 'Hof Lindner');
  const ben = await makeUser(sql, { companyId: user.companyId });
  await sql`update users set lan = 3 where id = ${ben.id}`;
  const [{ email }] = await sql<[{ email: string }]>`select email from users where id = ${ben.id}`;
  const assign = async (userId: number, dueDay: string) =>
    await ask(
      'problem/assign',
      { sid, problems: [keyOf(sn, '0800'), keyOf(sn, '2000')], assigned: { userId, dueDay } },
      { token },
    );
  await assign(ben.id, '2026-06-18');
  await assign(ben.id, '2026-06-18');
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Hof Lindner: Ihnen wurden 2 Probleme zugewiesen']);
  expect(mails[0]!.text).toMatch(/fällig am .*18\./);
  expect(mails[0]!.text).toContain('0800');
  expect(mails[0]!.text).toContain(sn);
  await assign(user.id, '2026-06-19');
  const [{ email: own }] = await sql<[{ email: string }]>`select email from users where id = ${user.id}`;
  expect(await mailsTo(own)).toEqual([]);
  // It is not sent any more, as the problems are the caller's.
  await sendMails(context);
  expect(await sql`select state from mails where purpose = 'assigned' and to_email = ${email}`).toEqual([
    { state: 'dropped' },
  ]);
});

test('filters problems by person and due day of the plant', async () => {
  const { sid, sn } = await plantWith(['0800', '2000', 'secondSource'], 'Filtered');
  const codesOf = async (assigned: 'mine' | 'nobody' | 'overdue', as = token) => {
    const { list, total } = await ask('problem/list', { sid, filters: { assigned } }, { token: as });
    expect(total).toBe(list.length);
    return list.map(({ code }) => code).toSorted();
  };
  const assign = async (code: '0800' | '2000', userId: number, dueDay: string) =>
    await ask('problem/assign', { sid, problems: [keyOf(sn, code)], assigned: { userId, dueDay } }, { token });
  await assign('0800', anna.id, '2026-06-14');
  await assign('2000', user.id, '2026-06-15');
  expect(await codesOf('mine')).toEqual(['2000']);
  expect(await codesOf('mine', annasToken)).toEqual(['0800']);
  expect(await codesOf('nobody')).toEqual(['secondSource']);
  expect(await codesOf('overdue')).toEqual(['0800']);
  const [row] = (await ask('site/listWithSN', { filters: { keywords: sn } }, { token })).list;
  expect(row).toMatchObject({ job: { name: 'Anna Berg', dueDay: '2026-06-14' }, jobs: 2 });
  // It is the 16th in Auckland already.
  await sql`update sites set timezone = 'Pacific/Auckland' where sid = ${sid}`;
  clock.forward(4 * 3600);
  expect(await codesOf('overdue')).toEqual(['0800', '2000']);
  clock.forward(-4 * 3600);
});

test('stays with a problem of several devices when the first of them recovers and others join', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const devices: { sn: string }[] = [];
  for (let n = 0; n < 5; n++) devices.push(await makeDevice(sql, { sid }));
  await sql`update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${sid}`;
  const open = async (from: number, to: number, at: string) => {
    for (const { sn } of devices.slice(from, to))
      await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0800', ${at})`;
    await updateAllProblems(context);
  };
  await open(0, 4, OPENED);
  const [problem] = (await ask('problem/list', { sid }, { token })).list;
  const { sn, code, startMs } = problem!;
  const assigned = { userId: anna.id, dueDay: '2026-06-18' };
  await ask('problem/assign', { sid, problems: [{ sn, code, startMs }], assigned }, { token });
  await open(4, 5, '2026-06-15T09:00:00Z');
  expect(await assignedOf(sid)).toEqual([['0800', 'Anna Berg, 2026-06-18']]);
  // Only the one that joined after the assignment is left.
  await sql`update events set closed_at = ${clock.now()} where sid = ${sid} and opened_at = ${OPENED}`;
  await updateAllProblems(context);
  expect(await assignedOf(sid)).toEqual([['0800', 'Anna Berg, 2026-06-18']]);
});

test('refuses a user who does not see the plant as one who does not exist, and changes nothing', async () => {
  const { sid, sn } = await plantWith(['0800']);
  const assign = async (userId: number) =>
    (
      await call(
        'problem/assign',
        { sid, problems: [keyOf(sn, '0800')], assigned: { userId, dueDay: '2026-06-18' } },
        { token },
      )
    ).code;
  const foreign = await makeUser(sql);
  const owner = await makeUser(sql, { companyId: user.companyId, role: 'owner' });
  const suspended = await makeUser(sql, { companyId: user.companyId });
  await sql`update memberships set frozen_at = ${clock.now()} where user_id = ${suspended.id}`;
  const above = await makeUser(sql, {
    companyId: (await sql<[{ id: number }]>`select parent_id as id from companies where id = ${user.companyId}`)[0].id,
  });
  for (const { id } of [foreign, owner, suspended, above, { id: 2_000_000_000 }])
    expect(await assign(id)).toBe(ERROR_CODES.assigneeNotFound);
  expect(await assignedOf(sid)).toEqual([['0800', null]]);
  expect(await sql`select from events where sid = ${sid} and assigned_to is not null`).toEqual([]);
});

test('assigns nothing when one of the problems is missing, is of another plant or has ended', async () => {
  const { sid, sn } = await plantWith(['0800']);
  const other = await plantWith(['0800']);
  const assigned = { userId: user.id, dueDay: '2026-06-18' };
  for (const problem of [keyOf(sn, '2000'), keyOf(other.sn, '0800'), keyOf(sn, '0800', '2026-06-15T08:00:01Z')])
    expect(
      await call('problem/assign', { sid, problems: [keyOf(sn, '0800'), problem], assigned }, { token }),
    ).toMatchObject({ code: ERROR_CODES.eventNotFound });
  expect(await assignedOf(sid)).toEqual([['0800', null]]);
  expect(await assignedOf(other.sid)).toEqual([['0800', null]]);
});

test('shows nobody when the person no longer sees the plant or has no account', async () => {
  const { sid, sn } = await plantWith(['0800']);
  const below = await makeCompany(sql, { parentId: user.companyId });
  const clara = await makeUser(sql, { companyId: below, role: 'owner' });
  await shareSite(sql, sid, clara.id);
  await updateAllProblems(context);
  const assigned = { userId: clara.id, dueDay: '2026-06-14' };
  await ask('problem/assign', { sid, problems: [keyOf(sn, '0800')], assigned }, { token });
  const unassigned = async () =>
    (await ask('problem/list', { sid, filters: { assigned: 'nobody' } }, { token })).list.length;
  expect([(await assignedOf(sid))[0]![1] === null, await unassigned()]).toEqual([false, 0]);
  await sql`update sites set shared_with = '{}', seen_by = array_remove(seen_by, ${clara.id}::int) where sid = ${sid}`;
  await sql`update problems set seen_by = array_remove(seen_by, ${clara.id}::int) where sid = ${sid}`;
  expect([(await assignedOf(sid))[0]![1], await unassigned()]).toEqual([null, 1]);
  expect((await ask('problem/list', { sid, filters: { assigned: 'overdue' } }, { token })).list).toEqual([]);
  expect((await ask('site/listWithSN', { filters: { keywords: sn } }, { token })).list[0]).toMatchObject({ jobs: 0 });
});

test('refuses a guest, and hides the plant from a stranger', async () => {
  const { sid, sn } = await plantWith(['0800']);
  const body = { sid, problems: [keyOf(sn, '0800')], assigned: null };
  const guest = await makeUser(sql, { role: 'owner' });
  await shareSite(sql, sid, guest.id);
  await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await call('problem/assign', body, { token: await signedIn(guest.id) })).code).toBe(ERROR_CODES.siteReadOnly);
  expect((await call('problem/assign', body, { token: stranger })).code).toBe(ERROR_CODES.siteNotFound);
});
