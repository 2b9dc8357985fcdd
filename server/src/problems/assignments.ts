// Who takes care of a problem, and until which day: a user who sees the devices of its plant.
import type { Assignment, Problem } from '@heliograph/contract/entities/problem.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import { type DeviceViewer, deviceViewers, viewsDevices } from '../access/plantViewers.ts';
import { inBranch } from '../companies/people/people.ts';
import type { CallContext } from '../context.ts';
import { lockSites } from '../energy/days/siteTotals.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { todayByZone } from '../platform/calendar/timeBuckets.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { allOf, contains, limitOffset } from '../platform/database/paging.ts';

type Db = Sql | Transaction;

/** Name of `users u`, or else its e-mail address. */
const nameOf = (sql: Db): Fragment => sql`coalesce(nullif(u.name, ''), u.email)`;

/** Whether a problem of the plant is assigned to the user with this address. */
export async function isAssignee(sql: Sql, sid: string, email: string): Promise<boolean> {
  const rows = await sql`
    select from problems p join users u on u.id = p.assigned_to
    where p.sid = ${sid} and u.email = ${email} and ${viewsDevices(sql, sql`p.seen_by`)} limit 1`;
  return rows.length > 0;
}

/** Returns a condition on `problems p` and its `sites s`: assigned to the caller, to nobody, or until a day that has passed. */
export async function assignmentFilter(
  sql: Transaction,
  filter: 'mine' | 'nobody' | 'overdue',
  { userId, at }: { userId: number; at: Date },
): Promise<{ matches: Fragment }> {
  const ids = await sql<
    { id: number }[]
  >`select distinct assigned_to as id from problems where assigned_to is not null`;
  const viewers = await deviceViewers(
    sql,
    ids.map(({ id }) => id),
  );
  const isAssigned = isAssignedTo(sql, [...viewers.values()]);
  if (filter === 'mine') return { matches: sql`(p.assigned_to = ${userId} and ${isAssigned})` };
  if (filter === 'nobody') return { matches: sql`not ${isAssigned}` };
  const { zones, days } = todayByZone(at);
  return {
    matches: sql`(${isAssigned} and exists (
    select from (select unnest(${zones}::text::text[]) as timezone, unnest(${days}::text::date[]) as today) z
    where z.timezone = s.timezone and p.due_on < z.today))`,
  };
}

/** Returns a condition on `problems p`: assigned to one of these users who sees the devices of the plant. */
function isAssignedTo(sql: Transaction, viewers: readonly DeviceViewer[]): Fragment {
  const ofAll = viewers.filter(({ seesAll }) => seesAll).map(({ userId }) => userId);
  const ofBranches = viewers.flatMap(({ userId, branches }) => branches.map((branch) => ({ userId, branch })));
  return sql`coalesce(p.assigned_to in (select unnest(${ofAll}::int[]))
    or (p.assigned_to = any (p.seen_by) and p.assigned_to in (select unnest(${viewers.map(({ userId }) => userId)}::int[])))
    or exists (
      select from (
        select unnest(${ofBranches.map(({ userId }) => userId)}::int[]) as user_id, unnest(${ofBranches.map(({ branch }) => branch)}::int[]) as branch
      ) v where v.user_id = p.assigned_to and v.branch = any (p.seen_by)), false)`;
}

export interface AssignableUser {
  userId: number;
  name: string;
  email: string;
}

interface UserFilter {
  only?: number;
  keywords?: string | undefined;
  page?: { size: number; num: number };
}

/** Returns the caller and then the users of the caller's branch, by name, who see the devices of a plant that the caller may change; and their number. */
export async function assignableUsers(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  sid: string,
  { only, keywords, page = { size: 1, num: 0 } }: UserFilter,
): Promise<{ list: AssignableUser[]; total: number }> {
  const [site] = await sql<{ seenBy: number[] }[]>`select seen_by from sites where sid = ${sid}`;
  const isSelf = sql`u.id = ${session.userId}`;
  const condition = allOf(sql, [
    sql`(${isSelf} or exists (
      select from memberships m where m.user_id = u.id and m.frozen_at is null and ${inBranch(sql, session, sql`m.company_id`)}))`,
    viewsDevices(sql, sql`${site?.seenBy ?? []}::int[]`),
    only !== undefined && sql`u.id = ${only}`,
    keywords && sql`(${contains(sql, sql`u.name`, keywords)} or ${contains(sql, sql`u.email`, keywords)})`,
  ]);
  const [list, [count]] = await Promise.all([
    sql<AssignableUser[]>`
      select u.id as user_id, ${nameOf(sql)} as name, u.email from users u where ${condition}
      order by ${isSelf} desc, lower(${nameOf(sql)}), u.id ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total from users u where ${condition}`.execute(),
  ]);
  return { list, total: count?.total ?? 0 };
}

interface RequestedProblem {
  sn: string;
  code: EventCode;
  startMs: number;
  cause: string;
  assignedTo: number | null;
  dueOn: Day | null;
}

/** Returns these open problems of a plant; refuses if one of them is missing. */
export async function requestedProblems(
  sql: Transaction,
  sid: string,
  keys: readonly Pick<RequestedProblem, 'sn' | 'code' | 'startMs'>[],
): Promise<RequestedProblem[]> {
  const rows = await sql<(Omit<RequestedProblem, 'startMs'> & { openedAt: Date })[]>`
    select p.sn, p.code, p.opened_at, p.cause, p.assigned_to, p.due_on from problems p
    where p.sid = ${sid} and p.level > 0 and p.is_lead order by p.opened_at, p.sn, p.code`;
  const requested = new Set(keys.map(({ sn, code, startMs }) => `${sn} ${code} ${startMs}`));
  const found = rows
    .map(({ openedAt, ...row }) => ({ ...row, startMs: openedAt.getTime() }))
    .filter(({ sn, code, startMs }) => requested.has(`${sn} ${code} ${startMs}`));
  if (found.length < requested.size) throw new ApiError('eventNotFound');
  return found;
}

/** Assigns the problems of a plant with these causes, and their events, so that it lasts when the problems are derived again. */
export async function assignProblems(
  sql: Transaction,
  sid: string,
  { causes, assigned }: { causes: readonly string[]; assigned: { userId: number; dueDay: Day } | null },
): Promise<void> {
  await lockSites(sql, [sid]);
  const isOfCauses = sql`p.sid = ${sid} and p.level > 0 and p.cause in (select unnest(${textArray(causes)}::text::text[]))`;
  const values = sql`assigned_to = ${assigned?.userId ?? null}, due_on = ${assigned?.dueDay ?? null}::date`;
  await sql`update problems p set ${values} where ${isOfCauses}`;
  await sql`
    update events e set ${values} from problems p
    where ${isOfCauses} and e.sid = p.sid and e.sn = p.sn and e.code = p.code and e.opened_at = p.opened_at`;
}

/** Returns the job of a plant that is due first, and their number: one person and due day, whatever the number of problems. */
export function jobsOf(problems: readonly Problem[] = []): { job: Assignment | null; jobs: number } {
  const assigned = problems.flatMap((problem) => problem.assigned ?? []);
  const jobs = [...new Map(assigned.map((one) => [`${one.dueDay} ${one.userId}`, one])).entries()].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  return { job: jobs[0]?.[1] ?? null, jobs: jobs.length };
}
