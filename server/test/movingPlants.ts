// Plant that moves to another time zone, and the results of the same reports for a plant that was always there.
import type { Reading } from '../src/families/family.ts';
import { readingOfFile } from '../src/families/rows.ts';
import { ingestReports } from '../src/ingest/ingestReports.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import type { TestServer } from './testServer.ts';

export const TOKYO = { timezone: 'Asia/Tokyo', latitude: 35.7, longitude: 139.7 };
export type Place = Partial<typeof TOKYO>;
export type Key = { sid: string; sn: string };

/** Readings every ten minutes, day and night, from index `from` to `to`. */
export const reports = (sn: string, from: number, to: number): Reading[] =>
  Array.from({ length: to - from }, (_, index) =>
    readingOfFile({
      sn,
      at: new Date(Date.UTC(2026, 5, 5, 0, (from + index) * 10)),
      quantities: { powerW: 100 + ((from + index) % 7) * 10 },
    }),
  );

export async function movingPlants(server: TestServer) {
  const { sql, context } = server;
  const installer = await makeUser(sql);
  const token = await server.signedIn(installer.id);
  const plant = (place: Place = {}) => makeSite(sql, { companyId: installer.companyId, ...place });
  const device = async (place: Place = {}): Promise<Key> => makeDevice(sql, { sid: await plant(place) });
  const move = (sid: string, place: Place) => server.ask('site/updateFast', { sid, ...place }, { token });
  const daysOf = async ({ sid, sn }: Key) => ({
    device: await sql`
      select day, energy_wh, integrated_wh, source, covered_s, samples, first_at, last_at from device_days
      where sid = ${sid} and sn = ${sn} order by day`,
    site: await sql<{ day: string; energyWh: number }[]>`
      select day, energy_wh, source, devices from site_days where sid = ${sid} order by day`,
    live: await sql`select day, today_wh, total_wh from device_live where sid = ${sid} and sn = ${sn}`,
    siteLive: await sql`select day, today_wh, total_wh from site_live where sid = ${sid}`,
  });
  /** Returns the results of the same reports for a plant that was always there. */
  async function native(place: Place, ...ranges: [from: number, to: number][]) {
    const twin = await device(place);
    for (const [from, to] of ranges) await ingestReports(context, reports(twin.sn, from, to));
    return await daysOf(twin);
  }
  return { installer, token, plant, device, move, daysOf, native };
}
