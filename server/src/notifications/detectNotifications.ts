// Detects events not yet sent to channels: events of devices that began or ended, and plants that went offline or online.
import { type EventCode, levelOf, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Context } from '../context.ts';
import { lockSites } from '../energy/days/siteTotals.ts';
import { isExpected } from '../live/siteStatus.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import { PLANT_SILENCE } from '../problems/rules/problemCauses.ts';
import { updateChangedProblems } from '../problems/updateProblems.ts';
import { type Channel, channelsFor, type PendingNotification, subscribesTo, writeDelivery } from './outbox.ts';
import { maySee, subscribersOf } from './subscribers.ts';

const BATCH_SIZE = 500;
/** Plants per statement, whose reports wait for it. */
const UPDATE_BATCH_SIZE = 100;
/** Events that began or ended earlier are not sent, whenever they were detected; ongoing events found by comparing days are. */
const MAX_AGE_MS = 7 * 86_400_000;

interface Event {
  sid: string;
  sn: string;
  code: EventCode;
  openedAt: Date;
  /** `openedAt` to the microsecond. */
  openedKey: string;
  closedAt: Date | null;
  detail: Record<string, string> | null;
  told: number;
  /** False: another event with the same cause stands for it. Null: it is no problem. */
  isLead: boolean | null;
  /** Number of open events with its cause. */
  devices: number;
  /** The whole plant is silent and commissioned, so that it has an event of its own. */
  isPlantSilent: boolean;
}

/** Writes messages for new events; returns their number. Derives problems first, as many events with one cause are one message. */
export async function detectNotifications(context: Context, signal?: AbortSignal): Promise<number> {
  await updateChangedProblems(context, signal);
  return (await writeEvents(context, signal)) + (await writeStatuses(context, signal));
}

/** Updates one row per transaction: reports change the rows as well, and a transaction with one lock waits for no other. */
async function writeEvents({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await sql<Event[]>`
      select e.sid, e.sn, e.code, e.opened_at, e.opened_at::text as opened_key, e.closed_at, e.detail, e.told, p.is_lead,
        coalesce(p.cause = ${PLANT_SILENCE}, false)
          and exists (select from sites s where s.sid = e.sid and ${isExpected(sql, clock.now())}) as is_plant_silent,
        (select count(*)::int from problems o where o.sid = p.sid and o.cause = p.cause and o.level > 0) as devices
      from events e left join problems p on p.sid = e.sid and p.sn = e.sn and p.code = e.code and p.opened_at = e.opened_at
      where e.told = 0 or (e.told = 1 and e.closed_at is not null) order by e.opened_at limit ${BATCH_SIZE}`;
    if (rows.length === 0) return written;
    const channels = await channelsOfPlants(
      sql,
      rows.map(({ sid }) => sid),
    );
    for (const event of rows) {
      if (signal?.aborted) return written;
      const now = clock.now();
      const { sid, sn, code, openedKey, closedAt, told, isLead } = event;
      const pending = notificationsOf(event, now).map(
        (notification) =>
          [
            notification,
            channels.of(notification).filter(({ events }) => !event.isPlantSilent || !events.includes('plant.offline')),
          ] as const,
      );
      written += await sql.begin(async (tx) => {
        const { count: updated } = await tx`
          update events set told = ${closedAt || isLead === false ? 2 : 1}
          where sid = ${sid} and sn = ${sn} and code = ${code} and opened_at = ${openedKey}::text::timestamptz and told = ${told}`;
        let count = 0;
        if (updated > 0)
          for (const [notification, subscribed] of pending)
            for (const channel of subscribed) count += await writeDelivery(tx, channel, notification, now);
        return count;
      });
    }
    if (rows.length < BATCH_SIZE) return written;
  }
}

function notificationsOf(
  { sid, sn, code, openedAt, closedAt, detail, told, isLead, devices }: Event,
  now: Date,
): PendingNotification[] {
  if (levelOf(code) === 'info' || (isLead === false && closedAt === null)) return [];
  const since = now.getTime() - MAX_AGE_MS;
  const isOffline = code === 'silence';
  const fact = {
    sn,
    code,
    openedIso: openedAt.toISOString(),
    ...(detail && { detail }),
    ...(devices > 1 && { devices }),
  };
  const notifications: PendingNotification[] = [];
  const isOngoing = closedAt === null && RETROSPECTIVE_EVENTS.includes(code);
  if (told === 0 && (openedAt.getTime() >= since || isOngoing))
    notifications.push({ event: isOffline ? 'device.offline' : 'alert.began', sid, at: openedAt, fact });
  if (closedAt && closedAt.getTime() >= since)
    notifications.push({
      event: isOffline ? 'device.online' : 'alert.ended',
      sid,
      at: closedAt,
      fact: { ...fact, closedIso: closedAt.toISOString() },
    });
  return notifications;
}

interface Plant {
  sid: string;
  status: number;
  toldStatus: number | null;
  at: Date | null;
  isExpected: boolean;
}

const ONLINE: readonly number[] = [STATUS.online, STATUS.alert];

async function writeStatuses({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  let written = 0;
  const now = clock.now();
  // Plants that were never reported come last: after a migration these are all plants.
  const plants = await sql<Plant[]>`
    select l.sid, l.status, l.told_status, l.at, ${isExpected(sql, now)} as is_expected
    from site_live l join sites s on s.sid = l.sid where l.told_status is distinct from l.status
    order by l.told_status is null, l.sid limit ${BATCH_SIZE}`;
  if (plants.length === 0) return 0;
  const channels = await channelsOfPlants(
    sql,
    plants.map(({ sid }) => sid),
  );
  const withoutChannels: Plant[] = [];
  const withChannels: { plant: Plant; notification: PendingNotification; subscribed: Channel[] }[] = [];
  for (const plant of plants) {
    const event = eventOf(plant);
    // Offline since its last reading, or online since its newest.
    const notification: PendingNotification | undefined = event && {
      event,
      sid: plant.sid,
      at: plant.at ?? now,
      fact: {},
    };
    const subscribed = notification ? channels.of(notification) : [];
    if (notification && subscribed.length > 0) withChannels.push({ plant, notification, subscribed });
    else withoutChannels.push(plant);
  }
  for (let from = 0; from < withoutChannels.length && !signal?.aborted; from += UPDATE_BATCH_SIZE) {
    await markReported(sql, withoutChannels.slice(from, from + UPDATE_BATCH_SIZE));
  }
  for (const { plant, notification, subscribed } of withChannels) {
    if (signal?.aborted) break;
    written += await sql.begin(async (tx) => {
      const { count: updated } = await tx`
        update site_live set told_status = ${plant.status}
        where sid = ${plant.sid} and status = ${plant.status} and told_status is not distinct from ${plant.toldStatus}::smallint`;
      if (updated === 0) return 0;
      let count = 0;
      for (const channel of subscribed) count += await writeDelivery(tx, channel, notification, now);
      return count;
    });
  }
  return written;
}

function eventOf({ status, toldStatus, isExpected }: Plant): PendingNotification['event'] | undefined {
  if (!isExpected) return undefined;
  if (status === STATUS.offline && ONLINE.includes(toldStatus ?? STATUS.uncommissioned)) return 'plant.offline';
  return ONLINE.includes(status) && toldStatus === STATUS.offline ? 'plant.online' : undefined;
}

/** Marks plants without subscribers, of which a whole fleet may change within minutes: in one statement, in the order in which reports lock plants. */
async function markReported(sql: Context['sql'], plants: readonly Plant[]): Promise<void> {
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

interface PlantChannels {
  /** Channels that subscribe to the event and whose user may see the plant and the event. */
  of(notification: PendingNotification): Channel[];
}

async function channelsOfPlants(sql: Context['sql'], sids: readonly string[]): Promise<PlantChannels> {
  const channels = await channelsFor(sql, [
    'alert.began',
    'alert.ended',
    'device.offline',
    'device.online',
    'plant.offline',
    'plant.online',
  ]);
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
