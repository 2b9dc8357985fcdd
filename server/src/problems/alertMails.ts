// Writes mails about new faults and warnings of plants into the outbox: at most once an hour, and only in the configured hours.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { EVENT_CODES, type EventCode, levelOf, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { endOf, linkToken, openLink, stopUrl } from '../plants/mails/plantMails.ts';
import { type Recipient, recipientsOf } from '../plants/mails/recipients.ts';
import { isWithin, localHour } from '../plants/mails/rules/mailTimes.ts';
import { instantArray, textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../platform/mail/outbox.ts';
import { eventLines, joinProblems, type MailedEvent, mailedCost, namesOf } from './eventLines.ts';
import { sendFindingMail } from './findingMails.ts';

const HOUR_MS = 3_600_000;
const BATCH_PLANTS = 500;
const MAX_EVENTS = 10_000;
/** Age from which events are not mailed, whenever they were detected. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** Codes of mailed events; findings of day comparisons have separate mails (findingMails.ts). */
const MAILED: readonly EventCode[] = EVENT_CODES.filter(
  (code) => levelOf(code) !== 'info' && !RETROSPECTIVE_EVENTS.includes(code),
);

interface Plant {
  sid: string;
  name: string;
  timezone: string;
  language: LanguageCode;
  alerts: 'hourly' | 'window';
  alertStart: number;
  alertEnd: number;
  alertsAt: Date | null;
}

/** Returns how many mails were written. */
export async function writeAlertMails(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, config, clock, log } = context;
  if (!config.mail) return 0;
  let written = 0;
  for (let after = ''; ; ) {
    const now = clock.now();
    // A plant with a mail in this hour gets no other in it.
    const rows = await sql<Plant[]>`
      select r.sid, s.name, s.timezone, r.language, r.alerts, r.alert_start, r.alert_end, r.alerts_at
      from report_settings r join sites s on s.sid = r.sid
      where r.alerts <> 'off' and (r.alerts_at is null or r.alerts_at <= ${new Date(now.getTime() - HOUR_MS)}) and r.sid > ${after}
      order by r.sid limit ${BATCH_PLANTS}`;
    for (const plant of rows) {
      if (signal?.aborted) return written;
      const hour = localHour(now.getTime(), plant.timezone);
      if (plant.alerts === 'window' && !isWithin(hour, plant.alertStart, plant.alertEnd)) continue;
      try {
        written += await mailPlant(context, plant, now);
      } catch (error) {
        log.error({ err: error, sid: plant.sid }, 'alerts not written');
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_PLANTS) return written;
    after = last.sid;
  }
}

async function mailPlant({ sql, config }: Context, plant: Plant, now: Date): Promise<number> {
  const { sid, alertsAt } = plant;
  return await sql.begin(async (tx) => {
    // Another server that has processed the plant meanwhile has changed the row.
    const { count } = await tx`
      update report_settings set alerts_at = ${now}
      where sid = ${sid} and alerts <> 'off' and alerts_at is not distinct from ${alertsAt}`;
    if (count === 0) return 0;
    const events = await takeUnsent(tx, sid, now);
    // Events that exist when alerts are switched on are not new, except for open findings of modules.
    if (alertsAt === null) return await sendFindingMail(tx, config, plant, now);
    if (events.length === 0) return 0;
    const recipients = (await recipientsOf(tx, sid)).filter(({ devices }) => devices);
    const names = await namesOf(tx, sid, events);
    for (const recipient of recipients) await writeMail(tx, mailFor(recipient, plant, events, names, config), now);
    return recipients.length;
  });
}

/** Returns events that were not mailed yet, the newest first, and marks them as mailed. Of many with one cause it returns the one that stands for them. */
async function takeUnsent(tx: Transaction, sid: string, now: Date): Promise<MailedEvent[]> {
  const since = new Date(now.getTime() - MAX_AGE_MS);
  await tx`delete from report_told where sid = ${sid} and opened_at < ${since}`;
  const events = await tx<(MailedEvent & { isLead: boolean })[]>`
    select e.sn, e.code, e.opened_at, e.closed_at, e.detail, coalesce(p.is_lead, true) as is_lead, ${mailedCost(tx)}
    from events e left join report_told t on t.sid = e.sid and t.sn = e.sn and t.code = e.code and t.opened_at = e.opened_at
      ${joinProblems(tx)}
    where e.sid = ${sid} and e.code = any (${MAILED as EventCode[]}::text[]) and t.sid is null and e.opened_at >= ${since}
    order by e.opened_at desc, e.sn, e.code limit ${MAX_EVENTS}`;
  if (events.length > 0) {
    await tx`
      insert into report_told (sid, sn, code, opened_at)
      select ${sid}, g.sn, g.code, g.at from (
        select unnest(${textArray(events.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(events.map(({ code }) => code))}::text::text[]) as code,
          unnest(${instantArray(events.map(({ openedAt }) => openedAt.getTime()))}::text::timestamptz[]) as at
      ) g on conflict do nothing`;
  }
  return events.filter(({ isLead }) => isLead);
}

function mailFor(
  { email, secret }: Recipient,
  plant: Plant,
  events: readonly MailedEvent[],
  names: ReadonlyMap<string, string>,
  config: Config,
): Mail {
  const { sid, name, language } = plant;
  const count = events.length;
  const textOf = mailTexts(language);
  const { text, html } = renderEmail({
    language,
    brand: config.brand,
    title: textOf('alertsTitle', { plant: name }),
    paragraphs: [textOf('running', { zone: plant.timezone })],
    lines: eventLines(events, names, plant),
    link: openLink(config, sid, 'alerts&state=all', language),
    end: endOf(config, { sid, secret, email, plant: name, language }),
  });
  return {
    purpose: 'alerts',
    sid,
    to: email,
    text,
    html,
    attachment: null,
    subject: textOf(count === 1 ? 'alertsSubject_one' : 'alertsSubject_other', { plant: name, count }),
    stopUrl: stopUrl(config, linkToken(sid, secret)),
  };
}
