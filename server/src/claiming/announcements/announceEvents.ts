// Writes the events that follow from an announce: a gateway has restarted; devices that it names are not added to its plant.

import { instantArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { ChildRejection, StoredChild } from './announced.ts';

/** Tolerance for clock drift and the delay of an announce. */
const SAME_START_MS = 60_000;
/** A 32-bit uptime in milliseconds wraps after 49.7 days without a restart, as in OpenDTU before 2025. */
const WRAP_MS = 2 ** 32;

/** Records a restart if the gateway's start time has moved forward; a reconnection alone proves none. `before`, `now`: start times; null: unknown. */
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

const DAY_MS = 86_400_000;
/** Maximum number of serial numbers that an event names per reason. */
const MAX_NAMED = 20;

/** Returns the detail of a gateway's event: announced devices that are not in its plant, by reason. */
function refusedByReason(children: readonly StoredChild[]): Record<string, string> {
  const numbersFor = (reason: ChildRejection): string =>
    children
      .filter(({ refused }) => refused === reason)
      .slice(0, MAX_NAMED)
      .map(({ sn }) => sn)
      .join(', ');
  const numbersByReason = { waiting: numbersFor('waiting'), full: numbersFor('full') };
  return Object.fromEntries(Object.entries(numbersByReason).filter(([, numbers]) => numbers !== ''));
}

/**
 * Opens an event at the gateway's plant while devices that it announces are not added, and one at each plant that has one of
 * the `foreign` numbers: at most one a day for each gateway and plant.
 */
export async function recordRejectedChildren(
  tx: Transaction,
  { sn, sid, at }: { sn: string; sid: string; at: Date },
  before: readonly StoredChild[],
  now: readonly StoredChild[],
  foreign: readonly { sn: string; sid: string }[],
): Promise<void> {
  const refusals = (children: readonly StoredChild[]): string =>
    children
      .flatMap(({ sn: child, refused }) => (refused ? [`${child} ${refused}`] : []))
      .sort()
      .join();
  if (refusals(before) === refusals(now)) return;
  await tx`update events set closed_at = ${at} where sid = ${sid} and sn = ${sn} and code = 'refusedChild' and closed_at is null`;
  if (refusals(now) !== '') {
    const detail = JSON.stringify(refusedByReason(now));
    await tx`
      insert into events (sid, sn, code, opened_at, detail) values (${sid}, ${sn}, 'refusedChild', ${at}, ${detail}::text::jsonb)
      on conflict (sid, sn, code, opened_at) do update set detail = excluded.detail, closed_at = null`;
  }
  const isRefused = new Set(now.flatMap((child) => (child.refused ? [child.sn] : [])));
  const ends = before.flatMap((child) => (child.refused && !isRefused.has(child.sn) ? [child.sn] : []));
  if (ends.length > 0) {
    await tx`
      update events set closed_at = ${at} where code = 'refusedChild' and closed_at is null and detail ->> 'gateway' = ${sn}
        and sn in (select unnest(${textArray(ends)}::text::text[]))`;
  }
  await notifyPlants(tx, { sn, at }, foreign);
}

async function notifyPlants(
  tx: Transaction,
  { sn, at }: { sn: string; at: Date },
  foreign: readonly { sn: string; sid: string }[],
): Promise<void> {
  const plants = new Map(foreign.toReversed().map((child) => [child.sid, child]));
  if (plants.size === 0) return;
  const since = new Date(at.getTime() - DAY_MS);
  const informed = await tx<{ sid: string }[]>`
    select distinct sid from events where code = 'refusedChild' and opened_at > ${since} and detail ->> 'gateway' = ${sn}
      and sid in (select unnest(${textArray([...plants.keys()])}::text::text[]))`;
  for (const { sid } of informed) plants.delete(sid);
  const opened = [...plants.values()];
  if (opened.length === 0) return;
  await tx`
    insert into events (sid, sn, code, opened_at, detail)
    select sid, sn, 'refusedChild', at, ${JSON.stringify({ gateway: sn })}::text::jsonb from (
      select unnest(${textArray(opened.map((child) => child.sid))}::text::text[]) as sid,
        unnest(${textArray(opened.map((child) => child.sn))}::text::text[]) as sn,
        unnest(${instantArray(opened.map(() => at.getTime()))}::text::timestamptz[]) as at
    ) g on conflict do nothing`;
}
