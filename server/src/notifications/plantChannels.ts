// Channels that are notified of events of plants, by what their users may see.
import type { ChannelEvent } from '@heliograph/contract/entities/channels.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql } from '../platform/database/connect.ts';
import { type Channel, channelsFor, subscribesTo } from './outbox.ts';
import { maySee, subscribersOf } from './subscribers.ts';

export interface PlantChannels {
  /** Channels that subscribe to the event and whose user may see the plant and the event. */
  of(notification: { event: ChannelEvent; sid: string }): Channel[];
}

const EVENTS: readonly ChannelEvent[] = [
  'alert.began',
  'alert.worsened',
  'alert.ended',
  'device.offline',
  'device.online',
  'plant.offline',
  'plant.online',
];

export async function channelsOfPlants(sql: Sql, sids: readonly string[]): Promise<PlantChannels> {
  const channels = await channelsFor(sql, EVENTS);
  if (channels.length === 0) return { of: () => [] };
  const [subscribers, sites] = await Promise.all([
    subscribersOf(
      sql,
      channels.map(({ userId }) => userId),
    ),
    sql<{ sid: string; seenBy: number[] }[]>`
      select sid, seen_by from sites where sid in (select unnest(${textArray([...new Set(sids)])}::text::text[]))`,
  ]);
  const seenBy = new Map(sites.map((site) => [site.sid, site.seenBy]));
  return {
    of: (notification) =>
      channels.filter(
        (channel) =>
          subscribesTo(channel, notification) &&
          maySee(subscribers.get(channel.userId), seenBy.get(notification.sid), notification.event),
      ),
  };
}
