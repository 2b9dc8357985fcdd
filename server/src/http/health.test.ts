// Health: liveness is independent of the database; readiness means that writes are possible.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBrowser, makeUser, makeWebhook } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { connect } from '../platform/database/connect.ts';
import { jobFailures } from '../platform/metrics.ts';

const MONITORING = join(import.meta.dirname, '../../../docs/operate/monitoring');
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

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

test('metrics show pending work, its age, sizes and calls, and nothing of the database while it is away', async () => {
  const { app, clock, context, sql } = await testServer();
  const { id } = await makeUser(sql);
  await sql`insert into account_archives (user_id, asked_at) values (${id}, ${clock.now()})`;
  const { deliveryId } = await makeWebhook(sql, id);
  await sql`update deliveries set made_at = ${clock.now()}, state = 'waiting', done_at = null where id = ${deliveryId}`;
  await makeBrowser(sql, id);
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('13AD00F1', ${clock.now()}, ${clock.now()})`;
  clock.forward(90);
  const lines = async () => (await app.inject('/metrics')).body.split('\n').filter((line) => /^heliograph/.test(line));
  const first = await lines();
  expect(first).toEqual(
    expect.arrayContaining([
      'heliograph_ready 1',
      'heliograph_queue_length{queue="archives"} 1',
      'heliograph_queue_oldest_seconds{queue="archives"} 90',
      'heliograph_queue_length{queue="mails"} 0',
      'heliograph_queue_oldest_seconds{queue="mails"} 0',
      'heliograph_queue_length{queue="webhooks"} 1',
      'heliograph_queue_oldest_seconds{queue="webhooks"} 90',
      'heliograph_queue_length{queue="push"} 0',
      'heliograph_unclaimed_devices 1',
      'heliograph_waiting_calls{lane="expensive"} 0',
      expect.stringMatching(/^heliograph_database_size_bytes \d{6,}$/),
      expect.stringMatching(/^heliograph_unsealed_samples_bytes \d+$/),
      expect.stringMatching(/^heliograph_disk_free_bytes \d{6,}$/),
    ]),
  );
  context.databaseHealth.watch(() => 'the disk is full');
  const away = await lines();
  expect(away).toContain('heliograph_ready 0');
  expect(away.filter((line) => /^heliograph_(queue|database|unsealed|unclaimed)/.test(line))).toEqual([]);
});

test.skipIf(!HAS_PROMTOOL)(
  'metrics and alert rules pass the checks of Prometheus, and use metrics that exist',
  async () => {
    const { app } = await testServer();
    jobFailures.inc({ timed_job: 'sealing' }, 0);
    const { body } = await app.inject('/metrics');
    const promtool = (args: string[], input = '') => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: MONITORING, input, encoding: 'utf8' });
      return { status, said: stdout + stderr };
    };
    expect(promtool(['check', 'metrics'], body)).toEqual({ status: 0, said: '' });
    expect(promtool(['check', 'rules', 'alerts.yaml'])).toMatchObject({ status: 0 });
    expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ status: 0 });
    const used = ['alerts.yaml', 'dashboard.json'].flatMap((file) => {
      const names = readFileSync(join(MONITORING, file), 'utf8').matchAll(
        /\b(heliograph_[a-z_]+|nodejs_[a-z_0-9]+|process_[a-z_]+)/g,
      );
      return [...names].map(([name]) => name.replace(/_bucket$/, ''));
    });
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((name) => !body.includes(`# TYPE ${name} `))).toEqual([]);
  },
);

test('metrics are only for the private network', async () => {
  const { app } = await testServer();
  const ask = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  for (const near of ['127.0.0.1', '10.1.2.3', '172.20.0.5', '192.168.1.9', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    expect(await ask(near), near).toBe(200);
  for (const far of ['203.0.113.9', '172.32.0.1', '2001:db8::1']) expect(await ask(far), far).toBe(404);
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
});
