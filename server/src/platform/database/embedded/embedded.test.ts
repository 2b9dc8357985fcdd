// Tests that the embedded PostgreSQL recovers in place after it is killed as by a power cut, and so do the pool and listeners.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, procFile } from '../../../../test/serverProcess.ts';
import { connect } from '../connect.ts';
import { type Database, openDatabase } from '../open.ts';
import { processIn } from './processes.ts';

let dataDir: string;
let database: Database;
const lines: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'heliograph-embedded-'));
  chmodSync(dataDir, 0o711);
  database = await open();
  await database.sql`create table kept (n int primary key)`;
});

afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (): Promise<Database> =>
  openDatabase({ databaseUrl: undefined, dataDir, max: 4, print: (line) => lines.push(line) });
const postmaster = (): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Waits for a condition; the test's time limit ends an endless wait. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(20);
}

test('restarts the database after it is killed, with the same pool and all committed data', async () => {
  const { sql } = database;
  const received: string[] = [];
  await sql.listen('told', (text) => received.push(text));
  await sql`insert into kept values (1)`;
  const slow = sql`select pg_sleep(600)`.catch((error: unknown) => error);
  const broken = sql
    .begin(async (tx) => {
      await tx`insert into kept values (2)`;
      process.kill(postmaster(), 'SIGKILL');
      await until(() => database.trouble.now() !== undefined);
      await tx`insert into kept values (3)`;
    })
    .catch((error: unknown) => error);
  // Pending statements fail instead of waiting forever.
  expect(await broken).toBeInstanceOf(Error);
  expect(await slow).toBeInstanceOf(Error);
  await until(() => database.trouble.now() === 'the database is being started again');
  await until(() => database.trouble.now() === undefined);
  expect(await sql`select n from kept`).toEqual([{ n: 1 }]);
  await until(async () => {
    await sql`select pg_notify('told', 'again')`;
    return received.length > 0;
  });
  expect(lines).toEqual([
    expect.stringContaining('ended by itself and is started again'),
    'The embedded database runs again.',
  ]);
});

test('recovers in the same process when one of its child processes is killed', async () => {
  const { sql } = database;
  const before = postmaster();
  const checkpointer = childrenOf(before).find((pid) => procFile(pid, 'cmdline').includes('checkpointer'));
  process.kill(checkpointer!, 'SIGKILL');
  await until(async () =>
    // The first attempt may be committed without an answer.
    sql`insert into kept values (4) on conflict do nothing`.then(
      () => true,
      () => false,
    ),
  );
  expect(postmaster()).toBe(before);
});

test('leaves no process behind when it is closed during a restart', async () => {
  process.kill(postmaster(), 'SIGKILL');
  await until(() => database.trouble.now() !== undefined);
  await database.close();
  const remaining = readdirSync('/proc').filter((name) => processIn(Number(name), join(dataDir, 'postgres')));
  expect(remaining).toEqual([]);
});

test('opens the database immediately after it was killed and closed', async () => {
  for (let n = 0; n < 5; n++) {
    database = await open();
    process.kill(postmaster(), 'SIGKILL');
    await until(() => database.trouble.now() !== undefined);
    await database.close();
  }
});

test('sets another password at each start and invalidates the previous one', async () => {
  const path = join(dataDir, 'database-password');
  const passwordIn = (url: string) => decodeURIComponent(new URL(url).password);
  const before = readFileSync(path, 'utf8').trim();
  database = await open();
  const after = passwordIn(database.url);
  expect(readFileSync(path, 'utf8').trim()).toBe(after);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(after).not.toBe(before);
  const old = connect(database.url.replace(after, before), { max: 1 });
  await expect(old`select`).rejects.toMatchObject({ code: '28P01' });
  await old.end({ timeout: 1 });
  await database.close();
});

test('recovers from a start that was killed between setting the password and writing its file', async () => {
  writeFileSync(join(dataDir, 'database-password'), 'another\n');
  database = await open();
  expect(await database.sql`select n from kept where n = 1`).toEqual([{ n: 1 }]);
});

test('refuses data folders that cannot be used, with the reason', async () => {
  const openIn = (folder: string) => openDatabase({ databaseUrl: undefined, dataDir: folder, max: 1 });
  const file = join(dataDir, 'aFile');
  writeFileSync(file, '');
  const noDatabase = join(dataDir, 'noDatabase');
  mkdirSync(join(noDatabase, 'postgres'), { recursive: true });
  await expect(openIn(file)).rejects.toThrow(`The data folder ${file} can't be written`);
  await expect(openIn(join(file, 'sub'))).rejects.toThrow("can't be written");
  await expect(openIn(noDatabase)).rejects.toThrow('holds no PostgreSQL database');
  if (process.platform === 'linux') await expect(openIn('/proc/heliograph')).rejects.toThrow("can't be written");
});
