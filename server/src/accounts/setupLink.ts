// The one-time link with which the first administrator is made: its secret is printed once and stored hashed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { hasOwnUser } from './ownUsers.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/**
 * The link to print while nobody can sign in; null as soon as there is a user who is not the demonstration's. Each start makes a new one, and the
 * link before it ends: so a link that was lost is no loss.
 */
export async function newSetupLink({ sql, config }: Pick<Context, 'sql' | 'config'>): Promise<string | null> {
  if (await hasOwnUser(sql)) return null;
  const secret = randomBytes(24).toString('base64url');
  await sql`
    insert into settings (name, value) values ('setup', to_jsonb(${hashOf(secret).toString('hex')}::text))
    on conflict (name) do update set value = excluded.value`;
  // Behind the #: browsers send it to nobody, so that no proxy writes it into a log.
  return `${config.publicUrl}/setup#secret=${secret}`;
}

/** Whether the secret is the right one now; who takes it asks again. */
export async function isSetupSecret(tx: Transaction, secret: string): Promise<boolean> {
  const [row] = await tx<Stored[]>`select value #>> '{}' as value from settings where name = 'setup'`;
  return isRight(row, secret);
}

/** True once, for the right secret; locks the row, so that of two at once one comes too late. */
export async function consumeSetupSecret(tx: Transaction, secret: string): Promise<boolean> {
  const [row] = await tx<Stored[]>`select value #>> '{}' as value from settings where name = 'setup' for update`;
  if (!isRight(row, secret)) return false;
  await tx`delete from settings where name = 'setup'`;
  return !(await hasOwnUser(tx));
}

interface Stored {
  value: string;
}

function isRight(row: Stored | undefined, secret: string): boolean {
  return row !== undefined && timingSafeEqual(Buffer.from(row.value, 'hex'), hashOf(secret));
}
