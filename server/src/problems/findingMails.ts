// Sends mails about dead, weak or swapped modules and wrong set-ups, without a subscription: to each person concerned once, again when it becomes worse, and when it ends.
import { randomBytes } from 'node:crypto';
import { type EventCode, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import { type Brand, brandOfPlantMail } from '../brands/brands.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { isCommissioned } from '../live/siteStatus.ts';
import { choiceUrl, endOf, linkToken, openLink, stopUrl } from '../plants/mails/plantMails.ts';
import { type CandidateRecipient, candidateRecipients, namedPeople } from '../plants/mails/recipients.ts';
import { isWithin, localHour } from '../plants/mails/rules/mailTimes.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../platform/mail/outbox.ts';
import { countOf, incidentLines, incidentsFor, type MailedIncidents, namesOf, subjectOf } from './incidentLines.ts';
import {
  claimEnded,
  claimWorsened,
  hasCode,
  hasEnded,
  hasWorsened,
  type Incident,
  incidentColumns,
  recordNotices,
} from './incidentNotices.ts';

const BATCH_PLANTS = 500;
const MAX_INCIDENTS = 5_000;
/** Reader of a notice that records that it was decided whom to notify. */
const DECIDED = '';
const MAILED: readonly EventCode[] = RETROSPECTIVE_EVENTS;
/** Earliest hour if none is set: findings are computed after midnight. */
const DEFAULT_HOUR = 7;

interface Plant {
  sid: string;
  name: string;
  timezone: string;
  currency: string;
  isCommissioned: boolean;
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
    // Plants with a finding that began, became worse or ended; plants without a recipient remain among them.
    const now = clock.now();
    const rows = await sql<Row[]>`
      select s.sid, s.name, s.timezone, s.currency, ${isCommissioned(sql, now)} as is_commissioned, coalesce(r.alerts, 'off') as alerts,
        coalesce(r.alert_start, 0) as alert_start, coalesce(r.alert_end, 0) as alert_end, coalesce(r.hour, ${DEFAULT_HOUR}) as hour
      from sites s left join report_settings r on r.sid = s.sid
      where s.sid in (${plantsWithNews(sql, now)}) and (r.sid is null or r.found or r.alerts <> 'off') and s.sid > ${after}
      order by s.sid limit ${BATCH_PLANTS}`;
    const people =
      rows.length === 0
        ? new Map()
        : await namedPeople(
            sql,
            rows.map(({ sid }) => sid),
          );
    for (const plant of rows) {
      if (signal?.aborted) return written;
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

const plantsWithNews = (sql: Sql, now: Date): Fragment => sql`
  select i.sid from incidents i left join incident_notices n on n.sid = i.sid and n.incident_id = i.id and n.medium = 'mail' and n.reader = ${DECIDED}
  where i.ended_at is null and n.sid is null and ${hasCode(sql, MAILED)}
  union all
  select i.sid from incidents i join incident_notices n on n.sid = i.sid and n.incident_id = i.id and n.medium = 'mail'
  where (${hasEnded(sql)} or ${hasWorsened(sql, now)}) and ${hasCode(sql, MAILED)}`;

/** Whether it is within the configured hours of alerts; else from the hour of reports on, so not in the night in which days are judged. */
function isTime({ timezone, alerts, alertStart, alertEnd, hour }: Row, now: Date): boolean {
  const local = localHour(now.getTime(), timezone);
  if (alerts === 'window') return isWithin(local, alertStart, alertEnd);
  return alerts === 'hourly' || local >= hour;
}

/** Writes one mail to each recipient of findings that began, became worse or ended and were not mailed to them; only one of two servers does. Returns how many. */
export async function sendFindingMail(tx: Transaction, config: Config, plant: Plant, now: Date): Promise<number> {
  const { sid, isCommissioned: isOfInterest } = plant;
  const ofPlant = tx`i.sid = ${sid} and ${hasCode(tx, MAILED)}`;
  const open = await tx<Incident[]>`
    select ${incidentColumns(tx)} from incidents i where ${ofPlant} and i.ended_at is null
    order by i.opened_at desc, i.id limit ${MAX_INCIDENTS}`;
  const readers = await candidateRecipients(tx, sid);
  if (readers.length === 0) return 0;
  const worsened = await claimWorsened(tx, 'mail', ofPlant, now);
  const ended = await claimEnded(tx, 'mail', ofPlant);
  const begun = new Map(readers.map(({ key }): [string, Incident[]] => [key, []]));
  for (const incident of open) {
    const recorded = await recordNotices(tx, incident, 'mail', [DECIDED, ...begun.keys()], now);
    for (const key of recorded) begun.get(key)?.push(incident);
  }
  const names = await namesOf(tx, sid, [...open, ...ended.map(({ incident }) => incident)]);
  let written = 0;
  for (const reader of readers) {
    const mailed = {
      begun: begun.get(reader.key) ?? [],
      worsened: incidentsFor(worsened, reader),
      ended: isOfInterest ? incidentsFor(ended, reader) : [],
    };
    if (countOf(mailed) === 0) continue;
    const secret = reader.secret ?? (await secretOf(tx, sid, reader.userId!));
    const brand = await brandOfPlantMail(tx, config, { sid, to: reader.email });
    await writeMail(tx, mailFor(reader, secret, plant, mailed, names, brand), now);
    written++;
  }
  return written;
}

async function secretOf(tx: Transaction, sid: string, userId: number): Promise<string> {
  await tx`
    insert into found_recipients (sid, user_id, secret) values (${sid}, ${userId}, ${randomBytes(24).toString('base64url')})
    on conflict do nothing`;
  const [row] = await tx<{ secret: string }[]>`
    select secret from found_recipients where sid = ${sid} and user_id = ${userId}`;
  return row!.secret;
}

function mailFor(
  { email, language, secret: listSecret, money }: CandidateRecipient,
  secret: string,
  { sid, name, timezone, currency }: Plant,
  mailed: MailedIncidents,
  names: ReadonlyMap<string, string>,
  brand: Brand,
): Mail {
  const textOf = mailTexts(language);
  const token = linkToken(sid, secret);
  const { subject, title } = subjectOf(mailed, 'found', { plant: name, language });
  const { text, html } = renderEmail({
    language,
    brand,
    title,
    paragraphs: [textOf('foundText'), textOf('running', { zone: timezone })],
    lines: incidentLines(mailed, { names, language, timezone, currency: money ? currency : null }),
    link: openLink(brand, sid, 'overview', language),
    end:
      listSecret === null
        ? { why: textOf('foundWhy', { plant: name, email }), label: textOf('stop'), url: choiceUrl(brand, token) }
        : endOf(brand, { sid, secret, email, plant: name, language }),
  });
  return {
    purpose: 'found',
    sid,
    brand: brand.id,
    to: email,
    text,
    html,
    attachment: null,
    subject,
    stopUrl: stopUrl(brand, token),
  };
}
