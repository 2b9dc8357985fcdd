// audit/list: who did what and when; administrators read all lines, managers those of their branch.

import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { peopleById } from '../../access/namedPeople.ts';
import type { AuditProblem } from '../../audit/auditChain.ts';
import type { Session } from '../../context.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { allOf, containing, contains, limitOffset } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';

type Row = Response<'audit/list'>['list'][number];

const MAX_LINES = 10_000;

export const auditList: Handler<'audit/list'> = async ({ filters, sort, page, from }, { sql, session }) => {
  const condition = sql`${visibleLines(sql, session)} and ${filterCondition(sql, filters)}`;
  const [rows, [count], [chain]] = await Promise.all([
    pageOf(sql, session, { condition, page, from, isDescending: sort[0]?.descending !== false }),
    sql<{ lines: number }[]>`
      select count(*)::int as lines from (select from audit_log a where ${condition} limit ${MAX_LINES + 1}) l`,
    sql<{ lines: number; checkedAt: Date | null; problem: AuditProblem | null }[]>`
      select lines, checked_at, problem from audit_checks where name = 'chain'`,
  ]);
  const [emails, names] = await Promise.all([emailsOf(sql, rows), namesOf(sql, session, rows)]);
  const lines = count?.lines ?? 0;
  return {
    list: rows.map(({ at, userId, ...row }): Row => {
      const siteName = names.get(row.object);
      return {
        ...row,
        atIso: at.toISOString(),
        userEmail: userId === null ? '' : (emails.get(userId) ?? ''),
        ...(siteName === undefined ? { sid: '', siteName: '' } : { sid: row.object, siteName }),
      };
    }),
    total: Math.min(MAX_LINES, lines),
    isMore: lines > MAX_LINES,
    chain: {
      lines: chain?.lines ?? 0,
      checkedIso: chain?.checkedAt?.toISOString() ?? null,
      problem: chain?.problem ? { kind: chain.problem.kind, line: chain.problem.line } : null,
    },
  };
};

interface Line extends Omit<Row, 'atIso' | 'userEmail' | 'sid' | 'siteName'> {
  at: Date;
  userId: number | null;
}

interface PageQuery {
  condition: Fragment;
  page: ParsedRequest<'audit/list'>['page'];
  from: ParsedRequest<'audit/list'>['from'];
  isDescending: boolean;
}

/** Reads a page by the time index: next to an anchor line at its position, otherwise from the start over at most MAX_LINES lines. */
async function pageOf(
  sql: Transaction,
  session: Session,
  { condition, page, from, isDescending }: PageQuery,
): Promise<Line[]> {
  // As text, to the microsecond: a JavaScript date has milliseconds only.
  const [anchor] = from
    ? await sql<{ at: string }[]>`
        select a.at::text as at from audit_log a where a.id = ${from.id} and ${visibleLines(sql, session)}`
    : [];
  const isBackwards = anchor !== undefined && from?.side === 'before';
  const isDescendingScan = isDescending !== isBackwards;
  const position = anchor && sql`(${anchor.at}::timestamptz, ${from!.id}::bigint)`;
  if (!anchor && page.size * page.num >= MAX_LINES) return [];
  const rows = await sql<Line[]>`
    select a.id, a.at, a.user_id, a.address, a.action, a.object, a.result, coalesce(a.before::text, '') as before,
      coalesce(a.after::text, '') as after
    from audit_log a
    where ${condition} and ${position ? (isDescendingScan ? sql`(a.at, a.id) < ${position}` : sql`(a.at, a.id) > ${position}`) : sql`true`}
    order by ${isDescendingScan ? sql`a.at desc, a.id desc` : sql`a.at, a.id`}
    ${limitOffset(sql, { size: page.size, num: anchor ? 0 : page.num })}`;
  return isBackwards ? rows.toReversed() : rows;
}

/** Users limited to single plants see no lines, whatever pages their role has. */
function visibleLines(sql: Transaction, { scope, companyId }: Session): Fragment {
  if (scope === 'all') return sql`true`;
  return scope === 'branch' ? sql`${-companyId}::int = any (a.seen_by)` : sql`false`;
}

function filterCondition(sql: Transaction, filters: ParsedRequest<'audit/list'>['filters']): Fragment {
  const { keywords, user_email, action, object, result, start_date, end_date, before } = filters;
  const byUser = (text: string) => sql`a.user_id in (select u.id from audited_accounts_with(${containing(text)}) u)`;
  return allOf(sql, [
    keywords &&
      sql`(${byUser(keywords)} or ${contains(sql, sql`a.action`, keywords)} or ${contains(sql, sql`a.object`, keywords)})`,
    user_email && byUser(user_email),
    action && sql`starts_with(lower(a.action), ${action.toLowerCase()})`,
    object && contains(sql, sql`a.object`, object),
    result && sql`a.result = ${result}`,
    start_date && sql`a.at >= ${`${start_date}T00:00:00Z`}::timestamptz`,
    end_date && sql`a.at < ${`${end_date}T00:00:00Z`}::timestamptz + interval '24 hours'`,
    before !== undefined && sql`a.id < ${before}`,
  ]);
}

async function emailsOf(sql: Transaction, rows: readonly Line[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  return new Map([...(await peopleById(sql, ids)).values()].map(({ id, email }) => [id, email]));
}

/** Names of the plants that the session can access, by SID. */
async function namesOf(sql: Transaction, session: Session, rows: readonly Line[]): Promise<Map<string, string>> {
  const sids = [...new Set(rows.map(({ object }) => object).filter((object) => object !== ''))];
  if (sids.length === 0) return new Map();
  const sites = await sql<{ sid: string; name: string }[]>`
    select s.sid, s.name from sites s where s.sid in (select unnest(${textArray(sids)}::text::text[])) and ${accessibleSites(sql, session)}`;
  return new Map(sites.map(({ sid, name }) => [sid, name]));
}
