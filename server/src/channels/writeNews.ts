// Notices what channels were not told of yet: events of devices that began or ended, plants that fell silent or are heard again.
import { type EventCode, FOUND_LATER, levelOf } from '@heliograph/contract/events.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { textArray } from '../sql/arrays.ts';
import { isCommissioned } from '../sql/siteStatus.ts';
import { type Channel, channelsFor, type News, tellsOf, writeDelivery } from './outbox.ts';
import { maySee, watchersOf } from './watchers.ts';

const AT_ONCE = 500;
/** What began or ended earlier is no news, whenever it was noticed; what is found by comparing days is, as long as it goes on. */
const NEWS_MS = 7 * 86_400_000;

interface Event {
  sid: string;
  sn: string;
  code: EventCode;
  openedAt: Date;
  /** The same to the microsecond. */
  openedKey: string;
  closedAt: Date | null;
  detail: Record<string, string> | null;
  told: number;
}

/** Gives how many messages were written. */
export async function writeNews(context: Context, signal?: AbortSignal): Promise<number> {
  return (await writeEvents(context, signal)) + (await writeStatuses(context, signal));
}

/** A row at a time: it is changed by reports, too, and who holds one row waits for no other. */
async function writeEvents({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await sql<Event[]>`
      select sid, sn, code, opened_at, opened_at::text as opened_key, closed_at, detail, told from events
      where told = 0 or (told = 1 and closed_at is not null) order by opened_at limit ${AT_ONCE}`;
    if (rows.length === 0) return written;
    const readers = await readersOf(
      sql,
      rows.map(({ sid }) => sid),
    );
    for (const event of rows) {
      if (signal?.aborted) return written;
      const now = clock.now();
      const { sid, sn, code, openedKey, closedAt, told } = event;
      const tell = newsOf(event, now).map((news) => [news, readers.of(news)] as const);
      written += await sql.begin(async (begun) => {
        const tx = begun as Transaction;
        const { count: mine } = await tx`
          update events set told = ${closedAt ? 2 : 1}
          where sid = ${sid} and sn = ${sn} and code = ${code} and opened_at = ${openedKey}::text::timestamptz and told = ${told}`;
        let count = 0;
        if (mine > 0)
          for (const [news, channels] of tell)
            for (const channel of channels) count += await writeDelivery(tx, channel, news, now);
        return count;
      });
    }
    if (rows.length < AT_ONCE) return written;
  }
}

function newsOf({ sid, sn, code, openedAt, closedAt, detail, told }: Event, now: Date): News[] {
  if (levelOf(code) === 'info') return [];
  const since = now.getTime() - NEWS_MS;
  const isSilence = code === 'silence';
  const fact = { sn, code, openedIso: openedAt.toISOString(), ...(detail && { detail }) };
  const news: News[] = [];
  const isStillNews = closedAt === null && FOUND_LATER.includes(code);
  if (told === 0 && (openedAt.getTime() >= since || isStillNews))
    news.push({ event: isSilence ? 'device.offline' : 'alert.began', sid, at: openedAt, fact });
  if (closedAt && closedAt.getTime() >= since)
    news.push({
      ...{ event: isSilence ? 'device.online' : 'alert.ended', sid, at: closedAt },
      fact: { ...fact, closedIso: closedAt.toISOString() },
    });
  return news;
}

interface Plant {
  sid: string;
  status: number;
  toldStatus: number | null;
  at: Date | null;
  isCommissioned: boolean;
}

const HEARD: readonly number[] = [STATUS.online, STATUS.alert];

async function writeStatuses({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  let written = 0;
  const now = clock.now();
  // Those that were never told come last: after a migration all plants are among them.
  const plants = await sql<Plant[]>`
    select l.sid, l.status, l.told_status, l.at, ${isCommissioned(sql, now)} as is_commissioned
    from site_live l join sites s on s.sid = l.sid where l.told_status is distinct from l.status
    order by l.told_status is null, l.sid limit ${AT_ONCE}`;
  if (plants.length === 0) return 0;
  const readers = await readersOf(
    sql,
    plants.map(({ sid }) => sid),
  );
  for (const { sid, status, toldStatus, at, ...plant } of plants) {
    if (signal?.aborted) break;
    const event =
      status === STATUS.offline && HEARD.includes(toldStatus ?? STATUS.uncommissioned)
        ? 'plant.offline'
        : HEARD.includes(status) && toldStatus === STATUS.offline
          ? 'plant.online'
          : undefined;
    written += await sql.begin(async (begun) => {
      const tx = begun as Transaction;
      const { count: mine } = await tx`
        update site_live set told_status = ${status}
        where sid = ${sid} and status = ${status} and told_status is not distinct from ${toldStatus}::smallint`;
      if (mine === 0 || !event || !plant.isCommissioned) return 0;
      // It fell silent after its last reading, and is heard again since its newest.
      const news: News = { event, sid, at: at ?? now, fact: {} };
      let count = 0;
      for (const channel of readers.of(news)) count += await writeDelivery(tx, channel, news, now);
      return count;
    });
  }
  return written;
}

interface Readers {
  /** Whose person sees the plant, and what the news is about. */
  of(news: News): Channel[];
}

async function readersOf(sql: Context['sql'], sids: readonly string[]): Promise<Readers> {
  const channels = await channelsFor(sql, [
    'alert.began',
    'alert.ended',
    'device.offline',
    'device.online',
    'plant.offline',
    'plant.online',
  ]);
  if (channels.length === 0) return { of: () => [] };
  const [watchers, sites] = await Promise.all([
    watchersOf(
      sql,
      channels.map(({ userId }) => userId),
    ),
    sql<{ sid: string; seenBy: number[] }[]>`
      select sid, seen_by from sites where sid in (select unnest(${textArray([...new Set(sids)])}::text::text[]))`,
  ]);
  const seenBy = new Map(sites.map((site) => [site.sid, site.seenBy]));
  return {
    of: (news) =>
      channels.filter(
        (channel) => tellsOf(channel, news) && maySee(watchers.get(channel.userId), seenBy.get(news.sid), news.event),
      ),
  };
}
