// One device of a site that the session may see, with what most calls need of both.
import { Refusal } from '@heliograph/contract/errors.ts';
import { USUAL_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { seesDevices } from '../wire/pageModules.ts';
import { askAbout } from './callSettings.ts';
import { visibleSites } from './visibleSites.ts';

export interface Device {
  sid: string;
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  inputs: number;
  ratedPowerW: number;
  frameProfile: string | null;
  stringNumber: number | null;
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: 'portrait' | 'landscape' | null;
  createdAt: Date;
  removedAt: Date | null;
  latitude: number;
  longitude: number;
  timezone: string;
  currency: string;
  commissionedOn: string | null;
  status: number;
  statusBits: number;
  mode: number;
  at: Date | null;
  powerW: number | null;
  uploadEveryS: number;
  quantities: Quantities;
  day: string | null;
  todayWh: number | null;
  totalWh: number | null;
}

/** Without `sid`: where it is now, else where it was last. Refuses with noSuchDevice, missing or not this session's to see; to a role without SiteDevices all are. */
export async function visibleDevice(
  sql: Transaction,
  session: Session,
  { sid, sn }: { sid?: string | undefined; sn: string },
): Promise<Device> {
  if (!seesDevices(session)) throw new Refusal('noSuchDevice');
  const [device] = await sql<Device[]>`
    select d.sid, d.sn, d.alias, p.model, p.name as model_name, p.inputs, p.rated_power_w, p.frame_profile,
      d.string_number, d.tilt_deg, d.azimuth_deg, d.orientation, d.created_at, d.removed_at,
      s.latitude, s.longitude, s.timezone, s.currency, s.commissioned_on,
      coalesce(l.status, 2) as status, coalesce(l.status_bits, 0) as status_bits, coalesce(l.mode, -1) as mode, l.at, l.power_w, coalesce(l.upload_every_s, ${USUAL_UPLOAD_S}) as upload_every_s,
      coalesce(l.quantities, '{}') as quantities, l.day, l.today_wh, l.total_wh
    from devices d join sites s using (sid) join products p on p.id = d.product_id left join device_live l using (sid, sn)
    where d.sn = ${sn} and ${sid === undefined ? sql`true` : sql`d.sid = ${sid}`} and ${visibleSites(sql, session)}
    order by d.removed_at desc nulls first limit 1`;
  if (!device) throw new Refusal('noSuchDevice');
  await askAbout(sql, device.sid);
  return device;
}
