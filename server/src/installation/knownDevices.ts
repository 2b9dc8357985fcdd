// Devices by serial number, with their plant and the settings for reading their frames.

import type { EnergySource } from '../energy/rules/deviceEnergy.ts';
import type { FlowSource } from '../energy/rules/flowDays.ts';
import { energySource } from '../families/families.ts';
import { type Kind, maxFlowW, producesEnergy, sleepsAtNight } from '../families/kinds.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { breaksOf, historyBreaks, type RemovedSpan, removedSpans } from './historyBreaks.ts';
import { batteryMeasuredSince, meterSettings } from './meterSettings.ts';
import type { Installation, MeterSetting } from './rules/flowRoles.ts';

export interface KnownDevice {
  sid: string;
  sn: string;
  /** Frame profile of its product, by which its family parses it. */
  profile: string | null;
  /** How its days are aggregated, and the location used for it. One object per device keeps the aggregation fast. */
  source: EnergySource;
  /** Of its product; 0: unknown. */
  ratedPowerW: number;
  /** Whether its power is production; else it has samples and a live row, but no energy days. */
  produces: boolean;
  /** Parts of its history that were removed. */
  removed: readonly RemovedSpan[];
  /** Whether its silence is normal while the sun is down. */
  sleeps: boolean;
  /** How its flows other than production are aggregated, with the same location. */
  flowSource: FlowSource;
  /** Roles of its flows in the plant. */
  installation: Installation;
  /** Version of the location in `source`: the device's live row must have the same when a report is aggregated with it. */
  fold: number;
  /** Seconds between its reports as announced by its gateway; null: the interval is learnt. */
  everyS: number | null;
  /** Whether a gateway polls it at an interval that is not announced. */
  isPolled: boolean;
  /** Of the plant, even while its days are still those of another time zone. */
  timeZone: string;
  restricted: boolean;
  sources: DeviceSources;
}

/** Sources that a device's frames may come from, and have come from until this was read. */
export interface DeviceSources {
  /** Addresses and ranges; empty: all are allowed. */
  allowed: readonly string[];
  usual: string | null;
  /** When the usual source was last recorded. */
  usualAtMs: number;
  /** When the device last reported, from any source. */
  reportedAtMs: number;
  other: OtherSource | null;
}

/** A source other than the usual one. */
export interface OtherSource {
  source: string;
  atMs: number;
  /** Since when it has a reserved quota; infinite: it shares one with all others. */
  sinceMs: number;
}

interface Row {
  sid: string;
  sn: string;
  frameProfile: string | null;
  kind: Kind;
  ratedPowerW: number;
  settings: readonly MeterSetting[];
  batteryMeasuredFrom: Day | null;
  breaks: readonly number[] | null;
  removed: readonly RemovedSpan[] | null;
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

/** Returns the devices in a plant among these serial numbers, as of this transaction. */
export async function readDevices(sql: Sql | Transaction, sns: readonly string[]): Promise<Map<string, KnownDevice>> {
  const rows = await sql<Row[]>`
    select n.sn, n.sid, n.restricted_at is not null as restricted, p.frame_profile, p.kind, p.rated_power_w,
      s.timezone as time_zone, l.fold, l.hours_from, coalesce(l.fold_timezone, s.timezone) as fold_time_zone,
      coalesce(l.fold_latitude, s.latitude) as latitude, coalesce(l.fold_longitude, s.longitude) as longitude,
      ${meterSettings(sql)} as settings, ${batteryMeasuredSince(sql)} as battery_measured_from, ${historyBreaks(sql)} as breaks, ${removedSpans(sql)} as removed, g.interval_s as every_s,
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
  const location = { timeZone: row.foldTimeZone, latitude: row.latitude, longitude: row.longitude };
  const { hoursFrom } = row;
  const breaks = breaksOf(row.breaks);
  const source = { ...energySource(profile, ratedPowerW, location), hoursFrom, ...breaks };
  const { other, otherAt, otherSince } = row;
  const sources = {
    allowed: row.allowed,
    usual: row.usual,
    usualAtMs: row.usualAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    reportedAtMs: row.heardAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    other:
      other !== null && otherAt !== null
        ? { source: other, atMs: otherAt.getTime(), sinceMs: otherSince?.getTime() ?? Number.POSITIVE_INFINITY }
        : null,
  };
  return {
    sid,
    sn,
    profile,
    source,
    ratedPowerW,
    fold,
    timeZone,
    restricted,
    sources,
    everyS: row.kind === 'gateway' && row.everyS !== null ? Math.max(GATEWAY_CONTACT_S, row.everyS) : row.everyS,
    isPolled: row.isPolled,
    produces: producesEnergy(row.kind),
    removed: row.removed ?? [],
    sleeps: sleepsAtNight(row.kind),
    flowSource: { timeZone: location.timeZone, mostPowerW: maxFlowW(row.kind, ratedPowerW), hoursFrom, ...breaks },
    installation: {
      isMeter: row.kind === 'meter',
      settings: row.settings,
      batteryMeasuredFrom: row.batteryMeasuredFrom,
    },
  };
}

/** Shortest interval of a gateway, seconds: without reports its connection is recorded twice as often. */
const GATEWAY_CONTACT_S = 60;
