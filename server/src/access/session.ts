// Sessions behind the Authorization header: opaque tokens, stored hashed, renewed by use for up to 90 days, revoked immediately.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { SECOND_FACTOR_GRACE_DAYS } from '@heliograph/contract/limits.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { Context, Session } from '../context.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

export const SESSION_SECONDS = 43_200;
/** Maximum age of a session, however often it was renewed. */
const LONGEST_SESSION_MS = 90 * 86_400_000;
/** A use within this time after the last renewal writes nothing. */
const RENEW_AFTER_MS = 60_000;
/** Rights are reread after this time even without a notification that they changed. */
const CACHE_MS = 30_000;
const MAX_CACHED = 20_000;
const MAX_TOKEN_LENGTH = 200;
/** Channel that announces whose sessions have ended or changed their rights: a user's id, or `all`. */
export const SESSIONS_CHANNEL = 'heliograph_sessions';

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Key of a hashed token in the cache. */
const keyOf = (hash: Buffer): string => hash.toString('base64');

/** Returns a secret for a link, a cookie or a login under way. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the token of a session. */
export const newSessionToken = (): string => inThreeParts(randomBytes(32));

/** Some public programs accept only tokens of three parts with dots between them; for this server they have no meaning. */
function inThreeParts(secret: Buffer): string {
  const text = secret.toString('base64url');
  return [text.slice(0, 14), text.slice(14, 28), text.slice(28)].join('.');
}

/** Time for which the previous token still opens a session, so that requests just sent by other tabs of the browser are answered. */
const FORMER_MS = 60_000;

/**
 * Replaces the token of a session, after its user has entered the password or shown a second factor, and returns the new
 * one. A retry with the previous token, because the answer was lost or another request was quicker, returns the same one.
 * Undefined: the session has ended, or is a program's.
 */
export async function renewToken(
  sql: Sql,
  { id, userId, secret }: Pick<OpenSession, 'id' | 'userId' | 'secret'>,
  token: string,
  at: Date,
): Promise<string | undefined> {
  const seed = randomBytes(32);
  const next = nextToken(seed, token);
  const { count } = await sql`
    update sessions set token_hash = ${hashToken(next)}, former_hash = token_hash, token_seed = ${seed},
      former_until = ${new Date(at.getTime() + FORMER_MS)}, masked_secret = ${masked(secret, next)}
    where id = ${id} and token_hash = ${hashToken(token)} and api_scope is null`;
  if (count > 0) {
    await revokeSessions(sql, userId);
    return next;
  }
  const [renewed] = await sql<{ tokenSeed: Buffer }[]>`
    select token_seed from sessions where id = ${id} and former_hash = ${hashToken(token)} and former_until > ${at}`;
  return renewed && nextToken(renewed.tokenSeed, token);
}

/** Derives the next token; it cannot be computed from the seed or the token alone. */
const nextToken = (seed: Buffer, token: string): string =>
  inThreeParts(createHmac('sha256', seed).update(token).digest());

/** Returns the same secret for the current token and the previous one: the mask of the first token, stored masked by the newest. */
function secretOf(token: string, { maskedSecret, tokenHash, tokenSeed }: StoredSession): Buffer {
  if (!maskedSecret || !tokenSeed) return maskOf(token);
  return masked(maskedSecret, tokenHash.equals(hashToken(token)) ? token : nextToken(tokenSeed, token));
}

/** XORs the secret with the token's mask; applied twice it returns the secret. */
function masked(secret: Buffer, token: string): Buffer {
  const mask = maskOf(token);
  return secret.map((byte, n) => byte ^ mask[n]!) as Buffer;
}

const maskOf = (token: string): Buffer => createHmac('sha256', token).update('secret of the session').digest();

/** Returns the token of a request: the header's value, with or without "Bearer" in front. */
export function tokenOf(header: string | undefined): string {
  const value = header?.trim() ?? '';
  return /^bearer\s/i.test(value) ? value.slice(7).trim() : value;
}

export interface OpenSession extends Session {
  /** 32 bytes that stay the same while the token changes. Stored nowhere in the clear: only the holder of a token of the session can derive them. */
  secret: Buffer;
}

export interface Sessions {
  /** Whether the token opened a session lately, in this process. */
  isCached(token: string): boolean;
  find(token: string): Promise<OpenSession | null>;
  /** Returns the sessions that are still active, by id, with their current rights; reading them does not renew them. */
  check(ids: readonly number[]): Promise<Map<number, Session>>;
  close(): Promise<void>;
}

/**
 * Makes every server process drop the cached sessions of this user. Call it in the transaction that changes the user's
 * rights: this process has dropped them before it answers. `all`: when a role's menus change.
 */
export async function revokeSessions(sql: Sql | Transaction, userId: number | 'all'): Promise<void> {
  await sql.notify(SESSIONS_CHANNEL, String(userId));
}

/**
 * Refuses with unauthorized when the session has ended: the cached copy may be some milliseconds old. Call it in the
 * transaction of a change, under the requester's row policies.
 */
export async function assertSessionActive(sql: Transaction, { id }: Session): Promise<void> {
  const rows = await sql`select from sessions where id = ${id}`.execute();
  if (rows.count === 0) throw new ApiError('unauthorized');
}

/** Whether a message of the channel concerns this user. */
export function concernsUser(message: string, userId: number): boolean {
  return message === 'all' || Number(message) === userId;
}

export async function openSessions({
  sql,
  clock,
  config,
}: Pick<Context, 'sql' | 'clock' | 'config'>): Promise<Sessions> {
  /** Sets the fields that depend on the time, which passes while a session is cached. Without a key for second factors nobody is locked out for having none. */
  const setDeadline = <S extends StoredSession>(session: S, now: Date): S => {
    const by = config.secondFactorKey ? session.askedFactorBy : null;
    return Object.assign(session, { secondFactorBy: by, owesSecondFactor: by !== null && by <= now });
  };
  const cached = new Map<string, { session: StoredSession & OpenSession; readAt: number; renewedAt: number }>();
  /** Counts messages, so that a session read before a message is not cached after it. */
  let messages = 0;
  const subscription = await sql.listen(
    SESSIONS_CHANNEL,
    (message) => {
      messages++;
      for (const [key, { session }] of cached) if (concernsUser(message, session.userId)) cached.delete(key);
    },
    // After a lost connection messages may have been missed.
    () => {
      messages++;
      cached.clear();
    },
  );

  return {
    isCached: (token) => token !== '' && token.length <= MAX_TOKEN_LENGTH && cached.has(keyOf(hashToken(token))),
    async find(token) {
      if (token === '' || token.length > MAX_TOKEN_LENGTH) return null;
      const hash = hashToken(token);
      const key = keyOf(hash);
      const now = clock.now();
      let entry = cached.get(key);
      if (!entry || now.getTime() - entry.readAt > CACHE_MS) {
        const before = messages;
        const stored = await readSession(sql, hash, now);
        if (!stored) {
          cached.delete(key);
          return null;
        }
        const session = { ...stored, secret: secretOf(token, stored) };
        entry = { session, readAt: now.getTime(), renewedAt: session.lastUsedAt.getTime() };
        if (cached.size >= MAX_CACHED) cached.clear();
        if (messages === before) cached.set(key, entry);
      }
      const { session } = entry;
      if (session.expiresAt <= now) {
        cached.delete(key);
        return null;
      }
      if (now.getTime() - entry.renewedAt > RENEW_AFTER_MS) {
        entry.renewedAt = now.getTime();
        // An API token ends at its fixed time.
        if (!session.api)
          session.expiresAt = new Date(
            Math.min(now.getTime() + SESSION_SECONDS * 1000, session.createdAt.getTime() + LONGEST_SESSION_MS),
          );
        await sql`
          update sessions set last_used_at = ${now}, expires_at = ${session.expiresAt} where id = ${session.id}`;
      }
      return setDeadline(session, now);
    },
    async check(ids) {
      const now = clock.now();
      const rows = await readSessions(sql, sql`s.id = any (${ids as number[]}::int[])`, now);
      const active = new Map(rows.map((session) => [session.id, setDeadline(session, now)]));
      const ended = new Set(ids.filter((id) => !active.has(id)));
      for (const [key, { session }] of cached) if (ended.has(session.id)) cached.delete(key);
      return active;
    },
    async close() {
      await subscription.unlisten();
    },
  };
}

interface StoredSession extends Session {
  createdAt: Date;
  lastUsedAt: Date;
  askedFactorBy: Date | null;
  tokenHash: Buffer;
  tokenSeed: Buffer | null;
  /** Null while the session has its first token. */
  maskedSecret: Buffer | null;
}

type StoredRow = Omit<StoredSession, 'permissions' | 'api' | 'secondFactorBy' | 'owesSecondFactor'> & {
  permissions: Permission[];
  apiName: string | null;
  apiScope: ApiScope | null;
};

/** Returns the session of a hashed token with its current rights; null when it has ended, or the account or its membership of the company is frozen. */
export async function readSession(sql: Sql | Transaction, hash: Buffer, now: Date): Promise<StoredSession | null> {
  const which = sql`(s.token_hash = ${hash} or (s.former_hash = ${hash} and s.former_until > ${now}))`;
  const [session] = await readSessions(sql, which, now);
  return session ?? null;
}

async function readSessions(sql: Sql | Transaction, which: Fragment, now: Date): Promise<StoredSession[]> {
  const rows = await sql<StoredRow[]>`
    with recursive found as (
      select s.*, s.view_role_id as viewing, u.email, r.code as role_code, r.scope,
        coalesce(u.demo_password_hash = u.password_hash, false) as is_demo,
        -- Demo accounts, whose password is published, need no second factor.
        case when s.api_scope is null and s.second_factor is null and u.demo_password_hash is distinct from u.password_hash
            and least(r.second_factor_since, c.second_factor_since) is not null
          then greatest(least(r.second_factor_since, c.second_factor_since), m.created_at) + make_interval(days => ${SECOND_FACTOR_GRACE_DAYS}::int)
        end as asked_factor_by
      from sessions s
      join users u on u.id = s.user_id and u.frozen_at is null
      join roles r on r.id = s.role_id
      join memberships m on m.user_id = s.user_id and m.company_id = s.company_id and m.role_id = s.role_id
        and m.frozen_at is null
      join companies c on c.id = s.company_id
      where ${which} and s.expires_at > ${now}
        and (s.api_scope is not null or s.created_at > ${new Date(now.getTime() - LONGEST_SESSION_MS)})
    ), branch as (
      select distinct company_id as top, company_id as id from found where scope = 'branch'
      union all
      select b.top, c.id from companies c join branch b on c.parent_id = b.id
    )
    select id, user_id, email, company_id, role_id, role_code, scope, viewing, expires_at, created_at, last_used_at,
      token_hash, token_seed, masked_secret, api_name, api_scope, second_factor is not null as has_second_factor, asked_factor_by, is_demo,
      array(select b.id from branch b where found.scope = 'branch' and b.top = found.company_id) as company_ids,
      array(
        select m.name from role_menus rm join menus m on m.id = rm.menu_id
        where rm.role_id = found.role_id and (found.viewing is null or m.name in (
          select v.name from role_menus vm join menus v on v.id = vm.menu_id where vm.role_id = found.viewing))
      ) as permissions
    from found`;
  return rows.map(({ apiName, apiScope, permissions, ...row }) => ({
    ...row,
    secondFactorBy: null,
    owesSecondFactor: false,
    permissions: new Set(permissions),
    api: apiName !== null && apiScope !== null ? { name: apiName, scope: apiScope } : null,
  }));
}
