// Tests the whole server during an outage of its database: requests are answered, nothing ends, and everything works again afterwards.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bdm400 } from '../../../test/reportServer.ts';
import { buildApp } from '../../app.ts';
import { parseConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { seed } from '../../seed/seed.ts';
import { createServices } from '../../services.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

let dataDir: string;
let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'heliograph-outage-'));
  chmodSync(dataDir, 0o711);
  database = await openDatabase({ databaseUrl: undefined, dataDir, max: 4 });
  const { sql } = database;
  const config = parseConfig({
    env: { DEMO: 'off', ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a long sentence' },
    production: false,
    isRoot: false,
  });
  const context: Context = {
    sql,
    config,
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date() },
    ...createServices(sql, database.trouble),
  };
  await migrate(sql);
  await seed(context);
  app = await buildApp(context);
});

afterAll(async () => {
  await app?.close();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

let frames = 0;
async function sendFrame(): Promise<number> {
  const payload = bdm400('20000001', { powerW: 150, counterWh: frames++ });
  const { statusCode } = await app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(payload) });
  return statusCode;
}

const storedFrames = async (): Promise<number> => {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from raw_reports`;
  return row!.count;
};
const signIn = async (): Promise<number> => {
  const body = { account: 'admin@example.com', password: 'a long sentence' };
  return (await app.inject({ method: 'POST', url: '/v2/sign-in', payload: body })).json().code;
};

test('answers frames with 503 and fails calls while the database restarts, and recovers by itself', async () => {
  expect([await sendFrame(), await signIn()]).toEqual([200, 200]);
  const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  while (database.trouble.now() === undefined) await wait(10);
  expect(await sendFrame()).toBe(503);
  expect(await signIn()).toBe(500);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json().reason]).toEqual([503, 'the database is being started again']);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  while ((await app.inject('/readyz')).statusCode !== 200) await wait(20);
  expect([await sendFrame(), await signIn()]).toEqual([200, 200]);
  expect(await storedFrames()).toBe(2);
});

test('answers frames with 503 while the disk is full, before anything is written', async () => {
  let isFull = false;
  database.trouble.watch(() => (isFull ? 'the disk is full' : undefined));
  const before = await storedFrames();
  isFull = true;
  expect(await sendFrame()).toBe(503);
  isFull = false;
  expect(await storedFrames()).toBe(before);
  expect(await sendFrame()).toBe(200);
  expect(await storedFrames()).toBe(before + 1);
});
