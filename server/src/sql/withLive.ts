// Sites and devices with the newest that is known of them: what lists, details and pages read from.
import { USUAL_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Fragment, Sql, Transaction } from '../db/connect.ts';
import type { Heard } from '../rules/freshness.ts';
import { isLive } from './fresh.ts';
import { deviceStatus, siteStatus } from './siteStatus.ts';

type Db = Sql | Transaction;

interface Live {
  /** As it is shown. */
  status: number;
  /** Open error bits, also of a plant that is not commissioned yet; 0 while there is no alert. */
  statusBits: number;
  /** Null: never heard. */
  at: Date | null;
  powerW: number | null;
  /** The day of `todayWh`, on the plant's calendar. */
  day: string | null;
  todayWh: number | null;
  totalWh: number | null;
}
export interface LiveSite extends Live {
  freshUntil: Date | null;
}
export interface LiveDevice extends Live, Heard {
  at: Date | null;
  firmware: string;
}

/** `sites s` with the live row `l`. */
export const sitesWithLive = (sql: Db): Fragment => sql`sites s left join site_live l using (sid)`;

/** `devices d` of `sites s` with the product `p` and the live row `l`. */
export const devicesWithLive = (sql: Db): Fragment =>
  sql`devices d join sites s using (sid) join products p on p.id = d.product_id left join device_live l using (sid, sn)`;

/** `isHere`: whether it is still there to say something. */
const live = (sql: Db, isHere: Fragment): Fragment =>
  // What a device said before it fell silent, or was released, is no news.
  sql`case when ${isHere} and l.status = ${STATUS.alert} then l.status_bits else 0 end as status_bits,
    case when ${isHere} then l.power_w end as power_w, l.at, l.day, l.today_wh, l.total_wh`;

/**
 * Power of now of `devicesWithLive`, as an aggregate or a window's: only of those that are live. The sites' own sum (`site_live`)
 * learns of a silent device up to half a minute later; it is for sorting, and for sums over thousands of plants.
 */
export const livePower = (sql: Db, at: Date): Fragment => sql`sum(l.power_w) filter (where ${isLive(sql, at)})`;

/** The columns of LiveSite. */
export const liveSite = (sql: Db, at: Date): Fragment =>
  sql`${siteStatus(sql, at)} as status, l.fresh_until, ${live(sql, sql`true`)}`;

/** The columns of LiveDevice. */
export const liveDevice = (sql: Db, at: Date): Fragment => sql`${deviceStatus(sql, at)} as status,
  coalesce(l.upload_every_s, ${USUAL_UPLOAD_S}) as upload_every_s, coalesce(l.firmware, '') as firmware,
  ${live(sql, sql`d.removed_at is null`)}`;
