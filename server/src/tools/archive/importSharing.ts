// Imports report settings, recipients and saved views of an archive; after the history, so that old events trigger no mails.
import { randomBytes } from 'node:crypto';
import { dueMails } from '../../plants/mails/rules/mailTimes.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Description, PlantDescription } from './description.ts';

interface ReportImport {
  /** The owner's address in the archive, and in this portal. */
  from: string;
  to: string;
  at: Date;
}

/** Does nothing when the plant has settings of its own. */
export async function importReportSettings(
  sql: Transaction,
  plant: PlantDescription,
  { from, to, at }: ReportImport,
): Promise<void> {
  const { sid, site, report, recipients } = plant;
  if (report === null) return;
  const turns = dueMails(at.getTime(), site.timezone, report.hour);
  const [inserted] = await sql`
    insert into report_settings ${sql({
      sid,
      ...report,
      dailyOn: turns.daily,
      weeklyOn: turns.weekly,
      monthlyOn: turns.monthly,
    })} on conflict do nothing returning sid`;
  if (!inserted) return;
  for (const { email, hasStopped } of recipients)
    await sql`
      insert into report_recipients (sid, email, secret, added_at, stopped_at)
      values (${sid}, ${email === from ? to : email.toLowerCase()}, ${randomBytes(24).toString('base64url')}, ${at}, ${hasStopped ? at : null})
      on conflict do nothing`;
}

/** Columns and saved views of lists for which the account has none yet. */
export async function importViews(
  sql: Transaction,
  views: Description['account']['views'],
  userId: number,
): Promise<void> {
  for (const { list, columns, views: saved } of views)
    await sql`
      insert into list_views (user_id, list, columns, views)
      values (${userId}, ${list}, ${columns && JSON.stringify(columns)}::text::jsonb, ${JSON.stringify(saved)}::text::jsonb)
      on conflict do nothing`;
}
