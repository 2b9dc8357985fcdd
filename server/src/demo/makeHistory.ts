// Makes a demonstration plant's past: a year of day energies and two weeks of frames, through the same door as real reports.
import { dayOf } from '@heliograph/simulator/daylight.ts';
import { dayEnergyWh, framesOfDay } from '@heliograph/simulator/device.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { Context } from '../context.ts';
import { addDays } from '../rules/localDays.ts';
import { takeDayTotals } from '../telemetry/dayTotals.ts';
import { type Report, takeReports } from '../telemetry/takeReports.ts';

const DAYS_OF_TOTALS = 365;
const DAYS_OF_FRAMES = 14;
const EVERY_S = 300;
const FRAMES_AT_ONCE = 1500;

/** Goes on where it was: frames later than the plant's newest one, day energies only while there are none. */
export async function makeHistory(
  context: Omit<Context, 'config'>,
  site: FleetSite,
  sid: string,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = context;
  const nowMs = context.clock.now().getTime();
  const today = dayOf(site.timeZone, nowMs);
  const firstOfFrames = addDays(today, -DAYS_OF_FRAMES);
  const [newest] = await sql<{ atMs: number | null }[]>`
    select (extract(epoch from max(at)) * 1000)::float8 as at_ms from device_live where sid = ${sid}`;
  const sinceMs = newest?.atMs ?? null;
  if (sinceMs === null && site.commissionedOn !== null) {
    for (const device of site.devices) {
      if (!device.registered || signal.aborted) continue;
      const totals = [];
      for (let day = addDays(today, -DAYS_OF_TOTALS); day < firstOfFrames; day = addDays(day, 1)) {
        if (day < site.commissionedOn) continue;
        totals.push({ sn: device.sn, day, ...dayEnergyWh(site, device, day) });
      }
      await takeDayTotals(context, totals);
    }
  }

  let batch: Report[] = [];
  const take = async (): Promise<void> => {
    await takeReports(context, batch);
    batch = [];
  };
  for (let day = firstOfFrames; day <= today; day = addDays(day, 1)) {
    if (site.commissionedOn === null || day < site.commissionedOn) continue;
    for (const device of site.devices) {
      if (signal.aborted) return;
      for (const { atMs, path, bytes } of framesOfDay(site, device, day, EVERY_S)) {
        if (atMs > nowMs || (sinceMs !== null && atMs <= sinceMs)) continue;
        batch.push({ sn: device.sn, receivedAt: new Date(atMs), path, body: bytes, address: '' });
      }
      if (batch.length >= FRAMES_AT_ONCE) await take();
    }
  }
  await take();
}
