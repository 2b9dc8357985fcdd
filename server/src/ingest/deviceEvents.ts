// Stored events: opened and closed while reports arrive in order, recomputed around a late one.

import type { KnownDevice } from '../installation/knownDevices.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { instantArray, plainArray, textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { DeviceKey } from '../platform/database/deviceKeys.ts';
import {
  type BitEvent,
  type EventChange,
  eventChanges,
  republishEvents,
  type StatusSample,
} from '../problems/rules/events.ts';
import { statusesAround } from '../samples/samples.ts';
import { silencesIn } from './rules/silences.ts';

export type StoredEvent = DeviceKey & {
  code: string;
  openedAtMs: number;
  closedAtMs: number | null;
  /** Further values of the event's text, in addition to its device. */
  detail?: Readonly<Record<string, string>>;
  /** Acknowledgement and assignment of the event that this one replaces after a recomputation. */
  acknowledgement?: Acknowledged;
  /** Notifications sent so far: 0 none (the default), 1 of its start, 2 of its end too. */
  notified?: number;
};
/** Who acknowledged an event and when, with their note, and who takes care of it until which day. */
interface Acknowledged {
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
  note: string;
  assignedTo: number | null;
  dueOn: Day | null;
}
export type Closing = DeviceKey & { code: string; atMs: number };

/** Returns the events that samples in order open, which may close within them, and the closings of events that were open before. */
export function eventsOf(
  key: DeviceKey,
  bitsBefore: number,
  samples: readonly StatusSample[],
): { opened: StoredEvent[]; closed: Closing[] } {
  const opened: StoredEvent[] = [];
  const closed: Closing[] = [];
  for (const { code, atMs, opens } of eventChanges(bitsBefore, samples) satisfies EventChange[]) {
    if (opens) {
      opened.push({ ...key, code, openedAtMs: atMs, closedAtMs: null });
      continue;
    }
    const event = opened.findLast((candidate) => candidate.code === code);
    if (event) event.closedAtMs = atMs;
    else closed.push({ ...key, code, atMs });
  }
  return { opened, closed };
}

/** Closes events before it opens others: an event that the same batch reopens must not be closed by it. */
export function writeEvents(
  sql: Transaction,
  opened: readonly StoredEvent[],
  closed: readonly Closing[],
): Promise<unknown>[] {
  const writing: Promise<unknown>[] = [];
  if (closed.length > 0) {
    writing.push(
      sql`
        update events e set closed_at = g.at
        from (
          select unnest(${textArray(closed.map(({ sid }) => sid))}::text::text[]) as sid,
            unnest(${textArray(closed.map(({ sn }) => sn))}::text::text[]) as sn,
            unnest(${textArray(closed.map(({ code }) => code))}::text::text[]) as code,
            unnest(${instantArray(closed.map(({ atMs }) => atMs))}::text::timestamptz[]) as at
        ) g
        where e.sid = g.sid and e.sn = g.sn and e.code = g.code and e.closed_at is null and e.opened_at <= g.at`.execute(),
    );
  }
  if (opened.length > 0) {
    writing.push(
      sql`
        insert into events (sid, sn, code, opened_at, closed_at, detail, acknowledged_at, acknowledged_by, note, assigned_to, due_on, told)
        select sid, sn, code, opened_at, closed_at, detail::jsonb, acknowledged_at, acknowledged_by, coalesce(note, ''), assigned_to, due_on, told from unnest(
          ${textArray(opened.map(({ sid }) => sid))}::text::text[], ${textArray(opened.map(({ sn }) => sn))}::text::text[],
          ${textArray(opened.map(({ code }) => code))}::text::text[],
          ${instantArray(opened.map(({ openedAtMs }) => openedAtMs))}::text::timestamptz[],
          ${instantArray(opened.map(({ closedAtMs }) => closedAtMs))}::text::timestamptz[],
          ${textArray(opened.map(({ detail }) => (detail ? JSON.stringify(detail) : null)))}::text::text[],
          ${instantArray(opened.map(({ acknowledgement }) => acknowledgement?.acknowledgedAt?.getTime() ?? null))}::text::timestamptz[],
          ${plainArray(opened.map(({ acknowledgement }) => acknowledgement?.acknowledgedBy ?? null))}::text::int[],
          ${textArray(opened.map(({ acknowledgement }) => acknowledgement?.note ?? null))}::text::text[],
          ${plainArray(opened.map(({ acknowledgement }) => acknowledgement?.assignedTo ?? null))}::text::int[],
          ${textArray(opened.map(({ acknowledgement }) => acknowledgement?.dueOn ?? null))}::text::date[],
          ${plainArray(opened.map(({ notified }) => notified ?? 0))}::text::smallint[]
        ) as g (sid, sn, code, opened_at, closed_at, detail, acknowledged_at, acknowledged_by, note, assigned_to, due_on, told)
        on conflict (sid, sn, code, opened_at) do update set closed_at = excluded.closed_at`.execute(),
    );
  }
  return writing;
}

/** Returns the silences between samples in order that arrive later than measured, with nobody to notify about the past. */
export function silencesOf(
  { sid, sn, source, sleeps, everyS, isPolled }: KnownDevice,
  afterMs: number | null,
  samples: readonly { atMs: number; imported?: boolean }[],
  learnt: { everyS: number; nowMs: number },
): StoredEvent[] {
  const { latitude, longitude } = source;
  return silencesIn(afterMs, samples, { sleeps, latitude, longitude, everyS, isPolled }, learnt).map((silence) => ({
    sid,
    sn,
    code: 'silence',
    ...silence,
    notified: 2,
  }));
}

interface Replaced extends Acknowledged {
  code: string;
  openedAt: Date;
  closedAt: Date | null;
  told: number;
}

/** Recomputes events after late samples between two instants (both included) were stored. */
export async function republishStoredEvents(
  sql: Transaction,
  device: KnownDevice,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  learnt: { everyS: number; nowMs: number },
): Promise<void> {
  const { sid, sn } = device;
  const { before, samples } = await statusesAround(sql, { sid, sn, fromMs, toMs });
  const endMs = samples.at(-1)?.atMs ?? toMs;
  const beforeIso = before ? new Date(before.atMs).toISOString() : '-infinity';
  const deleted = await sql<(Replaced & { code: BitEvent['code'] })[]>`
    delete from events
    where sid = ${sid} and sn = ${sn} and code ~ '^[0-9A-F]{4}$' and opened_at <= ${new Date(endMs)}
      and (closed_at is null or closed_at > ${beforeIso}::text::timestamptz)
    returning code, opened_at, closed_at, acknowledged_at, acknowledged_by, note, assigned_to, due_on, told`;
  const known = await sql<Replaced[]>`
    select code, opened_at, closed_at, acknowledged_at, acknowledged_by, note, assigned_to, due_on, told from events
    where sid = ${sid} and sn = ${sn} and code = 'silence' and opened_at < ${new Date(endMs)}
      and closed_at > ${beforeIso}::text::timestamptz`;
  // Silences in which the device was heard after all; those between two samples stay as they were detected.
  const heard = known.filter(({ openedAt, closedAt }) =>
    samples.some(({ atMs }) => atMs > openedAt.getTime() && atMs < closedAt!.getTime()),
  );
  if (heard.length > 0)
    await sql`
      delete from events where sid = ${sid} and sn = ${sn} and code = 'silence'
        and opened_at in (select unnest(${instantArray(heard.map(({ openedAt }) => openedAt.getTime()))}::text::timestamptz[]))`;
  const previous = deleted.map(
    ({ code, openedAt, closedAt }): BitEvent => ({
      code,
      openedAtMs: openedAt.getTime(),
      closedAtMs: closedAt?.getTime() ?? null,
    }),
  );
  const replaced: readonly Replaced[] = [...deleted, ...heard];
  const bits = republishEvents(before, samples, previous).map((event) => ({ sid, sn, notified: 0, ...event }));
  const silences = silencesOf(device, before?.atMs ?? null, samples, learnt);
  await Promise.all(
    writeEvents(
      sql,
      [...bits, ...silences].map((event) => ({ ...event, ...inheritedOf(event, replaced) })),
      [],
    ),
  );
}

/** Transfers acknowledgement, assignment and notification state to the replacing event, from the overlapping events of its code. */
function inheritedOf(
  { code, openedAtMs, closedAtMs, notified = 0 }: StoredEvent,
  replaced: readonly Replaced[],
): Pick<StoredEvent, 'acknowledgement' | 'notified'> {
  const overlapping = replaced.filter(
    (event) =>
      event.code === code &&
      event.openedAt.getTime() <= (closedAtMs ?? Infinity) &&
      (event.closedAt?.getTime() ?? Infinity) >= openedAtMs,
  );
  const acknowledgement = overlapping.find(
    ({ acknowledgedAt, note, assignedTo }) => acknowledgedAt !== null || note !== '' || assignedTo !== null,
  );
  return {
    ...(acknowledgement && { acknowledgement }),
    notified: Math.max(notified, ...overlapping.map(({ told }) => told)),
  };
}
