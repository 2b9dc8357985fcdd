// device/detailWifiOta: newer firmware for the Wi-Fi modules of devices, with download URLs.
import { ADVICE } from '@heliograph/contract/firmware.ts';
import { DOCUMENT_LINK_MINUTES } from '@heliograph/contract/limits.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { hashToken } from '../../access/session.ts';
import { filePath } from '../../access/ticketUrls.ts';
import { firmwareOfDevices } from '../../firmware/firmware.ts';
import { compareVersions, fitOf } from '../../firmware/rules/versions.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Handler } from '../../platform/handler.ts';

interface Offer {
  id: number;
  model: number;
  hardware: string;
  versionName: string;
  isForced: boolean;
}

export const deviceDetailWifiOta: Handler<'device/detailWifiOta'> = async ({ wifiSn }, caller) => {
  const { sql, session, token, at, context } = caller;
  const sns = wifiSn.map(({ sn }) => sn);
  const devices = seesDevices(session)
    ? await sql<{ sid: string; sn: string; model: number }[]>`
        select d.sid, d.sn, p.model from devices d join sites s using (sid) join products p on p.id = d.product_id
        where d.sn in (select unnest(${textArray(sns)}::text::text[])) and d.removed_at is null and ${accessibleSites(sql, session)}`
    : [];
  const models = [...new Set(devices.map(({ model }) => model))];
  const [reported, offers] = await Promise.all([
    firmwareOfDevices(sql, devices),
    sql<Offer[]>`
      select f.id, f.model, f.hardware, f.version_name, f.is_forced from firmware f
      where f.model in (select unnest(${models}::int[])) and f.published_at is not null`.execute(),
  ]);
  const endsAt = Math.floor(at.getTime() / 1000) + DOCUMENT_LINK_MINUTES * 60;
  return wifiSn.map(({ sn, wifiVersion }) => {
    const device = devices.find((one) => one.sn === sn);
    const hardware = (device && reported.get(`${device.sid} ${sn}`)?.hardware) ?? '';
    const newer = offers
      .filter(({ model }) => model === device?.model)
      .filter((offer) => fitOf({ hardware, versionName: wifiVersion }, offer) === 'newer')
      .toSorted((a, b) => compareVersions(b.versionName, a.versionName));
    const newest = newer[0];
    if (!newest) return { sn, wifiVersion, advice: ADVICE.none, address: '' };
    const path = filePath('offered', { id: newest.id, sessionId: session.id, endsAt }, hashToken(token));
    return {
      sn,
      wifiVersion: newest.versionName,
      address: `${context.config.publicUrl}/${path}`,
      // A mandatory version keeps the update mandatory when a newer version follows.
      advice: newer.some(({ isForced }) => isForced) ? ADVICE.forced : ADVICE.offered,
    };
  });
};
