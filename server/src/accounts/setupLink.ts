// One-time link for creating the first administrator: its secret is printed once and stored hashed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { hasOwnUser } from './ownUsers.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Links of the latest starts that stay valid: one of each server. */
const MAX_LINKS = 16;

/**
 * Returns the link to print while nobody can sign in; null as soon as there is a user other than demo accounts. Each start
 * creates a new link, so losing one does no harm; those of other servers stay valid until the first administrator is made.
 */
export async function newSetupLink({ sql, config }: Pick<Context, 'sql' | 'config'>): Promise<string | null> {
  if (await hasOwnUser(sql)) return null;
  const secret = randomBytes(24).toString('base64url');
  const hash = hashOf(secret).toString('hex');
  await sql.begin(async (tx) => {
    await tx`insert into settings (name, value) values ('setup', '[]') on conflict (name) do nothing`;
    const hashes = [...(await lockedHashes(tx)), hash].slice(-MAX_LINKS);
    await tx`update settings set value = to_jsonb(${hashes}::text[]) where name = 'setup'`;
  });
  // In the fragment: browsers do not send it, so that no proxy logs it.
  return `${config.publicUrl}/setup#secret=${secret}`;
}

/** Whether the secret is currently valid, without consuming it. */
export async function isSetupSecret(tx: Transaction, secret: string): Promise<boolean> {
  const [row] = await tx<Stored[]>`select value from settings where name = 'setup'`;
  return hashesOf(row).some((hash) => matches(hash, secret));
}

/** Consumes all links; returns true once, for one of their secrets. */
export async function consumeSetupSecret(tx: Transaction, secret: string): Promise<boolean> {
  if (!(await lockedHashes(tx)).some((hash) => matches(hash, secret))) return false;
  await tx`delete from settings where name = 'setup'`;
  return !(await hasOwnUser(tx));
}

interface Stored {
  /** Hashes of the secrets. A text: the only one, of an earlier version. */
  value: string | string[];
}

/** Locks the row, so that only one of two concurrent requests changes it. */
async function lockedHashes(tx: Transaction): Promise<string[]> {
  const [row] = await tx<Stored[]>`select value from settings where name = 'setup' for update`;
  return hashesOf(row);
}

const hashesOf = (row: Stored | undefined): string[] => [row?.value ?? []].flat();
const matches = (hash: string, secret: string): boolean => timingSafeEqual(Buffer.from(hash, 'hex'), hashOf(secret));
