// Tests TLS connections to a database as set in DATABASE_URL: encrypted if the certificate matches the host, else refused.
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../../test/postgres.ts';
import { connect } from './connect.ts';
import { databaseOwner, prepareBinaries } from './embedded/places.ts';

// Self-signed certificate for localhost, trusted only where it is given explicitly.
const certificate = join(import.meta.dirname, '../../../test/data/tls/cert.pem');
const dir = mkdtempSync(join(tmpdir(), 'heliograph-tls-'));
chmodSync(dir, 0o711);
const owner = databaseOwner();
/** Copies a file for the database's user, as PostgreSQL accepts only a key that is readable by its own user alone. */
const copyForOwner = (name: string): string => {
  const copy = join(dir, name);
  copyFileSync(join(import.meta.dirname, '../../../test/data/tls', name), copy);
  if (owner) chownSync(copy, owner.uid, owner.gid);
  chmodSync(copy, 0o600);
  return copy;
};
/** pg_hba.conf: the role named by the certificate signs in with it, without a password. */
const access = join(dir, 'access.conf');
writeFileSync(access, 'hostssl all localhost 127.0.0.1/32 cert\nhost all all 127.0.0.1/32 scram-sha-256\n');
const postgres = await startPostgres(join(prepareBinaries(dir, owner), 'bin'), {
  hba_file: access,
  ssl_ca_file: certificate,
  ssl: 'on',
  ssl_cert_file: copyForOwner('cert.pem'),
  ssl_key_file: copyForOwner('key.pem'),
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Connects and returns whether the connection was encrypted. */
async function connectsEncrypted(host: string, options: Record<string, string>): Promise<boolean> {
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

test('encrypts with verify-full if the certificate names the host', async () => {
  expect(await connectsEncrypted('localhost', { sslmode: 'verify-full', sslrootcert: certificate })).toBe(true);
});

test('refuses an untrusted certificate and one of another host', async () => {
  await expect(connectsEncrypted('localhost', { sslmode: 'verify-full' })).rejects.toThrow(/self-signed|certificate/);
  await expect(connectsEncrypted('127.0.0.1', { sslmode: 'verify-full', sslrootcert: certificate })).rejects.toThrow(
    /altnames|does not match/,
  );
});

test('connects without encryption when sslmode is not set, as docs/operate/security.md states', async () => {
  expect(await connectsEncrypted('localhost', {})).toBe(false);
});

test('signs in a role by a certificate instead of a permanent password', async () => {
  const admin = connect(postgres.superuserUrl, { max: 1 });
  await admin`create role localhost login`;
  await admin.end();
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  url.username = 'localhost';
  url.password = '';
  const trusting = { sslmode: 'verify-full', sslrootcert: certificate };
  for (const [name, value] of Object.entries(trusting)) url.searchParams.set(name, value);
  const withoutCertificate = connect(url.href, { max: 1 });
  await expect(withoutCertificate`select`).rejects.toThrow(/certificate/);
  await withoutCertificate.end({ timeout: 1 });
  url.searchParams.set('sslcert', certificate);
  url.searchParams.set('sslkey', certificate.replace('cert.pem', 'key.pem'));
  const sql = connect(url.href, { max: 1 });
  expect(await sql`select current_user::text as role`).toEqual([{ role: 'localhost' }]);
  await sql.end({ timeout: 1 });
});
