// site/sn/report/setUp: sets which mails about a plant are sent, when and to whom; recipients who must confirm get a mail.
import { randomBytes } from 'node:crypto';
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleDevice } from '../../../../access/accessibleDevice.ts';
import { lockEditableSite } from '../../../../access/lockSite.ts';
import { brandOfPlantMail } from '../../../../brands/brands.ts';
import type { CallContext } from '../../../../context.ts';
import { confirmMail } from '../../../../plants/mails/confirmRecipientMail.ts';
import { defaultSettings, type ReportSettings, readReportSettings } from '../../../../plants/mails/mailSettings.ts';
import { usersWhoSee } from '../../../../plants/mails/recipients.ts';
import { dueMails } from '../../../../plants/mails/rules/mailTimes.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { countAttempt } from '../../../../platform/limits/rateLimits.ts';
import { writeMail } from '../../../../platform/mail/outbox.ts';

type Request = ParsedRequest<'site/sn/report/setUp'>;

/** A recipient who has not answered gets another confirmation mail after a day, when the settings are saved. */
const CONFIRM_AGAIN_MS = 86_400_000;

export const siteSnReportSetUp: Handler<'site/sn/report/setUp'> = async (request, caller) => {
  const { sql, session, at, language } = caller;
  const sid = request.sid ?? (await accessibleDevice(caller, { sn: request.sn ?? '' })).sid;
  const { name, timezone } = await lockEditableSite(sql, session, sid);
  const stored = await readReportSettings(sql, sid);
  const before = stored ?? defaultSettings(language);
  if (request.version !== undefined && request.version !== before.version) throw new ApiError('siteHasChanged');
  const after = mergeSettings(before, request);
  // Mails that were due before they were turned on are not sent.
  const due = dueMails(at.getTime(), timezone, after.hour);
  const schedule = {
    daily_on: after.daily && (!before.daily || before.hour !== after.hour) ? due.daily : undefined,
    weekly_on: after.weekly && !before.weekly ? due.weekly : undefined,
    monthly_on: after.monthly && !before.monthly ? due.monthly : undefined,
    alerts_at: after.alerts !== 'off' && before.alerts === 'off' ? null : undefined,
  };
  const columns = {
    daily: after.daily,
    weekly: after.weekly,
    monthly: after.monthly,
    hour: after.hour,
    language: after.language,
    alerts: after.alerts,
    alert_start: after.alertStart,
    alert_end: after.alertEnd,
    found: after.found,
    version: after.version,
    ...Object.fromEntries(Object.entries(schedule).filter(([, value]) => value !== undefined)),
  };
  if (stored) await sql`update report_settings set ${sql(columns)} where sid = ${sid}`;
  else await sql`insert into report_settings ${sql({ sid, ...columns })}`;
  const recipients = request.recipients ?? (stored ? undefined : [session.email]);
  const added = recipients && (await setRecipients(recipients, { sid, name, language: after.language }, caller));
  caller.noteAudit({ object: sid, before, after: { ...after, ...(added ? { recipients } : {}) } });
  return { version: after.version };
};

function mergeSettings(before: ReportSettings, request: Request): ReportSettings {
  const [start, end] = request.from ?? [request.alertStart, request.alertEnd];
  const alerts = (): ReportSettings['alerts'] => {
    if (request.alertTime || (request.from && request.alertTime === undefined && !request.alertHourly)) return 'window';
    if (request.alertHourly) return 'hourly';
    // Both are given, and both are off.
    return request.alertHourly === false && request.alertTime === false ? 'off' : before.alerts;
  };
  return {
    daily: request.optionsDaily ?? before.daily,
    weekly: request.optionsWeekly ?? before.weekly,
    monthly: request.optionsMonthly ?? before.monthly,
    hour: request.hour ?? before.hour,
    language: request.language ?? before.language,
    alerts: alerts(),
    alertStart: start ?? before.alertStart,
    alertEnd: end ?? before.alertEnd,
    found: request.alertFound ?? before.found,
    version: before.version + 1,
  };
}

interface StoredRecipient {
  email: string;
  confirmedAt: Date | null;
  askedAt: Date | null;
  stoppedAt: Date | null;
}

/** Replaces the recipients of a plant. */
async function setRecipients(
  requested: readonly string[],
  plant: { sid: string; name: string; language: string },
  caller: CallContext,
): Promise<true> {
  const { context, sql, session, at } = caller;
  const { sid } = plant;
  const emails = [...new Set(requested.map((email) => email.toLowerCase()))];
  const stored = new Map(
    (
      await sql<StoredRecipient[]>`
        select email, confirmed_at, asked_at, stopped_at from report_recipients where sid = ${sid}`
    ).map((row) => [row.email, row]),
  );
  await sql`delete from report_recipients where sid = ${sid} and email <> all (${emails}::text[])`;
  const users = await usersWhoSee(sql, sid, emails);
  for (const email of emails) {
    const known = stored.get(email);
    // A new secret for each confirmation mail: calls can write it but not read it.
    const secret = randomBytes(24).toString('base64url');
    if (!known)
      await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, ${email}, ${secret}, ${at})`;
    const isActive = known
      ? known.stoppedAt === null && (known.confirmedAt !== null || users.has(email))
      : users.has(email);
    const wasAsked = known?.askedAt && at.getTime() - known.askedAt.getTime() < CONFIRM_AGAIN_MS;
    // Users who stopped their own mails can resume them.
    if (email === session.email.toLowerCase() && known?.stoppedAt) {
      await sql`update report_recipients set stopped_at = null where sid = ${sid} and email = ${email}`;
      await sql`update found_recipients set stopped_at = null where sid = ${sid} and user_id = ${session.userId}`;
    } else if (!isActive && !wasAsked) {
      if (!context.config.mail) throw new ApiError('noMailServer');
      await countAttempt(context, 'confirmations', session.userId);
      await sql`update report_recipients set asked_at = ${at}, secret = ${secret} where sid = ${sid} and email = ${email}`;
      const confirmation = { sid, plant: plant.name, email, secret, language: plant.language as LanguageCode };
      const brand = await brandOfPlantMail(sql, context.config, { sid: confirmation.sid, to: confirmation.email });
      await writeMail(sql, confirmMail(brand, confirmation), at);
    }
  }
  return true;
}
