// site/listWithSN: the plants that the session can access. Reference implementation of a list: IDs and count first, then the details of one page.

import type { Response } from '@heliograph/contract/calls.ts';
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import { editableSites, seesOwner } from '../../access/accessibleSites.ts';
import { siteRights } from '../../access/rules/siteRights.ts';
import type { CallContext, Session } from '../../context.ts';
import { rowNow } from '../../devices/list/rowNow.ts';
import { type DayOfWeek, type PlantOfWeek, weeksOfPlants } from '../../energy/expected/lastWeek.ts';
import { chargesOfPlants } from '../../energy/flows/flowNow.ts';
import type { Location } from '../../energy/rules/expectedDaylight.ts';
import type { Kind } from '../../families/kinds.ts';
import { isLive } from '../../live/liveness.ts';
import { alertTexts, countryTexts, lastUpdateTexts, statusTexts } from '../../live/rowTexts.ts';
import { energyToday } from '../../live/rules/energyToday.ts';
import { isNightAt, siteUploadS } from '../../live/rules/freshness.ts';
import { isCommissioned } from '../../live/siteStatus.ts';
import {
  devicesWithLive,
  type LiveDevice,
  type LiveSite,
  liveDevice,
  livePower,
  liveSite,
  sitesWithLive,
} from '../../live/withLive.ts';
import { pageOfSites } from '../../plants/list/pageOfSites.ts';
import { dayStartMs } from '../../platform/calendar/rules/localDays.ts';
import { isoAt, isoOf, wireDay, wireTime } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { useGenericPlans } from '../../platform/database/genericPlans.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf, wattsOf } from '../../platform/texts/numbers.ts';
import { jobsOf } from '../../problems/assignments.ts';
import { problemsOfPlants, worstProblem } from '../../problems/openProblems.ts';

/** Maximum number of devices in a row; device/list returns all of them. */
const DEVICES_PER_ROW = 10;

type Row = Response<'site/listWithSN'>['list'][number];

export const siteListWithSN: Handler<'site/listWithSN'> = async (request, { sql, session, language, at }) => {
  const { sids, total } = await pageOfSites(sql, session, request, at);
  useGenericPlans(sql);
  const queried = sitesOf(sql, session, sids, at);
  const [sites, devices, problems, charges, weeks] = await Promise.all([
    queried,
    devicesOf(sql, sids, at),
    problemsOfPlants(sql, sids, { language }),
    chargesOfPlants(sql, sids, at),
    request.withWeek ? queried.then((plants) => weeksOfPlants(sql, plants, at)) : new Map<string, DayOfWeek[]>(),
  ]);
  const rows = new Map(sites.map((site) => [site.sid, site]));
  const devicesBySid = Map.groupBy(devices, ({ sid }) => sid);
  const list = sids.flatMap((sid) => {
    const site = rows.get(sid);
    if (!site) return [];
    const caller = { session, language, at, withDevices: request.withDevices };
    return [
      {
        ...rowOf(site, devicesBySid.get(sid) ?? [], caller),
        ...worstProblem(problems.get(sid)),
        ...jobsOf(problems.get(sid)),
        soc: charges.get(sid) ?? null,
        week: (weeks.get(sid) ?? []).map(({ day, energyWh, expectedWh }) => ({
          day,
          energy: kWhOf(energyWh),
          expected: kWhOf(expectedWh),
        })),
      },
    ];
  });
  return { list, total };
};

interface SiteNow extends LiveSite, PlantOfWeek {
  name: string;
  countryCode: string;
  stateName: string;
  city: string;
  street: string;
  userEmail: string;
  installerEmail: string;
  installerName: string;
  createdAt: Date;
  commissionedOn: string | null;
  isCommissioned: boolean;
  picturePath: string;
  powerMaxW: number;
  currency: string;
  ownerName: string | null;
  ownerPhone: string | null;
  changeable: boolean;
}
interface DeviceNow extends LiveDevice {
  sid: string;
  sn: string;
  alias: string;
  model: string;
  kind: Kind;
  /** Number of devices of the whole plant. */
  devices: number;
  reporting: number;
  siteNowW: number | null;
}

async function sitesOf(sql: Transaction, session: Session, sids: string[], at: Date): Promise<SiteNow[]> {
  return await sql<SiteNow[]>`
    select s.sid, s.name, s.country_code, s.state_name, s.city, s.street, s.created_at, s.commissioned_on, s.picture_path,
      s.timezone, s.latitude, s.longitude, s.power_max_w, s.currency, l.expected_until, l.expected_wh,
      case when ${seesOwner(sql, session)} then k.owner_name end as owner_name, case when ${seesOwner(sql, session)} then k.owner_phone end as owner_phone,
      k.owner_email as user_email, k.installer_email, k.installer_name,
      ${liveSite(sql, at)}, ${isCommissioned(sql, at)} as is_commissioned,
      ${editableSites(sql, session)} as changeable
    from ${sitesWithLive(sql)} join plant_people(${sids}) k on k.sid = s.sid
    where s.sid = any (${sids})`;
}

async function devicesOf(sql: Transaction, sids: string[], at: Date): Promise<DeviceNow[]> {
  return await sql<DeviceNow[]>`
    select * from (
      select d.sid, d.sn, d.alias, p.name as model, p.kind, ${liveDevice(sql, at)},
        count(*) over site::int as devices,
        count(*) filter (where ${isLive(sql, at)}) over site::int as reporting,
        ${livePower(sql, at, sql`over site`)}::float8 as site_now_w,
        row_number() over (partition by d.sid order by d.string_number, d.sn) as place
      from ${devicesWithLive(sql)}
      where d.sid = any (${sids}) and d.removed_at is null
      window site as (partition by d.sid)
    ) d where place <= ${DEVICES_PER_ROW} order by sid, place`;
}

function figuresOf(
  live: Omit<LiveSite, 'freshUntil' | 'waitsFor'> & { nowW: number | null },
  location: Location,
  { language, at }: Pick<CallContext, 'language' | 'at'>,
) {
  return {
    ...statusTexts(live.status, language),
    ...alertTexts(live, language),
    ...lastUpdateTexts(live.at, location.timezone, at, language),
    now: wattsOf(live.nowW),
    todayPower: kWhOf(energyToday(live, location, at)),
    // Released devices still contribute their energy.
    totalPower: live.at || live.totalWh ? kWhOf(live.totalWh) : null,
    nowUnit: 'W',
    todayPowerUnit: 'kWh',
    totalPowerUnit: 'kWh',
  } as const;
}

function rowOf(
  site: SiteNow,
  devices: DeviceNow[],
  caller: Pick<CallContext, 'session' | 'language' | 'at'> & { withDevices: boolean },
): Omit<Row, 'problem' | 'problems' | 'job' | 'jobs' | 'soc' | 'week'> {
  const { sid, timezone, commissionedOn, isCommissioned } = site;
  return {
    sid,
    siteName: site.name,
    ...countryTexts(site.countryCode, caller.language),
    stateName: site.stateName,
    city: site.city,
    street: site.street,
    userEmail: site.userEmail,
    installerEmail: site.installerEmail,
    installerName: site.installerName,
    ownerName: site.ownerName ?? '',
    ownerPhone: site.ownerPhone ?? '',
    registerDate: wireTime(site.createdAt, timezone),
    registerDateIso: isoOf(site.createdAt, timezone),
    isCommission: isCommissioned,
    commissionDate: commissionedOn === null ? '' : `${wireDay(commissionedOn)} 00:00`,
    commissionDateIso: commissionedOn === null ? null : isoAt(dayStartMs(commissionedOn, timezone), timezone),
    snCount: devices[0]?.devices ?? 0,
    sn: (caller.withDevices ? devices : []).map((device) => {
      const { nowW, nowOf } = rowNow(device, caller.at);
      return {
        sid,
        sn: device.sn,
        alias: device.alias,
        model: device.model,
        ...figuresOf({ ...device, nowW }, site, caller),
        nowOf,
        staleAfterS: staleAfterS(device.uploadEveryS),
      };
    }),
    deviceNames: devices.map(({ alias, sn }) => alias || sn),
    logo: site.picturePath,
    timezone,
    currency: site.currency,
    powerMax: site.powerMaxW,
    reporting: devices[0]?.reporting ?? 0,
    isNight: isNightAt(caller.at, site),
    isAsleep: site.isAsleep,
    waitsFor: site.waitsFor,
    rights: siteRights(caller.session, site.changeable),
    ...figuresOf({ ...site, nowW: devices[0]?.siteNowW ?? null }, site, caller),
    staleAfterS: staleAfterS(siteUploadS(site)),
  };
}
