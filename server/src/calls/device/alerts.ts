// device/alerts: what was noted of a plant's devices, the newest first.

import { Refusal } from '@heliograph/contract/errors.ts';
import { EVENT_CODES, type EventCode, levelOf } from '@heliograph/contract/events.ts';
import type { Fragment, Sql, Transaction } from '../../db/connect.ts';
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
  alias: string;
  modelName: string;
  code: EventCode;
  openedAt: Date;
  closedAt: Date | null;
  detail: Record<string, string> | null;
  state: AlertState;
  note: string;
  acknowledgedAt: Date | null;
  acknowledgedBy: string;
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
  const order = orderBy(sql, sort, ORDERS(sql), sql`e.opened_at desc, e.sn, e.code`);
  const [rows, [counts]] = await Promise.all([
    sql<Row[]>`
      select e.sn, coalesce(d.alias, '') as alias, coalesce(p.name, '') as model_name, e.code, e.opened_at, e.closed_at, e.detail,
        e.state, e.note, e.acknowledged_at, coalesce(u.name, '') as acknowledged_by
      from (select e.*, ${eventState(sql)} as state ${found} order by ${order} ${onePage(sql, page)}) e
      left join devices d on d.sid = e.sid and d.sn = e.sn left join products p on p.id = d.product_id
      left join users u on u.id = e.acknowledged_by
      order by ${order}`,
    sql<{ total: number; open: number }[]>`
      select (select count(*)::int ${found}) as total,
        (select count(*)::int from events e where ${ofWhat} and ${isInState(sql, 'open')}) as open`,
  ]);
  const list = rows.map(({ openedAt, closedAt, acknowledgedAt, modelName, code, detail, ...row }) => ({
    sid,
    ...row,
    modelName,
    code,
    level: levelOf(code),
    sign: closedAt === null ? ('begins' as const) : ('ends' as const),
    ...eventWords({ sn: row.sn, code, detail: detail ?? {} }, { language, tellsSources: changeable }),
    startMs: openedAt.getTime(),
    startTime: wireSeconds(openedAt, timezone),
    startIso: isoOf(openedAt, timezone),
    endTime: wireSeconds(closedAt, timezone),
    endIso: isoOf(closedAt, timezone),
    durationS: Math.max(0, Math.round(((closedAt ?? at).getTime() - openedAt.getTime()) / 1000)),
    acknowledgedIso: isoOf(acknowledgedAt, timezone),
  }));
  return {
    list,
    total: counts!.total,
    open: counts!.open,
    mayAcknowledge: changeable && session.permissions.has('SiteUpdate'),
  };
};

const ORDERS = (sql: Sql | Transaction): Record<'start' | 'sn' | 'code', Fragment> => ({
  start: sql`e.opened_at`,
  sn: sql`e.sn`,
  code: sql`e.code`,
});
