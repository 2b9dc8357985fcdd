// Ranks the open problems of all plants that a session may access: by severity, then by what each plant loses a week.
import { type EventCode, SEVERITY } from '@heliograph/contract/events.ts';
import { accessibleRows } from '../access/accessibleSites.ts';
import type { Session } from '../context.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { allOf, contains, limitOffset, startsWith } from '../platform/database/paging.ts';
import { assignmentFilter } from './assignments.ts';
import { lossesByDevice } from './lossesByDevice.ts';
import { isCounted } from './updateProblems.ts';

interface Filters {
  sid?: string | undefined;
  state?: 'open' | 'acknowledged' | undefined;
  level?: 'warning' | 'fault' | undefined;
  code?: EventCode | undefined;
  keywords?: string | undefined;
  company?: number | undefined;
  assigned?: 'mine' | 'nobody' | 'overdue' | undefined;
}

export interface RankedProblem {
  sid: string;
  sn: string;
  code: EventCode;
  openedAt: Date;
  total: number;
}

/** Returns a page of problems, plant by plant, and the total in each row. */
export async function rankedProblems(
  sql: Transaction,
  session: Session,
  filters: Filters,
  { at, ...page }: { size: number; num: number; at: Date },
): Promise<RankedProblem[]> {
  const { sid, state, level, code, keywords, company, assigned } = filters;
  const assignment = assigned && (await assignmentFilter(sql, assigned, { userId: session.userId, at }));
  const { ranked } = await rankPlants(
    sql,
    session,
    allOf(sql, [
      sid && sql`p.sid = ${sid}`,
      state && (state === 'open' ? isCounted(sql) : sql`p.acknowledged_at is not null`),
      level && sql`p.level = ${SEVERITY[level]}`,
      code && sql`p.code = ${code}`,
      assignment?.matches,
      company !== undefined && sql`${-company}::int = any (s.seen_by)`,
      keywords && sql`(${contains(sql, sql`s.name`, keywords)} or ${startsWith(sql, sql`p.sn`, keywords)})`,
    ]),
  );
  return await sql<RankedProblem[]>`
    ${ranked}
    select p.sid, p.sn, p.code, p.opened_at, count(*) over ()::int as total
    from (
      select f.*, sum(f.week_wh) over (partition by f.sid, f.cause) as cause_wh from found f
    ) p join plants r on r.sid = p.sid where p.is_lead
    order by ${byRank(sql)}, lower(p.site_name), p.sid, p.is_counted desc, p.level desc, p.cause_wh desc nulls last,
      p.opened_at, p.sn, p.code ${limitOffset(sql, page)}`;
}

/** Returns the plants with the worst counted problems, the worst first. */
export async function worstPlants(sql: Transaction, session: Session, count: number): Promise<string[]> {
  const { ranked } = await rankPlants(sql, session, isCounted(sql));
  const rows = await sql<{ sid: string }[]>`
    ${ranked}
    select r.sid from plants r join sites s on s.sid = r.sid order by ${byRank(sql)}, s.name_order, r.sid limit ${count}`;
  return rows.map(({ sid }) => sid);
}

const byRank = (sql: Transaction): Fragment => sql`r.level desc nulls last, r.value desc nulls last`;

/** Returns the accessible problems as a table `found`, and their plants with severity and loss as a table `plants`: in money where it can be compared, else energy. */
async function rankPlants(sql: Transaction, session: Session, condition: Fragment): Promise<{ ranked: Fragment }> {
  const accessible = sql`p.level > 0 and ${accessibleRows(sql, session, sql`p.seen_by`)}`;
  const isOneCurrency = await hasOneCurrency(sql, accessible);
  const sum = isOneCurrency ? sql`sum(m.week_money)` : sql`sum(m.week_wh)`;
  const ranked = sql`
    with found as (
      select p.*, s.name as site_name, ${isCounted(sql)} as is_counted from problems p join sites s on s.sid = p.sid
      where ${accessible} and ${condition}
    ), plants as (
      select f.sid, max(m.level) as level, ${sum} as value
      from (select distinct sid from found) f left join (${lossesByDevice(sql, sql`found`, sql`p.is_counted`)}) m on m.sid = f.sid
      group by f.sid
    )`;
  // In an object, as a fragment that a promise resolves to would be executed.
  return { ranked };
}

/** Whether all valued problems are of plants with one currency; amounts of several cannot be compared. */
async function hasOneCurrency(sql: Transaction, accessible: Fragment): Promise<boolean> {
  const currencies = await sql`
    select s.currency from problems p join sites s on s.sid = p.sid where ${accessible} and p.week_money is not null group by 1 limit 2`;
  return currencies.length === 1;
}

/** Returns what each of these plants loses per week, Wh and money. */
export async function weeklyLosses(
  sql: Transaction,
  sids: readonly string[],
): Promise<Map<string, { weekWh: number | null; weekMoney: number | null }>> {
  const ofPlants = sql`p.sid = any (${sids as string[]}::text[]) and p.level > 0`;
  const rows = await sql<{ sid: string; weekWh: number | null; weekMoney: number | null }[]>`
    select m.sid, sum(m.week_wh) as week_wh, sum(m.week_money) as week_money
    from (${lossesByDevice(sql, sql`problems`, ofPlants)}) m group by m.sid`;
  return new Map(rows.map(({ sid, ...loss }) => [sid, loss]));
}

export interface FleetProblems {
  faults: number;
  warnings: number;
  acknowledged: number;
  plants: number;
  weekWh: number | null;
  weekMoney: number | null;
  currency: string;
  unknown: number;
}

/** Sums the problems of all accessible plants. */
export async function sumProblems(sql: Transaction, session: Session): Promise<FleetProblems> {
  const accessible = sql`p.level > 0 and ${accessibleRows(sql, session, sql`p.seen_by`)}`;
  const [[counts], [losses]] = await Promise.all([
    sql<Pick<FleetProblems, 'faults' | 'warnings' | 'acknowledged' | 'plants'>[]>`
      select count(*) filter (where p.is_lead and p.level = ${SEVERITY.fault})::int as faults,
        count(*) filter (where p.is_lead and p.level = ${SEVERITY.warning} and p.acknowledged_at is null)::int as warnings,
        count(*) filter (where p.is_lead and p.acknowledged_at is not null)::int as acknowledged,
        count(distinct p.sid) filter (where ${isCounted(sql)})::int as plants
      from problems p where ${accessible}`,
    sql<(Pick<FleetProblems, 'weekWh' | 'weekMoney' | 'unknown'> & { currencies: string[] | null })[]>`
      select sum(m.week_wh) as week_wh, sum(m.week_money) as week_money,
        array_agg(distinct s.currency) filter (where m.week_wh is not null) as currencies,
        count(*) filter (where m.costs and m.week_wh is null)::int as unknown
      from (${lossesByDevice(sql, sql`problems`, accessible)}) m join sites s on s.sid = m.sid`,
  ]);
  const currencies = losses?.currencies ?? [];
  const isOneCurrency = currencies.length === 1;
  return {
    faults: counts?.faults ?? 0,
    warnings: counts?.warnings ?? 0,
    acknowledged: counts?.acknowledged ?? 0,
    plants: counts?.plants ?? 0,
    weekWh: losses?.weekWh ?? null,
    weekMoney: isOneCurrency ? (losses?.weekMoney ?? null) : null,
    currency: isOneCurrency ? (currencies[0] ?? '') : '',
    unknown: losses?.unknown ?? 0,
  };
}
