// site/sn/report/settings: which mails about a plant are sent, when and to whom.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { accessibleDevice } from '../../../../access/accessibleDevice.ts';
import { accessibleSite } from '../../../../access/accessibleSite.ts';
import { defaultSettings, readReportSettings } from '../../../../plants/mails/mailSettings.ts';
import { usersWhoSee } from '../../../../plants/mails/recipients.ts';
import { isoOf } from '../../../../platform/calendar/times.ts';
import type { Handler } from '../../../../platform/handler.ts';
import type { PlantPurpose } from '../../../../platform/mail/outbox.ts';

interface MailRow {
  purpose: PlantPurpose;
  to: string;
  state: 'waiting' | 'sent' | 'failed' | 'dropped';
  failure: 'refused' | 'givenUp' | 'unclear' | null;
  madeAt: Date;
}

export const siteSnReportSettings: Handler<'site/sn/report/settings'> = async (request, caller) => {
  const { context, sql, session, language } = caller;
  const requestedSid = request.sid ?? (await accessibleDevice(caller, { sn: request.sn ?? '' })).sid;
  const { sid, name, timezone, changeable } = await accessibleSite(caller, requestedSid);
  const settings = (await readReportSettings(sql, sid)) ?? defaultSettings(language);
  const mayChange = changeable && session.permissions.has('SiteUpdate');
  const recipients = mayChange
    ? await sql<{ email: string; confirmedAt: Date | null; stoppedAt: Date | null }[]>`
        select email, confirmed_at, stopped_at from report_recipients where sid = ${sid} order by email`
    : [];
  const emails = recipients.map(({ email }) => email);
  const users = emails.length === 0 ? new Map() : await usersWhoSee(sql, sid, emails);
  const mails = mayChange
    ? await sql<MailRow[]>`
        select purpose, to_email as "to", state, failure, made_at from mails
        where about_sid = ${sid} order by made_at desc, id limit 10`
    : [];
  const bit = (on: boolean) => (on ? (1 as const) : (0 as const));
  return {
    sid,
    sn: request.sn ?? '',
    siteName: name,
    timezone,
    optionsDaily: bit(settings.daily),
    optionsWeekly: bit(settings.weekly),
    optionsMonthly: bit(settings.monthly),
    alertHourly: bit(settings.alerts === 'hourly'),
    alertTime: bit(settings.alerts === 'window'),
    alertStart: String(settings.alertStart),
    alertEnd: String(settings.alertEnd),
    alertFound: bit(settings.found),
    hour: settings.hour,
    language: settings.language as LanguageCode,
    recipients: recipients.map(({ email, confirmedAt, stoppedAt }) => ({
      email,
      state: stoppedAt ? 'stopped' : confirmedAt || users.has(email) ? 'active' : 'waiting',
    })),
    mails: mails.map(({ madeAt, ...mail }) => ({ ...mail, madeIso: isoOf(madeAt, timezone) })),
    sendsMail: context.config.mail !== undefined,
    mayChange,
    version: settings.version,
  };
};
