// Detects problems that began, became worse or ended, and plants that went offline or online, and writes messages to channels.
import type { ChannelEvent } from '@heliograph/contract/entities/channels.ts';
import { PROBLEM_CODES, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import type { Context } from '../context.ts';
import { isExpected } from '../live/siteStatus.ts';
import type { Sql } from '../platform/database/connect.ts';
import {
  claimEnded,
  claimWorsened,
  hasEnded,
  hasWorsened,
  type Incident,
  incidentColumns,
  isReady,
  recordNotices,
} from '../problems/incidentNotices.ts';
import { PLANT_SILENCE } from '../problems/rules/problemCauses.ts';
import { updateChangedProblems } from '../problems/updateProblems.ts';
import { valueEndedIncidents } from '../problems/valueIncidents.ts';
import { writeStatuses } from './detectStatuses.ts';
import { type Channel, type EventFacts, type PendingNotification, writeDelivery } from './outbox.ts';
import { channelsOfPlants, type PlantChannels } from './plantChannels.ts';

const BATCH_SIZE = 500;
/** Problems that began or ended earlier are not sent, whenever they were detected; ongoing ones found by comparing days are. */
const MAX_AGE_MS = 7 * 86_400_000;

/** Writes messages for what has changed; returns their number. Derives problems first, as many events with one cause are one message. */
export async function detectNotifications(context: Context, signal?: AbortSignal): Promise<number> {
  await updateChangedProblems(context, signal);
  while ((await valueEndedIncidents(context)) > 0) if (signal?.aborted) return 0;
  const written =
    (await writeBegun(context, signal)) +
    (await writeChanged(context, 'worsened', signal)) +
    (await writeChanged(context, 'ended', signal));
  await markDerived(context, signal);
  return written + (await writeStatuses(context, signal));
}

type Phase = 'began' | 'worsened' | 'ended';
const ALERT_EVENTS = { began: 'alert.began', worsened: 'alert.worsened', ended: 'alert.ended' } as const;
const SILENCE_EVENTS = { began: 'device.offline', worsened: 'alert.worsened', ended: 'device.online' } as const;
const eventOf = ({ code }: Incident, phase: Phase): ChannelEvent =>
  (code === 'silence' ? SILENCE_EVENTS : ALERT_EVENTS)[phase];

/** Whether it is notified of the plant itself instead. */
const hasPlantEvent = ({ cause, isExpected: isOfInterest }: PlantIncident, { events }: Channel): boolean =>
  cause === PLANT_SILENCE && isOfInterest && events.includes('plant.offline');

interface PlantIncident extends Incident {
  isExpected: boolean;
}

async function writeBegun({ sql, clock }: Context, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await sql<PlantIncident[]>`
      select ${incidentColumns(sql)}, ${isExpected(sql, clock.now())} as is_expected
      from incidents i join sites s on s.sid = i.sid
      where i.notified_at is null and ${isReady(sql)} order by i.opened_at, i.id limit ${BATCH_SIZE}`;
    if (rows.length === 0) return written;
    const channels = await channelsOfPlants(
      sql,
      rows.map(({ sid }) => sid),
    );
    for (const incident of rows) {
      if (signal?.aborted) return written;
      written += await writeBeginning(sql, incident, channels, clock.now());
    }
    if (rows.length < BATCH_SIZE) return written;
  }
}

/** Notes all channels that subscribe to any phase of the incident: one that wants only ends is sent those. */
async function writeBeginning(sql: Sql, incident: PlantIncident, channels: PlantChannels, now: Date): Promise<number> {
  const { sid, id } = incident;
  const subscribed = (phase: Phase) =>
    channels.of({ event: eventOf(incident, phase), sid }).filter((channel) => !hasPlantEvent(incident, channel));
  const began = subscribed('began');
  const readers = [
    ...new Set([...began, ...subscribed('worsened'), ...subscribed('ended')].map((channel) => channel.id)),
  ];
  return await sql.begin(async (tx) => {
    const { count } = await tx`
      update incidents set notified_at = ${now} where sid = ${sid} and id = ${id} and notified_at is null`;
    if (count === 0 || !isRecent(incident, now)) return 0;
    await recordNotices(tx, incident, 'channel', readers, now);
    let written = 0;
    for (const channel of began)
      written += await writeDelivery(tx, channel, notificationOf(incident, 'began', now), now);
    return written;
  });
}

function isRecent({ code, openedAt, endedAt }: Incident, now: Date): boolean {
  const isOngoing = endedAt === null && RETROSPECTIVE_EVENTS.includes(code);
  return isOngoing || openedAt.getTime() >= now.getTime() - MAX_AGE_MS;
}

/** Writes messages about incidents that have become worse or ended, to channels that were notified of them. */
async function writeChanged(
  { sql, clock }: Context,
  phase: 'worsened' | 'ended',
  signal?: AbortSignal,
): Promise<number> {
  const rows = await sql<{ sid: string; isExpected: boolean }[]>`
    select distinct i.sid, ${isExpected(sql, clock.now())} as is_expected
    from incident_notices n join incidents i on i.sid = n.sid and i.id = n.incident_id join sites s on s.sid = i.sid
    where n.medium = 'channel' and ${phase === 'ended' ? hasEnded(sql) : hasWorsened(sql, clock.now())} order by i.sid`;
  if (rows.length === 0) return 0;
  const channels = await channelsOfPlants(
    sql,
    rows.map(({ sid }) => sid),
  );
  let written = 0;
  for (const { sid, isExpected: isOfInterest } of rows) {
    if (signal?.aborted) break;
    const now = clock.now();
    written += await sql.begin(async (tx) => {
      const ofPlant = tx`i.sid = ${sid}`;
      const changed =
        phase === 'ended' ? await claimEnded(tx, 'channel', ofPlant) : await claimWorsened(tx, 'channel', ofPlant, now);
      let count = 0;
      // A plant that was taken out of operation has no news.
      for (const { incident, reader } of isOfInterest ? changed : []) {
        const event = eventOf(incident, phase);
        const channel = channels.of({ event, sid }).find(({ id }) => id === reader);
        if (!channel || hasPlantEvent({ ...incident, isExpected: true }, channel)) continue;
        if ((incident.endedAt ?? now).getTime() < now.getTime() - MAX_AGE_MS) continue;
        count += await writeDelivery(tx, channel, notificationOf(incident, phase, now), now);
      }
      return count;
    });
  }
  return written;
}

function notificationOf(incident: Incident, phase: Phase, now: Date): PendingNotification {
  const { sid, openedAt, endedAt } = incident;
  return {
    event: eventOf(incident, phase),
    sid,
    at: phase === 'began' ? openedAt : phase === 'ended' ? (endedAt ?? now) : now,
    fact: factOf(incident, phase),
  };
}

function factOf(incident: Incident, phase: Phase): EventFacts {
  const { sn, code, detail, devices, openedAt, endedAt, weekWh, weekMoney, lostWh, lostMoney, lossBasis } = incident;
  return {
    sn,
    code,
    openedIso: openedAt.toISOString(),
    ...(detail && { detail }),
    ...(devices > 1 && { devices }),
    ...(phase === 'worsened' && { cost: { weekWh, weekMoney, basis: lossBasis } }),
    ...(phase === 'ended' && {
      closedIso: endedAt?.toISOString() ?? null,
      cost: { lostWh, lostMoney, basis: lossBasis },
    }),
  };
}

/** Marks events that are part of an incident or of which nobody is notified. One per transaction: reports change the rows as well, and a transaction with one lock waits for no other. */
async function markDerived({ sql }: Context, signal?: AbortSignal): Promise<void> {
  const rows = await sql<{ sid: string; sn: string; code: string; openedKey: string }[]>`
    select e.sid, e.sn, e.code, e.opened_at::text as opened_key from events e
    where e.told = 0 and (e.code <> all (${PROBLEM_CODES as string[]}::text[])
      or exists (select from incident_events m where m.sid = e.sid and m.sn = e.sn and m.code = e.code and m.opened_at = e.opened_at)
      or not exists (select from sites s where s.sid = e.sid))
    limit ${BATCH_SIZE}`;
  for (const { sid, sn, code, openedKey } of rows) {
    if (signal?.aborted) return;
    await sql`
      update events set told = 2
      where sid = ${sid} and sn = ${sn} and code = ${code} and opened_at = ${openedKey}::text::timestamptz and told = 0`;
  }
}
