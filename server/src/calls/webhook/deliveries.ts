// webhook/deliveries: delivery log of one of the user's webhooks, newest first.
import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { ownWebhook } from '../../notifications/ownWebhooks.ts';
import { textArray } from '../../platform/database/arrays.ts';
import { limitOffset } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';

type Row = Response<'webhook/deliveries'>['list'][number];
interface DeliveryRow extends Pick<Row, 'deliveryId' | 'event' | 'state' | 'tries' | 'status' | 'failure' | 'answer'> {
  aboutSid: string | null;
  at: Date;
  triedAt: Date | null;
  tookMs: number | null;
  nextTryAt: Date;
}

export const webhookDeliveries: Handler<'webhook/deliveries'> = async ({ id, page }, caller) => {
  const { sql, session } = caller;
  await ownWebhook(caller, id);
  const [rows, [all]] = await Promise.all([
    sql<DeliveryRow[]>`
      select id as delivery_id, event, about_sid, at, state, tries, tried_at, status, failure, took_ms, answer, next_try_at
      from deliveries where channel_id = ${id} and user_id = ${session.userId} order by made_at desc, id ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`
      select count(*)::int as total from deliveries where channel_id = ${id} and user_id = ${session.userId}`,
  ]);
  const sids = [...new Set(rows.flatMap(({ aboutSid }) => aboutSid ?? []))];
  const sites = await sql<{ sid: string; name: string }[]>`
    select s.sid, s.name from sites s
    where s.sid in (select unnest(${textArray(sids)}::text::text[])) and ${accessibleSites(sql, session)}`;
  const nameOf = new Map(sites.map(({ sid, name }) => [sid, name]));
  return {
    list: rows.map(({ aboutSid, at, triedAt, tookMs, nextTryAt, ...row }) => ({
      ...row,
      siteName: nameOf.get(aboutSid ?? '') ?? '',
      atIso: at.toISOString(),
      triedIso: triedAt?.toISOString() ?? null,
      durationMs: tookMs,
      nextTryIso: row.state === 'waiting' ? nextTryAt.toISOString() : null,
    })),
    total: all!.total,
  };
};
