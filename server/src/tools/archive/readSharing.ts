// Reads a plant's guests, report settings and recipients for an archive; no links and no secrets.
import type { Sql } from '../../platform/database/connect.ts';
import type { PlantDescription } from './description.ts';

type Sharing = Pick<PlantDescription, 'controlOffAt' | 'guests' | 'report' | 'recipients' | 'publicPages'>;

export async function readSharing(sql: Sql, sid: string): Promise<Sharing> {
  const [site] = await sql<{ controlOffAt: Date | null; guests: string[] }[]>`
    select s.control_off_at, array(select u.email from users u where u.id = any (s.shared_with)) || s.invited_guests as guests
    from sites s where s.sid = ${sid}`;
  const [report] = await sql<NonNullable<Sharing['report']>[]>`
    select daily, weekly, monthly, hour, language, alerts, alert_start, alert_end, found from report_settings where sid = ${sid}`;
  const recipients = await sql<Sharing['recipients']>`
    select email, stopped_at is not null as has_stopped from report_recipients where sid = ${sid} order by email`;
  const pages = await sql<{ title: string; madeAt: Date; expiresAt: Date }[]>`
    select title, made_at, expires_at from public_links where sid = ${sid} order by made_at, id`;
  return {
    controlOffAt: site!.controlOffAt?.toISOString() ?? null,
    guests: site!.guests.toSorted(),
    report: report ?? null,
    recipients: [...recipients],
    publicPages: pages.map(({ title, madeAt, expiresAt }) => ({
      title,
      madeAt: madeAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}
