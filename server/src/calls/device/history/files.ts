// device/history/files: the user's sample files, limited to plants that the session can access now.
import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleSites } from '../../../access/accessibleSites.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { isoOf } from '../../../platform/calendar/times.ts';
import { textArray } from '../../../platform/database/arrays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { messageText } from '../../../platform/texts/translate.ts';
import { MAX_FILES } from '../../../readings/userFiles.ts';

type File = Response<'device/history/files'>['list'][number];
type Row = Omit<File, 'siteName' | 'alias' | 'failureText' | 'askedBy' | 'askedIso' | 'readyIso' | 'untilIso'> & {
  askedAt: Date;
  readyAt: Date | null;
  endsAt: Date | null;
};
interface Site {
  sid: string;
  siteName: string;
  timezone: string;
}
interface Device {
  sid: string;
  sn: string;
  alias: string;
}

export const deviceHistoryFiles: Handler<'device/history/files'> = async ({ sid, sn, page }, caller) => {
  const { sql, session, at, language } = caller;
  if (!seesDevices(session)) return { list: [], total: 0, underWay: 0 };
  // A user has few files. They are stored with users, while plants may be on any node of a cluster: queried one after the other.
  const rows = await sql<Row[]>`
    select f.id::text as id, f.about_sid as sid, f.about_sn as sn, f.sns, f.device_count, f.start_day as start, f.end_day as "end", f.format,
      f.quantities, f.name, f.state, f.done_days, f.days, f.bytes, f.failure, f.asked_at, f.ready_at, f.ends_at
    from user_files f
    where f.user_id = ${session.userId} and (f.ends_at is null or f.ends_at > ${at})
      ${sid === undefined ? sql`` : sql`and f.about_sid = ${sid}`} ${sn === undefined ? sql`` : sql`and f.about_sn = ${sn}`}
    order by f.asked_at desc, f.id limit ${MAX_FILES}`;
  if (rows.length === 0) return { list: [], total: 0, underWay: 0 };
  const sids = textArray([...new Set(rows.map((row) => row.sid))]);
  const sns = textArray([...new Set(rows.flatMap((row) => row.sn ?? []))]);
  const sites = await sql<Site[]>`
    select s.sid, s.name as site_name, s.timezone from sites s
    where s.sid in (select unnest(${sids}::text::text[])) and ${accessibleSites(sql, session)}`;
  const devices = await sql<Device[]>`
    select d.sid, d.sn, d.alias from devices d join sites s on s.sid = d.sid
    where d.sid in (select unnest(${sids}::text::text[])) and d.sn in (select unnest(${sns}::text::text[]))
      and ${accessibleSites(sql, session)}`;
  const visible = rows.flatMap((row) => {
    const site = sites.find((one) => one.sid === row.sid);
    const device = row.sn === null ? { alias: '' } : devices.find((one) => one.sid === row.sid && one.sn === row.sn);
    return site && device ? [{ ...row, ...site, alias: device.alias }] : [];
  });
  return {
    list: visible
      .slice(page.size * page.num, page.size * (page.num + 1))
      .map(({ timezone, askedAt, readyAt, endsAt, ...row }) => ({
        ...row,
        failureText: row.failure === null ? '' : messageText(language, `files.${row.failure}`),
        askedBy: session.email,
        askedIso: isoOf(askedAt, timezone),
        readyIso: isoOf(readyAt, timezone),
        untilIso: row.state === 'ready' ? isoOf(endsAt, timezone) : null,
      })),
    total: visible.length,
    underWay: visible.filter(({ endsAt }) => endsAt === null).length,
  };
};
