// The audit line of a change: who, when, from where, which call, what was changed; written in the change's own transaction.
import type { AuditResult } from '@heliograph/contract/audit.ts';
import type { AuditDetails } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { notifySite } from '../platform/database/siteChannel.ts';

interface Change {
  at: Date;
  userId: number | undefined;
  /** For which they act; undefined: nobody is signed in. */
  companyId: number | undefined;
  address: string;
  /** Of a program: its token's number and name. */
  apiToken: string | null;
  path: string;
  /** The plant that was changed, if it was one. */
  sid: string | undefined;
  /** What the handler says of it. The request is never written: it may hold a password. */
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

interface Tried {
  at: Date;
  path: string;
  address: string;
  /** Of the session, or of the account that somebody tried to sign in to. */
  userId?: number | undefined;
  result: AuditResult;
  after?: object | undefined;
}

/** A sign-in, one that failed, or what was refused: never what was typed, nor an account that there is not. */
export async function writeTried(sql: Sql, { at, path, address, userId, result, after }: Tried): Promise<void> {
  const by = userId ?? null;
  await sql`
    insert into audit_log (at, user_id, address, action, object, after, result, seen_by)
    values (${at}, ${by}, ${address}, ${path}, ${by === null ? '' : `user ${by}`}, ${after ? JSON.stringify(after) : null}::text::jsonb,
      ${result}, audit_seen_by(${by}, null))`;
}

/** The plant a change is about: the one it names, or the one it made. */
export function sidOf(asked: unknown, given: unknown): string | undefined {
  for (const value of [asked, given]) {
    const { sid } = (value ?? {}) as { sid?: unknown };
    if (typeof sid === 'string') return sid;
  }
  return undefined;
}
