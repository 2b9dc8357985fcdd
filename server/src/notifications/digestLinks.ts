// The link in a digest of problems: without a session it switches the user's digests off, and does nothing else.

import { isStorable } from '@heliograph/contract/entities/parts.ts';
import type { ProblemDigest } from '@heliograph/contract/entities/problemDigest.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

const FORM = /^digest-(\d{1,9})~(.+)$/;

export const digestToken = (userId: number, secret: string): string => `digest-${userId}~${secret}`;

export interface DigestReader {
  userId: number;
  email: string;
  digest: ProblemDigest;
}

/** Returns the user to whom a digest with this link was sent; undefined: the link is none of a digest, or invalid. */
export async function digestReaderOf(sql: Sql | Transaction, token: string): Promise<DigestReader | undefined> {
  const [, id, secret] = (isStorable(token) && FORM.exec(token)) || [];
  if (id === undefined || secret === undefined) return undefined;
  const [reader] = await sql<DigestReader[]>`
    select id as user_id, email, digest from users where id = ${Number(id)} and digest_secret = ${secret}`;
  return reader;
}

/** Switches the digests off. Returns the user; undefined: the link is none of a digest, or invalid. */
export async function stopDigest(sql: Sql | Transaction, token: string): Promise<DigestReader | undefined> {
  const reader = await digestReaderOf(sql, token);
  if (reader)
    await sql`update users set digest = 'off', digest_on = null, digest_listed = false where id = ${reader.userId}`;
  return reader;
}
