// One-time link for creating the first administrator: its secret is printed once and stored hashed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { hasOwnUser } from './ownUsers.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/**
 * Returns the link to print while nobody can sign in; null as soon as there is a user other than demo accounts. Each start
 * creates a new link and invalidates the previous one, so losing a link does no harm.
 */
export async function newSetupLink({ sql, config }: Pick<Context, 'sql' | 'config'>): Promise<string | null> {
  if (await hasOwnUser(sql)) return null;
  const secret = randomBytes(24).toString('base64url');
  await sql`
    insert into settings (name, value) values ('setup', to_jsonb(${hashOf(secret).toString('hex')}::text))
    on conflict (name) do update set value = excluded.value`;
  // In the fragment: browsers do not send it, so that no proxy logs it.
  return `${config.publicUrl}/setup#secret=${secret}`;
}

/** Whether the secret is currently valid, without consuming it. */
export async function isSetupSecret(tx: Transaction, secret: string): Promise<boolean> {
  const [row] = await tx<Stored[]>`select value #>> '{}' as value from settings where name = 'setup'`;
  return matches(row, secret);
}

/** Consumes the secret; returns true once, for the right one. Locks the row, so that only one of two concurrent requests succeeds. */
export async function consumeSetupSecret(tx: Transaction, secret: string): Promise<boolean> {
  const [row] = await tx<Stored[]>`select value #>> '{}' as value from settings where name = 'setup' for update`;
  if (!matches(row, secret)) return false;
  await tx`delete from settings where name = 'setup'`;
  return !(await hasOwnUser(tx));
}

interface Stored {
  value: string;
}

function matches(row: Stored | undefined, secret: string): boolean {
  return row !== undefined && timingSafeEqual(Buffer.from(row.value, 'hex'), hashOf(secret));
}
