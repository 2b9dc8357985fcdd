// Tests the turns of expensive calls from outside: cheap calls do not wait for them, and a call without a place is answered at once with the time to wait.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, call, sql, context, signedIn } = await testServer();

test('answers busy with the time to wait when a user has too many expensive calls, and cheap calls at once', async () => {
  const user = await makeUser(sql);
  const token = await signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const neighbour = await makeUser(sql);
  const theirs = await makeSite(sql, { companyId: neighbour.companyId });
  const theirToken = await signedIn(neighbour.id);
  const period = { from: '2026-06-12', to: '2026-06-14' };
  const { expensiveCalls } = context;
  // Others hold both places.
  const holders = await Promise.all([1, 2].map((n) => expensiveCalls.acquire({ group: 'others', user: n })));
  const mine = Array.from({ length: 8 }, () => call('site/report', { sid, ...period }, { token }));
  await expect.poll(() => expensiveCalls.counts().waiting).toBe(8);
  const refused = await app.inject({
    method: 'POST',
    url: '/v2/site/report',
    headers: { authorization: token },
    payload: { sid, ...period },
  });
  expect([refused.statusCode, refused.json().code]).toEqual([429, 1657]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json().msg).toContain(`${refused.headers['retry-after']} s`);
  expect((await call('site/detail', { sid }, { token })).code).toBe(200);

  const order: string[] = [];
  const answered = [
    ...mine.map((each) => each.then(({ code }) => order.push(`mine ${code}`))),
    call('site/report', { sid: theirs, ...period }, { token: theirToken }).then(({ code }) =>
      order.push(`theirs ${code}`),
    ),
  ];
  await expect.poll(() => expensiveCalls.counts().waiting).toBe(9);
  // With one place, the other company has the second turn.
  holders[0]!();
  await Promise.all(answered);
  holders[1]!();
  expect(order.indexOf('theirs 200')).toBeLessThan(2);
  expect(order.filter((one) => one === 'mine 200')).toHaveLength(8);
  expect(expensiveCalls.counts()).toEqual({ running: 0, waiting: 0 });
});

test('a waiting call whose client disconnects gives up its place, and is not run', async () => {
  const user = await makeUser(sql);
  const token = await signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { expensiveCalls } = context;
  const holders = await Promise.all([1, 2].map((n) => expensiveCalls.acquire({ group: 'others', user: n })));
  const client = new AbortController();
  const answer = fetch(`${address}/v2/site/report`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ sid, from: '2026-06-12', to: '2026-06-14' }),
    signal: client.signal,
  });
  await expect.poll(() => expensiveCalls.counts()).toEqual({ running: 2, waiting: 1 });
  client.abort();
  await expect(answer).rejects.toThrow('abort');
  await expect.poll(() => expensiveCalls.counts()).toEqual({ running: 2, waiting: 0 });
  for (const release of holders) release();
  expect(expensiveCalls.counts()).toEqual({ running: 0, waiting: 0 });
});
