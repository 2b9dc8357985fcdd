// The connection to a database by TLS, as DATABASE_URL asks for it: encrypted to the one that its certificate names, refused to any other.
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../../test/postgres.ts';
import { connect } from './connect.ts';
import { databaseOwner, prepareBinaries } from './embedded/places.ts';

// Of the name localhost, signed by itself: whoever trusts it, trusts it alone.
const certificate = join(import.meta.dirname, '../../../test/data/tls/cert.pem');
const dir = mkdtempSync(join(tmpdir(), 'heliograph-tls-'));
chmodSync(dir, 0o711);
const owner = databaseOwner();
/** PostgreSQL takes a key that is its own user's alone. */
const owned = (name: string): string => {
  const copy = join(dir, name);
  copyFileSync(join(import.meta.dirname, '../../../test/data/tls', name), copy);
  if (owner) chownSync(copy, owner.uid, owner.gid);
  chmodSync(copy, 0o600);
  return copy;
};
/** The role that the certificate names signs in by it alone. */
const access = join(dir, 'access.conf');
writeFileSync(access, 'hostssl all localhost 127.0.0.1/32 cert\nhost all all 127.0.0.1/32 scram-sha-256\n');
const postgres = await startPostgres(join(prepareBinaries(dir, owner), 'bin'), {
  hba_file: access,
  ssl_ca_file: certificate,
  ssl: 'on',
  ssl_cert_file: owned('cert.pem'),
  ssl_key_file: owned('key.pem'),
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Whether its one connection was encrypted. */
async function askBy(host: string, options: Record<string, string>): Promise<boolean> {
  const url = new URL(postgres.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  const sql = connect(url.href, { max: 1 });
  try {
    const [row] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    return row!.ssl;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test('verify-full encrypts to the host that the certificate names', async () => {
  expect(await askBy('localhost', { sslmode: 'verify-full', sslrootcert: certificate })).toBe(true);
});

test('a certificate that nobody trusts, and one of another host, are refused', async () => {
  await expect(askBy('localhost', { sslmode: 'verify-full' })).rejects.toThrow(/self-signed|certificate/);
  await expect(askBy('127.0.0.1', { sslmode: 'verify-full', sslrootcert: certificate })).rejects.toThrow(
    /altnames|does not match/,
  );
});

test('connects without encryption when sslmode is not set, as docs/operate/security.md states', async () => {
  expect(await askBy('localhost', {})).toBe(false);
});

test('a role signs in by a certificate instead of a password that stays', async () => {
  const admin = connect(postgres.superuserUrl, { max: 1 });
  await admin`create role localhost login`;
  await admin.end();
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  url.username = 'localhost';
  url.password = '';
  const trusting = { sslmode: 'verify-full', sslrootcert: certificate };
  for (const [name, value] of Object.entries(trusting)) url.searchParams.set(name, value);
  const withoutOne = connect(url.href, { max: 1 });
  await expect(withoutOne`select`).rejects.toThrow(/certificate/);
  await withoutOne.end({ timeout: 1 });
  url.searchParams.set('sslcert', certificate);
  url.searchParams.set('sslkey', certificate.replace('cert.pem', 'key.pem'));
  const sql = connect(url.href, { max: 1 });
  expect(await sql`select current_user::text as role`).toEqual([{ role: 'localhost' }]);
  await sql.end({ timeout: 1 });
});
