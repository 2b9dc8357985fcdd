// What several calls do to a person's webhooks: find one's own, look at the address and the plants that are asked for.
import { Refusal } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../access/accessibleSites.ts';
import type { CallContext } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import { nameableUrl, reachOf } from '../platform/outbound/ssrfSafeFetch.ts';

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
  if (!webhook) throw new Refusal('webhookNotFound');
  return webhook;
}

/** As it is kept. */
export function webhookUrl({ context }: Pick<CallContext, 'context'>, given: string): string {
  const url = nameableUrl(given, reachOf(context.config));
  if (!url) throw new Refusal('webhookAddress');
  return url.href;
}

/** Once each; refuses one that the session does not see. */
export async function chosenPlants(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  sids: readonly string[] | null,
): Promise<string[] | null> {
  if (sids === null) return null;
  const asked = [...new Set(sids)];
  const [seen] = await sql<{ count: number }[]>`
    select count(*)::int as count from sites s
    where s.sid in (select unnest(${textArray(asked)}::text::text[])) and ${accessibleSites(sql, session)}`;
  if (seen!.count < asked.length) throw new Refusal('siteNotFound');
  return asked;
}

/** For the audit log: an address may hold what its receiver knows the sender by. */
export const hostOfUrl = (url: string): string => new URL(url).host;
