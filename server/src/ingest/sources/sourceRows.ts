// Writes the sources of each device's frames, and opens and closes the plant events about them.
import type { Context } from '../../context.ts';
import type { KnownDevice, OtherSource } from '../../installation/knownDevices.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import { hasQuota, SOURCE_TIMEOUT_MS } from './sourceState.ts';

/** An event closes when one of its two sources, or the foreign one, has been silent for this long. */
const GONE_MS = 60 * 60_000;

type DeviceKey = Pick<KnownDevice, 'sid' | 'sn'>;

/** A device's usual source, and when it last reported. */
export interface UsualSource extends DeviceKey {
  usual: string;
  atMs: number;
}

/** Writes usual sources in the order of their keys, as other processes do. Nothing is written for a plant that was deleted meanwhile. */
export async function saveUsual(
  sql: Sql,
  sources: readonly UsualSource[],
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await sql`
      insert into device_sources (sid, sn, usual, usual_at)
      select s.sid, g.sn, g.usual, g.at from (
        select unnest(${textArray(sources.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(sources.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(sources.map(({ usual }) => usual))}::text::text[]) as usual,
          unnest(${textArray(sources.map(({ atMs }) => new Date(atMs).toISOString()))}::text::timestamptz[]) as at
      ) g join sites s on s.sid = g.sid
      order by s.sid, g.sn
      on conflict (sid, sn) do update set usual = excluded.usual, usual_at = excluded.usual_at
      where device_sources.usual in ('', excluded.usual)`;
  } catch (error) {
    if (sources.length === 1) throw error;
    // A plant that is being deleted must not fail the others of the statement.
    for (const source of sources) await saveUsual(sql, [source], onError).catch(onError);
  }
}

const sinceOf = (other: OtherSource): Date | null => (hasQuota(other) ? new Date(other.sinceMs) : null);

/** Reserves a quota for the newer source, unless another process still receives the usual one and has opened an event. Returns whether it did. */
export async function reserveQuota(sql: Sql, { sid, sn }: DeviceKey, other: OtherSource): Promise<boolean> {
  const { count } = await sql`
    update device_sources d set other = ${other.source}, other_at = ${new Date(other.atMs)}, other_since = ${sinceOf(other)}
    where d.sid = ${sid} and d.sn = ${sn} and not exists (
      select from events e where e.sid = d.sid and e.sn = d.sn and e.code = 'secondSource' and e.closed_at is null)`;
  if (count > 0) await notifyRegistry(sql, [sn]);
  return count > 0;
}

/** Makes the newer source the usual one, unless another process recorded the usual one meanwhile. */
export async function replaceUsual(
  sql: Sql,
  { sid, sn }: DeviceKey,
  { usual, newer, atMs }: { usual: string; newer: string; atMs: number },
): Promise<void> {
  const { count } = await sql`
    update device_sources
    set usual = ${newer}, usual_at = ${new Date(atMs)}, other = null, other_at = null, other_since = null
    where sid = ${sid} and sn = ${sn} and usual = ${usual} and usual_at <= ${new Date(atMs - SOURCE_TIMEOUT_MS)}`;
  if (count > 0) await notifyRegistry(sql, [sn]);
}

/** Stores the other source and notifies the other processes: one of them may receive the usual source. */
export async function saveOther(sql: Sql, { sid, sn }: DeviceKey, other: OtherSource): Promise<void> {
  const { count } = await sql`
    update device_sources set other = ${other.source}, other_at = ${new Date(other.atMs)}, other_since = ${sinceOf(other)}
    where sid = ${sid} and sn = ${sn}`;
  if (count > 0) await notifyRegistry(sql, [sn]);
}

interface BothSources {
  usual: string;
  atMs: number;
  other: OtherSource;
}

export async function saveBoth(sql: Sql, { sid, sn }: DeviceKey, { usual, atMs, other }: BothSources): Promise<void> {
  await sql`
    update device_sources set usual_at = ${new Date(atMs)}, other = ${other.source},
      other_at = ${new Date(other.atMs)}, other_since = ${sinceOf(other)}
    where sid = ${sid} and sn = ${sn} and usual = ${usual}`;
  await notifyRegistry(sql, [sn]);
}

export async function saveSecondSource(sql: Sql, device: DeviceKey, both: BothSources): Promise<void> {
  await saveBoth(sql, device, both);
  const { usual, other } = both;
  await openEvent(sql, device, { code: 'secondSource', atMs: other.atMs, detail: { usual, other: other.source } });
}

export async function saveRefused(
  sql: Sql,
  device: DeviceKey,
  { source, atMs }: { source: string; atMs: number },
): Promise<void> {
  const { sid, sn } = device;
  await sql`
    insert into device_sources (sid, sn, usual, refused, refused_at)
    select s.sid, ${sn}, '', ${source}, ${new Date(atMs)} from sites s where s.sid = ${sid}
    on conflict (sid, sn) do update set refused = excluded.refused, refused_at = excluded.refused_at`;
  await openEvent(sql, device, { code: 'foreignSource', atMs, detail: { other: source } });
}

interface SourceEvent {
  code: 'secondSource' | 'foreignSource';
  atMs: number;
  detail: { usual?: string; other: string };
}

/** Opens an event, unless one with this code is open for the device. */
async function openEvent(sql: Sql, { sid, sn }: DeviceKey, { code, atMs, detail }: SourceEvent): Promise<void> {
  await sql`
    insert into events (sid, sn, code, opened_at, detail)
    select s.sid, ${sn}, ${code}, ${new Date(atMs)}, ${JSON.stringify(detail)}::text::jsonb from sites s
    where s.sid = ${sid} and not exists (
      select from events e where e.sid = s.sid and e.sn = ${sn} and e.code = ${code} and e.closed_at is null)
    on conflict do nothing`;
}

/** Closes the events of sources that no longer send, at the time they were last recorded; returns how many. */
export async function closeGoneSources({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - GONE_MS);
  const { count } = await sql`
    update events e
    set closed_at = case when e.code = 'secondSource' then greatest(e.opened_at, least(d.usual_at, d.other_at)) else d.refused_at end
    from device_sources d
    where d.sid = e.sid and d.sn = e.sn and e.closed_at is null
      and ((e.code = 'secondSource' and least(d.usual_at, d.other_at) < ${before}) or (e.code = 'foreignSource' and d.refused_at < ${before}))`;
  return count;
}
