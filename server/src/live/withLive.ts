// Sites and devices with their newest values, from which lists, details and pages read.
import type { DevicePowerOf } from '@heliograph/contract/entities/device.ts';
import type { WaitsFor } from '@heliograph/contract/entities/site.ts';
import { DEFAULT_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { isLive } from './liveness.ts';
import type { LastUpload } from './rules/freshness.ts';
import { deviceStatus, isAsleepDevice, isAsleepSite, siteStatus, waitsFor } from './siteStatus.ts';

type Db = Sql | Transaction;

interface Live {
  /** The displayed status. */
  status: number;
  /** Online, and silent as the sun is down or low. */
  isAsleep: boolean;
  /** Open error bits, also of a plant that is not commissioned yet; 0 while there is no alert. */
  statusBits: number;
  /** Null: never reported. */
  at: Date | null;
  powerW: number | null;
  /** The day of `todayWh`, on the plant's calendar. */
  day: string | null;
  /** Null: no sample covers any daylight of the day yet; see live/rules/energyToday.ts. */
  todayWh: number | null;
  /** Of a device: including the energy of the devices that it replaced. */
  totalWh: number | null;
}
export interface LiveSite extends Live {
  waitsFor: WaitsFor | null;
  freshUntil: Date | null;
}
export interface LiveDevice extends Live, LastUpload {
  at: Date | null;
  firmware: string;
  /** Of a meter or a battery, W, with the sign that its plant uses. */
  flowW: number | null;
  flowOf: DevicePowerOf | null;
}

/** `sites s` with the live row `l`. */
export const sitesWithLive = (sql: Db): Fragment => sql`sites s left join site_live l using (sid)`;

/** `devices d` of `sites s` with the product `p` and the live row `l`. */
export const devicesWithLive = (sql: Db): Fragment =>
  sql`devices d join sites s using (sid) join products p on p.id = d.product_id left join device_live l using (sid, sn)`;

/** Columns of `Live`. `isPresent`: whether the device has not been removed; `dayRow`: its `x` of the day of `todayWh`. */
const live = (sql: Db, isPresent: Fragment, totalWh: Fragment, dayRow: Fragment): Fragment =>
  // Values that a device reported before it fell silent or was released are not current.
  sql`case when ${isPresent} and l.status = ${STATUS.alert} then l.status_bits else 0 end as status_bits,
    case when ${isPresent} then l.power_w end as power_w, l.at, l.day, ${totalWh} as total_wh,
    case when l.today_wh <> 0 or exists (select from ${dayRow} and x.day = l.day and x.covered_s > 0) then l.today_wh end as today_wh`;

/**
 * Current power, W, of the `devicesWithLive` of one plant, as an aggregate or, with `over`, as a window function: only of live
 * devices, and of meters at the modules where there is no inverter. The stored sum of a site (`site_live`) excludes a silent
 * device up to half a minute later; it is for sorting, and for sums over thousands of plants.
 */
export const livePower = (sql: Db, at: Date, over: Fragment = sql``): Fragment =>
  sql`coalesce(sum(l.power_w) filter (where ${isLive(sql, at)}) ${over},
    sum(greatest(0, l.flow_w)) filter (where ${isLive(sql, at)} and ${isProductionMeter(sql)}) ${over})`;

/** Whether a `device_live l` is a meter at the modules that reports their power. */
export const isProductionMeter = (sql: Db): Fragment => sql`(l.flow_of = 'production' and l.flow_w is not null)`;

/** Columns of LiveSite. */
export const liveSite = (sql: Db, at: Date): Fragment =>
  sql`${siteStatus(sql, at)} as status, ${waitsFor(sql, at)} as waits_for, ${isAsleepSite(sql, at)} as is_asleep, l.fresh_until, ${live(sql, sql`true`, sql`l.total_wh`, sql`site_days x where x.sid = s.sid`)}`;

/** Upload interval of `devicesWithLive`, seconds; the default for a device that has never reported. */
export const uploadEveryS = (sql: Db): Fragment => sql`coalesce(l.upload_every_s, ${DEFAULT_UPLOAD_S})`;

/** Columns of LiveDevice. */
export const liveDevice = (sql: Db, at: Date): Fragment => sql`${deviceStatus(sql, at)} as status,
  ${isAsleepDevice(sql, at)} as is_asleep,
  ${uploadEveryS(sql)} as upload_every_s, coalesce(l.firmware, '') as firmware,
  case when d.removed_at is null then l.flow_w::float8 end as flow_w, l.flow_of,
  ${live(
    sql,
    sql`d.removed_at is null`,
    sql`coalesce(l.total_wh, 0) + d.offset_wh`,
    sql`device_days x where x.sid = d.sid and x.sn = d.sn`,
  )}`;
