// Idempotency keys: a change sent twice with one key is done once and answered twice, the second time only to a session that may still ask.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyRequest } from 'fastify';
import { accessibleSites } from '../access/accessibleSites.ts';
import type { OpenSession } from '../access/session.ts';
import type { Transaction } from '../platform/database/connect.ts';

const MAX_KEY_LENGTH = 100;

/** Returns the key of a change; undefined for none. Refuses one that is too long: two keys cut to the same text would be one. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[HEADERS.idempotencyKey];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key)) return key;
  throw new ApiError('badRequest', {
    field: HEADERS.idempotencyKey,
    reason: `at most ${MAX_KEY_LENGTH} letters, digits and signs`,
  });
}

export interface KeyedChange {
  session: OpenSession;
  key: string;
  path: string;
  body: unknown;
  /** The call's permissions that the session has. */
  permissions: readonly Permission[];
  at: Date;
}

/** State that an earlier request with the key left. */
interface EarlierRequest {
  path: string;
  bodyHash: Buffer;
  companyId: number | null;
  permissions: Permission[];
  aboutSid: string | null;
  /** Null: not answered yet; only calls with their own transactions commit such a row. */
  answer: string | null;
  heldUntil: Date | null;
  changed: boolean;
}

export interface Answer {
  response: unknown;
  /** The plant that the change is about. */
  sid: string | undefined;
}

/** Runs a change within the caller's transaction and stores its response, or returns the response of an earlier request with the key. */
export async function runOnce(sql: Transaction, keyed: KeyedChange, change: () => Promise<Answer>): Promise<unknown> {
  // The insert of a second request with the key waits for the first one's transaction to end.
  if (!(await insertKey(sql, keyed, null))) {
    const earlier = await readEarlier(sql, keyed);
    // The key belongs to a call with its own transactions.
    if (!earlier || earlier.answer === null) throw new ApiError('keyReused');
    return await replayResponse(sql, keyed, earlier.answer, earlier);
  }
  const answer = await change();
  await storeResponse(sql, keyed, answer);
  return answer.response;
}

export interface Hold {
  holder: string;
  until: Date;
}

/**
 * Claims the key for a call with its own transactions. `claimed`: the call begins, or begins once more after a server that
 * ended before it changed anything. `wait`: another request is doing it. Else the response of the earlier request. Refuses
 * with `interrupted` when that one ended halfway.
 */
export async function claimKey(
  sql: Transaction,
  keyed: KeyedChange,
  hold: Hold,
): Promise<'claimed' | 'wait' | { response: unknown }> {
  if (await insertKey(sql, keyed, hold)) return 'claimed';
  const earlier = await readEarlier(sql, keyed);
  // It has just been released.
  if (!earlier) return 'wait';
  if (earlier.answer !== null) return { response: await replayResponse(sql, keyed, earlier.answer, earlier) };
  if (earlier.heldUntil !== null && earlier.heldUntil > keyed.at) return 'wait';
  if (earlier.changed) throw new ApiError('interrupted');
  await sql`
    update idempotency_keys set holder = ${hold.holder}, held_until = ${hold.until}
    where user_id = ${keyed.session.userId} and key = ${keyed.key}`;
  return 'claimed';
}

/**
 * Locks the key until the end of the transaction and records that a part of the change was committed. False when another
 * request has claimed it, because this one took too long.
 */
export async function markChanged(sql: Transaction, { session, key }: KeyedChange, { holder }: Hold): Promise<boolean> {
  const { count } = await sql`
    update idempotency_keys set changed = true
    where user_id = ${session.userId} and key = ${key} and holder = ${holder} and answer is null`;
  return count === 1;
}

/** Releases the key after a refusal or a fault. A change that committed nothing can be tried again with it; another is `interrupted`. */
export async function releaseKey(sql: Transaction, { session, key, at }: KeyedChange, { holder }: Hold): Promise<void> {
  const held = sql`user_id = ${session.userId} and key = ${key} and holder = ${holder} and answer is null`;
  await sql`delete from idempotency_keys where ${held} and not changed`;
  await sql`update idempotency_keys set held_until = ${at} where ${held}`;
}

export async function storeResponse(
  sql: Transaction,
  { session, key }: KeyedChange,
  { response, sid }: Answer,
): Promise<void> {
  // A plant that the change itself deleted or gave away is not checked when the response is replayed.
  const aboutSid = sid !== undefined && (await isVisible(sql, session, sid)) ? sid : null;
  await sql`
    update idempotency_keys set answer = ${JSON.stringify(encrypt(session.secret, JSON.stringify(response ?? null)))}::text::jsonb, about_sid = ${aboutSid}
    where user_id = ${session.userId} and key = ${key}`;
}

const CIPHER = 'aes-256-gcm';
const CIPHER_BYTES = { iv: 12, tag: 16 };

/** A response may hold a password that is shown once: nobody can read it in the database, as the session's secret is stored nowhere. */
function encrypt(secret: Buffer, text: string): string {
  const iv = randomBytes(CIPHER_BYTES.iv);
  const cipher = createCipheriv(CIPHER, responseKey(secret), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(secret: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const { iv, tag } = CIPHER_BYTES;
  const decipher = createDecipheriv(CIPHER, responseKey(secret), bytes.subarray(0, iv));
  decipher.setAuthTag(bytes.subarray(iv, iv + tag));
  return Buffer.concat([decipher.update(bytes.subarray(iv + tag)), decipher.final()]).toString('utf8');
}

const responseKey = (secret: Buffer): Buffer => createHmac('sha256', secret).update('answer').digest();

/** Keyed by the session's secret: a body may hold a password, which could be guessed from a plain hash. */
function bodyHashOf({ session, body }: KeyedChange): Buffer {
  return createHmac('sha256', session.secret)
    .update(JSON.stringify(body ?? {}))
    .digest();
}

/** False when the key exists already. */
async function insertKey(sql: Transaction, keyed: KeyedChange, hold: Hold | null): Promise<boolean> {
  const { session, key, path, at } = keyed;
  const [inserted] = await sql`
    insert into idempotency_keys (user_id, key, path, body_hash, company_id, permissions, created_at, holder, held_until)
    values (${session.userId}, ${key}, ${path}, ${bodyHashOf(keyed)}, ${session.companyId}, ${keyed.permissions as string[]},
      ${at}, ${hold?.holder ?? null}, ${hold?.until ?? null})
    on conflict do nothing returning key`;
  return inserted !== undefined;
}

async function readEarlier(sql: Transaction, keyed: KeyedChange): Promise<EarlierRequest | undefined> {
  const { session, key, path } = keyed;
  // Locked, so that only one of two requests claims it.
  const [earlier] = await sql<EarlierRequest[]>`
    select path, body_hash, company_id, permissions, about_sid, answer::text as answer, held_until, changed
    from idempotency_keys where user_id = ${session.userId} and key = ${key} for update`;
  if (!earlier) return undefined;
  if (earlier.path !== path || !bodyHashOf(keyed).equals(earlier.bodyHash)) throw new ApiError('keyReused');
  if (earlier.companyId !== session.companyId) throw new ApiError('keyReused');
  return earlier;
}

/** Refuses when the session has lost the permission or the plant since; `readEarlier` has checked the company. */
async function replayResponse(
  sql: Transaction,
  { session }: KeyedChange,
  answer: string,
  { permissions, aboutSid }: EarlierRequest,
): Promise<unknown> {
  if (!permissions.every((permission) => session.permissions.has(permission))) throw new ApiError('forbidden');
  if (aboutSid !== null && !(await isVisible(sql, session, aboutSid))) throw new ApiError('siteNotFound');
  const stored = JSON.parse(answer) as unknown;
  // Responses stored before they were encrypted are not text.
  return typeof stored === 'string' ? JSON.parse(decrypt(session.secret, stored)) : stored;
}

async function isVisible(sql: Transaction, session: OpenSession, sid: string): Promise<boolean> {
  const [site] = await sql`select 1 from sites s where s.sid = ${sid} and ${accessibleSites(sql, session)}`;
  return site !== undefined;
}
