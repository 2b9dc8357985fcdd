// Inserts samples with their live rows and days with their site's days directly, for tests of reading, and reads all stored rows.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { expect } from 'vitest';
import { recountSite } from '../src/energy/days/siteTotals.ts';
import type { Sql } from '../src/platform/database/connect.ts';
import { wholeWh } from '../src/platform/texts/numbers.ts';
import { insertSamples, readHistory } from '../src/samples/samples.ts';

/** Inserts a sample; the newest one also updates the live rows. */
export async function makeSample(
  sql: Sql,
  given: { sid: string; sn: string; at: string; powerW?: number; quantities?: Quantities; statusBits?: number },
): Promise<void> {
  const at = new Date(given.at);
  const quantities = { ...(given.powerW === undefined ? {} : { powerW: given.powerW }), ...given.quantities };
  const statusBits = given.statusBits ?? 0;
  await sql.begin(async (tx) => {
    const sample = {
      sid: given.sid,
      sn: given.sn,
      atMs: at.getTime(),
      statusBits,
      mode: 6,
      imported: false,
      powerW: quantities.powerW ?? null,
      counterWh: quantities.counterWh ?? null,
      quantities,
    };
    await insertSamples(tx, [sample]);
    await tx`
      update device_live set at = ${at}, received_at = ${at}, power_w = ${quantities.powerW ?? null},
        quantities = ${JSON.stringify(quantities)}::text::jsonb, status_bits = ${statusBits}, status = ${statusBits === 0 ? 0 : 1}, mode = 6
      where sid = ${given.sid} and sn = ${given.sn} and (at is null or at <= ${at})`;
    await recountSite(tx, given.sid, at);
  });
}

/** Inserts the energy of a device's day and updates its site's day. */
export async function makeDay(
  sql: Sql,
  given: {
    sid: string;
    sn: string;
    day: string;
    energyWh: number;
    source?: 'counted' | 'integrated' | 'imported';
    coveredS?: number;
    peakW?: number;
  },
): Promise<void> {
  await sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s, peak_w, samples)
    values (${given.sid}, ${given.sn}, ${given.day}, ${given.energyWh}, ${given.source ?? 'counted'}, ${given.coveredS ?? 40_000}, ${given.peakW ?? null}, 100)`;
  await sql`
    update device_live set day = ${given.day}, today_wh = ${given.energyWh}
    where sid = ${given.sid} and sn = ${given.sn} and (day is null or day <= ${given.day})`;
  await sql`update device_live set total_wh = total_wh + ${given.energyWh} where sid = ${given.sid} and sn = ${given.sn}`;
  await sql.begin((tx) => recountSite(tx, given.sid, new Date(`${given.day}T12:00:00Z`)));
}

export type StoredSample = { sn: string; at: string; statusBits: number; mode: number; imported: boolean } & Quantities;

/** Reads all samples of a site, or of one of its devices, ordered by serial number and time. */
export async function storedSamples(sql: Sql, sid: string, onlySn?: string): Promise<StoredSample[]> {
  const devices = await sql<{ sn: string }[]>`select sn from device_live where sid = ${sid} order by sn`;
  const samples: StoredSample[] = [];
  for (const { sn } of devices) {
    if (onlySn !== undefined && sn !== onlySn) continue;
    for await (const { atMs, statusBits, mode, imported, values } of readHistory(sql, {
      sid,
      sn,
      fromMs: -6e13,
      toMs: 2e14,
    })) {
      for (let row = 0; row < atMs.length; row++) {
        const quantities = Object.entries(values).flatMap(([name, column]) =>
          Number.isNaN(column[row]) ? [] : [[name, column[row]!]],
        );
        samples.push({
          sn,
          at: new Date(atMs[row]!).toISOString(),
          statusBits: statusBits[row]!,
          mode: mode[row]!,
          imported: imported[row] === 1,
          ...Object.fromEntries(quantities),
        });
      }
    }
  }
  return samples;
}

/** Reads all rows derived from reports, without times of arrival. */
export async function storedRows(sql: Sql, sid: string) {
  return {
    samples: await storedSamples(sql, sid),
    days: await sql`select * from device_days where sid = ${sid} order by sn, day`,
    live: await sql`select sn, at, power_w, status, status_bits, quantities, day, round(today_wh::numeric, 5) as today_wh, round(total_wh::numeric, 5) as total_wh from device_live where sid = ${sid} order by sn`,
    siteDays:
      await sql`select day, round(energy_wh::numeric, 5) as energy_wh, source, round(covered_s::numeric, 2) as covered_s, devices from site_days where sid = ${sid} order by day`,
    siteLive: await sql`
      select at, round(power_w::numeric, 2) as power_w, status, status_bits, devices, reporting, day, round(today_wh::numeric, 5) as today_wh, round(total_wh::numeric, 5) as total_wh
      from site_live where sid = ${sid}`,
    events:
      await sql`select sn, code, opened_at, closed_at from events where sid = ${sid} order by sn, code, opened_at`,
  };
}

/** Expects that the site's figures are the sums of its devices' rows. */
export async function expectTotals(sql: Sql, sid: string): Promise<void> {
  const { days, siteDays, siteLive, live } = await storedRows(sql, sid);
  const sum = (rows: readonly { energyWh?: unknown }[]) =>
    rows.reduce((total, row) => total + wholeWh(Number(row.energyWh)), 0);
  expect(sum(siteDays)).toBe(sum(days));
  expect(siteLive[0]!.totalWh).toBe(sum(days));
  expect(live.reduce((total, row) => total + Number(row.totalWh), 0)).toBe(sum(days));
  const today = siteDays.find(({ day }) => day === siteLive[0]!.day);
  if (today) expect(siteLive[0]!.todayWh).toBeCloseTo(Number(today.energyWh), 4);
  for (const { day, energyWh, devices } of siteDays) {
    const ofDay = days.filter((row) => row.day === day);
    expect(devices).toBe(ofDay.length);
    expect(energyWh).toBe(sum(ofDay));
  }
}

/** Reads `storedRows` as JSON with fixed names for plant and device, so that rows of two plants can be compared. */
export async function namedRows(
  sql: Sql,
  { sid, sn }: { sid: string; sn: string },
): Promise<Awaited<ReturnType<typeof storedRows>>> {
  return JSON.parse(
    JSON.stringify(await storedRows(sql, sid))
      .replaceAll(sid, 'SITE')
      .replaceAll(sn, 'DEVICE'),
  );
}
