// A plant got another time zone or place: its days begin elsewhere, so all of them are told anew from the samples.
import type { Transaction } from '../db/connect.ts';
import { localDay } from '../rules/localDays.ts';
import { refoldDays } from '../rules/refoldDays.ts';
import { energySource, isProfile } from './bdmFrame.ts';
import { dayStoreOf } from './deviceDays.ts';
import { readKeptFrom } from './sampleRetention.ts';
import { energySamplesAfter } from './samples.ts';
import { recountSite } from './siteTotals.ts';

interface Device {
  sn: string;
  frameProfile: string | null;
  ratedPowerW: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  atMs: number | null;
}

/** Call it in the transaction that changed the site. Day energies that were imported without samples keep their day. */
export async function refoldSite(tx: Transaction, sid: string): Promise<void> {
  // Released devices too: their history stays with the plant.
  const devices = await tx<Device[]>`
    select d.sn, p.frame_profile, p.rated_power_w, s.timezone as time_zone, s.latitude, s.longitude,
      (extract(epoch from l.at) * 1000)::int8 as at_ms
    from device_live l join devices d using (sid, sn) join products p on p.id = d.product_id join sites s using (sid)
    where l.sid = ${sid} order by l.sn for update of l`;
  const kept = await readKeptFrom(tx);
  for (const { sn, frameProfile, ratedPowerW, atMs, ...place } of devices) {
    const [first] = await energySamplesAfter(tx, { sid, sn, afterMs: null, limit: 1 });
    if (!first || atMs === null) continue;
    // The carries stand at the ends of the old days: none of them may be gone on from. Days whose samples were dropped stay.
    await tx`update device_days set carry = null where sid = ${sid} and sn = ${sn} and carry is not null`;
    await tx`
      delete from device_days
      where sid = ${sid} and sn = ${sn} and day >= ${kept.power ?? '-infinity'} and not (source = 'imported' and samples = 0)`;
    const source = energySource(isProfile(frameProfile) ? frameProfile : null, ratedPowerW, place);
    await refoldDays(
      dayStoreOf(tx, { sid, sn }, () => {}),
      first.atMs,
      atMs,
      source,
    );
    const day = localDay(atMs, place.timeZone);
    await tx`
      update device_live set day = ${day},
        today_wh = coalesce((select energy_wh from device_days where sid = ${sid} and sn = ${sn} and day = ${day}), 0),
        total_wh = (select round(sum(energy_wh)::numeric, 6) from device_days where sid = ${sid} and sn = ${sn})
      where sid = ${sid} and sn = ${sn}`;
  }
  await recountSite(tx, sid);
}
