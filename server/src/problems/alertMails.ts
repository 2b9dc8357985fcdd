// Writes new faults and warnings of plants into the outbox: at most once an hour, and only in the hours in which somebody wants them.
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
import { eventLines, type MailedEvent, namesOf } from './eventLines.ts';
import { sendFindingMail } from './findingMails.ts';

const HOUR_MS = 3_600_000;
const PLANTS_AT_ONCE = 500;
const MAX_EVENTS = 10_000;
/** What began earlier is no news, whenever it was noticed. */
const NEWS_MS = 7 * 24 * HOUR_MS;
/** What is found by comparing days has mails of its own (foundMails.ts). */
const TOLD: readonly EventCode[] = EVENT_CODES.filter(
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

/** Gives how many mails were written. */
export async function writeAlertMails(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, config, clock, log } = context;
  if (!config.mail) return 0;
  let written = 0;
  for (let after = ''; ; ) {
    const now = clock.now();
    // Of a plant that was told something in this hour nothing more is said in it.
    const rows = await sql<Plant[]>`
      select r.sid, s.name, s.timezone, r.language, r.alerts, r.alert_start, r.alert_end, r.alerts_at
      from report_settings r join sites s on s.sid = r.sid
      where r.alerts <> 'off' and (r.alerts_at is null or r.alerts_at <= ${new Date(now.getTime() - HOUR_MS)}) and r.sid > ${after}
      order by r.sid limit ${PLANTS_AT_ONCE}`;
    for (const plant of rows) {
      if (signal?.aborted) return written;
      const hour = localHour(now.getTime(), plant.timezone);
      if (plant.alerts === 'window' && !isWithin(hour, plant.alertStart, plant.alertEnd)) continue;
      try {
        written += await decide(context, plant, now);
      } catch (error) {
        log.error({ err: error, sid: plant.sid }, 'alerts not written');
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < PLANTS_AT_ONCE) return written;
    after = last.sid;
  }
}

async function decide({ sql, config }: Context, plant: Plant, now: Date): Promise<number> {
  const { sid, alertsAt } = plant;
  return await sql.begin(async (tx) => {
    // Another server that decided meanwhile has moved it.
    const { count: mine } = await tx`
      update report_settings set alerts_at = ${now}
      where sid = ${sid} and alerts <> 'off' and alerts_at is not distinct from ${alertsAt}`;
    if (mine === 0) return 0;
    const events = await takeNews(tx, sid, now);
    // What is there when they are asked for is no news, but for modules that go on giving less.
    if (alertsAt === null) return await sendFindingMail(tx, config, plant, now);
    if (events.length === 0) return 0;
    const recipients = (await recipientsOf(tx, sid)).filter(({ devices }) => devices);
    const names = await namesOf(tx, sid, events);
    for (const recipient of recipients) await writeMail(tx, mailFor(recipient, plant, events, names, config), now);
    return recipients.length;
  });
}

/** What was not told yet, the newest first; told from here on. */
async function takeNews(tx: Transaction, sid: string, now: Date): Promise<MailedEvent[]> {
  const since = new Date(now.getTime() - NEWS_MS);
  await tx`delete from report_told where sid = ${sid} and opened_at < ${since}`;
  const events = await tx<MailedEvent[]>`
    select e.sn, e.code, e.opened_at, e.closed_at, e.detail
    from events e left join report_told t on t.sid = e.sid and t.sn = e.sn and t.code = e.code and t.opened_at = e.opened_at
    where e.sid = ${sid} and e.code = any (${TOLD as EventCode[]}::text[]) and t.sid is null and e.opened_at >= ${since}
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
  return events;
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
  const word = mailTexts(language);
  const { text, html } = renderEmail({
    language,
    brand: config.brand,
    title: word('alertsTitle', { plant: name }),
    paragraphs: [word('running', { zone: plant.timezone })],
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
    subject: word(count === 1 ? 'alertsSubject_one' : 'alertsSubject_other', { plant: name, count }),
    stopUrl: stopUrl(config, linkToken(sid, secret)),
  };
}
