// Detects plants that went offline or online, and writes messages about them.
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Context } from '../context.ts';
import { lockSites } from '../energy/days/siteTotals.ts';
import { isExpected } from '../live/siteStatus.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import { type Channel, type PendingNotification, writeDelivery } from './outbox.ts';
import { channelsOfPlants } from './plantChannels.ts';

const BATCH_SIZE = 500;
/** Plants per statement, whose reports wait for it. */
const UPDATE_BATCH_SIZE = 100;

interface Plant {
  sid: string;
  status: number;
  toldStatus: number | null;
  at: Date | null;
  isExpected: boolean;
}

const ONLINE: readonly number[] = [STATUS.online, STATUS.alert];

/** Writes messages about plants whose status has changed; returns their number. */
export async function writeStatuses({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
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
