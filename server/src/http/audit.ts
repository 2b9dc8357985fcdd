// The audit line of a change: who, when, from where, which call, what was changed; written in the change's own transaction.
import type { AuditNote } from '../context.ts';
import type { Transaction } from '../db/connect.ts';

/** Says that a plant was changed or deleted, or who may see it; the payload is its sid. */
export const SITE_CHANNEL = 'heliograph_site';

interface Change {
  at: Date;
  userId: number | undefined;
  address: string;
  path: string;
  /** The plant that was changed, if it was one. */
  sid: string | undefined;
  /** What the handler says of it. The request is never written: it may hold a password. */
  note: AuditNote;
}

export async function writeAudit(sql: Transaction, { at, address, path, sid, note, ...by }: Change): Promise<void> {
  const userId = note.userId ?? by.userId ?? null;
  const object = note.object ?? sid ?? (userId === null ? '' : `user ${userId}`);
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after)
    values (${at}, ${userId}, ${address}, ${path}, ${object}, ${json(note.before)}::text::jsonb, ${json(note.after)}::text::jsonb)`;
  await tellSite(sql, sid);
}

/** Other servers and open pages hear that the plant is no more what it was. */
export async function tellSite(sql: Transaction, sid: string | undefined): Promise<void> {
  if (sid !== undefined) await sql`select pg_notify(${SITE_CHANNEL}, ${sid})`;
}

/** The plant a change is about: the one it names, or the one it made. */
export function sidOf(asked: unknown, given: unknown): string | undefined {
  for (const value of [asked, given]) {
    const { sid } = (value ?? {}) as { sid?: unknown };
    if (typeof sid === 'string') return sid;
  }
  return undefined;
}
