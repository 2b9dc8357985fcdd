// From the Authorization header to who is asking: opaque tokens, stored hashed, renewed by use, ended at once.
import { createHash, randomBytes } from 'node:crypto';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { Context, Session } from '../context.ts';
import type { Sql, Transaction } from '../db/connect.ts';

export const SESSION_SECONDS = 43_200;
/** A use within this time of the last renewal writes nothing. */
const RENEW_AFTER_MS = 60_000;
/** Rights are read again after this time even if nobody said that they changed. */
const KEEP_MS = 30_000;
const KEEP_AT_MOST = 20_000;
const CHANNEL = 'heliograph_sessions';

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The token of a request: the raw value of the header, or after "Bearer". */
export function tokenOf(header: string | undefined): string {
  const value = header?.trim() ?? '';
  return /^bearer\s/i.test(value) ? value.slice(7).trim() : value;
}

export interface Sessions {
  find(token: string): Promise<Session | null>;
  close(): Promise<void>;
}

/** Tells every server process to forget what it keeps of these users' sessions; call it in the transaction that changes them. */
export async function forgetSessions(sql: Sql | Transaction, userId: number): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${String(userId)})`;
}

export async function openSessions({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<Sessions> {
  const kept = new Map<string, { session: Session; readAt: number; renewedAt: number }>();
  const listening = await sql.listen(
    CHANNEL,
    (userId) => {
      for (const [key, entry] of kept) if (entry.session.userId === Number(userId)) kept.delete(key);
    },
    // After a lost connection messages may have been missed.
    () => kept.clear(),
  );

  return {
    async find(token) {
      if (token === '' || token.length > 200) return null;
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const now = clock.now();
      let entry = kept.get(key);
      if (!entry || now.getTime() - entry.readAt > KEEP_MS) {
        const session = await readSession(sql, hash, now);
        if (!session) {
          kept.delete(key);
          return null;
        }
        const renewedAt = session.expiresAt.getTime() - SESSION_SECONDS * 1000;
        entry = { session, readAt: now.getTime(), renewedAt };
        if (kept.size >= KEEP_AT_MOST) kept.clear();
        kept.set(key, entry);
      }
      if (entry.session.expiresAt <= now) {
        kept.delete(key);
        return null;
      }
      if (now.getTime() - entry.renewedAt > RENEW_AFTER_MS) {
        entry.renewedAt = now.getTime();
        entry.session.expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
        await sql`
          update sessions set last_used_at = ${now}, expires_at = ${entry.session.expiresAt} where id = ${entry.session.id}`;
      }
      return entry.session;
    },
    async close() {
      await listening.unlisten();
    },
  };
}

/** The session of a hashed token with its rights as they are now; null when it has ended or the account is frozen. */
export async function readSession(sql: Sql, hash: Buffer, now: Date): Promise<Session | null> {
  const [row] = await sql<(Omit<Session, 'permissions'> & { permissions: Permission[] })[]>`
    with recursive found as (
      select s.*, u.email, r.code as role_code, r.scope
      from sessions s
      join users u on u.id = s.user_id and u.frozen_at is null
      join roles r on r.id = s.role_id
      join memberships m on m.user_id = s.user_id and m.company_id = s.company_id and m.role_id = s.role_id
      where s.token_hash = ${hash} and s.expires_at > ${now}
    ), branch as (
      select company_id as id from found where scope = 'branch'
      union all
      select c.id from companies c join branch b on c.parent_id = b.id
    )
    select id, user_id, email, company_id, role_id, role_code, scope, expires_at,
      array(select id from branch) as company_ids,
      array(select m.name from role_menus rm join menus m on m.id = rm.menu_id where rm.role_id = found.role_id) as permissions
    from found`;
  return row ? { ...row, permissions: new Set(row.permissions) } : null;
}
