// Links to public pages: made of a secret that is stored hashed, open until the end of a day of the plant.
import { createHash, randomBytes } from 'node:crypto';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export const MAX_PUBLIC_LINKS = 20;
export const PUBLIC_DAYS = 365;

export const newToken = (): string => randomBytes(24).toString('base64url');
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Behind the #: browsers send it to nobody, so that no proxy writes it into a log. */
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

/** Undefined: unknown, over or taken back, which are the same. */
export async function openedBy(
  sql: Sql | Transaction,
  token: string,
  at: Date,
): Promise<{ sid: string; title: string } | undefined> {
  const [link] = await sql<{ sid: string; title: string }[]>`
    select sid, title from public_links where token_hash = ${hashOfToken(token)} and expires_at > ${at}`;
  return link;
}
