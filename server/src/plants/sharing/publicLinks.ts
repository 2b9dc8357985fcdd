// Links to public pages of plants: with a secret that is stored hashed, valid until the end of a day of the plant.
import { createHash, randomBytes } from 'node:crypto';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export const MAX_PUBLIC_LINKS = 20;
export const PUBLIC_DAYS = 365;

export const newToken = (): string => randomBytes(24).toString('base64url');
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** URL with the token in the fragment: browsers do not send it, so that no proxy logs it. */
export const publicPageUrl = ({ publicUrl }: { publicUrl: string }, token: string): string =>
  `${publicUrl}${PATHS.PublicPlant}#token=${token}`;

export interface PublicLink {
  id: string;
  title: string;
  madeAt: Date;
  expiresAt: Date;
}

export async function publicLinksOf(sql: Transaction, sid: string, at: Date): Promise<PublicLink[]> {
  return await sql<PublicLink[]>`
    select id::text as id, title, made_at, expires_at from public_links
    where sid = ${sid} and expires_at > ${at} order by expires_at, id limit ${MAX_PUBLIC_LINKS}`;
}

/** Returns the plant that a token opens; undefined: unknown, expired or withdrawn, without distinction. */
export async function plantOfToken(
  sql: Sql | Transaction,
  token: string,
  at: Date,
): Promise<{ sid: string; title: string } | undefined> {
  const [link] = await sql<{ sid: string; title: string }[]>`
    select sid, title from public_links where token_hash = ${hashOfToken(token)} and expires_at > ${at}`;
  return link;
}
