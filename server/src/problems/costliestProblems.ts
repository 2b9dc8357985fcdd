// Ranks the open problems of all plants that a user sees by what they lose a week, for digests.
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { accessibleRows } from '../access/accessibleSites.ts';
import { type MemberSession, readAs } from '../access/memberSessions.ts';
import { seesDevices } from '../access/pageModules.ts';
import type { Sql } from '../platform/database/connect.ts';
import { problemsOfPlants } from './openProblems.ts';
import { isCounted } from './updateProblems.ts';

interface Ranked {
  sid: string;
  sn: string;
  code: string;
  openedAt: Date;
  level: number;
  weekWh: number | null;
  weekMoney: number | null;
  currency: string;
}

export interface ListedProblem extends Problem {
  siteName: string;
  timezone: string;
  /** Null: the user may not see money. */
  currency: string | null;
}

export interface CostliestProblems {
  list: ListedProblem[];
  /** Of all, those that are not listed included. */
  total: number;
  plants: number;
}

/** Returns at most `count` problems of the plants that the sessions see: those that cost most first, by energy where currencies differ. Without warnings that somebody has acknowledged. */
export async function costliestProblems(
  sql: Sql,
  sessions: readonly MemberSession[],
  { language, count }: { language: LanguageCode; count: number },
): Promise<CostliestProblems> {
  const found = new Map<string, { row: Ranked; session: MemberSession }>();
  for (const session of sessions.filter(seesDevices))
    for (const row of await rankedBy(sql, session)) {
      const key = `${row.sid} ${row.sn} ${row.code} ${row.openedAt.getTime()}`;
      if (!found.has(key) || session.permissions.has('SiteMoney')) found.set(key, { row, session });
    }
  const all = [...found.values()];
  const currencies = new Set(all.flatMap(({ row }) => (row.weekMoney === null ? [] : [row.currency])));
  const value = currencies.size === 1 ? (row: Ranked) => row.weekMoney : (row: Ranked) => row.weekWh;
  const listed = all
    .toSorted(
      ({ row: one }, { row: other }) =>
        other.level - one.level ||
        (value(other) ?? -1) - (value(one) ?? -1) ||
        one.openedAt.getTime() - other.openedAt.getTime(),
    )
    .slice(0, count);
  const problems = new Map<string, ListedProblem>();
  for (const [session, rows] of Map.groupBy(listed, (one) => one.session))
    for (const problem of await detailsOf(sql, session, [...new Set(rows.map(({ row }) => row.sid))], language))
      problems.set(problem.key, problem);
  return {
    list: listed.flatMap(({ row }) => problems.get(`${row.sid} ${row.sn} ${row.code} ${row.openedAt.getTime()}`) ?? []),
    total: all.length,
    plants: new Set(all.map(({ row }) => row.sid)).size,
  };
}

/** Whether the user still sees the problems of any plant: without one, that there are none says nothing. */
export async function seesAnyPlant(sql: Sql, sessions: readonly MemberSession[]): Promise<boolean> {
  for (const session of sessions.filter(seesDevices)) {
    const found = await readAs(
      sql,
      session,
      async (tx) => await tx`select from sites s where ${accessibleRows(tx, session, tx`s.seen_by`)} limit 1`,
    );
    if (found.length > 0) return true;
  }
  return false;
}

async function rankedBy(sql: Sql, session: MemberSession): Promise<Ranked[]> {
  return await readAs(
    sql,
    session,
    async (tx) =>
      await tx<Ranked[]>`
      select p.sid, p.sn, p.code, p.opened_at, p.level, s.currency, g.week_wh,
        ${session.permissions.has('SiteMoney') ? tx`g.week_money` : tx`null::float8`} as week_money
      from problems p join sites s on s.sid = p.sid join (
        select p.sid, p.cause, sum(p.week_wh) as week_wh, sum(p.week_money) as week_money from problems p
        where p.level > 0 and ${accessibleRows(tx, session, tx`p.seen_by`)} group by p.sid, p.cause
      ) g on g.sid = p.sid and g.cause = p.cause
      where p.is_lead and ${isCounted(tx)} and ${accessibleRows(tx, session, tx`p.seen_by`)}`,
  );
}

async function detailsOf(
  sql: Sql,
  session: MemberSession,
  sids: readonly string[],
  language: LanguageCode,
): Promise<(ListedProblem & { key: string })[]> {
  return await readAs(sql, session, async (tx) => {
    const [plants, problems] = await Promise.all([
      tx<{ sid: string; name: string; timezone: string; currency: string }[]>`
        select sid, name, timezone, currency from sites where sid = any (${sids as string[]}::text[])`,
      problemsOfPlants(tx, sids, { language }),
    ]);
    return plants.flatMap(({ sid, name, timezone, currency }) =>
      (problems.get(sid) ?? []).map((problem) => ({
        ...problem,
        key: `${sid} ${problem.sn} ${problem.code} ${problem.startMs}`,
        siteName: name,
        timezone,
        currency: session.permissions.has('SiteMoney') ? currency : null,
      })),
    );
  });
}
