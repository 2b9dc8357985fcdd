// Tests the budget of calls of one session: more than many open pages need, then 429 with the seconds to wait; shared by all processes.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashToken } from '../../access/session.ts';

const { app, call, clock, context, sql, signedIn, beside } = await testServer();
const BUDGET = 6000;

async function person() {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  const [row] = await sql<{ id: number }[]>`select id from sessions where token_hash = ${hashToken(token)}`;
  return { id, token, sessionId: row!.id };
}
/** Takes calls from the budget without making them. */
async function takeCalls(sessionId: number, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await context.sessionBudget.take(context, sessionId);
}

test('accepts 6,000 calls in five minutes, then refuses with the time to wait, and accepts calls after that', async () => {
  const { token, sessionId } = await person();
  await takeCalls(sessionId, BUDGET);
  expect((await call('account/info', {}, { token })).code).toBe(200);
  await takeCalls(sessionId, 50);
  const refused = await app.inject({ method: 'POST', url: '/v2/account/info', headers: { authorization: token } });
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ code: 1597, msg: expect.stringContaining('300 s') });
  expect(refused.headers['retry-after']).toBe('300');
  clock.forward(300);
  expect((await call('account/info', {}, { token })).code).toBe(200);
});

test('counts a session over all processes, other sessions of the account separately, and always allows signing out', async () => {
  const { id, token, sessionId } = await person();
  const other = await beside();
  await takeCalls(sessionId, BUDGET + 60);
  const answers = [];
  // One batch of calls between two writes to the database, and one more.
  for (let n = 0; n < 51; n++) answers.push((await other.call('account/info', {}, { token })).code);
  expect([answers[0], answers.at(-1)]).toEqual([200, 1597]);
  expect((await call('account/info', {}, { token: await signedIn(id) })).code).toBe(200);
  const program = await makeApiToken(sql, { userId: id, at: clock.now() });
  expect((await call('overview/siteStatusCounts', {}, { token: program.token })).code).not.toBe(1597);
  expect((await call('account/loginOut', {}, { token })).code).toBe(200);
});

test('writes once per fifty calls for a thousand concurrent calls', async () => {
  const { sessionId } = await person();
  await sql`truncate tries`;
  await Promise.all(Array.from({ length: 1000 }, () => context.sessionBudget.take(context, sessionId)));
  const [row] = await sql<{ points: number }[]>`
    select points from tries where name = 'sessionCalls'`;
  expect(row!.points).toBeGreaterThanOrEqual(900);
  expect(row!.points).toBeLessThanOrEqual(1000);
});
