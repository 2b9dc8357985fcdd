// webhook/list: the account's webhooks, without their signing secrets.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_WEBHOOKS } from '@heliograph/contract/limits.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Handler } from '../../platform/handler.ts';

type Row = Response<'webhook/list'>['list'][number];
interface WebhookRow extends Pick<Row, 'id' | 'name' | 'url' | 'events' | 'skipped'> {
  tokenId: number | null;
  tokenName: string | null;
  aboutSids: string[] | null;
  madeAt: Date;
  previousValidUntil: Date | null;
  failingSince: Date | null;
  offWhy: Row['off'];
}

export const webhookList: Handler<'webhook/list'> = async (_request, { sql, session, at }) => {
  const rows = await sql<WebhookRow[]>`
    select c.id, c.name, c.url, c.events, c.about_sids, c.made_at, c.failing_since, c.off_why, c.previous_valid_until, c.skipped,
      s.id as token_id, s.api_name as token_name
    from channels c left join sessions s on s.id = c.session_id
    where c.user_id = ${session.userId} and c.kind = 'webhook' order by c.made_at, c.id limit ${MAX_WEBHOOKS}`;
  const chosen = [...new Set(rows.flatMap(({ aboutSids }) => aboutSids ?? []))];
  const [waiting, sites] = await Promise.all([
    sql<{ channelId: string; count: number }[]>`
      select channel_id, count(*)::int as count from deliveries
      where user_id = ${session.userId} and state = 'waiting' group by channel_id`,
    sql<{ sid: string; siteName: string }[]>`
      select s.sid, s.name as site_name from sites s
      where s.sid in (select unnest(${textArray(chosen)}::text::text[])) and ${accessibleSites(sql, session)} order by s.name, s.sid`,
  ]);
  const waitingById = new Map(waiting.map(({ channelId, count }) => [channelId, count]));
  return {
    list: rows.map(({ aboutSids, madeAt, previousValidUntil, failingSince, offWhy, tokenId, tokenName, ...row }) => ({
      ...row,
      plants: aboutSids && sites.filter(({ sid }) => aboutSids.includes(sid)),
      madeIso: madeAt.toISOString(),
      previousSecretUntilIso: previousValidUntil && previousValidUntil > at ? previousValidUntil.toISOString() : null,
      token: tokenId === null ? null : { id: tokenId, name: tokenName ?? '' },
      off: offWhy,
      failingSinceIso: failingSince?.toISOString() ?? null,
      waiting: waitingById.get(row.id) ?? 0,
    })),
  };
};
