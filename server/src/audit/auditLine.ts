// Writes audit lines: of changes, in the change's own transaction (who, when, from where, which call, what changed), of sign-ins and of refused calls.
import type { AuditResult } from '@heliograph/contract/audit.ts';
import type { AuditDetails } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { notifySite } from '../platform/database/siteChannel.ts';

interface Change {
  at: Date;
  userId: number | undefined;
  /** Company for which the user acts; undefined: nobody is signed in. */
  companyId: number | undefined;
  address: string;
  /** For a program: its token's number and name. */
  apiToken: string | null;
  path: string;
  /** The changed plant, if the change concerns one. */
  sid: string | undefined;
  /** Details from the handler. The request is never written: it may contain a password. */
  note: AuditDetails;
}

export async function writeAudit(
  sql: Transaction,
  { at, address, apiToken, path, sid, note, companyId, ...by }: Change,
): Promise<void> {
  const userId = note.userId ?? by.userId ?? null;
  const object = note.object ?? sid ?? (userId === null ? '' : `user ${userId}`);
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by, api_token)
    values (${at}, ${userId}, ${address}, ${path}, ${object}, ${json(note.before)}::text::jsonb, ${json(note.after)}::text::jsonb,
      audit_seen_by(${userId}, ${companyId ?? null}), ${apiToken})`;
  await notifySite(sql, sid);
}

interface Attempt {
  at: Date;
  path: string;
  address: string;
  /** User of the session, or of the account that somebody tried to sign in to. */
  userId?: number | undefined;
  result: AuditResult;
  after?: object | undefined;
}

/** Writes the line of a sign-in, a failed one, or a refused call: without the typed text, and without the name of an account that does not exist. */
export async function writeAttempt(sql: Sql, { at, path, address, userId, result, after }: Attempt): Promise<void> {
  const by = userId ?? null;
  await sql`
    insert into audit_log (at, user_id, address, action, object, after, result, seen_by)
    values (${at}, ${by}, ${address}, ${path}, ${by === null ? '' : `user ${by}`}, ${after ? JSON.stringify(after) : null}::text::jsonb,
      ${result}, audit_seen_by(${by}, null))`;
}

/** Returns the plant of a change: the one that the request names, or the one that the response reports as created. */
export function sidOf(request: unknown, response: unknown): string | undefined {
  for (const value of [request, response]) {
    const { sid } = (value ?? {}) as { sid?: unknown };
    if (typeof sid === 'string') return sid;
  }
  return undefined;
}
