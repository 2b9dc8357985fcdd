// Health: the process answers whatever the database does; readiness means that writes are possible.
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';

test('a server in order is alive and ready, and counts', async () => {
  const { app } = await testServer();
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
  const counted = await app.inject('/metrics');
  expect(counted.headers['content-type']).toContain('text/plain');
  expect(counted.body).toContain('process_cpu_seconds_total');
});

test('a database that takes no writes makes it not ready, with the reason and no more', async () => {
  const { app, sql } = await testServer();
  await sql`alter table settings rename to gone`;
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the database does not take writes' },
  ]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await sql`alter table gone rename to settings`;
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('what is known without asking the database makes it not ready, for as long as it lasts', async () => {
  const { app, context } = await testServer();
  let isFull = true;
  context.trouble.watch(() => (isFull ? 'the disk is full' : undefined));
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', reason: 'the disk is full' }]);
  isFull = false;
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('figures are for the private network alone', async () => {
  const { app } = await testServer();
  const ask = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  for (const near of ['127.0.0.1', '10.1.2.3', '172.20.0.5', '192.168.1.9', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    expect(await ask(near), near).toBe(200);
  for (const far of ['203.0.113.9', '172.32.0.1', '2001:db8::1']) expect(await ask(far), far).toBe(404);
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
});
