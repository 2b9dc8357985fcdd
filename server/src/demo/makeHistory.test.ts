// Tests the history of a demo plant: a year that is ingested like any other data and whose days match the simulated plant.
import { dayEnergyWh } from '@heliograph/simulator/device.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { reportServer } from '../../test/reportServer.ts';
import { daysBetween } from '../platform/calendar/rules/localDays.ts';
import { wholeWh } from '../platform/texts/numbers.ts';
import { makeHistory } from './makeHistory.ts';

const { sql, context, clock } = await reportServer();
const NOW = Date.parse('2026-06-15T10:00:00Z');

/** Creates a plant of the fleet with a single device. */
async function createPlant(model: string) {
  const all = fleet(1, NOW);
  const whole = all.find(
    (site) =>
      site.commissionedOn !== null &&
      site.commissionedOn < '2025-06-01' &&
      site.devices.some((device) => device.registered && device.model === model && device.faults.length === 0),
  )!;
  const device = whole.devices.find((each) => each.registered && each.model === model && each.faults.length === 0)!;
  const site = { ...whole, devices: [device] };
  const sid = await makeSite(sql, {
    timezone: site.timeZone,
    latitude: site.latitude,
    longitude: site.longitude,
    commissionedOn: site.commissionedOn,
  });
  await makeDevice(sql, { sid, sn: device.sn, product: device.model });
  return { site, device, sid };
}

test.each(['BDM-400', 'BDM-800', 'BDM-2250', 'BDM-1200-LV'])(
  'imports the whole history of a %s with the simulated energy of each day',
  async (model) => {
    clock.set(NOW);
    const { site, device, sid } = await createPlant(model);
    const stop = new AbortController();
    await makeHistory(context, site, sid, stop.signal);
    const days = await sql<{ day: string; energyWh: number; samples: number; source: string; siteWh: number }[]>`
      select d.day, d.energy_wh, d.samples, d.source, s.energy_wh as site_wh
      from device_days d join site_days s on s.sid = d.sid and s.day = d.day where d.sid = ${sid} order by d.day`;
    const files = days.filter(({ source }) => source === 'imported');
    expect(days[0]!.day).toBe(site.commissionedOn);
    expect(files).toHaveLength(daysBetween(site.commissionedOn!, '2026-06-01'));
    // Every day has samples: none was written past the import.
    expect(files.every(({ samples }) => samples > 5)).toBe(true);
    expect(days.filter(({ energyWh, siteWh }) => wholeWh(energyWh) !== siteWh)).toEqual([]);
    const wrong = files.filter(({ day, energyWh }) => {
      const producedWh = dayEnergyWh(site, device, day).energyWh;
      return Math.abs(energyWh - producedWh) > Math.max(1, producedWh * (model === 'BDM-1200-LV' ? 0.01 : 0.001));
    });
    expect(wrong).toEqual([]);
    const [live] = await sql<{ totalWh: number }[]>`select total_wh from device_live where sid = ${sid}`;
    expect(live!.totalWh).toBe(days.reduce((sum, { energyWh }) => sum + wholeWh(energyWh), 0));
    // Making the history again changes nothing.
    await makeHistory(context, site, sid, stop.signal);
    expect(
      await sql`select d.day, d.energy_wh, d.samples, d.source, s.energy_wh as site_wh
        from device_days d join site_days s on s.sid = d.sid and s.day = d.day where d.sid = ${sid} order by d.day`,
    ).toEqual(days);
  },
  120_000,
);
