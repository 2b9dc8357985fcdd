// Formats faults and warnings as lines of a mail: title, device and time.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { type EventCode, withCode } from '@heliograph/contract/events.ts';
import { eventTexts } from '../families/eventTexts.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type EmailContent, mailTexts } from '../platform/mail/emailTemplate.ts';
import { clockIn } from '../platform/texts/localText.ts';

/** Lines of one mail; further events are only counted. */
const MAX_LINES = 30;

export interface MailedEvent {
  sn: string;
  code: EventCode;
  openedAt: Date;
  closedAt: Date | null;
  detail: Record<string, string> | null;
}

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
  const shown = events.slice(0, MAX_LINES).map(({ sn, code, openedAt, closedAt, detail }) => {
    // Source addresses are not sent by mail.
    const { title } = eventTexts({ sn, code, detail: detail ?? {} }, { language, tellsSources: false });
    const time = clockIn(openedAt, timezone, language);
    return {
      label: withCode(title, code),
      text: names.get(sn) || sn,
      note: closedAt
        ? textOf('lasted', { time, end: clockIn(closedAt, timezone, language) })
        : textOf('since', { time }),
    };
  });
  const rest = events.length - shown.length;
  return rest > 0 ? [...shown, { label: textOf('more', { count: rest }), text: '' }] : shown;
}
