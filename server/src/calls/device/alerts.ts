// device/alerts: what was noted of a plant's devices, the newest first.

import { Refusal } from '@heliograph/contract/errors.ts';
import { EVENT_CODES, type EventCode, levelOf } from '@heliograph/contract/events.ts';
import type { Handler } from '../../handler.ts';
import { dayBounds } from '../../rules/localDays.ts';
import { type AlertState, eventState, isInState } from '../../sql/eventState.ts';
import { allOf, onePage, orderBy } from '../../sql/page.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';
import { visibleSite } from '../../sql/visibleSite.ts';
import { eventWords } from '../../wire/eventWords.ts';
import { isoOf, wireSeconds } from '../../wire/times.ts';

interface Row {
  sn: string;
  code: EventCode;
  openedAt: Date;
  closedAt: Date | null;
  detail: Record<string, string> | null;
  state: AlertState;
  note: string;
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
}

export const deviceAlerts: Handler<'device/alerts'> = async ({ sid, sn, filters, sort, page }, caller) => {
  const { sql, session, language, at } = caller;
  const { state, level, code, start_date: start, end_date: end } = filters;
  if (start && end && end < start) throw new Refusal('timeReversed');
  const { timezone, changeable } = await visibleSite(caller, sid);
  if (sn) await visibleDevice(caller, { sid, sn });
  const levelCodes = level && EVENT_CODES.filter((each) => levelOf(each) === level);
  const ofWhat = allOf(sql, [sql`e.sid = ${sid}`, sn && sql`e.sn = ${sn}`]);
  const found = sql`
    from events e where ${ofWhat} and ${allOf(sql, [
      state && isInState(sql, state),
      code && sql`e.code = ${code}`,
      levelCodes && sql`e.code = any (${levelCodes}::text[])`,
      start && sql`coalesce(e.closed_at, 'infinity') >= ${new Date(dayBounds(start, timezone).startMs)}`,
      end && sql`e.opened_at < ${new Date(dayBounds(end, timezone).endMs)}`,
    ])}`;
  const order = orderBy(
    sql,
    sort,
    { start: sql`e.opened_at`, sn: sql`e.sn`, code: sql`e.code` },
    sql`e.opened_at desc, e.sn, e.code`,
  );
  // Statements of one table each: a cluster's coordinator did not survive the page joined with names.
  const [rows, [all], [open]] = await Promise.all([
    sql<Row[]>`
      select e.sn, e.code, e.opened_at, e.closed_at, e.detail, ${eventState(sql)} as state, e.note, e.acknowledged_at, e.acknowledged_by
      ${found} order by ${order} ${onePage(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total ${found}`,
    sql<{ open: number }[]>`select count(*)::int as open from events e where ${ofWhat} and ${isInState(sql, 'open')}`,
  ]);
  const [devices, people] = await Promise.all([
    sql<{ sn: string; alias: string; modelName: string }[]>`
      select d.sn, d.alias, p.name as model_name from devices d join products p on p.id = d.product_id
      where d.sid = ${sid} and d.sn = any (${[...new Set(rows.map((row) => row.sn))]}::text[])`,
    sql<{ id: number; name: string }[]>`
      select id, name from users where id = any (${[...new Set(rows.flatMap((row) => row.acknowledgedBy ?? []))]}::int[])`,
  ]);
  const deviceBySn = new Map(devices.map((device) => [device.sn, device]));
  const nameById = new Map(people.map(({ id, name }) => [id, name]));
  const list = rows.map(
    ({ sn: of, code, openedAt, closedAt, detail, state, note, acknowledgedAt, acknowledgedBy }) => ({
      sid,
      sn: of,
      alias: deviceBySn.get(of)?.alias ?? '',
      modelName: deviceBySn.get(of)?.modelName ?? '',
      code,
      level: levelOf(code),
      sign: closedAt === null ? ('begins' as const) : ('ends' as const),
      ...eventWords({ sn: of, code, detail: detail ?? {} }, { language, tellsSources: changeable }),
      startMs: openedAt.getTime(),
      startTime: wireSeconds(openedAt, timezone),
      startIso: isoOf(openedAt, timezone),
      endTime: wireSeconds(closedAt, timezone),
      endIso: isoOf(closedAt, timezone),
      durationS: Math.max(0, Math.round(((closedAt ?? at).getTime() - openedAt.getTime()) / 1000)),
      state,
      note,
      acknowledgedBy: nameById.get(acknowledgedBy ?? 0) ?? '',
      acknowledgedIso: isoOf(acknowledgedAt, timezone),
    }),
  );
  return {
    list,
    total: all!.total,
    open: open!.open,
    mayAcknowledge: changeable && session.permissions.has('SiteUpdate'),
  };
};
