// Changes that are sent twice with one key: done once, answered twice, and the second time only to who may still ask.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyRequest } from 'fastify';
import { visibleSites } from '../access/accessibleSites.ts';
import type { OpenSession } from '../access/session.ts';
import type { Transaction } from '../platform/database/connect.ts';

const LONGEST_KEY = 100;

/** The key a change came with; undefined for none. One that is too long is refused: cut, two would be the same. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[HEADERS.idempotencyKey];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= LONGEST_KEY && /^[\x20-\x7e]+$/.test(key)) return key;
  throw new Refusal('badRequest', {
    field: HEADERS.idempotencyKey,
    reason: `at most ${LONGEST_KEY} letters, digits and signs`,
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

interface Begun {
  path: string;
  bodyHash: Buffer;
  companyId: number | null;
  permissions: Permission[];
  aboutSid: string | null;
  /** Null: not answered yet, which only calls with their own transactions leave to be seen. */
  answer: string | null;
  heldUntil: Date | null;
  changed: boolean;
}

/** `change` does it and says which plant it was about; all within one transaction. */
export async function onceByKey(
  sql: Transaction,
  keyed: KeyedChange,
  change: () => Promise<{ given: unknown; sid: string | undefined }>,
): Promise<unknown> {
  // A second request with the key waits here for the first one's transaction to end.
  if (!(await enterKey(sql, keyed, null))) {
    const earlier = await earlierOf(sql, keyed);
    // Of a call with its own transactions, whose key this call came with.
    if (!earlier || earlier.answer === null) throw new Refusal('keyReused');
    return await answerAgain(sql, keyed, earlier);
  }
  const { given, sid } = await change();
  await keepAnswer(sql, keyed, { given, sid });
  return given;
}

export interface Hold {
  holder: string;
  until: Date;
}

/**
 * For a call with its own transactions: `mine` to begin, or to begin again what ended with its server and had changed
 * nothing; `wait` while another does it; else the answer of the first time. Refuses what ended halfway.
 */
export async function claimKey(
  sql: Transaction,
  keyed: KeyedChange,
  hold: Hold,
): Promise<'mine' | 'wait' | { answer: unknown }> {
  if (await enterKey(sql, keyed, hold)) return 'mine';
  const earlier = await earlierOf(sql, keyed);
  // It has just been given up.
  if (!earlier) return 'wait';
  if (earlier.answer !== null) return { answer: await answerAgain(sql, keyed, earlier) };
  if (earlier.heldUntil !== null && earlier.heldUntil > keyed.at) return 'wait';
  if (earlier.changed) throw new Refusal('interrupted');
  await sql`
    update idempotency_keys set holder = ${hold.holder}, held_until = ${hold.until}
    where user_id = ${keyed.session.userId} and key = ${keyed.key}`;
  return 'mine';
}

/**
 * Before a part of it is committed: locks the key until the end of the transaction and says that something was changed.
 * False when another has begun it again, because this one took too long.
 */
export async function holdKey(sql: Transaction, { session, key }: KeyedChange, { holder }: Hold): Promise<boolean> {
  const { count } = await sql`
    update idempotency_keys set changed = true
    where user_id = ${session.userId} and key = ${key} and holder = ${holder} and answer is null`;
  return count === 1;
}

/** After a refusal or a fault: what changed nothing may be tried again with the key, what did must be looked at. */
export async function leaveKey(sql: Transaction, { session, key, at }: KeyedChange, { holder }: Hold): Promise<void> {
  const mine = sql`user_id = ${session.userId} and key = ${key} and holder = ${holder} and answer is null`;
  await sql`delete from idempotency_keys where ${mine} and not changed`;
  await sql`update idempotency_keys set held_until = ${at} where ${mine}`;
}

export async function keepAnswer(
  sql: Transaction,
  { session, key }: KeyedChange,
  { given, sid }: { given: unknown; sid: string | undefined },
): Promise<void> {
  // A plant that its own change deleted or gave away is not asked for again.
  const kept = sid !== undefined && (await isVisible(sql, session, sid)) ? sid : null;
  await sql`
    update idempotency_keys set answer = ${JSON.stringify(sealed(session.secret, JSON.stringify(given ?? null)))}::text::jsonb, about_sid = ${kept}
    where user_id = ${session.userId} and key = ${key}`;
}

const SEAL = 'aes-256-gcm';
const SEAL_BYTES = { iv: 12, tag: 16 };

/** An answer may hold a password that is shown once: who reads the database does not read it, as the session's secret is stored nowhere. */
function sealed(secret: Buffer, text: string): string {
  const iv = randomBytes(SEAL_BYTES.iv);
  const cipher = createCipheriv(SEAL, sealKey(secret), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function unsealed(secret: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const { iv, tag } = SEAL_BYTES;
  const decipher = createDecipheriv(SEAL, sealKey(secret), bytes.subarray(0, iv));
  decipher.setAuthTag(bytes.subarray(iv, iv + tag));
  return Buffer.concat([decipher.update(bytes.subarray(iv + tag)), decipher.final()]).toString('utf8');
}

const sealKey = (secret: Buffer): Buffer => createHmac('sha256', secret).update('answer').digest();

/** Keyed by what is stored nowhere: a body may hold a password, and a plain hash of it could be guessed. */
function bodyHashOf({ session, body }: KeyedChange): Buffer {
  return createHmac('sha256', session.secret)
    .update(JSON.stringify(body ?? {}))
    .digest();
}

/** False when the key is there already. */
async function enterKey(sql: Transaction, keyed: KeyedChange, hold: Hold | null): Promise<boolean> {
  const { session, key, path, at } = keyed;
  const [mine] = await sql`
    insert into idempotency_keys (user_id, key, path, body_hash, company_id, permissions, created_at, holder, held_until)
    values (${session.userId}, ${key}, ${path}, ${bodyHashOf(keyed)}, ${session.companyId}, ${keyed.permissions as string[]},
      ${at}, ${hold?.holder ?? null}, ${hold?.until ?? null})
    on conflict do nothing returning key`;
  return mine !== undefined;
}

async function earlierOf(sql: Transaction, keyed: KeyedChange): Promise<Begun | undefined> {
  const { session, key, path } = keyed;
  // Locked: of two that would begin it again, one does.
  const [earlier] = await sql<Begun[]>`
    select path, body_hash, company_id, permissions, about_sid, answer::text as answer, held_until, changed
    from idempotency_keys where user_id = ${session.userId} and key = ${key} for update`;
  if (!earlier) return undefined;
  if (earlier.path !== path || !bodyHashOf(keyed).equals(earlier.bodyHash)) throw new Refusal('keyReused');
  if (earlier.companyId !== session.companyId) throw new Refusal('keyReused');
  return earlier;
}

/** What may have been taken from the caller since: the company, a permission, the plant. */
async function answerAgain(sql: Transaction, { session }: KeyedChange, earlier: Begun): Promise<unknown> {
  if (!earlier.permissions.every((permission) => session.permissions.has(permission))) throw new Refusal('forbidden');
  if (earlier.aboutSid !== null && !(await isVisible(sql, session, earlier.aboutSid))) throw new Refusal('noSuchSite');
  const kept = JSON.parse(earlier.answer!) as unknown;
  // Those of before the update are no text.
  return typeof kept === 'string' ? JSON.parse(unsealed(session.secret, kept)) : kept;
}

async function isVisible(sql: Transaction, session: OpenSession, sid: string): Promise<boolean> {
  const [site] = await sql`select 1 from sites s where s.sid = ${sid} and ${visibleSites(sql, session)}`;
  return site !== undefined;
}
