// Who was notified of an incident: recorded at its beginning, compared while it lasts, claimed once at its end.
import type { LossBasis } from '@heliograph/contract/entities/problem.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** At most one notice a day for one cause, besides those of its beginning and its end. */
const MIN_PAUSE_MS = 86_400_000;
/** From this age on weekly losses are compared: those of single days differ with the weather. */
const COMPARED_AFTER_MS = 7 * 86_400_000;
/** Smaller weekly losses are not worth another notice. */
const MIN_WEEK_WH = 5_000;

export type Medium = 'mail' | 'channel';

export interface Incident {
  sid: string;
  id: string;
  sn: string;
  code: EventCode;
  detail: Record<string, string> | null;
  cause: string;
  /** The first beginning of its events. */
  openedAt: Date;
  endedAt: Date | null;
  level: number;
  /** Devices or modules with its cause. */
  devices: number;
  /** Lost a week, Wh and money; null: unknown, or nothing. */
  weekWh: number | null;
  weekMoney: number | null;
  /** What it has cost, once it has ended; null: unknown, or nothing to lose. */
  lostWh: number | null;
  lostMoney: number | null;
  lossBasis: LossBasis | null;
}

/** Columns of Incident of `incidents i`. */
export const incidentColumns = (sql: Sql | Transaction): Fragment => sql`
  i.sid, i.id::text as id, i.sn, i.code, i.detail, i.cause, i.opened_at, i.ended_at, i.level, i.devices, i.week_wh, i.week_money,
  i.lost_wh, i.lost_money, i.loss_basis`;

/** Whether `incidents i` can be announced: it is ongoing, or its cost is computed. */
export const isReady = (sql: Sql | Transaction): Fragment => sql`(i.ended_at is null or i.valued_at is not null)`;

/** What later states are compared with; null before the first full week. */
const comparedLoss = ({ openedAt, weekWh }: Incident, now: Date): number | null =>
  now.getTime() - openedAt.getTime() >= COMPARED_AFTER_MS ? weekWh : null;

/** Records that readers are notified of an ongoing incident; returns those that were not before. Waits for a concurrent transaction that records them. */
export async function recordNotices(
  tx: Transaction,
  incident: Incident,
  medium: Medium,
  readers: readonly string[],
  now: Date,
): Promise<string[]> {
  if (readers.length === 0) return [];
  const { sid, id } = incident;
  const { level, devices } = incident;
  const rows = readers.map((reader) => ({
    sid,
    incidentId: id,
    medium,
    reader,
    notifiedAt: now,
    level,
    devices,
    weekWh: comparedLoss(incident, now),
  }));
  const inserted = await tx<{ reader: string }[]>`
    insert into incident_notices ${tx(rows)} on conflict do nothing returning reader`;
  return inserted.map(({ reader }) => reader);
}

export interface NoticedIncident {
  incident: Incident;
  reader: string;
}

/** Whether a problem of `incidents i` has joined since its notice `n` and lasts, whatever has ended meanwhile. */
const hasNewMember = (sql: Sql | Transaction): Fragment => sql`exists (
  select from incident_events m join problems p on p.sid = m.sid and p.sn = m.sn and p.code = m.code and p.opened_at = m.opened_at and p.level > 0
  where m.sid = i.sid and m.incident_id = i.id and m.joined_at > n.notified_at)`;

/**
 * Whether the ongoing `incidents i` is worse than at its last notice `n`, at least a day ago: it has become a fault, affects other
 * devices as well, or after its first full week loses at least twice as much a week and more than 5 kWh.
 */
export const hasWorsened = (sql: Sql | Transaction, now: Date): Fragment => sql`(
  i.ended_at is null and n.notified_at <= ${new Date(now.getTime() - MIN_PAUSE_MS)} and (
    i.level > n.level or i.devices > n.devices or ${hasNewMember(sql)} or (i.week_wh > ${MIN_WEEK_WH} and i.week_wh >= 2 * n.week_wh)))`;

/** Whether `incidents i` has ended and its cost is computed. */
export const hasEnded = (sql: Sql | Transaction): Fragment => sql`(i.ended_at is not null and i.valued_at is not null)`;

/** Stores the loss of the first full week, with which later ones are compared. */
export async function storeComparedLosses(tx: Transaction, sid: string, now: Date): Promise<void> {
  await tx`
    update incident_notices n set week_wh = i.week_wh from incidents i
    where n.sid = ${sid} and n.week_wh is null and i.sid = n.sid and i.id = n.incident_id and i.week_wh is not null
      and i.opened_at <= ${new Date(now.getTime() - COMPARED_AFTER_MS)}`;
}

/**
 * Returns incidents that have become worse since the last notice to a reader, and records that the reader is notified of that
 * now; another server does not return them again. `of`: a condition on `incidents i`.
 */
export async function claimWorsened(
  tx: Transaction,
  medium: Medium,
  of: Fragment,
  now: Date,
): Promise<NoticedIncident[]> {
  const rows = await tx<(Incident & { reader: string })[]>`
    update incident_notices n set notified_at = ${now}, level = i.level, devices = i.devices,
      week_wh = case when i.opened_at <= ${new Date(now.getTime() - COMPARED_AFTER_MS)} then i.week_wh end
    from incidents i
    where i.sid = n.sid and i.id = n.incident_id and n.medium = ${medium} and ${hasWorsened(tx, now)} and ${of}
    returning ${incidentColumns(tx)}, n.reader`;
  return noticed(rows);
}

/** Returns ended incidents with the readers that were notified of them, and removes these notices, so that only one server returns them. */
export async function claimEnded(tx: Transaction, medium: Medium, of: Fragment): Promise<NoticedIncident[]> {
  const rows = await tx<(Incident & { reader: string })[]>`
    delete from incident_notices n using incidents i
    where i.sid = n.sid and i.id = n.incident_id and n.medium = ${medium} and ${hasEnded(tx)} and ${of}
    returning ${incidentColumns(tx)}, n.reader`;
  return noticed(rows);
}

const noticed = (rows: readonly (Incident & { reader: string })[]): NoticedIncident[] =>
  rows
    .map(({ reader, ...incident }) => ({ incident, reader }))
    .toSorted((one, other) => one.incident.openedAt.getTime() - other.incident.openedAt.getTime());

/** Returns a condition on `incidents i`: they have one of these codes. */
export const hasCode = (sql: Sql | Transaction, codes: readonly EventCode[]): Fragment =>
  sql`i.code in (select unnest(${textArray(codes)}::text::text[]))`;
