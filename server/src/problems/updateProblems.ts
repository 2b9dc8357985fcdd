// Derives the open problems of plants from their events: one row each, which lists, counts, mails and feeds read.
import { PROBLEM_CODES, SEVERITY } from '@heliograph/contract/events.ts';
import type { Context } from '../context.ts';
import { lockSites, restate } from '../energy/days/siteTotals.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { amongSites } from './amongSites.ts';
import { isBrief, type OngoingEvent, updateIncidents } from './incidents.ts';
import { lossesByDevice } from './lossesByDevice.ts';
import { type Caused, type OpenEvent, type PresentDevice, problemCauses } from './rules/problemCauses.ts';
import { withSharedAssignments } from './rules/sharedAssignments.ts';

/** Plants per transaction. */
const BATCH_SIZE = 100;
/** What ended earlier is no news. */
const NEWS_MS = 7 * 86_400_000;

/** Updates the problems of plants whose events have changed; returns the number of plants. */
export async function updateChangedProblems(
  { sql, clock, nudges }: Pick<Context, 'sql' | 'clock' | 'nudges'>,
  signal?: AbortSignal,
): Promise<number> {
  // Replayed reports bring many events that ended long ago: nobody is notified of them.
  await sql`update events set told = 2 where told = 0 and closed_at < ${new Date(clock.now().getTime() - NEWS_MS)}`;
  const sids = await changedPlants(sql);
  for (let from = 0; from < sids.length && !signal?.aborted; from += BATCH_SIZE) {
    const batch = sids.slice(from, from + BATCH_SIZE);
    await sql.begin(async (tx) => await updateProblems(tx, batch, clock.now()));
    nudges.publish(batch);
  }
  return sids.length;
}

/** Returns plants with an open event that has no row yet, one that ended before, or a row whose event has ended or whose device was removed. */
async function changedPlants(sql: Sql): Promise<string[]> {
  const isOfEvent = sql`p.sid = e.sid and p.sn = e.sn and p.code = e.code and p.opened_at = e.opened_at`;
  const codes = PROBLEM_CODES as string[];
  const rows = await Promise.all([
    sql<{ sid: string }[]>`
      select distinct e.sid from events e join sites s on s.sid = e.sid and not s.is_importing
      where e.closed_at is null and e.code = any (${codes}::text[]) and not exists (select from problems p where ${isOfEvent})`,
    sql<{ sid: string }[]>`
      select distinct p.sid from problems p
      where not exists (select from events e where ${isOfEvent} and e.closed_at is null)`,
    sql<{ sid: string }[]>`
      select distinct p.sid from problems p join devices d on d.sid = p.sid and d.sn = p.sn
      where p.level > 0 and d.removed_at is not null`,
    sql<
      { sid: string }[]
    >`select distinct e.sid from events e join sites s on s.sid = e.sid and not s.is_importing where ${isBrief(sql)}`,
  ]);
  return [...new Set(rows.flat().map(({ sid }) => sid))].toSorted();
}

/** Rewrites the problems of plants and what lists read of them; what they cost stays. */
export async function updateProblems(tx: Transaction, sids: readonly string[], now: Date): Promise<void> {
  await lockSites(tx, sids);
  const problems = await computeProblems(tx, sids);
  await writeProblems(tx, sids, problems);
  if (problems.some(({ dueOn }) => dueOn !== null)) await storeSharedAssignments(tx, sids);
  await updateIncidents(tx, sids, problems, now);
  await updateRanks(tx, sids);
  await restate(tx, sids, now);
}

interface StoredEvent extends OpenEvent {
  sid: string;
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
  note: string;
  assignedTo: number | null;
  dueOn: Day | null;
}

type DerivedProblem = StoredEvent & Caused & OngoingEvent;

async function computeProblems(tx: Transaction, sids: readonly string[]): Promise<DerivedProblem[]> {
  const ofPlants = amongSites(tx, sids);
  const [events, devices, sites] = await Promise.all([
    tx<StoredEvent[]>`
      select e.sid, e.sn, e.code, e.opened_at::text as opened_key, e.detail, e.acknowledged_at, e.acknowledged_by, e.note,
        e.assigned_to, e.due_on
      from events e where ${ofPlants(tx`e.sid`)} and e.closed_at is null and e.code = any (${PROBLEM_CODES as string[]}::text[])
      order by e.sid, e.opened_at, e.sn, e.code`,
    tx<(PresentDevice & { sid: string })[]>`
      select d.sid, d.sn, d.gateway_sn, p.kind = 'gateway' as is_gateway from devices d join products p on p.id = d.product_id
      where ${ofPlants(tx`d.sid`)} and d.removed_at is null`,
    tx<{ sid: string }[]>`select s.sid from sites s where ${ofPlants(tx`s.sid`)}`,
  ]);
  const devicesOf = Map.groupBy(devices, ({ sid }) => sid);
  const eventsOf = Map.groupBy(events, ({ sid }) => sid);
  return sites.flatMap(({ sid }) => {
    const open = eventsOf.get(sid) ?? [];
    const present = devicesOf.get(sid) ?? [];
    const causes = problemCauses(open, present);
    const sns = new Set(['', ...present.map(({ sn }) => sn)]);
    return withSharedAssignments(
      open.map((event, index) => ({ ...event, ...(causes[index] as Caused), isPresent: sns.has(event.sn) })),
    );
  });
}

async function writeProblems(tx: Transaction, sids: readonly string[], rows: readonly DerivedProblem[]): Promise<void> {
  await tx`
    delete from problems p where ${amongSites(tx, sids)(tx`p.sid`)} and (p.sid, p.sn, p.code, p.opened_at) not in (
      select unnest(${textArray(rows.map(({ sid }) => sid))}::text::text[]), unnest(${textArray(rows.map(({ sn }) => sn))}::text::text[]),
        unnest(${textArray(rows.map(({ code }) => code))}::text::text[]), unnest(${textArray(rows.map(({ openedKey }) => openedKey))}::text::timestamptz[]))`;
  if (rows.length > 0)
    await tx`
      insert into problems as p (sid, sn, code, opened_at, seen_by, detail, cause, is_lead, level, acknowledged_at, acknowledged_by, note, assigned_to, due_on)
      select g.sid, g.sn, g.code, g.opened_at, s.seen_by, g.detail::jsonb, g.cause, g.is_lead, g.level, g.acknowledged_at, g.acknowledged_by, g.note, g.assigned_to, g.due_on
      from (
        select unnest(${textArray(rows.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(rows.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(rows.map(({ code }) => code))}::text::text[]) as code,
          unnest(${textArray(rows.map(({ openedKey }) => openedKey))}::text::timestamptz[]) as opened_at,
          unnest(${textArray(rows.map(({ detail }) => detail && JSON.stringify(detail)))}::text::text[]) as detail,
          unnest(${textArray(rows.map(({ cause }) => cause))}::text::text[]) as cause,
          unnest(${plainArray(rows.map(({ isLead }) => isLead))}::text::boolean[]) as is_lead,
          unnest(${plainArray(rows.map(({ level }) => level))}::text::smallint[]) as level,
          unnest(${textArray(rows.map(({ acknowledgedAt }) => acknowledgedAt?.toISOString() ?? null))}::text::timestamptz[]) as acknowledged_at,
          unnest(${plainArray(rows.map(({ acknowledgedBy }) => acknowledgedBy))}::text::int[]) as acknowledged_by,
          unnest(${textArray(rows.map(({ note }) => note))}::text::text[]) as note,
          unnest(${plainArray(rows.map(({ assignedTo }) => assignedTo))}::text::int[]) as assigned_to,
          unnest(${textArray(rows.map(({ dueOn }) => dueOn))}::text::date[]) as due_on
      ) g join sites s on s.sid = g.sid
      on conflict (sid, sn, code, opened_at) do update set detail = excluded.detail, cause = excluded.cause, is_lead = excluded.is_lead,
        level = excluded.level, acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by, note = excluded.note,
        assigned_to = excluded.assigned_to, due_on = excluded.due_on`;
}

/** Stores the assignments that events have from their problems, so that they last when the other events end. */
async function storeSharedAssignments(tx: Transaction, sids: readonly string[]): Promise<void> {
  await tx`
    update events e set assigned_to = p.assigned_to, due_on = p.due_on from problems p
    where ${amongSites(tx, sids)(tx`p.sid`)} and p.due_on is not null and e.sid = p.sid and e.sn = p.sn and e.code = p.code
      and e.opened_at = p.opened_at and e.due_on is null`;
}

/** Copies who acknowledged the events of a plant to its problems, in the transaction that changed them. */
export async function copyAcknowledgements(tx: Transaction, sid: string, now: Date): Promise<void> {
  await lockSites(tx, [sid]);
  await tx`
    update problems p set acknowledged_at = e.acknowledged_at, acknowledged_by = e.acknowledged_by, note = e.note
    from events e where p.sid = ${sid} and e.sid = p.sid and e.sn = p.sn and e.code = p.code and e.opened_at = p.opened_at`;
  await updateRanks(tx, [sid]);
  await restate(tx, [sid], now);
}

/** Updates number and rank of the problems of plants, which are locked. */
export async function updateRanks(tx: Transaction, sids: readonly string[]): Promise<void> {
  const ofPlants = amongSites(tx, sids);
  const losses = lossesByDevice(tx, tx`problems`, tx`${ofPlants(tx`p.sid`)} and ${isCounted(tx)}`);
  await tx`
    update site_live l set problems = x.problems, problem_rank = x.problem_rank
    from (
      select s.sid, coalesce(sum(p.leads), 0)::int as problems,
        coalesce(max(p.level) * ${RANK_OF_LEVEL}::float8 + coalesce(sum(p.week_wh), 0), 0) as problem_rank
      from site_live s left join (${losses}) p on p.sid = s.sid
      where ${ofPlants(tx`s.sid`)} group by s.sid
    ) x where l.sid = x.sid`;
}

/** More than any plant loses in a week, Wh, so that severity comes first. */
const RANK_OF_LEVEL = 1e12;

/** Whether a `problems p` is counted: a warning that somebody has acknowledged is not, a fault is until it ends. */
export const isCounted = (sql: Sql | Transaction): Fragment =>
  sql`(p.level = ${SEVERITY.fault} or (p.level = ${SEVERITY.warning} and p.acknowledged_at is null))`;
