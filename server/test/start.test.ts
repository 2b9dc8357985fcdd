// Starts and stops the real server as a process and checks its output and leftovers. comeBack.test.ts kills it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from './database.ts';
import { killServers, processesIn, type Started, startServer, stopServer } from './serverProcess.ts';

let folder: string;
let dataDir: string;

const start = (env: Record<string, string>, args: string[] = []): Started =>
  startServer({ DATA_DIR: dataDir, ...env }, args);
const stop = stopServer;

async function refusal(env: Record<string, string>, args: string[] = []): Promise<string> {
  const started = start(env, args);
  expect(await started.ended).toBe(1);
  const line = started.output().trim();
  expect(line.split('\n')).toHaveLength(1);
  return line;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph start '));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
});

afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('starts in a folder with a space beside another copy, refuses a second server on its data, and leaves nothing behind', async () => {
  const server = start({});
  const other = start({ DATA_DIR: join(folder, 'other') });
  const address = await server.ready;
  expect(await other.ready).not.toBe(address);
  const isAnswered = async () =>
    (
      await fetch(`${address}/v2/common/lan`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status;
  expect(await isAnswered()).toBe(200);
  expect(server.output()).toMatch(/Make the first administrator at http\S+\/setup#secret=\S+/);
  expect(await refusal({})).toContain('Another Heliograph already runs on the data folder');
  expect(await isAnswered()).toBe(200);
  expect(await Promise.all([stop(server), stop(other, 'SIGTERM')])).toEqual([0, 0]);
  if (process.platform === 'linux') expect(processesIn(folder)).toEqual([]);
});

test('a start with an invalid setting or a port in use exits with one line that names it', async () => {
  expect(await refusal({ PORT: 'abc' })).toBe(
    'Heliograph did not start. The setting PORT "abc" is not a whole number from 1 to 65535, for example PORT=8080.',
  );
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '0.0.0.0', () => resolve((other.address() as { port: number }).port)),
  );
  expect(await refusal({ PORT: String(port) })).toBe(
    `Heliograph did not start. The port ${port} is taken by another program; choose another, for example PORT=${port + 1}.`,
  );
  other.close();
});

test('production starts on an empty database: migrated, no demonstration, a link for the first administrator', async () => {
  const { sql, url, drop } = await freshDatabase('template0');
  const server = start({ DATABASE_URL: url, DEMO: '', PUBLIC_URL: 'https://solar.example.com' }, ['--production']);
  const address = await server.ready;
  expect(server.output()).toMatch(/at https:\/\/solar\.example\.com\/setup#secret=\S+ \(the link works once\)/);
  // Settings that the operator should still make.
  for (const name of ['STOLEN_PASSWORDS', 'LOG_SYSLOG', 'VIRUS_SCANNER']) expect(server.output()).toContain(`${name} `);
  if (new URL(url).password)
    expect(server.output()).toContain('until somebody changes it (docs/operate/security.md says when): DATABASE_URL.');
  expect(await sql`select email from users`).toEqual([]);
  expect(await sql`select sid from sites`).toEqual([]);
  // Nor what only a demonstration has.
  for (const table of ['documents', 'firmware', 'site_pictures'])
    expect(await sql`select from ${sql(table)}`, table).toEqual([]);
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
  expect(await statusOf('/dev/mail')).toBe(await statusOf('/dev/other'));
  expect(await statusOf('/dev/mail')).toBe(404);
  expect(server.output()).not.toContain('/dev/mail');
  expect(await stop(server, 'SIGTERM')).toBe(0);
  await drop();
});
