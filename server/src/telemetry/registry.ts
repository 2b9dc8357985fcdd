// Where a serial number belongs and how its frames are read: kept in the process, forgotten when the database says that it changed.
import type { Sql, Transaction } from '../db/connect.ts';
import type { EnergySource } from '../rules/energy.ts';
import { textArray } from './arrays.ts';
import { energySource, type FrameProfile, isProfile } from './bdmFrame.ts';
import { deviceStatesOf } from './deviceStates.ts';

export interface KnownDevice {
  sid: string;
  sn: string;
  profile: FrameProfile | null;
  /** One object per device: it keeps the fold fast. */
  source: EnergySource;
  timeZone: string;
  restricted: boolean;
  sources: DeviceSources;
}

/** Where its frames may come from, and where they came from when this was read. */
export interface DeviceSources {
  /** Addresses and ranges; none: any. */
  allowed: readonly string[];
  usual: string | null;
  heardAtMs: number;
  /** Another one besides the usual. */
  other: string | null;
  otherAtMs: number;
}

interface Row {
  sid: string;
  sn: string;
  frameProfile: string | null;
  ratedPowerW: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  restricted: boolean;
  allowed: string[];
  usual: string | null;
  other: string | null;
  otherAt: Date | null;
  heardAt: Date | null;
}

/** The devices in a plant among these serial numbers, as they are in this transaction. */
export async function readDevices(sql: Sql | Transaction, sns: readonly string[]): Promise<Map<string, KnownDevice>> {
  const rows = await sql<Row[]>`
    select n.sn, n.sid, n.restricted_at is not null as restricted, p.frame_profile, p.rated_power_w,
      s.timezone as time_zone, s.latitude, s.longitude, s.allowed_sources as allowed,
      nullif(o.usual, '') as usual, o.other, o.other_at, l.received_at as heard_at
    from serial_numbers n
    join sites s on s.sid = n.sid
    join devices d on d.sid = n.sid and d.sn = n.sn and d.removed_at is null
    join products p on p.id = d.product_id
    left join device_sources o on o.sid = n.sid and o.sn = n.sn
    left join device_live l on l.sid = n.sid and l.sn = n.sn
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return new Map(rows.map((row) => [row.sn, deviceOf(row)]));
}

function deviceOf(row: Row): KnownDevice {
  const { sid, sn, frameProfile, ratedPowerW, timeZone, latitude, longitude, restricted } = row;
  const profile = isProfile(frameProfile) ? frameProfile : null;
  const source = energySource(profile, ratedPowerW, { timeZone, latitude, longitude });
  const sources = {
    allowed: row.allowed,
    usual: row.usual,
    heardAtMs: row.heardAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    other: row.other,
    otherAtMs: row.otherAt?.getTime() ?? Number.NEGATIVE_INFINITY,
  };
  return { sid, sn, profile, source, timeZone, restricted, sources };
}

export interface Registry {
  find(sns: readonly string[]): Promise<Map<string, KnownDevice>>;
  /** What is kept of a number, without asking the database. */
  kept(sn: string): KnownDevice | undefined;
  forget(sns: readonly string[]): void;
}

/** The triggers of migration 000003 send the number that changed here, or '*'. */
const CHANNEL = 'heliograph_registry';
const KEEP_AT_MOST = 200_000;
const registries = new WeakMap<Sql, Promise<Registry>>();

/** One per pool; it ends with the pool. */
export function registryOf(sql: Sql): Promise<Registry> {
  let registry = registries.get(sql);
  if (!registry) {
    registry = openRegistry(sql);
    registries.set(sql, registry);
    registry.catch(() => registries.delete(sql));
  }
  return registry;
}

async function openRegistry(sql: Sql): Promise<Registry> {
  const kept = new Map<string, KnownDevice>();
  // What was read before a change was announced must not be kept after it.
  let changes = 0;
  const forget = (sns: readonly string[]): void => {
    changes++;
    for (const sn of sns) kept.delete(sn);
  };
  const clear = (): void => {
    changes++;
    kept.clear();
  };
  // After a lost connection messages may have been missed, and the database may be another one that lacks the last commits.
  const begin = (): void => {
    clear();
    deviceStatesOf(sql).clear();
  };
  await sql.listen(CHANNEL, (sn) => (sn === '*' ? clear() : forget([sn])), begin);
  return {
    async find(sns) {
      const found = new Map<string, KnownDevice>();
      const missing: string[] = [];
      for (const sn of new Set(sns)) {
        const device = kept.get(sn);
        if (device) found.set(sn, device);
        else missing.push(sn);
      }
      if (missing.length === 0) return found;
      const before = changes;
      for (const [sn, device] of await readDevices(sql, missing)) {
        found.set(sn, device);
        // Numbers of no plant are not kept: anyone can invent them, and the first frame after registering must be taken.
        if (before === changes && kept.size < KEEP_AT_MOST) kept.set(sn, device);
      }
      return found;
    },
    kept: (sn) => kept.get(sn),
    forget,
  };
}
