// Passwords of devices that speak MQTT: random, shown once, kept as a hash with their number.
import { createHash, randomBytes } from 'node:crypto';
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { notifyRegistry } from '../platform/database/registryChannel.ts';

/** 144 bits, in 24 letters that can be typed into a device's page. */
const BYTES = 18;

/** Never with a dash first: in the list of them that is kept as CSV that would be the begin of a formula, and get a sign in front. */
function newPassword(): string {
  const password = randomBytes(BYTES).toString('base64url');
  return password.startsWith('-') ? newPassword() : password;
}

/** In the transaction of the change; a connection with the password before it ends after the commit. */
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
