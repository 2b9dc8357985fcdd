// Changes with transactions of their own: they wait without a connection, and still hold a place, an idempotency key and one audit line.
import { call as declareCall } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import pino from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { buildApp } from '../app.ts';
import { handlers } from '../calls/index.ts';
import type { ManualWriteContext } from '../context.ts';
import { connect } from '../platform/database/connect.ts';
import { createServices } from '../services.ts';

const STEPS = 'test/steps' as Path;
/** Runs between the first part of the test's call, which is committed, and its last. */
let between: () => Promise<void> = async () => {};
Object.assign(calls, {
  [STEPS]: declareCall({
    summary: 'Changes the city, waits, and changes the street.',
    access: 'signedIn',
    request: z.object({}),
    response: z.object({ city: z.string() }),
    errors: ['deviceNotFound'],
    transaction: 'manual',
    changes: true,
  }),
});
Object.assign(handlers, {
  async [STEPS](_request: object, { session, read, change, finish }: ManualWriteContext) {
    await change((sql) => sql`update users set city = 'Chur' where id = ${session.userId}`);
    await between();
    const [user] = await read((sql) => sql`select city from users where id = ${session.userId}`);
    return await finish(async (sql) => {
      await sql`update users set street = 'Gasse 1' where id = ${session.userId}`;
      return { city: user!.city, more: 'stripped' };
    });
  },
});
afterAll(() => {
  Reflect.deleteProperty(calls, STEPS);
  Reflect.deleteProperty(handlers, STEPS);
});

const server = await testServer();
const { sql, clock, call, signedIn } = server;
const passwordHash = await hashPassword('the old one');

// Counting an attempt at a password waits while this lock is held: a wait of any length in the middle of a call.
const GATE = 7_301;
await sql.unsafe(`
  create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$;
  create trigger wait_at_gate before insert on tries for each row when (new.name = 'password') execute function wait_at_gate()`);

let open: () => Promise<void> = async () => {};
async function closeGate(): Promise<void> {
  const holder = await sql.reserve();
  await holder`select pg_advisory_lock(${GATE})`;
  open = async () => {
    open = async () => {};
    await holder`select pg_advisory_unlock(${GATE})`;
    holder.release();
  };
}
afterEach(async () => {
  between = async () => {};
  await open();
});

/** Resolves when so many calls have begun and wait. */
const begun = (count: number) =>
  expect
    .poll(async () => (await sql`select from change_places where held_until > ${clock.now()}`).length, {
      timeout: 60_000,
    })
    .toBe(count);

/** Another process on the same database, with a small pool. */
async function processOf(connections: number) {
  const own = connect(server.databaseUrl, { max: connections });
  const counting = connect(server.databaseUrl, { max: 2 });
  const app = await buildApp({
    ...server.context,
    log: pino({ level: 'silent' }),
    sql: own,
    ...createServices(own, undefined, counting),
  });
  const ask = async (path: string, payload: object, token: string, key?: string) => {
    const headers = { authorization: token, ...(key ? { 'idempotency-key': key } : {}) };
    return (await app.inject({ method: 'POST', url: `/v2/${path}`, headers, payload })).json();
  };
  /** As a crash: calls that wait at the gate fail, and nothing can be written any more. */
  const cut = async () => {
    await own.end({ timeout: 0 });
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`;
  };
  const close = async () => {
    await app.close();
    await Promise.all([own.end({ timeout: 1 }), counting.end({ timeout: 1 })]);
  };
  return { ask, cut, close };
}

let users = 0;
async function person() {
  const { id } = await makeUser(sql, { passwordHash });
  const token = await signedIn(id);
  const body = { password: 'the old one', newPassword: `the new one ${++users}` };
  const lines = async () => (await sql`select from audit_log where user_id = ${id}`).length;
  const options = { token, headers: { 'idempotency-key': 'one' } };
  /** Always with this token: a client that lost a response has no other. */
  const change = () => call('account/updatePassword', body, { headers: { authorization: token, ...options.headers } });
  return { id, token, body, lines, options, change };
}
const places = async (userId: number) => (await sql`select from change_places where user_id = ${userId}`).length;

test('waiting calls leave the connections of a small pool to others', async () => {
  const few = await processOf(2);
  await closeGate();
  const people: Awaited<ReturnType<typeof person>>[] = [];
  for (let n = 0; n < 12; n++) people.push(await person());
  const waiting = people.map(({ body, token }) => few.ask('account/updatePassword', body, token, 'key'));
  await begun(12);
  const other = await person();
  for (let n = 0; n < 5; n++) {
    expect(await few.ask('account/info', {}, other.token)).toMatchObject({ code: 200 });
    expect(await few.ask('account/update', { city: `Chur ${n}` }, other.token)).toMatchObject({ code: 200 });
  }
  await open();
  expect(new Set((await Promise.all(waiting)).map(({ code }) => code))).toEqual(new Set([200]));
  for (const { id, lines } of people) expect([await places(id), await lines()]).toEqual([0, 1]);
  await few.close();
});

test('a repeat during the first request gets its response, and the change is done once', async () => {
  const { id, change, lines } = await person();
  await closeGate();
  const first = change();
  await begun(1);
  const second = change();
  await begun(2);
  await open();
  expect((await Promise.all([first, second])).map(({ code }) => code)).toEqual([200, 200]);
  expect([await lines(), await places(id)]).toEqual([1, 0]);
  expect((await change()).code).toBe(200);
  expect([await lines(), await places(id)]).toEqual([1, 0]);
});

test('a repeat that waits too long is refused with stillInProgress; the first request is not affected', async () => {
  const { change, lines } = await person();
  await closeGate();
  const first = change();
  await begun(1);
  const second = change();
  await begun(2);
  clock.forward(16);
  expect((await second).code).toBe(1371);
  await begun(1);
  await open();
  expect((await first).code).toBe(200);
  expect((await change()).code).toBe(200);
  expect(await lines()).toBe(1);
});

test('a change that ended with its server begins once more after its hold expires, and is done once', async () => {
  const { id, token, body, change, lines } = await person();
  const gone = await processOf(2);
  await closeGate();
  const lost = gone.ask('account/updatePassword', body, token, 'one');
  await begun(1);
  await gone.cut();
  // A fault or out of time, depending on the statement that the end interrupted.
  expect([500, 1322]).toContain((await lost).code);
  await open();
  const early = change();
  await begun(2);
  clock.forward(16);
  expect((await early).code).toBe(1371);
  clock.forward(65);
  expect((await change()).code).toBe(200);
  expect([await lines(), await places(id)]).toEqual([1, 0]);
  await gone.close();
});

test('a change changes nothing after a repeat has claimed its key', async () => {
  const { id, change, lines } = await person();
  await closeGate();
  const slow = change();
  await begun(1);
  clock.forward(81);
  const repeated = change();
  await begun(1);
  await open();
  const [late, done] = await Promise.all([slow, repeated]);
  expect(done.code).toBe(200);
  // wrongPassword when the other request has changed the password before this one checks it.
  expect([1322, 1002]).toContain(late.code);
  expect([await lines(), await places(id)]).toEqual([1, 0]);
});

test('four concurrent changes are counted with all other changes of the user, on all servers', async () => {
  const { id, token, body } = await person();
  const other = await server.beside();
  await closeGate();
  const waiting = [1, 2, 3, 4].map((n) => (n % 2 ? call : other.call)('account/updatePassword', body, { token }));
  await begun(4);
  expect((await call('account/update', { city: 'Bern' }, { token })).code).toBe(1321);
  expect((await other.call('account/updatePassword', body, { token })).code).toBe(1321);
  await open();
  // Of four that present the same password one changes it.
  const codes = (await Promise.all(waiting)).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([1002, 1002, 1002, 200]);
  expect(await places(id)).toBe(0);
  expect((await call('account/update', { city: 'Bern' }, { token })).code).toBe(200);
});

test('a refused change releases its place and key and writes no audit line', async () => {
  const { id, body, options, lines } = await person();
  const wrong = { ...body, password: 'wrong' };
  expect((await call('account/updatePassword', wrong, options)).code).toBe(1002);
  expect([await places(id), await lines()]).toEqual([0, 0]);
  expect((await call('account/updatePassword', body, options)).code).toBe(200);
  expect((await call('account/update', { city: 'Bern' }, options)).code).toBe(1018);
});

test('a change in several parts has one audit line and a response by the contract, which a repeat gets as well', async () => {
  const { id, options, lines } = await person();
  for (let n = 0; n < 2; n++) {
    expect(await call(STEPS, {} as never, options)).toMatchObject({ code: 200, data: { city: 'Chur' } });
    expect(await lines()).toBe(1);
  }
  expect((await call(STEPS, {} as never, options)).data).toEqual({ city: 'Chur' });
  expect(await sql`select city, street from users where id = ${id}`).toEqual([{ city: 'Chur', street: 'Gasse 1' }]);
});

test('a change that fails after its first part has its audit line, and its key is refused with interrupted', async () => {
  const { id, options, lines } = await person();
  between = async () => {
    throw new ApiError('deviceNotFound');
  };
  expect((await call(STEPS, {} as never, options)).code).toBe(1006);
  between = async () => {};
  expect(await sql`select city, street from users where id = ${id}`).toEqual([{ city: 'Chur', street: '' }]);
  expect([await lines(), await places(id)]).toEqual([1, 0]);
  expect((await call(STEPS, {} as never, options)).code).toBe(1372);
  expect((await call(STEPS, {} as never, { ...options, headers: { 'idempotency-key': 'two' } })).code).toBe(200);
});

test('a session that ends while the call waits changes nothing more', async () => {
  const { id, options, lines } = await person();
  between = async () => {
    await sql`delete from sessions where user_id = ${id}`;
    await sql`select pg_notify('heliograph_sessions', ${String(id)})`;
    await expect.poll(async () => (await call('account/info', {}, options)).status).toBe(401);
  };
  expect(await call(STEPS, {} as never, options)).toMatchObject({ status: 401, code: 401 });
  between = async () => {};
  expect(await sql`select street from users where id = ${id}`).toEqual([{ street: '' }]);
  expect([await lines(), await places(id)]).toEqual([1, 0]);
});

test('a session that has just ended on another server changes nothing more, although this server has it cached', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  expect((await call('account/update', { city: 'Bern' }, { token })).code).toBe(200);
  // Without a notification to this server.
  await sql`delete from sessions where user_id = ${id}`;
  expect((await call('account/info', {}, { token })).code).toBe(200);
  expect((await call('account/update', { city: 'Genf' }, { token })).code).toBe(401);
  expect((await call(STEPS, {}, { token })).code).toBe(401);
  expect([...(await sql`select city, street from users where id = ${id}`)]).toEqual([{ city: 'Bern', street: '' }]);
});
