// Derives incidents from the open problems of plants: what people are notified of, from its beginning to its end.
import { randomUUID } from 'node:crypto';
import { type EventCode, levelOf, PROBLEM_CODES, SEVERITY } from '@heliograph/contract/events.ts';
import { PRODUCING_KINDS } from '../families/kinds.ts';
import { instantArray, plainArray, textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { amongSites } from './amongSites.ts';
import { type IncidentMember, incidentChanges, type KnownIncident, type OpenMember } from './rules/incidentChanges.ts';

/** An ongoing event of a plant. */
export interface OngoingEvent {
  sid: string;
  sn: string;
  code: EventCode;
  /** To the microsecond. */
  openedKey: string;
  detail: Readonly<Record<string, string>> | null;
  /** '': no problem of its own now. */
  cause: string;
  /** Whether its device belongs to the plant. */
  isPresent: boolean;
}

type Member = IncidentMember & { sid: string; id: string; openedKey: string };

/** Updates the incidents of plants, which are locked, from their events and the stored problems. */
export async function updateIncidents(
  tx: Transaction,
  sids: readonly string[],
  events: readonly OngoingEvent[],
  now: Date,
): Promise<void> {
  const [known, brief] = await Promise.all([knownIncidents(tx, sids), briefEvents(tx, sids)]);
  const eventsOf = Map.groupBy(
    events.filter(({ isPresent }) => isPresent),
    ({ sid }) => sid,
  );
  const knownOf = Map.groupBy(known, ({ sid }) => sid);
  const members: Member[] = [];
  for (const sid of sids) {
    const ofPlant = (eventsOf.get(sid) ?? []).map((event) => ({ ...event, ...memberOf(event) }));
    const { assigned, merged, ended } = incidentChanges(ofPlant, knownOf.get(sid) ?? [], {
      nowMs: now.getTime(),
      newId: randomUUID,
    });
    for (const event of ofPlant) {
      const id = assigned.get(event.key);
      if (id !== undefined) members.push({ ...event, id });
    }
    for (const [id, into] of merged) await mergeIncident(tx, { sid, id, into });
    for (const id of ended) await endIncident(tx, sid, id, now);
  }
  await writeMembers(tx, members, now);
  await refreshIncidents(tx, sids, now);
  await writeBriefIncidents(tx, brief, now);
}

const memberOf = ({ sn, code, openedKey, detail, cause }: OngoingEvent): OpenMember => ({
  key: `${sn} ${code} ${openedKey}`,
  sn,
  code,
  input: detail?.input ?? null,
  cause,
});

/** Returns the ongoing incidents with their events, and the ended ones of events that are open again. */
async function knownIncidents(tx: Transaction, sids: readonly string[]): Promise<(KnownIncident & { sid: string })[]> {
  const rows = await tx<
    (Omit<IncidentMember, 'key'> & {
      sid: string;
      id: string;
      detectedAt: Date;
      endedAt: Date | null;
      openedKey: string;
    })[]
  >`
    select i.sid, i.id::text as id, i.detected_at, i.ended_at, m.sn, m.code, m.input, m.opened_at::text as opened_key
    from incidents i join incident_events m on m.sid = i.sid and m.incident_id = i.id
      left join problems p on p.sid = m.sid and p.sn = m.sn and p.code = m.code and p.opened_at = m.opened_at
    where ${amongSites(tx, sids)(tx`i.sid`)} and (i.ended_at is null or p.sid is not null)`;
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, members]) => ({
    id,
    sid: members[0]!.sid,
    detectedMs: members[0]!.detectedAt.getTime(),
    isEnded: members[0]!.endedAt !== null,
    members: members.map(({ sn, code, input, openedKey }) => ({ key: `${sn} ${code} ${openedKey}`, sn, code, input })),
  }));
}

/** Makes an incident part of another one; who was notified of either is notified of its end. */
async function mergeIncident(
  tx: Transaction,
  { sid, id, into }: { sid: string; id: string; into: string },
): Promise<void> {
  await tx`update incident_events set incident_id = ${into} where sid = ${sid} and incident_id = ${id}`;
  await tx`
    insert into incident_notices as n (sid, incident_id, medium, reader, notified_at, level, devices, week_wh)
    select sid, ${into}::uuid, medium, reader, notified_at, level, devices, week_wh from incident_notices
    where sid = ${sid} and incident_id = ${id}
    on conflict (sid, incident_id, medium, reader) do update set level = greatest(n.level, excluded.level),
      notified_at = greatest(n.notified_at, excluded.notified_at), devices = n.devices + excluded.devices, week_wh = n.week_wh + excluded.week_wh`;
  await tx`delete from incident_notices where sid = ${sid} and incident_id = ${id}`;
  await tx`
    update incidents i set notified_at = coalesce(i.notified_at, o.notified_at), mailed_at = coalesce(i.mailed_at, o.mailed_at)
    from incidents o where i.sid = ${sid} and i.id = ${into} and o.sid = i.sid and o.id = ${id}`;
  await tx`delete from incidents where sid = ${sid} and id = ${id}`;
}

async function writeMembers(tx: Transaction, members: readonly Member[], now: Date): Promise<void> {
  if (members.length === 0) return;
  await tx`
    insert into incident_events as m (sid, sn, code, opened_at, incident_id, input, joined_at)
    select unnest(${textArray(members.map(({ sid }) => sid))}::text::text[]), unnest(${textArray(members.map(({ sn }) => sn))}::text::text[]),
      unnest(${textArray(members.map(({ code }) => code))}::text::text[]), unnest(${textArray(members.map(({ openedKey }) => openedKey))}::text::timestamptz[]),
      unnest(${textArray(members.map(({ id }) => id))}::text::uuid[]), unnest(${textArray(members.map(({ input }) => input))}::text::text[]), ${now}
    on conflict (sid, sn, code, opened_at) do update set incident_id = excluded.incident_id where m.incident_id <> excluded.incident_id`;
}

/** Copies what the open problems of plants are now to their incidents; silent devices keep what was known before. */
export async function refreshIncidents(tx: Transaction, sids: readonly string[], now: Date): Promise<void> {
  const among = amongSites(tx, sids);
  await tx`
    insert into incidents as i (sid, id, sn, code, detail, opened_at, detected_at, cause, devices, level, week_wh, week_money, loss_basis, notified_at, mailed_at)
    select l.sid, l.incident_id, l.sn, l.code, l.detail, g.opened_at, ${now}, l.cause, g.devices, g.level, g.week_wh, g.week_money, g.loss_basis,
      case when g.is_notified then ${now}::timestamptz end, case when g.is_notified then ${now}::timestamptz end
    from (
      select distinct on (m.sid, m.incident_id) m.sid, m.incident_id, p.sn, p.code, p.detail, p.cause
      from incident_events m ${joinProblems(tx)} where ${among(tx`m.sid`)}
      order by m.sid, m.incident_id, p.level desc, p.is_lead desc, p.opened_at, p.sn, p.code
    ) l join (
      select m.sid, m.incident_id, min(m.opened_at) as opened_at, count(*)::int as devices, max(p.level) as level, ${weeklyLoss(tx)},
        max(p.loss_basis) as loss_basis, bool_and(e.told <> 0) as is_notified
      from incident_events m ${joinProblems(tx)} join events e on e.sid = m.sid and e.sn = m.sn and e.code = m.code and e.opened_at = m.opened_at
        left join devices d on d.sid = m.sid and d.sn = m.sn left join products k on k.id = d.product_id
      where ${among(tx`m.sid`)} group by m.sid, m.incident_id
    ) g on g.sid = l.sid and g.incident_id = l.incident_id
    on conflict (sid, id) do update set sn = excluded.sn, code = excluded.code, detail = excluded.detail,
      opened_at = least(i.opened_at, excluded.opened_at), cause = excluded.cause, devices = excluded.devices, level = excluded.level,
      week_wh = excluded.week_wh, week_money = excluded.week_money, loss_basis = excluded.loss_basis,
      notified_at = case when i.ended_at is null then i.notified_at end,
      mailed_at = case when i.ended_at is null then i.mailed_at end, ended_at = null, valued_at = null, lost_wh = null, lost_money = null`;
}

/** Joins the problem `p` of `incident_events m`. */
const joinProblems = (tx: Transaction): Fragment =>
  tx`join problems p on p.sid = m.sid and p.sn = m.sn and p.code = m.code and p.opened_at = m.opened_at and p.level > 0`;

/** Sums of the weekly losses; null where that of a producing device is unknown, as the sum would be too low. */
function weeklyLoss(tx: Transaction): Fragment {
  const isProducer = tx`k.kind = any (${PRODUCING_KINDS}::text[])`;
  return tx`case when bool_and(p.week_wh is not null or ${isProducer} is not true) then sum(p.week_wh) end as week_wh,
    case when bool_and(p.week_money is not null or ${isProducer} is not true) then sum(p.week_money) end as week_money`;
}

/** Ends an incident with the last of its events, or now if a device was removed while one was ongoing. */
async function endIncident(tx: Transaction, sid: string, id: string, now: Date): Promise<void> {
  await tx`
    update incidents i set ended_at = greatest(i.opened_at, x.ended_at)
    from (
      select case when count(*) = count(e.closed_at) then coalesce(max(e.closed_at), ${now}) else ${now}::timestamptz end as ended_at
      from incident_events m join events e on e.sid = m.sid and e.sn = m.sn and e.code = m.code and e.opened_at = m.opened_at
      where m.sid = ${sid} and m.incident_id = ${id}
    ) x where i.sid = ${sid} and i.id = ${id}`;
}

type BriefEvent = Pick<OngoingEvent, 'sid' | 'sn' | 'code' | 'openedKey' | 'detail'> & { closedAt: Date };

/** Returns events that ended before a problem was derived from them. */
async function briefEvents(tx: Transaction, sids: readonly string[]): Promise<BriefEvent[]> {
  return await tx<BriefEvent[]>`
    select e.sid, e.sn, e.code, e.opened_at::text as opened_key, e.detail, e.closed_at from events e
    where ${amongSites(tx, sids)(tx`e.sid`)} and ${isBrief(tx)} order by e.opened_at`;
}

/** Whether `events e` is such an event. */
export const isBrief = (sql: Sql | Transaction): Fragment => sql`
  e.told = 0 and e.closed_at is not null and e.code = any (${PROBLEM_CODES as string[]}::text[])
  and not exists (select from incident_events m where m.sid = e.sid and m.sn = e.sn and m.code = e.code and m.opened_at = e.opened_at)`;

/** Inserts an incident for each of these events. */
async function writeBriefIncidents(tx: Transaction, events: readonly BriefEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const members = events.map(
    (event): Member => ({ ...event, key: '', id: randomUUID(), input: event.detail?.input ?? null }),
  );
  const levelOfEvent = ({ code }: BriefEvent) => SEVERITY[levelOf(code) === 'fault' ? 'fault' : 'warning'];
  await tx`
    insert into incidents (sid, id, sn, code, detail, opened_at, detected_at, ended_at, cause, devices, level)
    select g.sid, g.id, g.sn, g.code, g.detail::jsonb, g.opened_at, ${now}::timestamptz, g.closed_at, g.code || ' ' || g.sn, 1, g.level
    from (
      select unnest(${textArray(members.map(({ sid }) => sid))}::text::text[]) as sid, unnest(${textArray(members.map(({ id }) => id))}::text::uuid[]) as id,
        unnest(${textArray(members.map(({ sn }) => sn))}::text::text[]) as sn, unnest(${textArray(members.map(({ code }) => code))}::text::text[]) as code,
        unnest(${textArray(events.map(({ detail }) => detail && JSON.stringify(detail)))}::text::text[]) as detail,
        unnest(${textArray(members.map(({ openedKey }) => openedKey))}::text::timestamptz[]) as opened_at,
        unnest(${instantArray(events.map(({ closedAt }) => closedAt.getTime()))}::text::timestamptz[]) as closed_at,
        unnest(${plainArray(events.map(levelOfEvent))}::text::smallint[]) as level
    ) g`;
  await writeMembers(tx, members, now);
}
