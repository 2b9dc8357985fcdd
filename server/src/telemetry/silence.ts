// Notices what did not arrive: devices that missed three uploads while the sun was up, and power that is no longer now.
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { FRESH_S } from '../rules/freshness.ts';
import { isSilent } from '../rules/status.ts';
import { instantArray, textArray } from './arrays.ts';
import { lockSites, restate } from './siteTotals.ts';

/** No device is silent before this; only those who pass it are looked at closer. */
const QUIET_MS = FRESH_S * 1000;
/** Any number, the same for all servers: "mute" in ASCII. */
const lockKey = 0x6d_75_74_65;

interface QuietSite {
  sid: string;
  latitude: number;
  longitude: number;
  oldestMs: number;
}
interface QuietDevice {
  sid: string;
  sn: string;
  atMs: number;
}

/** One look at all devices; only one server process does it at a time. Gives how many went offline. */
export async function checkSilence({ sql, clock, nudges }: Pick<Context, 'sql' | 'clock' | 'nudges'>): Promise<number> {
  const nowMs = clock.now().getTime();
  const quietSince = new Date(nowMs - QUIET_MS);
  const done = await sql.begin(async (tx) => {
    const [lock] = await tx`select pg_try_advisory_xact_lock(${lockKey}) as mine`;
    if (!lock?.mine) return { offline: 0, sids: [] as string[] };
    // By site first: at night every device is quiet, and the sun answers for all devices of a place at once.
    const sites = await tx<QuietSite[]>`
      select s.sid, s.latitude, s.longitude, q.oldest_ms from (
        select sid, (extract(epoch from min(at)) * 1000)::int8 as oldest_ms
        from device_live where status in (0, 1) and at < ${quietSince} group by sid
      ) q join sites s on s.sid = q.sid`;
    const places = new Map(
      sites.filter((site) => isSilent(site.oldestMs, nowMs, site)).map((site) => [site.sid, site] as const),
    );
    const devices = await quietDevices(tx as Transaction, [...places.keys()], quietSince);
    const silent = devices.filter(({ sid, atMs }) => isSilent(atMs, nowMs, places.get(sid)!));
    const lost = await markOffline(tx as Transaction, silent);
    const asleep = await markAsleep(tx as Transaction, quietSince);
    const sids = [...new Set([...lost, ...asleep])];
    await settle(tx as Transaction, sids);
    return { offline: lost.length, sids };
  });
  nudges.tell(done.sids);
  return done.offline;
}

async function quietDevices(tx: Transaction, sids: readonly string[], quietSince: Date): Promise<QuietDevice[]> {
  if (sids.length === 0) return [];
  return await tx<QuietDevice[]>`
    select sid, sn, (extract(epoch from at) * 1000)::int8 as at_ms from device_live
    where sid in (select unnest(${textArray(sids)}::text::text[])) and status in (0, 1) and at < ${quietSince}`;
}

/** Only those that still have not been heard: a report that came meanwhile wins. Their silence began with their last sample. */
async function markOffline(tx: Transaction, silent: readonly QuietDevice[]): Promise<string[]> {
  if (silent.length === 0) return [];
  // Locked first and written from what that gave: joins of intermediate results of unknown size are planned badly.
  const lost = await tx<QuietDevice[]>`
    select l.sid, l.sn, (extract(epoch from l.at) * 1000)::int8 as at_ms
    from unnest(
      ${textArray(silent.map(({ sid }) => sid))}::text::text[], ${textArray(silent.map(({ sn }) => sn))}::text::text[],
      ${instantArray(silent.map(({ atMs }) => atMs))}::text::timestamptz[]) g (sid, sn, at)
    join device_live l on l.sid = g.sid and l.sn = g.sn and l.at = g.at
    order by l.sid, l.sn for update of l`;
  const sids = textArray(lost.map(({ sid }) => sid));
  const sns = textArray(lost.map(({ sn }) => sn));
  await tx`
    update device_live l set status = -1, power_w = null
    from unnest(${sids}::text::text[], ${sns}::text::text[]) g (sid, sn) where l.sid = g.sid and l.sn = g.sn`;
  await tx`
    insert into events (sid, sn, code, opened_at)
    select sid, sn, 'silence', at
    from unnest(${sids}::text::text[], ${sns}::text::text[], ${instantArray(lost.map(({ atMs }) => atMs))}::text::timestamptz[]) g (sid, sn, at)
    on conflict do nothing`;
  return lost.map(({ sid }) => sid);
}

/** Who is quiet for good reason makes nothing now. */
async function markAsleep(tx: Transaction, quietSince: Date): Promise<string[]> {
  const asleep = await tx<{ sid: string; sn: string }[]>`
    select sid, sn from device_live where status in (0, 1) and at < ${quietSince} and power_w <> 0
    order by sid, sn for update skip locked`;
  if (asleep.length === 0) return [];
  await tx`
    update device_live l set power_w = 0
    from unnest(${textArray(asleep.map(({ sid }) => sid))}::text::text[], ${textArray(asleep.map(({ sn }) => sn))}::text::text[]) g (sid, sn)
    where l.sid = g.sid and l.sn = g.sn`;
  return asleep.map(({ sid }) => sid);
}

async function settle(tx: Transaction, sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return;
  await Promise.all([
    lockSites(tx, sids),
    tx`
      update site_live l set power_w = x.power_w
      from (
        select v.sid, sum(v.power_w::float8) as power_w from device_live v
        join devices d on d.sid = v.sid and d.sn = v.sn and d.removed_at is null
        where v.sid in (select unnest(${textArray(sids)}::text::text[])) group by v.sid
      ) x where l.sid = x.sid`.execute(),
    restate(tx, sids),
  ]);
}
