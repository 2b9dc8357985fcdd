// What a database role must be and have: production does not start with one that is more or less than that, and says which lines mend it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killServers, startServer, stopServer } from '../../../test/serverProcess.ts';
import { connect, type Sql } from './connect.ts';
import { asSuperuser } from './embedded/cluster.ts';
import { type Embedded, startEmbedded } from './embedded/embedded.ts';
import { databaseOwner, prepareBinaries } from './embedded/places.ts';

/** A PostgreSQL of its own, the only kind whose role a test may make a superuser. */
let dataDir: string;
let embedded: Embedded;
/** As the role of DATABASE_URL, with the rights of a superuser whatever that role is at the moment. */
let mighty: Sql;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'heliograph-roles-'));
  chmodSync(dataDir, 0o711);
  await (await startEmbedded({ dataDir, durable: false })).stop();
  const owner = databaseOwner();
  const cluster = { native: prepareBinaries(dataDir, owner), pgData: join(dataDir, 'postgres'), owner };
  const statements = 'create role keeper superuser; grant keeper to heliograph; alter role heliograph superuser;\n\n';
  await asSuperuser({ ...cluster, durable: false, mayMakeDatabases: false }, 'postgres', statements);
  embedded = await startEmbedded({ dataDir, durable: false });
  mighty = connect(embedded.url, { max: 1 });
  await mighty`set role keeper`;
});

afterAll(async () => {
  await killServers();
  await mighty?.end({ timeout: 1 });
  await embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function refusal(): Promise<string> {
  const server = startServer({ DATABASE_URL: embedded.url, DEMO: '' }, ['--production']);
  // One that does start is a failure to be told at once.
  expect(await Promise.race([server.ended, server.ready])).toBe(1);
  const said = server.output().trim();
  expect(said.split('\n')).toHaveLength(1);
  expect(said).not.toContain(new URL(embedded.url).password);
  return said;
}

test('production refuses a superuser, and says how to make the right role', async () => {
  const said = await refusal();
  expect(said).toContain('Heliograph did not start. The role heliograph of DATABASE_URL is a superuser: ');
  expect(said).toContain("create role heliograph login password '...'; create role heliograph_call nologin;");
});

test('a role that passes by row policies', async () => {
  await mighty`alter role heliograph nosuperuser bypassrls`;
  expect(await refusal()).toContain('may pass by row policies (BYPASSRLS)');
});

test('a role that may become a superuser', async () => {
  await mighty`alter role heliograph nobypassrls`;
  expect(await refusal()).toContain('The role heliograph of DATABASE_URL may act as keeper: ');
});

test('and one that may run programs of the database server', async () => {
  await mighty`grant pg_execute_server_program to heliograph`;
  await mighty`revoke keeper from heliograph`;
  expect(await refusal()).toContain('may act as pg_execute_server_program: ');
  await mighty`revoke pg_execute_server_program from heliograph`;
});

test('without the role of calls, or without the right to it', async () => {
  await mighty`drop role heliograph_call`;
  expect(await refusal()).toContain(
    'The database has no role heliograph_call, and heliograph may not make it; let its administrator run: ' +
      'create role heliograph_call nologin; grant heliograph_call to heliograph;',
  );
  await mighty`create role heliograph_call nologin`;
  expect(await refusal()).toContain(
    "The database's role heliograph may not switch to heliograph_call; let its administrator run: grant heliograph_call to heliograph;",
  );
});

test('with what it needs and nothing else it starts', async () => {
  await mighty`grant heliograph_call to heliograph`;
  const server = startServer({ DATABASE_URL: embedded.url, DEMO: '' }, ['--production']);
  await server.ready;
  expect(await stopServer(server, 'SIGTERM')).toBe(0);
});
