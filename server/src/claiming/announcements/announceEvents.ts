// Events that follow from an announce: a gateway has started over; a device it names is another plant's, restricted, or one too many.

import { instantArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { ChildRejection, StoredChild } from './announced.ts';

/** Clocks drift, and an announce takes its time. */
const SAME_START_MS = 60_000;
/** Milliseconds in 32 bits start over after 49.7 days, without a restart: so do an OpenDTU's of before 2025. */
const WRAP_MS = 2 ** 32;

/** A connection that was lost and made again proves nothing; a gateway that runs since later than it did has started over. */
export async function recordRestart(
  tx: Transaction,
  { sn, sid }: { sn: string; sid: string },
  before: Date | null,
  now: Date | null,
): Promise<void> {
  if (before === null || now === null) return;
  const laterMs = now.getTime() - before.getTime();
  if (laterMs <= SAME_START_MS || Math.abs(laterMs - WRAP_MS) <= SAME_START_MS) return;
  await tx`
    insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${sn}, 'restart', ${now}, ${now}) on conflict do nothing`;
}

/** How many numbers of a kind an event names. */
const MAX_NAMED = 20;

/** What the event of a gateway names: the children by why they are refused, those of another plant as `children`. */
function refusedOf(children: readonly StoredChild[]): Record<string, string> {
  const because = (reason: ChildRejection): string =>
    children
      .filter(({ refused }) => refused === reason)
      .slice(0, MAX_NAMED)
      .map(({ sn }) => sn)
      .join(', ');
  const named = { children: because('otherPlant'), restricted: because('restricted'), full: because('full') };
  return Object.fromEntries(Object.entries(named).filter(([, numbers]) => numbers !== ''));
}

/** An event of the gateway's plant, and of a device of another plant one there: open as long as it is announced and refused. */
export async function recordRejectedChildren(
  tx: Transaction,
  { sn, sid, at }: { sn: string; sid: string; at: Date },
  before: readonly StoredChild[],
  now: readonly StoredChild[],
  numbers: ReadonlyMap<string, { sid: string | null }>,
): Promise<void> {
  const refusals = (children: readonly StoredChild[]): string =>
    children
      .flatMap(({ sn: child, refused }) => (refused ? [`${child} ${refused}`] : []))
      .sort()
      .join();
  if (refusals(before) === refusals(now)) return;
  const foreign = (children: readonly StoredChild[]): string[] =>
    children.filter(({ refused }) => refused === 'otherPlant').map((child) => child.sn);
  const wasForeign = foreign(before);
  const isForeign = foreign(now);
  const begins = isForeign.filter((child) => !wasForeign.includes(child));
  const ends = wasForeign.filter((child) => !isForeign.includes(child));
  await tx`update events set closed_at = ${at} where sid = ${sid} and sn = ${sn} and code = 'refusedChild' and closed_at is null`;
  if (refusals(now) !== '') {
    const detail = JSON.stringify(refusedOf(now));
    await tx`
      insert into events (sid, sn, code, opened_at, detail) values (${sid}, ${sn}, 'refusedChild', ${at}, ${detail}::text::jsonb)
      on conflict (sid, sn, code, opened_at) do update set detail = excluded.detail, closed_at = null`;
  }
  if (ends.length > 0) {
    await tx`
      update events set closed_at = ${at} where code = 'refusedChild' and closed_at is null and detail ->> 'gateway' = ${sn}
        and sn in (select unnest(${textArray(ends)}::text::text[]))`;
  }
  const told = begins.map((child) => ({ sid: numbers.get(child)!.sid, sn: child }));
  if (told.length === 0) return;
  await tx`
    insert into events (sid, sn, code, opened_at, detail)
    select sid, sn, 'refusedChild', at, ${JSON.stringify({ gateway: sn })}::text::jsonb from (
      select unnest(${textArray(told.map((child) => child.sid))}::text::text[]) as sid,
        unnest(${textArray(told.map((child) => child.sn))}::text::text[]) as sn,
        unnest(${instantArray(told.map(() => at.getTime()))}::text::timestamptz[]) as at
    ) g on conflict do nothing`;
}
