// Pending messages by channel, written in the transaction that detects them; at most a thousand wait for one channel.

import { randomUUID } from 'node:crypto';
import type { ChannelEvent } from '@heliograph/contract/entities/channels.ts';
import type { LossBasis } from '@heliograph/contract/entities/problem.ts';
import { MAX_PENDING_MESSAGES } from '@heliograph/contract/limits.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

export interface Channel {
  id: string;
  userId: number;
  events: string[];
  aboutSids: string[] | null;
  waiting: number;
  summedUntil: Date;
}

/** Stored content of a message; the rest is read when it is sent. */
export interface EventFacts {
  sn?: string;
  code?: string;
  openedIso?: string;
  closedIso?: string | null;
  detail?: Record<string, string>;
  /** Number of devices or modules with the same cause; omitted: one. */
  devices?: number;
  /** What a problem costs a week, or has cost to its end: Wh, and money in the plant's currency; null: unknown, or nothing to lose. */
  cost?: {
    weekWh?: number | null;
    weekMoney?: number | null;
    lostWh?: number | null;
    lostMoney?: number | null;
    basis: LossBasis | null;
  };
  day?: string;
  version?: string;
}

export interface PendingNotification {
  event: ChannelEvent;
  sid: string;
  at: Date;
  fact: EventFacts;
}

/** Returns the active channels that subscribe to one of the events. */
export async function channelsFor(sql: Sql, events: readonly ChannelEvent[]): Promise<Channel[]> {
  return await sql<Channel[]>`
    select c.id, c.user_id, c.events, c.about_sids, c.summed_until,
      (select count(*)::int from deliveries d where d.channel_id = c.id and d.state = 'waiting') as waiting
    from channels c where c.off_at is null and c.events && ${events as string[]}::text[] order by c.made_at, c.id`;
}

export const subscribesTo = (
  { events, aboutSids }: Channel,
  { event, sid }: Pick<PendingNotification, 'event' | 'sid'>,
): boolean => events.includes(event) && (aboutSids === null || aboutSids.includes(sid));

/** Enqueues a message unless too many are waiting; returns 1 when it is enqueued, else 0. */
export async function writeDelivery(
  tx: Transaction,
  channel: Channel,
  notification: PendingNotification,
  now: Date,
): Promise<number> {
  if (channel.waiting >= MAX_PENDING_MESSAGES) {
    await tx`update channels set skipped = skipped + 1 where id = ${channel.id}`;
    return 0;
  }
  const { event, sid, at, fact } = notification;
  // The channel may have been deleted or turned off since it was read.
  const { count } = await tx`
    insert into deliveries (id, channel_id, user_id, event, about_sid, fact, at, made_at, next_try_at)
    select ${randomUUID()}::uuid, id, user_id, ${event}, ${sid}, ${JSON.stringify(fact)}::text::jsonb, ${at}, ${now}, ${now}
    from channels where id = ${channel.id} and off_at is null`;
  channel.waiting += count;
  return count;
}

/** Drops the waiting messages of a channel that is off. */
export async function dropWaiting(tx: Transaction, channelId: string, at: Date): Promise<void> {
  await tx`update deliveries set state = 'dropped', done_at = ${at} where channel_id = ${channelId} and state = 'waiting'`;
}
