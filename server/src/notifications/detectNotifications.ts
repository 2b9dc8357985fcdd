// Notices what channels were not told of yet: events of devices that began or ended, plants that fell silent or are heard again.
import { type EventCode, levelOf, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Context } from '../context.ts';
import { lockSites } from '../energy/days/siteTotals.ts';
import { isCommissioned } from '../live/siteStatus.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import { type Channel, channelsFor, type PendingNotification, tellsOf, writeDelivery } from './outbox.ts';
import { maySee, subscribersOf } from './subscribers.ts';

const AT_ONCE = 500;
/** Plants whose reports may wait for one statement. */
const QUIET_AT_ONCE = 100;
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
export async function detectNotifications(context: Context, signal?: AbortSignal): Promise<number> {
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
      written += await sql.begin(async (tx) => {
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

function newsOf({ sid, sn, code, openedAt, closedAt, detail, told }: Event, now: Date): PendingNotification[] {
  if (levelOf(code) === 'info') return [];
  const since = now.getTime() - NEWS_MS;
  const isSilence = code === 'silence';
  const fact = { sn, code, openedIso: openedAt.toISOString(), ...(detail && { detail }) };
  const news: PendingNotification[] = [];
  const isStillNews = closedAt === null && RETROSPECTIVE_EVENTS.includes(code);
  if (told === 0 && (openedAt.getTime() >= since || isStillNews))
    news.push({ event: isSilence ? 'device.offline' : 'alert.began', sid, at: openedAt, fact });
  if (closedAt && closedAt.getTime() >= since)
    news.push({
      event: isSilence ? 'device.online' : 'alert.ended',
      sid,
      at: closedAt,
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
  const quiet: Plant[] = [];
  const loud: { plant: Plant; news: PendingNotification; channels: Channel[] }[] = [];
  for (const plant of plants) {
    const event = eventOf(plant);
    // It fell silent after its last reading, and is heard again since its newest.
    const news: PendingNotification | undefined = event && { event, sid: plant.sid, at: plant.at ?? now, fact: {} };
    const channels = news ? readers.of(news) : [];
    if (news && channels.length > 0) loud.push({ plant, news, channels });
    else quiet.push(plant);
  }
  for (let from = 0; from < quiet.length && !signal?.aborted; from += QUIET_AT_ONCE) {
    await markTold(sql, quiet.slice(from, from + QUIET_AT_ONCE));
  }
  for (const { plant, news, channels } of loud) {
    if (signal?.aborted) break;
    written += await sql.begin(async (tx) => {
      const { count: mine } = await tx`
        update site_live set told_status = ${plant.status}
        where sid = ${plant.sid} and status = ${plant.status} and told_status is not distinct from ${plant.toldStatus}::smallint`;
      if (mine === 0) return 0;
      let count = 0;
      for (const channel of channels) count += await writeDelivery(tx, channel, news, now);
      return count;
    });
  }
  return written;
}

function eventOf({ status, toldStatus, isCommissioned }: Plant): PendingNotification['event'] | undefined {
  if (!isCommissioned) return undefined;
  if (status === STATUS.offline && HEARD.includes(toldStatus ?? STATUS.uncommissioned)) return 'plant.offline';
  return HEARD.includes(status) && toldStatus === STATUS.offline ? 'plant.online' : undefined;
}

/** Most change without anybody who is to be told, a whole fleet within minutes: in one statement, in the order in which reports lock plants. */
async function markTold(sql: Context['sql'], plants: readonly Plant[]): Promise<void> {
  const sids = plants.map(({ sid }) => sid);
  await sql.begin(async (tx) => {
    await Promise.all([
      lockSites(tx, sids),
      tx`
        update site_live l set told_status = g.status from (
          select unnest(${textArray(sids)}::text::text[]) as sid, unnest(${plainArray(plants.map(({ status }) => status))}::text::smallint[]) as status
        ) g where l.sid = g.sid and l.status = g.status`,
    ]);
  });
}

interface Readers {
  /** Whose person sees the plant, and what the news is about. */
  of(news: PendingNotification): Channel[];
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
    subscribersOf(
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
