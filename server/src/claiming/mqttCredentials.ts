// Passwords of MQTT devices: random, shown once, stored as a hash with the serial number.
import { createHash, randomBytes } from 'node:crypto';
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { notifyRegistry } from '../platform/database/registryChannel.ts';

/** 144 bits, in 24 characters that can be typed into a device's page. */
const BYTES = 18;

/** Creates a password that does not start with a dash: in the CSV list of passwords that would start a formula and be escaped. */
function newPassword(): string {
  const password = randomBytes(BYTES).toString('base64url');
  return password.startsWith('-') ? newPassword() : password;
}

/** Sets and returns new passwords, in the transaction of the change; connections with the previous passwords end after the commit. */
export async function issueCredentials(sql: Transaction, sns: readonly string[], at: Date): Promise<Credential[]> {
  if (sns.length === 0) return [];
  const credentials = sns.map((sn) => ({ sn, password: newPassword() }));
  const hashes = credentials.map(({ password }) => createHash('sha256').update(password).digest('hex'));
  await sql`
    update serial_numbers n set credential = decode(g.hash, 'hex'), credential_at = ${at}
    from (select unnest(${textArray(sns)}::text::text[]) as sn, unnest(${textArray(hashes)}::text::text[]) as hash) g
    where n.sn = g.sn`;
  await notifyRegistry(sql, sns);
  return credentials;
}
