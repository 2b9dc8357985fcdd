// Changes that are sent twice with one key: done once, answered twice, and the second time only to who may still ask.
import { createHmac } from 'node:crypto';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { visibleSites } from '../sql/visibleSites.ts';

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
  session: Session;
  token: string;
  key: string;
  path: string;
  body: unknown;
  /** The call's permissions that the session has. */
  permissions: readonly Permission[];
  at: Date;
}

interface Answered {
  path: string;
  bodyHash: Buffer;
  companyId: number | null;
  permissions: Permission[];
  aboutSid: string | null;
  answer: string;
}

/** `change` does it and says which plant it was about. */
export async function onceByKey(
  sql: Transaction,
  keyed: KeyedChange,
  change: () => Promise<{ given: unknown; sid: string | undefined }>,
): Promise<unknown> {
  const { session, key, path, at } = keyed;
  // Keyed by the token, which is stored nowhere: a body may hold a password, and a plain hash of it could be guessed.
  const bodyHash = createHmac('sha256', keyed.token)
    .update(JSON.stringify(keyed.body ?? {}))
    .digest();
  // A second request with the key waits here for the first one's transaction to end.
  const [mine] = await sql`
    insert into idempotency_keys (user_id, key, path, body_hash, company_id, permissions, created_at)
    values (${session.userId}, ${key}, ${path}, ${bodyHash}, ${session.companyId}, ${keyed.permissions as string[]}, ${at})
    on conflict do nothing returning key`;
  if (!mine) return await answerAgain(sql, keyed, bodyHash);
  const { given, sid } = await change();
  // A plant that its own change deleted or gave away is not asked for again.
  const kept = sid !== undefined && (await isVisible(sql, session, sid)) ? sid : null;
  await sql`
    update idempotency_keys set answer = ${JSON.stringify(given ?? null)}::text::jsonb, about_sid = ${kept}
    where user_id = ${session.userId} and key = ${key}`;
  return given;
}

/** What may have been taken from the caller since: the company, a permission, the plant. */
async function answerAgain(sql: Transaction, { session, key, path }: KeyedChange, bodyHash: Buffer): Promise<unknown> {
  const [earlier] = await sql<Answered[]>`
    select path, body_hash, company_id, permissions, about_sid, answer::text as answer from idempotency_keys
    where user_id = ${session.userId} and key = ${key}`;
  if (!earlier || earlier.path !== path || !bodyHash.equals(earlier.bodyHash)) throw new Refusal('keyReused');
  if (earlier.companyId !== session.companyId) throw new Refusal('keyReused');
  if (!earlier.permissions.every((permission) => session.permissions.has(permission))) throw new Refusal('forbidden');
  if (earlier.aboutSid !== null && !(await isVisible(sql, session, earlier.aboutSid))) throw new Refusal('noSuchSite');
  return JSON.parse(earlier.answer);
}

async function isVisible(sql: Transaction, session: Session, sid: string): Promise<boolean> {
  const [site] = await sql`select 1 from sites s where s.sid = ${sid} and ${visibleSites(sql, session)}`;
  return site !== undefined;
}
