// Sends mails about dead, weak or swapped modules: each finding once to each person concerned, without a subscription.
import { randomBytes } from 'node:crypto';
import { type EventCode, levelOf, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { choiceUrl, endOf, linkToken, openLink, stopUrl } from '../plants/mails/plantMails.ts';
import { type CandidateRecipient, candidateRecipients, namedPeople } from '../plants/mails/recipients.ts';
import { isWithin, localHour } from '../plants/mails/rules/mailTimes.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../platform/mail/outbox.ts';
import { eventLines, joinProblems, type MailedEvent, mailedCost, namesOf } from './eventLines.ts';

const BATCH_PLANTS = 500;
const MAX_EVENTS = 5_000;
const MAILED: readonly EventCode[] = RETROSPECTIVE_EVENTS;
/** Earliest hour if none is set: findings are computed after midnight. */
const DEFAULT_HOUR = 7;

interface Plant {
  sid: string;
  name: string;
  timezone: string;
}

interface Row extends Plant {
  alerts: 'off' | 'hourly' | 'window';
  alertStart: number;
  alertEnd: number;
  hour: number;
}

/** Returns how many mails were written. */
export async function sendFindingMails(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, config, clock, log } = context;
  if (!config.mail) return 0;
  let written = 0;
  for (let after = ''; ; ) {
    // Plants with an open finding that was not mailed yet; plants without a recipient remain among them.
    const rows = await sql<Row[]>`
      select distinct e.sid, s.name, s.timezone, coalesce(r.alerts, 'off') as alerts, coalesce(r.alert_start, 0) as alert_start,
        coalesce(r.alert_end, 0) as alert_end, coalesce(r.hour, ${DEFAULT_HOUR}) as hour
      from events e join sites s on s.sid = e.sid left join report_settings r on r.sid = e.sid
        left join found_told t on t.sid = e.sid and t.sn = e.sn and t.code = e.code and t.opened_at = e.opened_at and t.reader = ''
      where e.closed_at is null and e.code = any (${MAILED as EventCode[]}::text[]) and t.sid is null
        and (r.sid is null or r.found or r.alerts <> 'off') and e.sid > ${after}
      order by e.sid limit ${BATCH_PLANTS}`;
    const people =
      rows.length === 0
        ? new Map()
        : await namedPeople(
            sql,
            rows.map(({ sid }) => sid),
          );
    for (const plant of rows) {
      if (signal?.aborted) return written;
      const now = clock.now();
      if (!isTime(plant, now) || (plant.alerts === 'off' && !people.has(plant.sid))) continue;
      try {
        written += await sql.begin((tx) => sendFindingMail(tx, config, plant, now));
      } catch (error) {
        log.error({ err: error, sid: plant.sid }, 'findings not written');
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_PLANTS) return written;
    after = last.sid;
  }
}

/** Whether it is within the configured hours of alerts; else from the hour of reports on, so not in the night in which days are judged. */
function isTime({ timezone, alerts, alertStart, alertEnd, hour }: Row, now: Date): boolean {
  const local = localHour(now.getTime(), timezone);
  if (alerts === 'window') return isWithin(local, alertStart, alertEnd);
  return alerts === 'hourly' || local >= hour;
}

/** Writes one mail to each recipient with open findings that were not mailed to them; only one of two servers does. Returns how many. */
export async function sendFindingMail(tx: Transaction, config: Config, plant: Plant, now: Date): Promise<number> {
  const { sid } = plant;
  const events = await tx<MailedEvent[]>`
    select e.sn, e.code, e.opened_at, e.closed_at, e.detail, ${mailedCost(tx)} from events e ${joinProblems(tx)}
    where e.sid = ${sid} and e.closed_at is null and e.code = any (${MAILED as EventCode[]}::text[]) and coalesce(p.is_lead, true)
    order by e.opened_at desc, e.sn, e.code limit ${MAX_EVENTS}`;
  if (events.length === 0) return 0;
  const readers = await candidateRecipients(tx, sid);
  if (readers.length === 0) return 0;
  await tx`
    delete from found_told t where t.sid = ${sid} and not exists (
      select from events e where e.sid = ${sid} and e.sn = t.sn and e.code = t.code and e.opened_at = t.opened_at and e.closed_at is null)`;
  await takeUnsent(tx, sid, '', events);
  const names = await namesOf(tx, sid, events);
  let written = 0;
  for (const reader of readers) {
    const unsent = await takeUnsent(tx, sid, reader.key, events);
    if (unsent.length === 0) continue;
    const secret = reader.secret ?? (await secretOf(tx, sid, reader.userId!));
    await writeMail(tx, mailFor(reader, secret, plant, worstFirst(unsent), names, config), now);
    written++;
  }
  return written;
}

/** Returns the events that were not mailed to this reader, and marks them as mailed. Waits for a concurrent transaction that takes them. */
async function takeUnsent(
  tx: Transaction,
  sid: string,
  reader: string,
  events: readonly MailedEvent[],
): Promise<MailedEvent[]> {
  const keyOf = ({ sn, code, openedAt }: Pick<MailedEvent, 'sn' | 'code' | 'openedAt'>) =>
    `${sn} ${code} ${openedAt.getTime()}`;
  const inserted = await tx<Pick<MailedEvent, 'sn' | 'code' | 'openedAt'>[]>`
    insert into found_told ${tx(events.map(({ sn, code, openedAt }) => ({ sid, sn, code, openedAt, reader })))}
    on conflict do nothing returning sn, code, opened_at`;
  const keys = new Set(inserted.map(keyOf));
  return events.filter((event) => keys.has(keyOf(event)));
}

async function secretOf(tx: Transaction, sid: string, userId: number): Promise<string> {
  await tx`
    insert into found_recipients (sid, user_id, secret) values (${sid}, ${userId}, ${randomBytes(24).toString('base64url')})
    on conflict do nothing`;
  const [row] = await tx<{ secret: string }[]>`
    select secret from found_recipients where sid = ${sid} and user_id = ${userId}`;
  return row!.secret;
}

const worstFirst = (events: readonly MailedEvent[]): MailedEvent[] => [
  ...events.filter(({ code }) => levelOf(code) === 'fault'),
  ...events.filter(({ code }) => levelOf(code) !== 'fault'),
];

function mailFor(
  { email, language, secret: listSecret }: CandidateRecipient,
  secret: string,
  { sid, name, timezone }: Plant,
  events: readonly MailedEvent[],
  names: ReadonlyMap<string, string>,
  config: Config,
): Mail {
  const count = events.length;
  const textOf = mailTexts(language);
  const token = linkToken(sid, secret);
  const { text, html } = renderEmail({
    language,
    brand: config.brand,
    title: textOf('foundTitle', { plant: name }),
    paragraphs: [textOf('foundText'), textOf('running', { zone: timezone })],
    lines: eventLines(events, names, { language, timezone }),
    link: openLink(config, sid, 'overview', language),
    end:
      listSecret === null
        ? { why: textOf('foundWhy', { plant: name, email }), label: textOf('stop'), url: choiceUrl(config, token) }
        : endOf(config, { sid, secret, email, plant: name, language }),
  });
  return {
    purpose: 'found',
    sid,
    to: email,
    text,
    html,
    attachment: null,
    subject: textOf(count === 1 ? 'foundSubject_one' : 'foundSubject_other', { plant: name, count }),
    stopUrl: stopUrl(config, token),
  };
}
