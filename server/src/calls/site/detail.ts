// site/detail: all settings of a plant, and the permissions of this session.

import { accessibleSite, displayTemperatureUnit } from '../../access/accessibleSite.ts';
import { editableSites } from '../../access/accessibleSites.ts';
import { companyNames } from '../../access/namedPeople.ts';
import { siteRights } from '../../access/rules/siteRights.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import { priceOn } from '../../energy/money/priceOn.ts';
import { SOURCE_TIMEOUT_MS } from '../../ingest/sources/sourceState.ts';
import { countryTexts } from '../../live/rowTexts.ts';
import { sitePictureOf } from '../../plants/pictures/photoPath.ts';
import { pictureUrl } from '../../plants/pictures/pictureUrl.ts';
import { sitePictures } from '../../plants/pictures/sitePictures.ts';
import { mayNameOwner } from '../../plants/transfer/listOffers.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { isoOf, wireDay, wireTime } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { sunNoon, zoneFits } from '../../platform/places/rules/zoneFits.ts';

export const siteDetail: Handler<'site/detail'> = async ({ sid }, caller) => {
  const { context, sql, session, language, portal, at } = caller;
  const { timezone, commissionedOn, isCommissioned, createdAt, changeable } = await accessibleSite(
    { sql, session, at },
    sid,
  );
  const { publicUrl } = await brandOfRequest(sql, context.config, portal);
  const newerFrom = new Date(at.getTime() - SOURCE_TIMEOUT_MS);
  const [row] = await sql<Detail[]>`
    select s.name as site_name, s.country_code, s.state_code, s.state_name, s.city, s.street, s.zip_code, s.latitude, s.longitude,
      s.picture_path, s.currency, s.temperature_unit, ${displayTemperatureUnit(sql, session)} as shown_temperature_unit, s.remark, s.pv_remark, s.battery_remark, s.pv_brand, s.pv_model, s.battery_brand,
      s.battery_model, s.power_max_w as power_max, s.system_size_w as system_size, s.control_limit_w as control_limit,
      s.company_id, s.project_reference_id, s.version, s.owner_id, s.owner_named_at,
      k.owner_email as user_email, k.installer_email, k.guests as share_with,
      case when ${editableSites(sql, session)} then s.allowed_sources else '{}' end as allowed_sources,
      case when ${editableSites(sql, session)} then array(
        select o.usual from device_sources o join devices d on d.sid = o.sid and d.sn = o.sn and d.removed_at is null
        where o.sid = s.sid and o.usual <> '' group by o.usual order by count(*) desc, o.usual limit 20
      ) else '{}' end as usual_sources,
      case when ${editableSites(sql, session)} then array(
        select o.other from device_sources o join devices d on d.sid = o.sid and d.sn = o.sn and d.removed_at is null
        where o.sid = s.sid and o.other_since is not null and o.other_at > ${newerFrom} and o.other not in (
          select u.usual from device_sources u where u.sid = o.sid)
        group by o.other order by count(*) desc, o.other limit 20
      ) else '{}' end as newer_sources,
      array(select d.sn from devices d where d.sid = s.sid and d.removed_at is null order by d.string_number, d.sn) as sn,
      (select json_build_object('sn', d.sn, 'kind', case p.kind when 'battery' then 'battery' else 'hybrid' end)
        from devices d join products p on p.id = d.product_id
        where d.sid = s.sid and d.removed_at is null and p.kind in ('battery', 'hybrid', 'allInOne')
          and p.parameters @> '[{"name": "batteryMode"}]'
        order by d.string_number, d.sn limit 1) as battery
    from sites s join plant_people(${[sid]}) k on k.sid = s.sid
    where s.sid = ${sid}`;
  const price = await priceOn(sql, sid, localDay(at.getTime(), timezone));
  const { picturePath, shareWith, ownerId, ownerNamedAt, ...detail } = row!;
  return {
    ...detail,
    companyName: (await companyNames(sql, [detail.companyId])).get(detail.companyId) ?? '',
    electricityPrice: price?.price ?? 0,
    feedInPrice: price?.feedInPrice ?? null,
    ownUseShare: price?.ownUseShare ?? null,
    priceKind: price?.kind ?? '',
    // Accounts and addresses without an account in one order, so that nobody learns which is which.
    shareWith: shareWith.toSorted(),
    sid,
    timezone,
    timezoneFits: zoneFits({ ...detail, timezone }, at),
    sunNoon: sunNoon({ ...detail, timezone }, at),
    countryName: countryTexts(detail.countryCode, language).countryName,
    logo: picturePath,
    logoFullPath: pictureUrl(publicUrl, picturePath),
    pictures: (await sitePictures(sql, sid)).map((picture) => sitePictureOf(publicUrl, sid, picture)),
    commission: isCommissioned,
    registerDate: wireTime(createdAt, timezone),
    registerDateIso: isoOf(createdAt, timezone),
    commissionDate: commissionedOn === null ? '' : `${wireDay(commissionedOn)} 00:00`,
    commissionDay: commissionedOn,
    // Fields of the API that this portal does not use.
    ownershipType: 0,
    systemType: 0,
    connectionType: 0,
    model: '',
    panelType: `${detail.pvBrand} ${detail.pvModel}`.trim(),
    powerRating: '',
    mayNameOwner: changeable && mayNameOwner(session, { ownerId, email: detail.userEmail, namedAt: ownerNamedAt }, at),
    rights: siteRights(session, changeable),
  };
};

interface Detail {
  siteName: string;
  countryCode: string;
  stateCode: string;
  stateName: string;
  city: string;
  street: string;
  zipCode: string;
  latitude: number;
  longitude: number;
  picturePath: string;
  currency: string;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
  shownTemperatureUnit: 'Celsius' | 'Fahrenheit';
  remark: string;
  pvRemark: string;
  batteryRemark: string;
  pvBrand: string;
  pvModel: string;
  batteryBrand: string;
  batteryModel: string;
  userEmail: string;
  installerEmail: string;
  shareWith: string[];
  allowedSources: string[];
  usualSources: string[];
  newerSources: string[];
  powerMax: number;
  systemSize: number | null;
  controlLimit: number | null;
  companyId: number;
  sn: string[];
  battery: { sn: string; kind: 'battery' | 'hybrid' } | null;
  projectReferenceId: string;
  version: number;
  ownerId: number | null;
  ownerNamedAt: Date | null;
}
