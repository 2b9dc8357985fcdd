// Open events about where frames of a site's devices come from, and whether two send them as one; the addresses are for those whose site it is.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { editableSites } from '../../access/accessibleSites.ts';
import type { Session } from '../../context.ts';
import { eventTexts } from '../../families/eventTexts.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';

type Code = 'secondSource' | 'foreignSource' | 'twoAsOne';
export interface SourceEvent {
  sn: string;
  code: Code;
  title: string;
  desc: string;
  sinceIso: string | null;
}

/** More than these say nothing new. */
const AT_MOST = 20;

/** Of a site that was found among the visible ones. */
export async function sourceEvents(
  sql: Transaction,
  session: Session,
  { sid, timezone }: { sid: string; timezone: string },
  language: LanguageCode,
): Promise<SourceEvent[]> {
  const rows = await sql<{ sn: string; code: Code; openedAt: Date; usual: string; other: string; held: boolean }[]>`
    select e.sn, e.code, e.opened_at, coalesce(e.detail ->> 'usual', '') as usual, coalesce(e.detail ->> 'other', '') as other,
      ${editableSites(sql, session)} as held
    from events e join sites s on s.sid = e.sid
    where e.sid = ${sid} and e.code in ('secondSource', 'foreignSource', 'twoAsOne') and e.closed_at is null
    order by e.opened_at, e.sn, e.code limit ${AT_MOST}`;
  return rows.map(({ sn, code, openedAt, usual, other, held }) => ({
    sn,
    code,
    ...eventTexts({ sn, code, detail: { usual, other } }, { language, tellsSources: held }),
    sinceIso: isoOf(openedAt, timezone),
  }));
}
