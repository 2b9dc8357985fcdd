// Every call that changes something leaves one audit line when it succeeds and none when it does not; a refusal that the contract does not declare fails.
import { type Calls, calls, type Path } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { newSetupLink } from '../src/db/setupLink.ts';
import { hashPassword } from '../src/passwords.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from './factories.ts';
import { pictures } from './multipart.ts';
import { testServer } from './testServer.ts';

const { call, clock, context, sql, signedIn } = await testServer();
const SECRET = 'the secret of a test';
const passwordHash = await hashPassword(SECRET);

type ChangingPath = { [P in Path]: Calls[P]['changes'] extends true ? P : never }[Path];
interface Change {
  body: object;
  /** The object of its line; a plant when it names one. */
  object?: string;
}

const plant = {
  siteName: 'Roof',
  countryCode: 'DE',
  city: 'Konstanz',
  latitude: 47.66,
  longitude: 9.18,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  powerMax: 800,
  electricityPrice: 0.3,
};

interface Who {
  userId: number;
  companyId: number;
  sessionId: number;
}

/** How each of them succeeds. A new call that changes something does not compile until it stands here. */
const changes: Record<Exclude<ChangingPath, 'auth/setup'>, (who: Who) => Change | Promise<Change>> = {
  'account/update': ({ userId }) => ({ body: { city: 'Konstanz' }, object: `user ${userId}` }),
  'account/updatePassword': ({ userId }) => ({
    body: { password: SECRET, newPassword: `${SECRET} anew` },
    object: `user ${userId}`,
  }),
  'account/loginOut': ({ sessionId }) => ({ body: {}, object: `session ${sessionId}` }),
  'account/endSession': ({ userId }) => ({ body: {}, object: `user ${userId}` }),
  'account/saveViews': ({ userId }) => ({ body: { list: 'site/listWithSN', views: [] }, object: `user ${userId}` }),
  'account/picture': ({ userId }) => ({ body: { picture: pictures.png(64, 64) }, object: `user ${userId}` }),
  'account/removePicture': ({ userId }) => ({ body: {}, object: `user ${userId}` }),
  'device/alerts/acknowledge': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0800', '2026-06-15T08:00:00Z')`;
    const startMs = Date.parse('2026-06-15T08:00:00Z');
    return { body: { sid, alerts: [{ sn, code: '0800', startMs }] }, object: sid };
  },
  'site/createFast': () => ({ body: plant }),
  'site/updateFast': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, siteName: 'Renamed' }, object: sid };
  },
  'site/delete': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid }, object: sid };
  },
};

interface Line {
  at: Date;
  userId: number;
  address: string;
  action: string;
  object: string;
  text: string;
}
const linesAfter = async (id: number) =>
  await sql<
    Line[]
  >`select at, user_id, address, action, object, audit_log::text as text from audit_log where id > ${id}`;
const lastLine = async () =>
  (await sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit_log`)[0]!.id;

test('auth/setup leaves its line, in the name of who was made', async () => {
  await sql`truncate users cascade`;
  const secret = (await newSetupLink(context))!.split('#secret=')[1]!;
  const before = await lastLine();
  const person = { email: 'first@example.com', password: 'a long first password' };
  expect((await call('auth/setup', { secret, ...person }, { address: '192.0.2.5' })).code).toBe(200);
  const [user] = await sql<{ id: number }[]>`select id from users`;
  const lines = await linesAfter(before);
  expect(lines).toMatchObject([
    { action: 'auth/setup', userId: user!.id, object: `user ${user!.id}`, address: '192.0.2.5', at: clock.now() },
  ]);
  expect(lines[0]!.text).not.toMatch(new RegExp(`${secret}|${person.password}|argon2`));
  expect((await call('auth/setup', { secret, ...person })).code).toBe(1020);
  expect(await linesAfter(before)).toHaveLength(1);
});

const paths = Object.keys(changes) as (keyof typeof changes)[];

test('all that changes stands here', () => {
  const changing = (Object.keys(calls) as Path[]).filter((path) => calls[path].changes && path !== 'auth/setup');
  expect(paths.toSorted()).toEqual(changing.toSorted());
});

test.each(paths)(
  '%s leaves one line, also when it is sent twice with one key; a refused one leaves none',
  async (path) => {
    const companyId = await makeCompany(sql);
    const { id } = await makeUser(sql, { companyId, passwordHash });
    const token = await signedIn(id);
    const [session] = await sql<{ id: number }[]>`select id from sessions where user_id = ${id}`;
    const { body, object } = await changes[path]({ userId: id, companyId, sessionId: session!.id });
    const before = await lastLine();
    const options = { token, address: '192.0.2.5', headers: { 'idempotency-key': 'one' } };
    const unread = { ...options, headers: { 'idempotency-key': 'x'.repeat(200) } };
    expect((await call(path, body as never, unread)).code).toBe(400);
    expect(await linesAfter(before)).toHaveLength(0);
    const answer = await call(path, body as never, options);
    expect(answer).toMatchObject({ status: 200, code: 200 });
    await call(path, body as never, options);
    const lines = await linesAfter(before);
    const made = (answer.data as { sid?: string }).sid;
    expect(lines).toMatchObject([
      { action: path, userId: id, object: object ?? made, address: '192.0.2.5', at: clock.now() },
    ]);
    for (const secret of [SECRET, token, 'argon2']) expect(lines[0]!.text).not.toContain(secret);
  },
);

test('a refusal that the contract does not declare fails, and is told in production', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const { refusals } = calls['account/endSession'];
  const refuse = () => call('account/endSession', { id: 2_000_000_000 }, { token });
  expect((await refuse()).code).toBe(1004);
  Object.assign(calls['account/endSession'], { refusals: [] });
  expect(await refuse()).toMatchObject({ status: 500, code: 500 });
  context.config.production = true;
  expect(await refuse()).toMatchObject({ status: 200, code: 1004 });
  context.config.production = false;
  Object.assign(calls['account/endSession'], { refusals });
});
