// audit/list: who did what and when; an administrator reads all of it, a manager what was done in his branch.
import type { Asked, Response } from '@heliograph/contract/calls.ts';
import type { Session } from '../../context.ts';
import type { Fragment, Transaction } from '../../db/connect.ts';
import type { Handler } from '../../handler.ts';
import { textArray } from '../../sql/arrays.ts';
import type { AuditProblem } from '../../sql/auditChain.ts';
import { allOf, contains, onePage } from '../../sql/page.ts';
import { visibleSites } from '../../sql/visibleSites.ts';

type Row = Response<'audit/list'>['list'][number];

const MOST = 10_000;

export const auditList: Handler<'audit/list'> = async ({ filters, sort, page }, { sql, session }) => {
  const found = sql`${seenLines(sql, session)} and ${whichOf(sql, filters)}`;
  const order = sort[0]?.descending === false ? sql`a.at, a.id` : sql`a.at desc, a.id desc`;
  const [rows, [count], [chain]] = await Promise.all([
    page.size * page.num < MOST
      ? sql<Line[]>`
          select a.id, a.at, a.user_id, a.address, a.action, a.object, a.result, coalesce(a.before::text, '') as before,
            coalesce(a.after::text, '') as after
          from audit_log a where ${found} order by ${order} ${onePage(sql, page)}`
      : [],
    sql<{ lines: number }[]>`
      select count(*)::int as lines from (select from audit_log a where ${found} limit ${MOST + 1}) l`,
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
    total: Math.min(MOST, lines),
    isMore: lines > MOST,
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

/** Who sees single plants sees nothing of it, whatever the role's pages. */
function seenLines(sql: Transaction, { scope, companyId }: Session): Fragment {
  if (scope === 'all') return sql`true`;
  return scope === 'branch' ? sql`${-companyId}::int = any (a.seen_by)` : sql`false`;
}

function whichOf(sql: Transaction, filters: Asked<'audit/list'>['filters']): Fragment {
  const { keywords, user_email, action, object, result, start_date, end_date, before } = filters;
  const byUser = (text: string) =>
    sql`a.user_id in (select u.id from users u where ${contains(sql, sql`u.email`, text)})`;
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
  if (ids.length === 0) return new Map();
  const users = await sql<{ id: number; email: string }[]>`
    select id, email from users where id in (select unnest(${ids}::int[]))`;
  return new Map(users.map(({ id, email }) => [id, email]));
}

/** Of the plants that the session sees. */
async function namesOf(sql: Transaction, session: Session, rows: readonly Line[]): Promise<Map<string, string>> {
  const sids = [...new Set(rows.map(({ object }) => object).filter((object) => object !== ''))];
  if (sids.length === 0) return new Map();
  const sites = await sql<{ sid: string; name: string }[]>`
    select s.sid, s.name from sites s where s.sid in (select unnest(${textArray(sids)}::text::text[])) and ${visibleSites(sql, session)}`;
  return new Map(sites.map(({ sid, name }) => [sid, name]));
}
