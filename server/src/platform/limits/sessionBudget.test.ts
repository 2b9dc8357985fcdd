// Calls of one session: far more than a wall of pages needs, then 429 with the seconds to wait; for all processes together.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashToken } from '../../access/session.ts';

const { app, call, clock, context, sql, signedIn, beside } = await testServer();
const MOST = 6000;

async function person() {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  const [row] = await sql<{ id: number }[]>`select id from sessions where token_hash = ${hashToken(token)}`;
  return { id, token, sessionId: row!.id };
}
/** As calls do, without their answers. */
async function use(sessionId: number, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await context.sessionBudget.take(context, sessionId);
}

test('6,000 calls in five minutes pass; then a call is refused with the time to wait, and passes after it', async () => {
  const { token, sessionId } = await person();
  await use(sessionId, MOST);
  expect((await call('account/info', {}, { token })).code).toBe(200);
  await use(sessionId, 50);
  const refused = await app.inject({ method: 'POST', url: '/v2/account/info', headers: { authorization: token } });
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ code: 1597, msg: expect.stringContaining('300 s') });
  expect(refused.headers['retry-after']).toBe('300');
  clock.forward(300);
  expect((await call('account/info', {}, { token })).code).toBe(200);
});

test('processes count a session together, another session of the account is counted alone, and signing out always works', async () => {
  const { id, token, sessionId } = await person();
  const other = await beside();
  await use(sessionId, MOST + 60);
  const answers = [];
  // As many as pass between two writes to the database.
  for (let n = 0; n < 51; n++) answers.push((await other.call('account/info', {}, { token })).code);
  expect([answers[0], answers.at(-1)]).toEqual([200, 1597]);
  expect((await call('account/info', {}, { token: await signedIn(id) })).code).toBe(200);
  const program = await makeApiToken(sql, { userId: id, at: clock.now() });
  expect((await call('overview/siteStatusCounts', {}, { token: program.token })).code).not.toBe(1597);
  expect((await call('account/loginOut', {}, { token })).code).toBe(200);
});

test('a thousand calls at once cost one write for every fifty', async () => {
  const { sessionId } = await person();
  await sql`truncate tries`;
  await Promise.all(Array.from({ length: 1000 }, () => context.sessionBudget.take(context, sessionId)));
  const [row] = await sql<{ points: number }[]>`
    select points from tries where name = 'sessionCalls'`;
  expect(row!.points).toBeGreaterThanOrEqual(900);
  expect(row!.points).toBeLessThanOrEqual(1000);
});
