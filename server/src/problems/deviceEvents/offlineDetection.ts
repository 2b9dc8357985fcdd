// Detects missing reports: marks devices offline after three missed uploads, of sleeping ones while the sun was up, and resets outdated power.
import { MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import type { Context } from '../../context.ts';
import { lockSites, restate } from '../../energy/days/siteTotals.ts';
import { SLEEPLESS_KINDS } from '../../families/kinds.ts';
import { isQuiet } from '../../live/liveness.ts';
import { lockVersions } from '../../live/liveRows.ts';
import { isSilent } from '../../live/rules/deviceStatus.ts';
import { isOfflineDevice } from '../../live/siteStatus.ts';
import { instantArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { useCustomPlans } from '../../platform/database/genericPlans.ts';

/** Arbitrary advisory lock key, the same for all servers: "mute" in ASCII. */
const LOCK_KEY = 0x6d_75_74_65;

interface QuietSite {
  sid: string;
  latitude: number;
  longitude: number;
  oldestMs: number;
  /** The shortest interval of its quiet devices. */
  uploadEveryS: number;
}
interface QuietDevice {
  sid: string;
  sn: string;
  atMs: number;
  uploadEveryS: number;
}

/** Checks all devices; only one server process does so at a time. Returns how many went offline. */
export async function detectOfflineDevices({
  sql,
  clock,
  nudges,
}: Pick<Context, 'sql' | 'clock' | 'nudges'>): Promise<number> {
  const nowMs = clock.now().getTime();
  const now = new Date(nowMs);
  const done = await sql.begin(async (tx) => {
    useCustomPlans(tx);
    const [lock] = await tx`select pg_try_advisory_xact_lock(${LOCK_KEY}) as mine`;
    if (!lock?.mine) return { offline: 0, sids: [] as string[] };
    // By site first: at night every device is quiet, and the sun is the same for all devices of a location.
    const sites = await tx<QuietSite[]>`
      select s.sid, s.latitude, s.longitude, q.oldest_ms, q.upload_every_s from (
        select l.sid, (extract(epoch from min(l.at)) * 1000)::int8 as oldest_ms, min(l.upload_every_s) as upload_every_s
        from device_live l where l.status in (0, 1) and ${isQuiet(tx, now)} group by l.sid
      ) q join sites s on s.sid = q.sid`;
    const quietPlants = new Map(
      sites
        .map((site) => [site.sid, { ...site, sleeps: true }] as const)
        .filter(([, site]) => isSilent(site.oldestMs, nowMs, site, site.uploadEveryS)),
    );
    const devices = await quietDevices(tx, [...quietPlants.keys()], now);
    const silent = devices.filter(({ sid, atMs, uploadEveryS }) =>
      isSilent(atMs, nowMs, quietPlants.get(sid)!, uploadEveryS),
    );
    // Devices that do not sleep at night; by day they may be among the others too.
    silent.push(...(await quietSleepless(tx, now)));
    const lost = await markOffline(tx, [...new Map(silent.map((one) => [`${one.sid} ${one.sn}`, one])).values()]);
    const asleep = await markAsleep(tx, now);
    const offlineAtNight = await plantsOfflineAtNight(tx, now);
    const sids = [...new Set([...lost, ...asleep, ...offlineAtNight])];
    await updateSites(tx, sids, now);
    await openMissingSilences(tx, now);
    await closeEndedSilences(tx, now);
    return { offline: lost.length, sids };
  });
  nudges.publish(done.sids);
  return done.offline;
}

/** Returns the devices that missed three of their own uploads; only they are examined further. */
async function quietDevices(tx: Transaction, sids: readonly string[], now: Date): Promise<QuietDevice[]> {
  if (sids.length === 0) return [];
  return await tx<QuietDevice[]>`
    select l.sid, l.sn, (extract(epoch from l.at) * 1000)::int8 as at_ms, l.upload_every_s from device_live l
    where l.sid in (select unnest(${textArray(sids)}::text::text[])) and l.status in (0, 1) and ${isQuiet(tx, now)}`;
}

/** Returns the same of the kinds that also send at night. */
async function quietSleepless(tx: Transaction, now: Date): Promise<QuietDevice[]> {
  return await tx<QuietDevice[]>`
    select l.sid, l.sn, (extract(epoch from l.at) * 1000)::int8 as at_ms, l.upload_every_s
    from device_live l join devices d on d.sid = l.sid and d.sn = l.sn join products p on p.id = d.product_id
    where l.status in (0, 1) and ${isQuiet(tx, now)} and p.kind = any (${SLEEPLESS_KINDS}::text[])`;
}

/** Returns plants that are online only by sleeping devices, while a device that sends at night is offline. */
async function plantsOfflineAtNight(tx: Transaction, now: Date): Promise<string[]> {
  const sites = await tx<{ sid: string }[]>`
    select s.sid from site_live s where s.status = 0 and s.fresh_until < ${now}::timestamptz and exists (
      select from device_live l join devices d on d.sid = l.sid and d.sn = l.sn join products p on p.id = d.product_id
      where l.sid = s.sid and l.status = -1 and d.removed_at is null and p.kind = any (${SLEEPLESS_KINDS}::text[]))`;
  return sites.map(({ sid }) => sid);
}

/** Marks devices offline that have not reported meanwhile; their silence began with their last sample. Returns their sites. */
async function markOffline(tx: Transaction, silent: readonly QuietDevice[]): Promise<string[]> {
  if (silent.length === 0) return [];
  await lockVersions(tx, silent);
  const lost = await tx<{ sid: string; sn: string; at: Date }[]>`
    update device_live l set version = l.version + 1, status = -1, power_w = null, flow_w = null
    from (
      select unnest(${textArray(silent.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(silent.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(silent.map(({ atMs }) => atMs))}::text::timestamptz[]) as at
    ) g
    where l.sid = g.sid and l.sn = g.sn and l.at = g.at
    returning l.sid, l.sn, l.at`;
  await tx`
    insert into events (sid, sn, code, opened_at)
    select g.sid, g.sn, 'silence', g.at
    from (
      select unnest(${textArray(lost.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(lost.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(lost.map(({ at }) => at.getTime()))}::text::timestamptz[]) as at
    ) g
    join devices d on d.sid = g.sid and d.sn = g.sn and d.removed_at is null
    join sites s on s.sid = g.sid and not s.is_importing
    on conflict do nothing`;
  return lost.map(({ sid }) => sid);
}

/**
 * Opens the silence of devices that are shown as offline without one: that have never reported, of which nobody is notified,
 * as their registration is no news; or that were offline already when their last values arrived, once no others have
 * arrived for three uploads.
 */
async function openMissingSilences(tx: Transaction, now: Date): Promise<void> {
  await tx`
    insert into events as e (sid, sn, code, opened_at, detail, told)
    select l.sid, l.sn, 'silence', coalesce(l.at, greatest(d.created_at, s.commissioned_on::timestamptz)),
      case when l.at is null then '{"never":"1"}'::jsonb end, case when l.at is null then 2 else 0 end
    from device_live l join devices d on d.sid = l.sid and d.sn = l.sn join sites s on s.sid = l.sid
    where d.removed_at is null and ${isOfflineDevice(tx, now)} and (l.received_at is null
        or ${now}::timestamptz - l.received_at > l.upload_every_s * ${MISSED_UPLOADS}::float8 * interval '1 second')
      and not exists (select from events o where o.sid = l.sid and o.sn = l.sn and o.code = 'silence' and o.closed_at is null)
    on conflict (sid, sn, code, opened_at) do update set closed_at = null`;
}

/** Closes silences of devices that are not shown as offline: a first report, or a plant whose commissioning was postponed. */
async function closeEndedSilences(tx: Transaction, now: Date): Promise<void> {
  await tx`
    update events e set closed_at = greatest(e.opened_at, coalesce(l.at, ${now}))
    from device_live l join sites s on s.sid = l.sid
    where e.sid = l.sid and e.sn = l.sn and e.code = 'silence' and e.closed_at is null and ${isOfflineDevice(tx, now)} is not true`;
}

/** Sets the power of sleeping devices to 0. Returns their sites. */
async function markAsleep(tx: Transaction, now: Date): Promise<string[]> {
  const quiet = await tx<{ sid: string; sn: string; at: Date }[]>`
    select l.sid, l.sn, l.at from device_live l where l.status in (0, 1) and ${isQuiet(tx, now)} and l.power_w <> 0 order by l.sid, l.sn`;
  if (quiet.length === 0) return [];
  await lockVersions(tx, quiet);
  const asleep = await tx<{ sid: string }[]>`
    update device_live l set version = l.version + 1, power_w = 0
    from (
      select unnest(${textArray(quiet.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(quiet.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(quiet.map(({ at }) => at.getTime()))}::text::timestamptz[]) as at
    ) g
    where l.sid = g.sid and l.sn = g.sn and l.at = g.at and l.status in (0, 1) and l.power_w <> 0
    returning l.sid`;
  return asleep.map(({ sid }) => sid);
}

/** Recomputes power and status of sites. */
async function updateSites(tx: Transaction, sids: readonly string[], now: Date): Promise<void> {
  if (sids.length === 0) return;
  await Promise.all([
    lockSites(tx, sids),
    tx`
      update site_live l set power_w = x.power_w
      from (
        select v.sid, coalesce(sum(v.power_w::float8), sum(greatest(0, v.flow_w::float8)) filter (where v.flow_of = 'production' and v.flow_w is not null)) as power_w from device_live v
        join devices d on d.sid = v.sid and d.sn = v.sn and d.removed_at is null
        where v.sid in (select unnest(${textArray(sids)}::text::text[])) group by v.sid
      ) x where l.sid = x.sid`.execute(),
    restate(tx, sids, now),
  ]);
}
