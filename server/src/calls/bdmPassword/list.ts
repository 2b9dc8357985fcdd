// bdmPassword/list: records of generated passwords: who, for which device, when and why.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Session } from '../../context.ts';
import { bdmSecretOf } from '../../devices/bdmPassword/bdmSecret.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { contains, limitOffset, orderBy, startsWith } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';

type Row = Response<'bdmPassword/list'>['list'][number];

export const bdmPasswordList: Handler<'bdmPassword/list'> = async ({ filters, sort, page }, caller) => {
  const { sql, session } = caller;
  if (!seesDevices(session)) return { list: [], total: 0, isSetUp: (await bdmSecretOf(caller)) !== undefined };
  const condition = filterCondition(sql, filters);
  const columns = { madeAt: sql`b.made_at`, sn: sql`b.about_sn` };
  const [rows, [count], secret] = await Promise.all([
    sql<Line[]>`
      select b.id, b.about_sn as sn, b.about_sid as sid, b.user_email, b.purpose, b.made_at, b.valid_until
      from bdm_passwords b where ${condition}
      order by ${orderBy(sql, sort, columns, sql`b.made_at desc, b.id`)} ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total from bdm_passwords b where ${condition}`.execute(),
    bdmSecretOf(caller),
  ]);
  const names = await namesOf(sql, session, rows);
  const list = rows.map(({ sid, madeAt, validUntil, ...row }): Row => {
    const siteName = sid === null ? undefined : names.get(sid);
    return {
      ...row,
      // No link to a plant that was deleted or that the user can no longer access.
      ...(sid !== null && siteName !== undefined ? { sid, siteName } : { sid: '', siteName: '' }),
      madeIso: madeAt.toISOString(),
      validUntilIso: validUntil.toISOString(),
    };
  });
  return { list, total: count?.total ?? 0, isSetUp: secret !== undefined };
};

interface Line {
  id: string;
  sn: string;
  sid: string | null;
  userEmail: string;
  purpose: string;
  madeAt: Date;
  validUntil: Date;
}

function filterCondition(sql: Transaction, { keywords }: ParsedRequest<'bdmPassword/list'>['filters']): Fragment {
  if (!keywords) return sql`true`;
  return sql`(${startsWith(sql, sql`b.about_sn`, keywords)} or ${contains(sql, sql`b.user_email`, keywords)}
    or ${contains(sql, sql`b.purpose`, keywords)})`;
}

/** Names of the plants that the session can access, by SID. */
async function namesOf(sql: Transaction, session: Session, rows: readonly Line[]): Promise<Map<string, string>> {
  const sids = [...new Set(rows.flatMap(({ sid }) => sid ?? []))];
  if (sids.length === 0) return new Map();
  const sites = await sql<{ sid: string; name: string }[]>`
    select s.sid, s.name from sites s where s.sid in (select unnest(${textArray(sids)}::text::text[])) and ${accessibleSites(sql, session)}`;
  return new Map(sites.map(({ sid, name }) => [sid, name]));
}
