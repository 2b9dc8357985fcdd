// Open events about the sources of a site's frames, and about two devices that send under one serial number; addresses are shown only to users who may edit the site.
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

/** More events would add no information. */
const MAX_EVENTS = 20;

/** Reads the events of a site, which the caller has found among the accessible ones. */
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
    order by e.opened_at, e.sn, e.code limit ${MAX_EVENTS}`;
  return rows.map(({ sn, code, openedAt, usual, other, held }) => ({
    sn,
    code,
    ...eventTexts({ sn, code, detail: { usual, other } }, { language, tellsSources: held }),
    sinceIso: isoOf(openedAt, timezone),
  }));
}
