// device/history/files/ask: one file for identical requests, within limits, for accessible devices.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { makeUserFiles } from '../../../../readings/makeFiles.ts';
import { MAX_FILES, MAX_RUNNING, MAX_WAITING } from '../../../../readings/userFiles.ts';

const { ask, call, clock, context, sql, signedIn } = await testServer();
const company = await makeCompany(sql);
const someone = async () => {
  const { id } = await makeUser(sql, { companyId: company });
  return { id, token: await signedIn(id) };
};
const device = async () => await makeDevice(sql, { sid: await makeSite(sql, { companyId: company }) });
const PATH = 'device/history/files/ask';

test('creates one file for concurrent and repeated requests, and another for another language or format', async () => {
  const { id, token } = await someone();
  const { sid, sn } = await device();
  const body = { sid, sn, start: '2026-06-15', format: 'parquet' as const };
  const twice = await Promise.all([call(PATH, body, { token }), call(PATH, body, { token: await signedIn(id) })]);
  expect(twice.map(({ code }) => code)).toEqual([200, 200]);
  const ids = new Set(twice.map(({ data }) => data.id));
  expect(ids.size).toBe(1);
  expect(await ask(PATH, { ...body, end: '2026-06-15' }, { token })).toEqual({ id: [...ids][0] });
  const german = await ask(PATH, body, { token, headers: { lan: '3' } });
  const csv = await ask(PATH, { ...body, format: 'csv' }, { token });
  expect(new Set([...ids, german.id, csv.id]).size).toBe(3);
  await makeUserFiles(context);
  // A finished file may be outdated by now.
  expect((await ask(PATH, body, { token })).id).not.toBe([...ids][0]);
});

test('limits the number of files in progress and of stored files', async () => {
  const { id, token } = await someone();
  const { sid, sn } = await device();
  const days = Array.from({ length: MAX_RUNNING }, (_, n) => `2026-06-0${n + 1}`);
  for (const start of days) await ask(PATH, { sid, sn, start }, { token });
  const more = { sid, sn, start: '2026-05-01' };
  expect(await call(PATH, more, { token })).toMatchObject({ code: 1432, msg: expect.stringContaining('3') });
  // Does not affect other users.
  expect((await call(PATH, more, { token: (await someone()).token })).code).toBe(200);
  await makeUserFiles(context);
  await sql`
    insert into user_files (user_id, id, about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days, state, ready_at, ends_at)
    select user_id, gen_random_uuid(), about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days, state, ready_at, ends_at
    from user_files, generate_series(1, ${MAX_FILES / MAX_RUNNING}) where user_id = ${id}`;
  expect((await call(PATH, more, { token })).code).toBe(1433);
  // They expire by themselves.
  clock.forward(86_400);
  expect((await call(PATH, more, { token: await signedIn(id) })).code).toBe(200);
  clock.set('2026-06-15T10:00:00Z');
});

test('refuses as busy while a company, or all users together, have too many waiting files', async () => {
  const { id, token } = await someone();
  const { sid, sn } = await device();
  const body = { sid, sn, start: '2026-06-15' };
  const wait = async (companyId: number, files: number) =>
    await sql`
      insert into user_files (user_id, company_id, id, about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days)
      select ${id}, ${companyId}, gen_random_uuid(), ${sid}, ${sn}, '2020-01-01'::date + n, '2026-06-15', 'csv', '{}', 'en', 'x', now(), 1
      from generate_series(1, ${files}::int) n`;
  const other = await makeUser(sql);
  const otherSite = await makeSite(sql, { companyId: other.companyId });
  const otherBody = { sid: otherSite, sn: (await makeDevice(sql, { sid: otherSite })).sn, start: '2026-06-15' };
  const askOther = async () => await call(PATH, otherBody, { token: await signedIn(other.id) });
  await wait(company, MAX_WAITING.company);
  const { token: colleague } = await someone();
  expect(await call(PATH, body, { token: colleague })).toMatchObject({
    code: 1657,
    msg: expect.stringContaining('60'),
  });
  expect((await askOther()).code).toBe(200);
  await sql`delete from user_files where company_id = ${company} or user_id = ${other.id}`;
  await wait(await makeCompany(sql), MAX_WAITING.all);
  expect([(await askOther()).code, (await call(PATH, body, { token })).code]).toEqual([1657, 1432]);
  await sql`delete from user_files where user_id = ${id}`;
  expect([(await askOther()).code, (await call(PATH, body, { token: colleague })).code]).toEqual([200, 200]);
});

test('limits the stored bytes, too', async () => {
  const { id, token } = await someone();
  const { sid, sn } = await device();
  await ask(PATH, { sid, sn, start: '2026-06-15' }, { token });
  await makeUserFiles(context);
  await sql`update user_files set bytes = 600::int8 * 1024 * 1024 where user_id = ${id}`;
  expect((await call(PATH, { sid, sn, start: '2026-06-14' }, { token })).code).toBe(1433);
});

test('limits ranges, quantities, formats and devices', async () => {
  const { token } = await someone();
  const { sid, sn } = await device();
  const code = async (body: object) =>
    (await call(PATH, { sid, sn, start: '2026-06-15', ...body } as never, { token })).code;
  expect(await code({ end: '2026-06-14' })).toBe(1017);
  expect(await code({ start: '2016-06-07', end: '2026-06-15' })).toBe(1016);
  expect(await code({ start: '2016-06-08', end: '2026-06-15' })).toBe(200);
  // A quantity of another kind of device gives an empty column.
  expect(await code({ quantities: ['gridPowerW', 'powerW'] })).toBe(200);
  for (const odd of [{ quantities: ['__proto__'] }, { quantities: 'powerW' }, { format: 'exe' }, { format: 7 }])
    expect(await code(odd), JSON.stringify(odd)).toBe(400);
  const stranger = await signedIn((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect((await call(PATH, { sid, sn, start: '2026-06-15' }, { token: stranger })).code).toBe(1006);
  expect(await sql`select from user_files where about_sid = ${sid} and user_id = (select max(id) from users)`).toEqual(
    [],
  );
});

test('counts days together with those of direct downloads', async () => {
  const { token } = await someone();
  const { sid, sn } = await device();
  const codes: number[] = [];
  for (let n = 0; n < 6; n++) {
    const body = { sid, sn, start: '2016-07-01', end: `2026-06-0${n + 1}` };
    codes.push((await call(PATH, body, { token })).code);
    await makeUserFiles(context);
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 1000]);
});
