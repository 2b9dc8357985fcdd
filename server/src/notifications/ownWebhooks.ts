// Shared by calls about a user's webhooks: reads one's own, and validates its address and selected plants.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../access/accessibleSites.ts';
import type { CallContext } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import { allowedUrl, reachOf } from '../platform/outbound/ssrfSafeFetch.ts';

export interface OwnWebhook {
  name: string;
  url: string;
  events: string[];
  aboutSids: string[] | null;
  offAt: Date | null;
}

export async function ownWebhook(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  id: string,
): Promise<OwnWebhook> {
  const [webhook] = await sql<OwnWebhook[]>`
    select name, url, events, about_sids, off_at from channels where id = ${id} and user_id = ${session.userId} and kind = 'webhook'`;
  if (!webhook) throw new ApiError('webhookNotFound');
  return webhook;
}

/** Normalizes the address for storing; refuses with webhookAddress. */
export function webhookUrl({ context }: Pick<CallContext, 'context'>, address: string): string {
  const url = allowedUrl(address, reachOf(context.config));
  if (!url) throw new ApiError('webhookAddress');
  return url.href;
}

/** Returns the selected plants without duplicates; refuses with siteNotFound when the session may not see one. */
export async function chosenPlants(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  sids: readonly string[] | null,
): Promise<string[] | null> {
  if (sids === null) return null;
  const selected = [...new Set(sids)];
  const [accessible] = await sql<{ count: number }[]>`
    select count(*)::int as count from sites s
    where s.sid in (select unnest(${textArray(selected)}::text::text[])) and ${accessibleSites(sql, session)}`;
  if (accessible!.count < selected.length) throw new ApiError('siteNotFound');
  return selected;
}

/** Host of an address for the audit log, as the rest may contain the receiver's secret. */
export const hostOfUrl = (url: string): string => new URL(url).host;
