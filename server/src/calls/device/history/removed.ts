// device/history/removed: ranges removed from a device's history.

import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { peopleById } from '../../../access/namedPeople.ts';
import { isoOf } from '../../../platform/calendar/times.ts';
import { limitOffset } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';
import { RESTORE_DAYS } from '../../../readings/moveHistory.ts';

interface Row {
  id: string;
  start: string;
  end: string;
  reason: string;
  removedAt: Date;
  removedBy: number | null;
  samples: number;
  days: number;
  state: Response<'device/history/removed'>['list'][number]['state'];
  restoredAt: Date | null;
  restoredBy: number | null;
}

export const deviceHistoryRemoved: Handler<'device/history/removed'> = async (request, caller) => {
  const { sql, session } = caller;
  const { sid, sn, timezone } = await accessibleDevice(caller, request);
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from history_removals where sid = ${sid} and sn = ${sn}`;
  const rows = await sql<Row[]>`
    select h.id::text as id, h.start_day as start, h.end_day as "end", h.reason, h.removed_at, h.samples, h.days, h.state, h.restored_at,
      h.removed_by, h.restored_by
    from history_removals h
    where h.sid = ${sid} and h.sn = ${sn} order by h.removed_at desc, h.id ${limitOffset(sql, request.page)}`;
  const people = await peopleById(
    sql,
    rows.flatMap(({ removedBy, restoredBy }) => [removedBy, restoredBy]),
  );
  const emailOf = (id: number | null) => people.get(id ?? 0)?.email ?? '';
  const { changeable } = await accessibleSite(caller, sid);
  return {
    list: rows.map(({ removedAt, restoredAt, ...row }) => ({
      ...row,
      removedBy: emailOf(row.removedBy),
      restoredBy: emailOf(row.restoredBy),
      removedIso: isoOf(removedAt, timezone),
      restorableUntilIso:
        row.state === 'removed' ? isoOf(new Date(removedAt.getTime() + RESTORE_DAYS * 86_400_000), timezone) : null,
      restoredIso: isoOf(restoredAt, timezone),
    })),
    total: counted!.total,
    mayChange: session.permissions.has('HistoryDelete') && changeable,
  };
};
