// account/joinRequests/make: what the person who asks reads is the same for every serial number.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { UNSET_SERIAL_NUMBERS } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { expireData } from '../../../jobs/expireData.ts';
import { forwardJoinRequests } from '../../../plants/joining/forwardJoinRequests.ts';

const server = await testServer();
const { sql, context, clock } = server;
const installer = await makeUser(sql);
const staff = async () => ({ token: await server.signedIn(installer.id) });
const numbered = (count: number) => `5F1000${String(count).padStart(2, '0')}`;
let count = 0;

/** Installs a device in a plant of the installer's company, or of the given one. */
async function installed(given: Parameters<typeof makeSite>[1] = {}) {
  const sid = await makeSite(sql, { companyId: installer.companyId, ...given });
  return await makeDevice(sql, { sid, sn: numbered(count++) });
}

/** Each prepares a serial number for this account: of no plant, or of one in every relation to the account. */
const NUMBERS: Record<string, (userId: number, email: string, token: string) => Promise<string>> = {
  'of a plant': async () => (await installed()).sn,
  unknown: async () => numbered(count++),
  'of a device in stock': async () => {
    const sn = numbered(count++);
    await sql`insert into serial_numbers (sn, product_id) select ${sn}, min(id) from products`;
    return sn;
  },
  'of the own plant': async (userId) => (await installed({ ownerId: userId })).sn,
  'of a plant shared with the account': async (userId) => (await installed({ sharedWith: [userId] })).sn,
  'of a removed device': async () => {
    const { sid, sn } = await installed();
    await sql`update devices set removed_at = now() where sid = ${sid} and sn = ${sn}`;
    await sql`update serial_numbers set sid = null where sn = ${sn}`;
    return sn;
  },
  'of a plant that declined': async (_userId, email, token) => {
    const { sid, sn } = await installed();
    await server.ask('account/joinRequests/make', { sn }, { token });
    await forwardJoinRequests(context);
    await server.ask('site/joinRequests/answer', { sid, email, answer: 'decline' }, await staff());
    await server.ask('account/joinRequests/withdraw', { sn }, { token });
    return sn;
  },
};

test('answers and lists alike for numbers of a plant, of none, of the own one and of one that declined', async () => {
  const read: Record<string, string> = {};
  for (const [name, prepare] of Object.entries(NUMBERS)) {
    clock.set('2026-06-15T10:00:00Z');
    const { id, email } = await makeUser(sql, { role: 'owner' });
    const own = { token: await server.signedIn(id) };
    const sn = await prepare(id, email, own.token);
    const answers: unknown[] = [];
    const ask = async () => answers.push(await server.call('account/joinRequests/make', { sn, message: 'Hello' }, own));
    const list = async () => answers.push(await server.call('account/joinRequests', {}, own));
    const withdraw = async () => answers.push(await server.call('account/joinRequests/withdraw', { sn }, own));
    await ask();
    await list();
    await forwardJoinRequests(context);
    await list();
    // Again while it is open, and after it was withdrawn.
    clock.forward(3600);
    await ask();
    await list();
    await withdraw();
    await withdraw();
    await list();
    await ask();
    await forwardJoinRequests(context);
    await list();
    // And when nobody has answered for 30 days.
    clock.set('2026-07-17T10:00:00Z');
    answers.push(await server.call('account/joinRequests', {}, { token: await server.signedIn(id) }));
    read[name] = JSON.stringify(answers).replaceAll(sn, 'NUMBER');
  }
  for (const name of Object.keys(NUMBERS)) expect(read[name], name).toBe(read.unknown);
  expect(JSON.parse(read.unknown!)).toMatchObject([
    { code: 200, data: { expiresIso: '2026-07-15T10:00:00.000Z' } },
    { data: { total: 1, list: [{ sn: 'NUMBER', message: 'Hello', state: 'waiting' }] } },
    { data: { total: 1 } },
    { code: 200, data: { expiresIso: '2026-07-15T11:00:00.000Z' } },
    { data: { total: 1, list: [{ askedIso: '2026-06-15T11:00:00.000Z' }] } },
    { code: 200 },
    { code: ERROR_CODES.joinRequestNotFound },
    { data: { total: 0, list: [] } },
    { code: 200 },
    { data: { total: 1, list: [{ state: 'waiting' }] } },
    { data: { total: 0, list: [] } },
  ]);
  clock.set('2026-06-15T10:00:00Z');
});

test('lists a declined request as waiting until it expires, and keeps the person from asking for 90 days', async () => {
  const { id, email } = await makeUser(sql, { role: 'owner' });
  const own = { token: await server.signedIn(id) };
  const { sid, sn } = await installed();
  const open = async () => (await server.ask('site/joinRequests', { sid }, await staff())).total;
  await server.ask('account/joinRequests/make', { sn }, own);
  await forwardJoinRequests(context);
  const before = await server.call('account/joinRequests', {}, own);
  await server.ask('site/joinRequests/answer', { sid, email, answer: 'decline' }, await staff());
  expect(await server.call('account/joinRequests', {}, own)).toEqual(before);
  const askAgain = async () => {
    await expireData(context);
    await sql`
      insert into join_requests (user_id, sn, message, asked_at, expires_at)
      values (${id}, ${sn}, '', ${clock.now()}, ${new Date(clock.now().getTime() + 86_400_000)})`;
    await forwardJoinRequests(context);
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from join_questions where sid = ${sid} and not is_declined`;
    return row!.n;
  };
  expect(await open()).toBe(0);
  clock.set('2026-09-13T09:00:00Z');
  expect(await askAgain()).toBe(0);
  clock.set('2026-09-15T10:00:00Z');
  expect(await askAgain()).toBe(1);
  clock.set('2026-06-15T10:00:00Z');
});

test('refuses numbers that were never set, and an account whose address is not proven', async () => {
  const { id } = await makeUser(sql, { role: 'owner' });
  const own = { token: await server.signedIn(id) };
  for (const sn of [...UNSET_SERIAL_NUMBERS, '00000000', ''])
    expect(await server.call('account/joinRequests/make', { sn }, own)).toMatchObject({ code: 400 });
  await sql`update users set address_proven = false where id = ${id}`;
  const { sn } = await installed();
  for (const number of [sn, numbered(count++)])
    expect(await server.call('account/joinRequests/make', { sn: number }, own)).toMatchObject({
      code: ERROR_CODES.addressNotProven,
    });
  expect(await sql`select from join_requests where user_id = ${id}`).toEqual([]);
});

test('allows ten requests a day from one account, and sixty from one network', async () => {
  const people: string[] = [];
  for (let n = 0; n < 7; n++) people.push(await server.signedIn((await makeUser(sql, { role: 'owner' })).id));
  const ask = async (token: string, address: string) =>
    (await server.call('account/joinRequests/make', { sn: numbered(count++) }, { token, address })).code;
  const codes: number[] = [];
  for (const token of people.slice(0, 6)) for (let n = 0; n < 10; n++) codes.push(await ask(token, '198.51.100.7'));
  expect(codes).toEqual(Array.from({ length: 60 }, () => 200));
  expect(await ask(people[6]!, '198.51.100.7')).toBe(ERROR_CODES.tooManyRequests);
  expect(await ask(people[0]!, '203.0.113.7')).toBe(ERROR_CODES.tooManyRequests);
  expect(await ask(people[6]!, '203.0.113.7')).toBe(200);
  clock.forward(86_400);
  expect(await ask(await server.signedIn((await makeUser(sql, { role: 'owner' })).id), '198.51.100.7')).toBe(200);
  clock.set('2026-06-15T10:00:00Z');
});
