// device/alerts/acknowledge: acknowledges events of a plant, or withdraws that, with an optional note.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { instantArray, textArray } from '../../../platform/database/arrays.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceAlertsAcknowledge: Handler<'device/alerts/acknowledge'> = async (request, caller) => {
  const { sid, alerts, acknowledged, note } = request;
  const { sql, session, at } = caller;
  await lockEditableSite(sql, session, sid);
  // Users who cannot see devices must not learn that one had an event.
  if (!seesDevices(session)) throw new ApiError('eventNotFound');
  const requested = new Set(alerts.map(({ sn, code, startMs }) => `${sn} ${code} ${startMs}`));
  // The first acknowledgement is kept.
  const { count } = await sql`
    update events e set
      acknowledged_at = ${acknowledged ? sql`coalesce(e.acknowledged_at, ${at})` : sql`null`},
      acknowledged_by = ${acknowledged ? sql`case when e.acknowledged_at is null then ${session.userId}::int else e.acknowledged_by end` : sql`null`},
      note = ${note === undefined ? sql`e.note` : sql`${note}`}
    from (
      select distinct unnest(${textArray(alerts.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(alerts.map(({ code }) => code))}::text::text[]) as code,
        unnest(${instantArray(alerts.map(({ startMs }) => startMs))}::text::timestamptz[]) as first_at,
        unnest(${instantArray(alerts.map(({ startMs }) => startMs + 1))}::text::timestamptz[]) as end_at
    ) g
    where e.sid = ${sid} and e.sn = g.sn and e.code = g.code and e.opened_at >= g.first_at and e.opened_at < g.end_at`;
  if (count < requested.size) throw new ApiError('eventNotFound');
  caller.noteAudit({ after: { alerts: [...requested], acknowledged, note } });
  return { count };
};
