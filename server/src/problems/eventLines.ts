// Formats faults and warnings as lines of a mail: title, device and time.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { type EventCode, withCode } from '@heliograph/contract/events.ts';
import { eventTexts } from '../families/eventTexts.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { type EmailContent, mailTexts } from '../platform/mail/emailTemplate.ts';
import { clockIn, fixedText } from '../platform/texts/localText.ts';

/** Lines of one mail; further events are only counted. */
const MAX_LINES = 30;

export interface MailedEvent {
  sn: string;
  code: EventCode;
  openedAt: Date;
  closedAt: Date | null;
  detail: Record<string, string> | null;
  /** Number of open events with its cause; it represents all of them. */
  devices: number;
  /** Energy that they lose together per week, Wh; null: unknown, or nothing. */
  weekWh: number | null;
}

/** Joins the open problem `p` of `events e`. */
export const joinProblems = (tx: Transaction): Fragment =>
  tx`left join problems p on p.sid = e.sid and p.sn = e.sn and p.code = e.code and p.opened_at = e.opened_at`;

/** Columns of MailedEvent that the problem has. */
export const mailedCost = (tx: Transaction): Fragment => tx`
  greatest(1, (select count(*)::int from problems o where o.sid = p.sid and o.cause = p.cause and o.level > 0)) as devices,
  (select sum(o.week_wh) from problems o where o.sid = p.sid and o.cause = p.cause and o.level > 0) as week_wh`;

/** Returns the names of the plant's devices by serial number. */
export async function namesOf(
  tx: Transaction,
  sid: string,
  events: readonly MailedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const sns = [...new Set(events.slice(0, MAX_LINES).map(({ sn }) => sn))];
  const names = await tx<{ sn: string; alias: string }[]>`
    select sn, alias from devices where sid = ${sid} and sn = any (${sns}::text[])`;
  return new Map(names.map(({ sn, alias }) => [sn, alias]));
}

export function eventLines(
  events: readonly MailedEvent[],
  names: ReadonlyMap<string, string>,
  { language, timezone }: { language: LanguageCode; timezone: string },
): EmailContent['lines'] {
  const textOf = mailTexts(language);
  const shown = events.slice(0, MAX_LINES).map(({ sn, code, openedAt, closedAt, detail, devices, weekWh }) => {
    // Source addresses are not sent by mail.
    const { title } = eventTexts({ sn, code, detail: detail ?? {} }, { language, tellsSources: false });
    const time = clockIn(openedAt, timezone, language);
    const lasted = closedAt
      ? textOf('lasted', { time, end: clockIn(closedAt, timezone, language) })
      : textOf('since', { time });
    const cost =
      weekWh === null || weekWh < 1 ? [] : [textOf('weekCost', { kWh: fixedText(weekWh / 1000, 1, language) })];
    return {
      label: withCode(title, code),
      text: devices > 1 ? textOf('andMore', { name: names.get(sn) || sn, count: devices - 1 }) : names.get(sn) || sn,
      note: [lasted, ...cost].join(' · '),
    };
  });
  const rest = events.length - shown.length;
  return rest > 0 ? [...shown, { label: textOf('more', { count: rest }), text: '' }] : shown;
}
