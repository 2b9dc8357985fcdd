// Writes daily, weekly and monthly reports that are due by plant local time into the outbox.
import { plantReport as answer } from '@heliograph/contract/entities/plantReport.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { responseModuleParts } from '@heliograph/contract/pageModules.ts';
import { emptyHiddenModules } from '../access/pageModules.ts';
import { brandOfPlantMail } from '../brands/brands.ts';
import type { Context } from '../context.ts';
import { endOf, linkToken, openLink, stopUrl } from '../plants/mails/plantMails.ts';
import { type Recipient, recipientsOf } from '../plants/mails/recipients.ts';
import { type DueReport, dueReports, REPORT_MAILS, type ReportMail } from '../plants/mails/rules/mailTimes.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../platform/mail/outbox.ts';
import { energyText } from '../platform/texts/localText.ts';
import { runInThread } from '../platform/threadJobs.ts';
import { plantReport, type ReportedPlant } from './plantReport.ts';
import { openProblemsLine } from './problemTexts.ts';
import { reportFile } from './reportFile.ts';
import { balanceLines, figuresOf, periodText } from './reportTexts.ts';

const PARTS = responseModuleParts(answer);
const BATCH_SIZE = 500;

/** A plant with its settings of mails. */
export interface PlantWithMails extends ReportedPlant {
  daily: boolean;
  weekly: boolean;
  monthly: boolean;
  hour: number;
  language: LanguageCode;
  dailyOn: Day | null;
  weeklyOn: Day | null;
  monthlyOn: Day | null;
}

/** Processes plants one by one in the order of their ids, so that none is starved; returns the number of mails. */
export async function writeReportMails(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, config, clock, log } = context;
  // Without a mail server nothing is recorded as done, so that due reports are sent once there is one.
  if (!config.mail) return 0;
  let written = 0;
  for (let after = ''; ; ) {
    const rows = await plantsAfter(sql, after);
    for (const plant of rows) {
      if (signal?.aborted) return written;
      for (const due of dueOf(plant, clock.now())) {
        try {
          const job = { job: 'reportMail', data: { plant, due }, signal } as const;
          written += await runInThread(context, job, () => writeDueReport(context, plant, due));
        } catch (error) {
          // A fault of one report must not affect the others; it is retried in the next run.
          log.error({ err: error, sid: plant.sid, mail: due.mail }, 'cannot write a report mail');
        }
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return written;
    after = last.sid;
  }
}

async function plantsAfter(sql: Sql, after: string): Promise<PlantWithMails[]> {
  return await sql<PlantWithMails[]>`
    select r.sid, r.daily, r.weekly, r.monthly, r.hour, r.language, r.daily_on, r.weekly_on, r.monthly_on,
      s.name, s.timezone, s.latitude, s.longitude, s.currency, s.power_max_w, s.commissioned_on
    from report_settings r join sites s on s.sid = r.sid
    where (r.daily or r.weekly or r.monthly) and r.sid > ${after} order by r.sid limit ${BATCH_SIZE}`;
}

function dueOf(plant: PlantWithMails, now: Date): DueReport[] {
  const done = { daily: plant.dailyOn, weekly: plant.weeklyOn, monthly: plant.monthlyOn };
  const subscribed = REPORT_MAILS.filter((mail) => plant[mail]);
  return dueReports({ hour: plant.hour, done }, subscribed, { atMs: now.getTime(), timezone: plant.timezone });
}

/** Writes the mails of a report and marks it as done; returns their number. */
export async function writeDueReport(context: Context, plant: PlantWithMails, due: DueReport): Promise<number> {
  const { sql, clock } = context;
  const at = clock.now();
  const recipients = await recipientsOf(sql, plant.sid);
  const mails = recipients.length === 0 ? [] : await mailsOf(context, plant, due, recipients, at);
  return await sql.begin(async (tx) => {
    if (!(await markDone(tx, plant.sid, due))) return 0;
    for (const mail of mails) await writeMail(tx, mail, at);
    return mails.length;
  });
}

/** Marks a report as done; returns false when another server was first or the report has been turned off. */
async function markDone(tx: Transaction, sid: string, { mail, on }: DueReport): Promise<boolean> {
  const columns = {
    daily: () =>
      tx`update report_settings set daily_on = ${on} where sid = ${sid} and daily and (daily_on is null or daily_on < ${on})`,
    weekly: () =>
      tx`update report_settings set weekly_on = ${on} where sid = ${sid} and weekly and (weekly_on is null or weekly_on < ${on})`,
    monthly: () =>
      tx`update report_settings set monthly_on = ${on} where sid = ${sid} and monthly and (monthly_on is null or monthly_on < ${on})`,
  } satisfies Record<ReportMail, () => PromiseLike<{ count: number }>>;
  return (await columns[mail]()).count > 0;
}

async function mailsOf(
  { sql, config }: Context,
  plant: PlantWithMails,
  due: DueReport,
  recipients: readonly Recipient[],
  at: Date,
): Promise<Mail[]> {
  const { language, sid, name } = plant;
  const translate = mailTexts(language);
  const report = await sql.begin('read only', (tx) => plantReport(tx, plant, due, { language, at }));
  const mails: Mail[] = [];
  for (const { email, secret, ...rights } of recipients) {
    const permissions = new Set(
      (
        [rights.money && 'SiteMoney', rights.benefits && 'SiteBenefits', rights.devices && 'SiteDevices'] as const
      ).filter((one) => one !== false),
    );
    const brand = await brandOfPlantMail(sql, config, { sid, to: email });
    const visibleReport = emptyHiddenModules(structuredClone(report), PARTS, permissions) as typeof report;
    // A day fits into the mail; weekly and monthly reports have a PDF attached.
    const file =
      due.mail === 'daily'
        ? null
        : await reportFile([visibleReport], { ...due, format: 'pdf' }, { language, brand, at, rights });
    const period = periodText(visibleReport, language);
    const [production, ...figures] = figuresOf(visibleReport, language, rights);
    const { text, html } = renderEmail({
      language,
      brand,
      title: translate('reportTitle', { plant: name }),
      paragraphs: [period, ...(file ? [translate('attached')] : [])],
      ...(production && { headline: production }),
      lines: [
        ...openProblemsLine(visibleReport, language),
        ...figures,
        ...(visibleReport.balance
          ? balanceLines(visibleReport, language, rights).map(([label, text]) => ({ label, text }))
          : []),
      ],
      link: openLink(brand, sid, `report&span=range&from=${due.from}&to=${due.to}`, language),
      end: endOf(brand, { sid, secret, email, plant: name, language }),
    });
    mails.push({
      purpose: due.mail,
      sid,
      brand: brand.id,
      to: email,
      text,
      html,
      subject: translate('report', { plant: name, energy: energyText(visibleReport.energy, language), period }),
      stopUrl: stopUrl(brand, linkToken(sid, secret)),
      attachment: file && { name: file.name, bytes: await bytesOf(file.content) },
    });
  }
  return mails;
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
