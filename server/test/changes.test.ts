// Every call that changes something leaves one audit line when it succeeds and none when it does not; a refusal that the contract does not declare fails.
import { randomUUID } from 'node:crypto';
import { type Calls, calls, type Path } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { newSetupLink } from '../src/db/setupLink.ts';
import { hashPassword } from '../src/passwords.ts';
import {
  makeCompany,
  makeDevice,
  makeFile,
  makeOffer,
  makePicture,
  makePublicLink,
  makeSite,
  makeUser,
} from './factories.ts';
import { drawnPng, pictures } from './multipart.ts';
import { testServer } from './testServer.ts';

const { call, clock, context, sql, signedIn } = await testServer({ BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}` });
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

/** How each of them succeeds; what is pressed without a session leaves its line in a test of its own (mail/choose). A new call that changes something does not compile until it stands here. */
const changes: Record<Exclude<ChangingPath, 'auth/setup' | 'mail/choose'>, (who: Who) => Change | Promise<Change>> = {
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
  'account/offers/answer': async ({ userId, companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await makeOffer(sql, { sid, toUser: userId });
    return { body: { sid, kind: 'owner', accepts: true }, object: sid };
  },
  'site/endCare': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId, ownerId: userId });
    return { body: { sid }, object: sid };
  },
  'site/offers/make': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, email: 'next@example.com' }, object: sid };
  },
  'site/offers/withdraw': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    await makeOffer(sql, { sid, toUser: userId });
    return { body: { sid, kind: 'owner' }, object: sid };
  },
  'site/picture': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, picture: await drawnPng() }, object: sid };
  },
  'site/removePicture': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await makePicture(sql, { sid, name: 'x'.repeat(22) });
    return { body: { sid, name: 'x'.repeat(22) }, object: sid };
  },
  'site/publicLinks/make': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, lastDay: clock.now().toISOString().slice(0, 10) }, object: sid };
  },
  'site/publicLinks/revoke': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const id = randomUUID();
    await makePublicLink(sql, { sid, id, by: userId });
    return { body: { sid, id }, object: sid };
  },
  'device/alerts/acknowledge': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0800', '2026-06-15T08:00:00Z')`;
    const startMs = Date.parse('2026-06-15T08:00:00Z');
    return { body: { sid, alerts: [{ sn, code: '0800', startMs }] }, object: sid };
  },
  'bdmPassword/generate': async ({ userId, companyId }) => {
    const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
    return { body: { sn: [sn], purpose: 'Grid profile', minutes: 15 }, object: `user ${userId}` };
  },
  'device/credential': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid, product: 'HG-1' });
    return { body: { sn }, object: sid };
  },
  'device/joinBlack': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sn, reason: 'stolen' }, object: sid };
  },
  'device/removeBlack': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    await sql`update serial_numbers set restricted_at = now() where sn = ${sn}`;
    return { body: { sn }, object: sid };
  },
  'site/sn/report/setUp': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, optionsDaily: true }, object: sid };
  },
  'device/list/noReg/forget': async ({ userId }) => {
    const [role] = await sql<{ id: number }[]>`select id from roles where code = 'administrator'`;
    await sql`update memberships set role_id = ${role!.id} where user_id = ${userId}`;
    await sql`update sessions set role_id = ${role!.id} where user_id = ${userId}`;
    await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('5F0A9E71', now(), now())`;
    return { body: { sn: '5F0A9E71' }, object: '5F0A9E71' };
  },
  'device/delete': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn }, object: sid };
  },
  'device/move': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, to: await makeSite(sql, { companyId }) }, object: sid };
  },
  'device/replace': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, by: '6BCDEF01' }, object: sid };
  },
  'device/changeTimezone': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sn, timezone: 'Asia/Tokyo' }, object: sid };
  },
  'device/deleteHistory': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, start: '2026-01-01', reason: 'tried in the workshop' }, object: sid };
  },
  'device/history/files/ask': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, start: '2026-01-01', format: 'xlsx' }, object: sid };
  },
  'device/history/files/remove': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    const id = randomUUID();
    await makeFile(sql, { userId, id, sid, sn });
    return { body: { id }, object: sid };
  },
  'device/history/restore': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    const id = randomUUID();
    await sql`
      insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, state)
      values (${sid}, ${sn}, ${id}, '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-02', 'tried', now(), ${userId}, 'removed')`;
    return { body: { sid, sn, id }, object: sid };
  },
  'device/meter/setUp': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
    return { body: { sid, sn, list: [{ validFrom: '2026-01-01', role: 'load' }] }, object: sid };
  },
  'device/modules/add': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn: gatewaySn } = await makeDevice(sql, { sid, product: 'HG-1' });
    return { body: { sid, gatewaySn, devices: [{ sn: '5F0A9E81', model: 800 }] }, object: sid };
  },
  'device/modules/edit': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, list: [{ input: 1, label: 'East 1' }] }, object: sid };
  },
  'device/modules/move/batch': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, page: 0, list: [{ sn, input: 1 }] }, object: sid };
  },
  'device/modules/page/add': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, name: 'East' }, object: sid };
  },
  'device/modules/page/edit': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
    return { body: { sid, page: 1, name: 'West' }, object: sid };
  },
  'device/modules/page/del': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
    return { body: { sid, page: 1 }, object: sid };
  },
  'site/updateLayoutInfo': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, version: 0, zones: [] }, object: sid };
  },
  'site/layoutPhoto': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, photo: await drawnPng() }, object: sid };
  },
  'site/createFast': () => ({ body: plant }),
  'site/updateFast': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, siteName: 'Renamed' }, object: sid };
  },
  'site/prices/setUp': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, list: [{ validFrom: '2000-01-01', kind: 'flat', price: 0.4 }] }, object: sid };
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
  const changing = (Object.keys(calls) as Path[]).filter(
    (path) => calls[path].changes && path !== 'auth/setup' && path !== 'mail/choose',
  );
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
