// Health: liveness is independent of the database; readiness means that writes are possible.
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { connect } from '../platform/database/connect.ts';

test('a healthy server is alive and ready and has metrics', async () => {
  const { app } = await testServer();
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
  const counted = await app.inject('/metrics');
  expect(counted.headers['content-type']).toContain('text/plain');
  expect(counted.body).toContain('process_cpu_seconds_total');
});

test('a read-only database makes the server not ready, with the reason alone', async () => {
  const { app, databaseUrl } = await testServer();
  const set = async (readOnly: 'on' | 'off'): Promise<void> => {
    // By a connection of its own, as it ends all others.
    const admin = connect(databaseUrl, { max: 1 });
    const [row] = await admin<{ name: string }[]>`select current_database() as name`;
    await admin.begin('read write', async (tx) => {
      await tx.unsafe(`alter database ${row!.name} set default_transaction_read_only = ${readOnly}`);
    });
    // Open connections do not see the new default.
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'heliograph' and pid <> pg_backend_pid()`;
    await admin.end();
  };
  const readiness = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return `${statusCode} ${body}`;
  };
  await set('on');
  await expect.poll(readiness).toBe('503 {"status":"not ready","reason":"the database does not take writes"}');
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await set('off');
  await expect.poll(readiness).toContain('200 ');
});

test('missing tables make the server not ready, without details', async () => {
  const { app, sql } = await testServer();
  await sql`alter table migrations rename to gone`;
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the database does not work as it should' },
  ]);
  await sql`alter table gone rename to migrations`;
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('readiness checks write nothing', async () => {
  const { app, sql } = await testServer();
  const written = () => sql`select name, xmin::text as by, value from settings order by name`;
  const before = await written();
  for (let n = 0; n < 20; n++) expect((await app.inject('/readyz')).statusCode).toBe(200);
  expect(await written()).toEqual(before);
});

test('a known failure makes the server not ready for as long as it lasts', async () => {
  const { app, context } = await testServer();
  let isFull = true;
  context.databaseHealth.watch(() => (isFull ? 'the disk is full' : undefined));
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', reason: 'the disk is full' }]);
  isFull = false;
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('a part that has not worked for a minute is named, while requests are answered', async () => {
  const { app, context } = await testServer();
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return [statusCode, JSON.parse(body)];
  };
  const { partHealth } = context;
  partHealth.recordSuccess('background jobs', performance.now() - 10_000);
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  partHealth.recordSuccess('background jobs', performance.now() - 61_000);
  expect(await ready()).toEqual([200, { status: 'degraded', stalled: ['background jobs'] }]);
  expect((await app.inject('/metrics')).body).toMatch(
    /^heliograph_part_last_success_timestamp_seconds\{part="background jobs"\} \d/m,
  );
  partHealth.remove('background jobs');
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});

test('metrics are only for the private network', async () => {
  const { app } = await testServer();
  const ask = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  for (const near of ['127.0.0.1', '10.1.2.3', '172.20.0.5', '192.168.1.9', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    expect(await ask(near), near).toBe(200);
  for (const far of ['203.0.113.9', '172.32.0.1', '2001:db8::1']) expect(await ask(far), far).toBe(404);
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
});
