// Reads one device of a site that the session may see, with the fields of both that most calls need.

import { ApiError } from '@heliograph/contract/errors.ts';
import type { Flow, MeterType } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { CallContext } from '../context.ts';
import type { Kind } from '../families/kinds.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../live/withLive.ts';
import { setRlsSite } from '../platform/database/rlsSettings.ts';
import { accessibleSites } from './accessibleSites.ts';
import { seesDevices } from './pageModules.ts';

/** Energies in Wh by flow, as the plant counted them. */
export type FlowOffsets = Partial<Record<Flow, number>>;

export interface Device extends LiveDevice {
  sid: string;
  siteName: string;
  sn: string;
  alias: string;
  kind: Kind;
  model: number;
  modelName: string;
  inputs: number;
  ratedPowerW: number;
  frameProfile: string | null;
  stringNumber: number | null;
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: 'portrait' | 'landscape' | null;
  /** As registered; null: not registered. */
  meterType: MeterType | null;
  createdAt: Date;
  removedAt: Date | null;
  /** Serial number of the device that it replaced; null: it replaced none. */
  replacesSn: string | null;
  /** Energy that the replaced device had counted, in Wh; part of `totalWh`. `flowOffsets`: the same for its flows. */
  offsetWh: number;
  flowOffsets: FlowOffsets;
  latitude: number;
  longitude: number;
  /** Rated power of its plant, in W. */
  powerMaxW: number;
  timezone: string;
  currency: string;
  commissionedOn: string | null;
  mode: number;
  quantities: Quantities;
}

/**
 * Returns the device. Without `sid`: at the plant that it is at now, else at the last one. Refuses with deviceNotFound
 * whether it is missing or hidden from this session; every device is hidden from a role without SiteDevices.
 */
export async function accessibleDevice(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  { sid, sn }: { sid?: string | undefined; sn: string },
): Promise<Device> {
  if (!seesDevices(session)) throw new ApiError('deviceNotFound');
  const [device] = await sql<Device[]>`
    select d.sid, s.name as site_name, d.sn, d.alias, p.kind, p.model, p.name as model_name, p.inputs, p.rated_power_w, p.frame_profile,
      d.string_number, d.tilt_deg, d.azimuth_deg, d.orientation, d.meter_type, d.created_at, d.removed_at, d.replaces_sn, d.offset_wh, d.flow_offsets,
      s.latitude, s.longitude, s.power_max_w, s.timezone, s.currency, s.commissioned_on,
      ${liveDevice(sql, at)}, coalesce(l.mode, -1) as mode, coalesce(l.quantities, '{}') as quantities
    from ${devicesWithLive(sql)}
    where d.sn = ${sn} and ${sid === undefined ? sql`true` : sql`d.sid = ${sid}`} and ${accessibleSites(sql, session)}
    order by d.removed_at desc nulls first limit 1`;
  if (!device) throw new ApiError('deviceNotFound');
  setRlsSite(sql, device.sid);
  return device;
}
