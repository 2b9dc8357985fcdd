// Writes mails about problems of plants that began, became worse or ended into the outbox: at most once an hour, and only in the configured hours.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { EVENT_CODES, type EventCode, levelOf, RETROSPECTIVE_EVENTS } from '@heliograph/contract/events.ts';
import { type Brand, brandOfPlantMail } from '../brands/brands.ts';
import type { Context } from '../context.ts';
import { isCommissioned } from '../live/siteStatus.ts';
import { endOf, linkToken, openLink, stopUrl } from '../plants/mails/plantMails.ts';
import { type Recipient, recipientsOf, withReaderKeys } from '../plants/mails/recipients.ts';
import { isWithin, localHour } from '../plants/mails/rules/mailTimes.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../platform/mail/outbox.ts';
import { sendFindingMail } from './findingMails.ts';
import { countOf, incidentLines, incidentsFor, type MailedIncidents, namesOf, subjectOf } from './incidentLines.ts';
import {
  claimEnded,
  claimWorsened,
  hasCode,
  type Incident,
  incidentColumns,
  isReady,
  recordNotices,
} from './incidentNotices.ts';

const HOUR_MS = 3_600_000;
const BATCH_PLANTS = 500;
/** Age from which problems are not mailed, whenever they were detected. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** Codes of mailed problems; findings of day comparisons have separate mails (findingMails.ts). */
const MAILED: readonly EventCode[] = EVENT_CODES.filter(
  (code) => levelOf(code) !== 'info' && !RETROSPECTIVE_EVENTS.includes(code),
);

interface Plant {
  sid: string;
  name: string;
  timezone: string;
  currency: string;
  isCommissioned: boolean;
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
      select r.sid, s.name, s.timezone, s.currency, ${isCommissioned(sql, now)} as is_commissioned, r.language, r.alerts, r.alert_start, r.alert_end, r.alerts_at
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
    const begun = await claimBegun(tx, sid, now);
    const ofPlant = tx`i.sid = ${sid} and ${hasCode(tx, MAILED)}`;
    const worsened = await claimWorsened(tx, 'mail', ofPlant, now);
    const ended = (await claimEnded(tx, 'mail', ofPlant)).filter(
      ({ incident: { endedAt } }) => endedAt !== null && endedAt.getTime() >= now.getTime() - MAX_AGE_MS,
    );
    // Problems that exist when alerts are switched on are not new, except for open findings of modules.
    if (alertsAt === null) return await sendFindingMail(tx, config, plant, now);
    if (begun.length + worsened.length + ended.length === 0) return 0;
    const recipients = (await withReaderKeys(tx, await recipientsOf(tx, sid))).filter(({ devices }) => devices);
    const keys = recipients.map(({ key }) => key);
    for (const incident of begun) if (incident.endedAt === null) await recordNotices(tx, incident, 'mail', keys, now);
    const names = await namesOf(
      tx,
      sid,
      [...begun, ...worsened, ...ended].map((one) => ('incident' in one ? one.incident : one)),
    );
    let written = 0;
    for (const recipient of recipients) {
      const mailed = {
        begun,
        worsened: incidentsFor(worsened, recipient),
        ended: plant.isCommissioned ? incidentsFor(ended, recipient) : [],
      };
      if (countOf(mailed) === 0) continue;
      const brand = await brandOfPlantMail(tx, config, { sid, to: recipient.email });
      await writeMail(tx, mailFor(recipient, plant, mailed, names, brand), now);
      written++;
    }
    return written;
  });
}

/** Returns problems that were not mailed yet, the newest first, and marks them as mailed. */
async function claimBegun(tx: Transaction, sid: string, now: Date): Promise<Incident[]> {
  const begun = await tx<Incident[]>`
    update incidents i set mailed_at = ${now}
    where i.sid = ${sid} and i.mailed_at is null and ${hasCode(tx, MAILED)} and ${isReady(tx)} returning ${incidentColumns(tx)}`;
  return begun
    .filter(({ openedAt }) => now.getTime() - openedAt.getTime() <= MAX_AGE_MS)
    .toSorted((one, other) => other.openedAt.getTime() - one.openedAt.getTime());
}

function mailFor(
  { email, secret, money }: Recipient,
  plant: Plant,
  mailed: MailedIncidents,
  names: ReadonlyMap<string, string>,
  brand: Brand,
): Mail {
  const { sid, name, language, timezone, currency } = plant;
  const textOf = mailTexts(language);
  const { subject, title } = subjectOf(mailed, 'alerts', { plant: name, language });
  const { text, html } = renderEmail({
    language,
    brand,
    title,
    paragraphs: [textOf('running', { zone: timezone })],
    lines: incidentLines(mailed, { names, language, timezone, currency: money ? currency : null }),
    link: openLink(brand, sid, 'alerts&state=all', language),
    end: endOf(brand, { sid, secret, email, plant: name, language }),
  });
  return {
    purpose: 'alerts',
    sid,
    brand: brand.id,
    to: email,
    text,
    html,
    attachment: null,
    subject,
    stopUrl: stopUrl(brand, linkToken(sid, secret)),
  };
}
