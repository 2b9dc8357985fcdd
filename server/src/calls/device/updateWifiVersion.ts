// device/updateWifiVersion: stores the Wi-Fi module versions of devices, as read by a program on site.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Handler } from '../../platform/handler.ts';

export const deviceUpdateWifiVersion: Handler<'device/updateWifiVersion'> = async (
  { wifiSn },
  { sql, session, at, noteAudit },
) => {
  const sns = textArray(wifiSn.map(({ sn }) => sn));
  const devices = await sql<{ sid: string; sn: string; wifiVersion: string }[]>`
    select d.sid, d.sn, d.wifi_version from devices d join sites s using (sid)
    where d.sn in (select unnest(${sns}::text::text[])) and d.removed_at is null and ${accessibleSites(sql, session)}
    order by d.sid, d.sn`;
  if (!seesDevices(session) || devices.length < wifiSn.length) throw new ApiError('deviceNotFound');
  // In the order of their SIDs, so that concurrent requests never deadlock.
  const sids = [...new Set(devices.map(({ sid }) => sid))];
  for (const sid of sids) {
    await lockEditableSite(sql, session, sid);
    for (const { sn } of devices.filter((device) => device.sid === sid)) {
      const { wifiVersion } = wifiSn.find((device) => device.sn === sn)!;
      await sql`
        update devices set wifi_version = ${wifiVersion}, wifi_version_at = ${at} where sid = ${sid} and sn = ${sn}`;
    }
  }
  noteAudit({
    object: sids.join(' '),
    before: Object.fromEntries(devices.map(({ sn, wifiVersion }) => [sn, wifiVersion])),
    after: Object.fromEntries(wifiSn.map(({ sn, wifiVersion }) => [sn, wifiVersion])),
  });
  return {};
};
