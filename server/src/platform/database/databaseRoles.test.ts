// Tests the rights of the database role: production does not start with too many or too few, and prints the statements that correct them.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killServers, startServer, stopServer } from '../../../test/serverProcess.ts';
import { connect, type Sql } from './connect.ts';
import { asSuperuser } from './embedded/cluster.ts';
import { type Embedded, startEmbedded } from './embedded/embedded.ts';
import { databaseOwner, prepareBinaries } from './embedded/places.ts';

/** A separate PostgreSQL, as only there a test may make the role a superuser. */
let dataDir: string;
let embedded: Embedded;
/** Session of the role of DATABASE_URL, with superuser rights whatever that role currently has. */
let superuser: Sql;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'heliograph-roles-'));
  chmodSync(dataDir, 0o711);
  await (await startEmbedded({ dataDir, durable: false })).stop();
  const owner = databaseOwner();
  const cluster = { native: prepareBinaries(dataDir, owner), pgData: join(dataDir, 'postgres'), owner };
  const statements = 'create role keeper superuser; grant keeper to heliograph; alter role heliograph superuser;\n\n';
  await asSuperuser({ ...cluster, durable: false, mayMakeDatabases: false }, 'postgres', statements);
  embedded = await startEmbedded({ dataDir, durable: false });
  superuser = connect(embedded.url, { max: 1 });
  await superuser`set role keeper`;
});

afterAll(async () => {
  await killServers();
  await superuser?.end({ timeout: 1 });
  await embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function refusal(): Promise<string> {
  const server = startServer({ DATABASE_URL: embedded.url, DEMO: '' }, ['--production']);
  // If the server starts, the test fails immediately.
  expect(await Promise.race([server.ended, server.ready])).toBe(1);
  const output = server.output().trim();
  expect(output.split('\n')).toHaveLength(1);
  expect(output).not.toContain(new URL(embedded.url).password);
  return output;
}

test('refuses a superuser in production and prints how to create the right role', async () => {
  const output = await refusal();
  expect(output).toContain('Heliograph did not start. The role heliograph of DATABASE_URL is a superuser: ');
  expect(output).toContain("create role heliograph login password '...'; create role heliograph_call nologin;");
});

test('refuses a role that bypasses row policies', async () => {
  await superuser`alter role heliograph nosuperuser bypassrls`;
  expect(await refusal()).toContain('bypasses row policies (BYPASSRLS)');
});

test('refuses a role that may become a superuser', async () => {
  await superuser`alter role heliograph nobypassrls`;
  expect(await refusal()).toContain('The role heliograph of DATABASE_URL may act as keeper: ');
});

test('refuses a role that may run programs on the database server', async () => {
  await superuser`grant pg_execute_server_program to heliograph`;
  await superuser`revoke keeper from heliograph`;
  expect(await refusal()).toContain('may act as pg_execute_server_program: ');
  await superuser`revoke pg_execute_server_program from heliograph`;
});

test('refuses a database without the role for calls, or without the right to switch to it', async () => {
  await superuser`drop role heliograph_call`;
  expect(await refusal()).toContain(
    'The database has no role heliograph_call, and heliograph may not make it; let its administrator run: ' +
      'create role heliograph_call nologin; grant heliograph_call to heliograph;',
  );
  await superuser`create role heliograph_call nologin`;
  expect(await refusal()).toContain(
    "The database's role heliograph may not switch to heliograph_call; let its administrator run: grant heliograph_call to heliograph;",
  );
});

test('starts in production with exactly the required rights', async () => {
  await superuser`grant heliograph_call to heliograph`;
  const server = startServer({ DATABASE_URL: embedded.url, DEMO: '' }, ['--production']);
  await server.ready;
  expect(await stopServer(server, 'SIGTERM')).toBe(0);
});
