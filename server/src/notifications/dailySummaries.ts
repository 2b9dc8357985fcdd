// Writes daily summaries of plants at seven plant local time, for the channels that subscribe to them.
import type { Context } from '../context.ts';
import { dueMails } from '../plants/mails/rules/mailTimes.ts';
import { addDays } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql } from '../platform/database/connect.ts';
import { knownZones } from '../platform/places/rules/countries.ts';
import { type Channel, channelsFor, writeDelivery } from './outbox.ts';
import { type Subscriber, subscribersOf } from './subscribers.ts';

const HOUR = 7;
/** Maximum plants per channel: one more than may wait, so that the last one is counted as skipped. */
const MAX_PLANTS = 1001;

/** Writes due summaries; returns the number of messages. */
export async function writeSummaries({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  const channels = await channelsFor(sql, ['day.summary']);
  if (channels.length === 0) return 0;
  const now = clock.now();
  const subscribers = await subscribersOf(
    sql,
    channels.map(({ userId }) => userId),
  );
  const dueSince = new Map<number, Map<string, string>>();
  let written = 0;
  for (const channel of channels) {
    if (signal?.aborted) break;
    const sinceMs = channel.summedUntil.getTime();
    const due = dueSince.get(sinceMs) ?? zonesDue(sinceMs, now.getTime());
    dueSince.set(sinceMs, due);
    const subscriber = subscribers.get(channel.userId);
    if (due.size === 0) continue;
    const plants = subscriber ? await plantsIn(sql, [...due.keys()], channel, subscriber) : [];
    written += await sql.begin(async (tx) => {
      // Not when another server has written them meanwhile.
      const { count: updated } = await tx`
        update channels set summed_until = ${now} where id = ${channel.id} and summed_until = ${channel.summedUntil}`;
      if (updated === 0) return 0;
      let count = 0;
      for (const { sid, timezone } of plants) {
        const fact = { day: addDays(due.get(timezone)!, -1) };
        count += await writeDelivery(tx, channel, { event: 'day.summary', sid, at: now, fact }, now);
      }
      return count;
    });
  }
  return written;
}

/** Returns the time zones in which seven o'clock has passed since then, with their current day. */
function zonesDue(sinceMs: number, nowMs: number): Map<string, string> {
  const days = knownZones().map((zone) => [zone, dueMails(nowMs, zone, HOUR).daily] as const);
  return new Map(days.filter(([zone, day]) => dueMails(sinceMs, zone, HOUR).daily < day));
}

async function plantsIn(
  sql: Sql,
  zones: readonly string[],
  { aboutSids }: Channel,
  { scopes }: Subscriber,
): Promise<{ sid: string; timezone: string }[]> {
  return await sql<{ sid: string; timezone: string }[]>`
    select s.sid, s.timezone from sites s
    where s.timezone in (select unnest(${textArray(zones)}::text::text[])) and (${scopes.all} or s.seen_by && ${scopes.viewerIds}::int[])
      and (${aboutSids === null} or s.sid in (select unnest(${textArray(aboutSids ?? [])}::text::text[])))
    order by s.sid limit ${MAX_PLANTS}`;
}
