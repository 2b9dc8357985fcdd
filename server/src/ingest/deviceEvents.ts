// Events as stored: opened and closed as reports come in order, recomputed around one that came late.

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

export type StoredEvent = DeviceKey & {
  code: string;
  openedAtMs: number;
  closedAtMs: number | null;
  /** What it names besides its device. */
  detail?: Readonly<Record<string, string>>;
  /** Of the event that it stands for, when that is told again. */
  known?: Acknowledged;
  /** What channels were told of it: nothing unless said. */
  told?: number;
};
/** Who knows of it since when, and what they noted. */
export interface Acknowledged {
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
  note: string;
}
export type Closing = DeviceKey & { code: string; atMs: number };

/** What samples in order do: events that open, closed again or not, and those open before that they close. */
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

/** Closes first: an event that the same batch opens again must not be closed by it. */
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
        insert into events (sid, sn, code, opened_at, closed_at, detail, acknowledged_at, acknowledged_by, note, told)
        select sid, sn, code, opened_at, closed_at, detail::jsonb, acknowledged_at, acknowledged_by, coalesce(note, ''), told from unnest(
          ${textArray(opened.map(({ sid }) => sid))}::text::text[], ${textArray(opened.map(({ sn }) => sn))}::text::text[],
          ${textArray(opened.map(({ code }) => code))}::text::text[],
          ${instantArray(opened.map(({ openedAtMs }) => openedAtMs))}::text::timestamptz[],
          ${instantArray(opened.map(({ closedAtMs }) => closedAtMs))}::text::timestamptz[],
          ${textArray(opened.map(({ detail }) => (detail ? JSON.stringify(detail) : null)))}::text::text[],
          ${instantArray(opened.map(({ known }) => known?.acknowledgedAt?.getTime() ?? null))}::text::timestamptz[],
          ${plainArray(opened.map(({ known }) => known?.acknowledgedBy ?? null))}::text::int[],
          ${textArray(opened.map(({ known }) => known?.note ?? null))}::text::text[],
          ${plainArray(opened.map(({ told }) => told ?? 0))}::text::smallint[]
        ) as g (sid, sn, code, opened_at, closed_at, detail, acknowledged_at, acknowledged_by, note, told)
        on conflict (sid, sn, code, opened_at) do update set closed_at = excluded.closed_at`.execute(),
    );
  }
  return writing;
}

/** After late samples between two instants (both included) were stored. */
export async function republishStoredEvents(
  sql: Transaction,
  { sid, sn }: DeviceKey,
  fromMs: number,
  toMs: number,
): Promise<void> {
  const { before, samples } = await statusesAround(sql, { sid, sn, fromMs, toMs });
  const endMs = samples.at(-1)?.atMs ?? toMs;
  const gone = await sql<
    (Acknowledged & { code: BitEvent['code']; openedAt: Date; closedAt: Date | null; told: number })[]
  >`
    delete from events
    where sid = ${sid} and sn = ${sn} and code ~ '^[0-9A-F]{4}$' and opened_at <= ${new Date(endMs)}
      and (closed_at is null or closed_at > ${before ? new Date(before.atMs).toISOString() : '-infinity'}::text::timestamptz)
    returning code, opened_at, closed_at, acknowledged_at, acknowledged_by, note, told`;
  const known = gone.map(
    ({ code, openedAt, closedAt }): BitEvent => ({
      code,
      openedAtMs: openedAt.getTime(),
      closedAtMs: closedAt?.getTime() ?? null,
    }),
  );
  const told = republishEvents(before, samples, known);
  /** What was known and told of it stays so of what takes its place: the first event of that code that overlaps. */
  const knownOf = ({ code, openedAtMs, closedAtMs }: BitEvent): Pick<StoredEvent, 'known' | 'told'> => {
    const same = gone.filter(
      (event) =>
        event.code === code &&
        event.openedAt.getTime() <= (closedAtMs ?? Infinity) &&
        (event.closedAt?.getTime() ?? Infinity) >= openedAtMs,
    );
    const known = same.find(({ acknowledgedAt, note }) => acknowledgedAt !== null || note !== '');
    return { ...(known && { known }), told: Math.max(0, ...same.map(({ told }) => told)) };
  };
  await Promise.all(
    writeEvents(
      sql,
      told.map((event) => ({ sid, sn, ...event, ...knownOf(event) })),
      [],
    ),
  );
}
