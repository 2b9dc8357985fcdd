// device/alerts/acknowledge: acknowledges events of a plant, or withdraws that, with an optional note.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { instantArray, textArray } from '../../../platform/database/arrays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { copyAcknowledgements } from '../../../problems/updateProblems.ts';

export const deviceAlertsAcknowledge: Handler<'device/alerts/acknowledge'> = async (request, caller) => {
  const { sid, alerts, acknowledged, note, knownNotes } = request;
  const { sql, session, at } = caller;
  await lockEditableSite(sql, session, sid);
  // Users who cannot see devices must not learn that one had an event.
  if (!seesDevices(session)) throw new ApiError('eventNotFound');
  const requested = new Set(alerts.map(({ sn, code, startMs }) => `${sn} ${code} ${startMs}`));
  const found = await sql<{ sn: string; code: string; openedKey: string; note: string; cause: string | null }[]>`
    select e.sn, e.code, e.opened_at::text as opened_key, e.note, p.cause
    from (
      select distinct unnest(${textArray(alerts.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(alerts.map(({ code }) => code))}::text::text[]) as code,
        unnest(${instantArray(alerts.map(({ startMs }) => startMs))}::text::timestamptz[]) as first_at,
        unnest(${instantArray(alerts.map(({ startMs }) => startMs + 1))}::text::timestamptz[]) as end_at
    ) g join events e on e.sid = ${sid} and e.sn = g.sn and e.code = g.code and e.opened_at >= g.first_at and e.opened_at < g.end_at
      left join problems p on p.sid = e.sid and p.sn = e.sn and p.code = e.code and p.opened_at = e.opened_at and p.is_lead`;
  if (found.length < requested.size) throw new ApiError('eventNotFound');
  const isUnseen = (stored: string) => stored !== note && !knownNotes?.includes(stored);
  if (note !== undefined && knownNotes && found.some((event) => isUnseen(event.note)))
    throw new ApiError('changedMeanwhile');
  // Acknowledging the lead of a problem acknowledges all events with its cause. The first acknowledgement stands.
  await sql`
    update events e set
      acknowledged_at = ${acknowledged ? sql`coalesce(e.acknowledged_at, ${at})` : sql`null`},
      acknowledged_by = ${acknowledged ? sql`case when e.acknowledged_at is null then ${session.userId}::int else e.acknowledged_by end` : sql`null`},
      note = ${note === undefined ? sql`e.note` : sql`${note}`}
    where e.sid = ${sid} and (
      (e.sn, e.code, e.opened_at) in (select unnest(${textArray(found.map(({ sn }) => sn))}::text::text[]),
        unnest(${textArray(found.map(({ code }) => code))}::text::text[]), unnest(${textArray(found.map(({ openedKey }) => openedKey))}::text::timestamptz[]))
      or (e.closed_at is null and (e.sn, e.code, e.opened_at) in (
        select p.sn, p.code, p.opened_at from problems p
        where p.sid = ${sid} and p.level > 0 and p.cause = any (${found.flatMap(({ cause }) => cause ?? [])}::text[]))))`;
  await copyAcknowledgements(sql, sid, at);
  caller.noteAudit({ after: { alerts: [...requested], acknowledged, note } });
  return { count: found.length };
};
