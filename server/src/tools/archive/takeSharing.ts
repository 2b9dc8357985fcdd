// What an archive says of who is told of a plant comes back once its history is there, so that nothing of it is news; whoever is no user here is asked first.
import { randomBytes } from 'node:crypto';
import { turnsAt } from '../../plants/mails/rules/mailTimes.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Description, PlantDescription } from './description.ts';

interface Taking {
  /** The owner's address in the archive, and here. */
  from: string;
  to: string;
  at: Date;
}

/** Where the plant has no settings of its own. */
export async function takeReports(sql: Transaction, plant: PlantDescription, { from, to, at }: Taking): Promise<void> {
  const { sid, site, report, recipients } = plant;
  if (report === null) return;
  const turns = turnsAt(at.getTime(), site.timezone, report.hour);
  const [taken] = await sql`
    insert into report_settings ${sql({
      sid,
      ...report,
      dailyOn: turns.daily,
      weeklyOn: turns.weekly,
      monthlyOn: turns.monthly,
    })} on conflict do nothing returning sid`;
  if (!taken) return;
  for (const { email, hasStopped } of recipients)
    await sql`
      insert into report_recipients (sid, email, secret, added_at, stopped_at)
      values (${sid}, ${email === from ? to : email.toLowerCase()}, ${randomBytes(24).toString('base64url')}, ${at}, ${hasStopped ? at : null})
      on conflict do nothing`;
}

/** Columns and saved views of lists of which the account has none yet. */
export async function takeViews(
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
