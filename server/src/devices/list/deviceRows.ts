// Rows of devices for lists and detail pages, with their site.
import type { Response } from '@heliograph/contract/calls.ts';
import type { MeterType } from '@heliograph/contract/flows.ts';
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import type { CallContext } from '../../context.ts';
import { profileOf } from '../../families/families.ts';
import { type Kind, PRODUCING_KINDS, reportKindOf } from '../../families/kinds.ts';
import { alertTexts, countryTexts, lastUpdateTexts, statusTexts } from '../../live/rowTexts.ts';
import { energyToday } from '../../live/rules/energyToday.ts';
import { isFresh } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../live/withLive.ts';
import { isoOf, wireDay, wireTime } from '../../platform/calendar/times.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { kWhOf, wattsOf } from '../../platform/texts/numbers.ts';
import { rowNow } from './rowNow.ts';

/** A row without the device's problem, which is read for all plants of a page at once. */
export type DeviceRow = Omit<Response<'device/list'>['list'][number], 'problem'>;

interface DeviceOfSite extends LiveDevice {
  sid: string;
  sn: string;
  alias: string;
  gatewaySn: string;
  frameProfile: string | null;
  model: number;
  modelName: string;
  kind: Kind;
  meterType: MeterType | null;
  soc: number | null;
  createdAt: Date;
  siteName: string;
  timezone: string;
  latitude: number;
  longitude: number;
  countryCode: string;
  stateName: string;
  city: string;
  street: string;
  userEmail: string;
  installerEmail: string;
  commissionedOn: string | null;
  currency: string;
}

/** Returns the rows of devices of these sites. `which`: a condition on `devices d`, limited by the caller to sites that the session may see. */
export async function deviceRows(
  sql: Transaction,
  sids: readonly string[],
  which: Fragment,
  { language, at }: Pick<CallContext, 'language' | 'at'>,
): Promise<DeviceRow[]> {
  const rows = await sql<DeviceOfSite[]>`
    select d.sid, d.sn, d.alias, d.gateway_sn, p.frame_profile, p.model, p.name as model_name, p.kind, d.meter_type, d.created_at,
      (l.quantities ->> 'batterySocPercent')::float8 as soc,
      ${liveDevice(sql, at)},
      s.name as site_name, s.timezone, s.latitude, s.longitude, s.country_code, s.state_name, s.city, s.street, s.commissioned_on, s.currency,
      k.owner_email as user_email, k.installer_email
    from ${devicesWithLive(sql)} join plant_people(${[...new Set(sids)]}) k on k.sid = d.sid
    where ${which}`;
  return rows.map((device) => {
    const {
      countryCode,
      timezone,
      latitude,
      longitude,
      createdAt,
      commissionedOn,
      powerW: _powerW,
      day,
      todayWh,
      totalWh,
      ...more
    } = device;
    const { uploadEveryS, firmware, frameProfile, soc, flowW: _flowW, flowOf: _flowOf, ...row } = more;
    const { nowW, nowOf } = rowNow(device, at);
    return {
      ...row,
      kind: reportKindOf(row.kind),
      ...statusTexts(row.status, language),
      ...alertTexts(row, language),
      ...lastUpdateTexts(row.at, timezone, at, language),
      ...countryTexts(countryCode, language),
      createdAt: wireTime(createdAt, timezone),
      createdAtIso: isoOf(createdAt, timezone),
      commissionDate: commissionedOn === null ? '' : `${wireDay(commissionedOn)} 00:00`,
      now: wattsOf(nowW) ?? 0,
      isLive: nowW !== null,
      nowUnit: 'W',
      nowOf,
      todayPower: kWhOf(energyToday({ day, todayWh }, { latitude, longitude, timezone }, at)),
      // A meter or gateway has not produced 0 kWh.
      totalPower: (row.at && PRODUCING_KINDS.includes(row.kind)) || totalWh ? kWhOf(totalWh) : null,
      todayPowerUnit: 'kWh',
      totalPowerUnit: 'kWh',
      staleAfterS: staleAfterS(uploadEveryS),
      batterySoc: soc !== null && isFresh(device, at) ? Math.round(soc * 10) / 10 : null,
      WIFIVersion: '',
      // The version byte in an inverter's frame is the inverter's; the version of its Wi-Fi module is not reported.
      CPUVersion: firmware,
      RAMVersion: '',
      // Devices attached to a gateway are reported by it and do not sign in.
      signsIn: profileOf(frameProfile).signsIn && row.gatewaySn === '',
    };
  });
}
