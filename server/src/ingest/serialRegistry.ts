// Where a serial number belongs and how its frames are read: kept in the process, forgotten when the database says that it changed.

import type { EnergySource } from '../energy/rules/deviceEnergy.ts';
import type { FlowSource } from '../energy/rules/flowEnergy.ts';
import { energySource } from '../families/families.ts';
import { type Kind, mostFlowW, producesEnergy, sleepsAtNight } from '../families/kinds.ts';
import { breaksOf, historyBreaks } from '../installation/historyBreaks.ts';
import { batteryToldFrom, meterSettings } from '../installation/meterSettings.ts';
import type { Installation, MeterSetting } from '../installation/rules/flowRoles.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { DeviceStates } from './deviceStateCache.ts';

export interface KnownDevice {
  sid: string;
  sn: string;
  /** Of its product: what its family reads it by. */
  profile: string | null;
  /** How its days are folded, with the place that they are folded with. One object per device: it keeps the fold fast. */
  source: EnergySource;
  /** Of its product; 0: not known. */
  ratedPowerW: number;
  /** Whether its power is production; else it has samples and a live row, but no days of energy. */
  produces: boolean;
  /** Whether its silence is normal while the sun is down. */
  sleeps: boolean;
  /** The same of its flows beside production, with the same place. */
  flowSource: FlowSource;
  /** What its flows count as in the plant. */
  installation: Installation;
  /** The device's live row must still say so when a report is folded with `source`. */
  fold: number;
  /** Seconds between its reports as its gateway announced them; null: it is learnt. */
  everyS: number | null;
  /** It answers a gateway that does not say how often it asks. */
  isPolled: boolean;
  /** The plant's, also while days are still those of another. */
  timeZone: string;
  restricted: boolean;
  sources: DeviceSources;
}

/** Where its frames may come from, and where they came from when this was read. */
export interface DeviceSources {
  /** Addresses and ranges; every one where there are none. */
  allowed: readonly string[];
  usual: string | null;
  /** When it was last noted. */
  usualAtMs: number;
  /** When the device was last heard, from wherever. */
  heardAtMs: number;
  other: OtherSource | null;
}

/** One besides the usual source. */
export interface OtherSource {
  source: string;
  atMs: number;
  /** Since when it has a share of its own; infinite: it shares with all others. */
  sinceMs: number;
}

interface Row {
  sid: string;
  sn: string;
  frameProfile: string | null;
  kind: Kind;
  ratedPowerW: number;
  settings: readonly MeterSetting[];
  toldFrom: Day | null;
  breaks: readonly number[] | null;
  fold: number;
  hoursFrom: Day | null;
  timeZone: string;
  foldTimeZone: string;
  latitude: number;
  longitude: number;
  restricted: boolean;
  everyS: number | null;
  isPolled: boolean;
  allowed: string[];
  usual: string | null;
  usualAt: Date | null;
  other: string | null;
  otherAt: Date | null;
  otherSince: Date | null;
  heardAt: Date | null;
}

/** The devices in a plant among these serial numbers, as they are in this transaction. */
export async function readDevices(sql: Sql | Transaction, sns: readonly string[]): Promise<Map<string, KnownDevice>> {
  const rows = await sql<Row[]>`
    select n.sn, n.sid, n.restricted_at is not null as restricted, p.frame_profile, p.kind, p.rated_power_w,
      s.timezone as time_zone, l.fold, l.hours_from, coalesce(l.fold_timezone, s.timezone) as fold_time_zone,
      coalesce(l.fold_latitude, s.latitude) as latitude, coalesce(l.fold_longitude, s.longitude) as longitude,
      ${meterSettings(sql)} as settings, ${batteryToldFrom(sql)} as told_from, ${historyBreaks(sql)} as breaks, g.interval_s as every_s,
      d.gateway_sn <> '' and g.sn is not null and g.interval_s is null as is_polled,
      s.allowed_sources as allowed, nullif(o.usual, '') as usual, o.usual_at, o.other, o.other_at, o.other_since,
      l.received_at as heard_at
    from serial_numbers n
    join sites s on s.sid = n.sid
    join devices d on d.sid = s.sid and d.sn = n.sn and d.removed_at is null
    join device_live l on l.sid = s.sid and l.sn = n.sn
    join products p on p.id = d.product_id
    left join gateways g on g.sn = coalesce(nullif(d.gateway_sn, ''), d.sn) and g.sid = d.sid
    left join device_sources o on o.sid = s.sid and o.sn = n.sn
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return new Map(rows.map((row) => [row.sn, deviceOf(row)]));
}

function deviceOf(row: Row): KnownDevice {
  const { sid, sn, frameProfile: profile, ratedPowerW, fold, timeZone, restricted } = row;
  const place = { timeZone: row.foldTimeZone, latitude: row.latitude, longitude: row.longitude };
  const { hoursFrom } = row;
  const breaks = breaksOf(row.breaks);
  const source = { ...energySource(profile, ratedPowerW, place), hoursFrom, ...breaks };
  const { other, otherAt, otherSince } = row;
  const sources = {
    allowed: row.allowed,
    usual: row.usual,
    usualAtMs: row.usualAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    heardAtMs: row.heardAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    other:
      other !== null && otherAt !== null
        ? { source: other, atMs: otherAt.getTime(), sinceMs: otherSince?.getTime() ?? Number.POSITIVE_INFINITY }
        : null,
  };
  return {
    ...{ sid, sn, profile, source, ratedPowerW, fold, timeZone, restricted, sources },
    everyS: row.kind === 'gateway' && row.everyS !== null ? Math.max(GATEWAY_HEARD_S, row.everyS) : row.everyS,
    isPolled: row.isPolled,
    produces: producesEnergy(row.kind),
    sleeps: sleepsAtNight(row.kind),
    flowSource: { timeZone: place.timeZone, mostPowerW: mostFlowW(row.kind, ratedPowerW), hoursFrom, ...breaks },
    installation: { isMeter: row.kind === 'meter', settings: row.settings, toldFrom: row.toldFrom },
  };
}

/** A gateway that has nothing to report is noted twice as often by its connection. */
const GATEWAY_HEARD_S = 60;

export interface Registry {
  find(sns: readonly string[]): Promise<Map<string, KnownDevice>>;
  /** What is kept of a number, without asking the database. */
  kept(sn: string): KnownDevice | undefined;
  forget(sns: readonly string[]): void;
  /** Hears which numbers have changed, here or in another process; 'all': it is not known which. Gives how to stop. */
  onChange(heard: (sns: readonly string[] | 'all') => void): () => void;
}

/** The numbers that changed, or '*': from triggers of the table of numbers, and from whoever changes a device or a plant's place. */
const CHANNEL = 'heliograph_registry';
const KEEP_AT_MOST = 200_000;

/** Where a device or how its reports are folded was changed, in the same transaction if there is one: all processes read it again. */
export async function tellRegistry(tx: Sql | Transaction, sns: readonly string[]): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, sn) from (select unnest(${textArray(sns)}::text::text[]) as sn) n`;
}

/** The same of every device: what all devices of a product are read by has changed. */
export async function tellRegistryOfAll(tx: Transaction): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, '*')`;
}

/** It listens from its first use on, and ends with the pool. */
export function openRegistry(sql: Sql, states: DeviceStates): Registry {
  const kept = new Map<string, KnownDevice>();
  // What was read before a change was announced must not be kept after it: of each question under way, what changed since.
  const asking = new Set<{ isAll: boolean; changed: Set<string> }>();
  const hearing = new Set<(sns: readonly string[] | 'all') => void>();
  const forget = (sns: readonly string[]): void => {
    for (const sn of sns) {
      kept.delete(sn);
      for (const { changed } of asking) changed.add(sn);
    }
  };
  const clear = (): void => {
    kept.clear();
    for (const question of asking) question.isAll = true;
  };
  // After a lost connection messages may have been missed, and the database may be another one that lacks the last commits.
  const begin = (): void => {
    clear();
    states.clear();
    for (const tell of hearing) tell('all');
  };
  let listening: Promise<unknown> | null = null;
  const listen = (): Promise<unknown> => {
    listening ??= sql
      .listen(
        CHANNEL,
        (sn) => {
          if (sn === '*') clear();
          else forget([sn]);
          // '*' is said of how reports are read, never of whose a number is
          if (sn !== '*') for (const tell of hearing) tell([sn]);
        },
        begin,
      )
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
      const question = { isAll: false, changed: new Set<string>() };
      asking.add(question);
      try {
        for (const [sn, device] of await readDevices(sql, missing)) {
          found.set(sn, device);
          // Numbers of no plant are not kept: anyone can invent them, and the first frame after registering must be taken.
          const isSame = !question.isAll && !question.changed.has(sn);
          if (isSame && kept.size < KEEP_AT_MOST) kept.set(sn, device);
        }
      } finally {
        asking.delete(question);
      }
      return found;
    },
    kept: (sn) => kept.get(sn),
    forget,
    onChange(heard) {
      hearing.add(heard);
      listen().catch(() => {});
      return () => hearing.delete(heard);
    },
  };
}
