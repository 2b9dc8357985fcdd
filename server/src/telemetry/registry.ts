// Where a serial number belongs and how its frames are read: kept in the process, forgotten when the database says that it changed.
import type { Sql, Transaction } from '../db/connect.ts';
import { energySource } from '../families/families.ts';
import type { EnergySource } from '../rules/energy.ts';
import { textArray } from '../sql/arrays.ts';
import type { DeviceStates } from './deviceStates.ts';

export interface KnownDevice {
  sid: string;
  sn: string;
  /** Of its product: what its family reads it by. */
  profile: string | null;
  /** How its days are folded, with the place that they are folded with. One object per device: it keeps the fold fast. */
  source: EnergySource;
  /** The device's live row must still say so when a report is folded with `source`. */
  fold: number;
  /** The plant's, also while days are still those of another. */
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
  fold: number;
  timeZone: string;
  foldTimeZone: string;
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
      s.timezone as time_zone, l.fold, coalesce(l.fold_timezone, s.timezone) as fold_time_zone,
      coalesce(l.fold_latitude, s.latitude) as latitude, coalesce(l.fold_longitude, s.longitude) as longitude,
      s.allowed_sources as allowed, nullif(o.usual, '') as usual, o.other, o.other_at, l.received_at as heard_at
    from serial_numbers n
    join sites s on s.sid = n.sid
    join devices d on d.sid = s.sid and d.sn = n.sn and d.removed_at is null
    join device_live l on l.sid = s.sid and l.sn = n.sn
    join products p on p.id = d.product_id
    left join device_sources o on o.sid = s.sid and o.sn = n.sn
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return new Map(rows.map((row) => [row.sn, deviceOf(row)]));
}

function deviceOf(row: Row): KnownDevice {
  const { sid, sn, frameProfile: profile, ratedPowerW, fold, timeZone, restricted } = row;
  const place = { timeZone: row.foldTimeZone, latitude: row.latitude, longitude: row.longitude };
  const source = energySource(profile, ratedPowerW, place);
  const sources = {
    allowed: row.allowed,
    usual: row.usual,
    heardAtMs: row.heardAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    other: row.other,
    otherAtMs: row.otherAt?.getTime() ?? Number.NEGATIVE_INFINITY,
  };
  return { sid, sn, profile, source, fold, timeZone, restricted, sources };
}

export interface Registry {
  find(sns: readonly string[]): Promise<Map<string, KnownDevice>>;
  /** What is kept of a number, without asking the database. */
  kept(sn: string): KnownDevice | undefined;
  forget(sns: readonly string[]): void;
}

/** The numbers that changed, or '*': from triggers of the table of numbers, and from whoever changes a device or a plant's place. */
const CHANNEL = 'heliograph_registry';
const KEEP_AT_MOST = 200_000;

/** In a transaction that changes a device or how its reports are folded: all processes read it again. */
export async function tellRegistry(tx: Transaction, sns: readonly string[]): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, sn) from (select unnest(${textArray(sns)}::text::text[]) as sn) n`;
}

/** It listens from its first use on, and ends with the pool. */
export function openRegistry(sql: Sql, states: DeviceStates): Registry {
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
    states.clear();
  };
  let listening: Promise<unknown> | null = null;
  const listen = (): Promise<unknown> => {
    listening ??= sql
      .listen(CHANNEL, (sn) => (sn === '*' ? clear() : forget([sn])), begin)
      .catch((error: unknown) => {
        listening = null;
        throw error;
      });
    return listening;
  };
  return {
    async find(sns) {
      await listen();
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
