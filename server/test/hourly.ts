// Hourly reports: an inverter whose lifetime counter rises by 10 Wh an hour, or a meter whose counters rise by 60 and 120 Wh.
import type { Context } from '../src/context.ts';
import { readingOfRow } from '../src/families/rows.ts';
import { ingestReports } from '../src/ingest/ingestReports.ts';
import type { Sql } from '../src/platform/database/connect.ts';

const HOUR = 3_600_000;
/** Midnight of 10 June 2026 in Berlin. */
const BEGIN = Date.parse('2026-06-10T00:00:00+02:00');

/** Instant as text for a test's clock. */
export const afterHours = (hours: number): string => new Date(BEGIN + hours * HOUR).toISOString();

export function reportHourly(
  context: Context,
  sn: string,
  fromHour: number,
  toHour: number,
  kind: 'inverter' | 'meter' = 'inverter',
) {
  return ingestReports(
    context,
    Array.from({ length: toHour - fromHour }, (_, index) => {
      const hour = fromHour + index;
      const quantities =
        kind === 'meter'
          ? { gridPowerW: -60, gridImportWh: 60 * hour, gridExportWh: 120 * hour }
          : { powerW: 10, counterLifeWh: 1000 + 10 * hour, temperatureC: 20 + hour };
      return readingOfRow({ gateway: 'GW', sn, at: new Date(BEGIN + hour * HOUR), quantities });
    }),
  );
}

/** Energy in Wh by day of the month, of a device or, without one, of the plant. */
export async function energyByDay(sql: Sql, sid: string, sn?: string): Promise<Record<string, number>> {
  const rows = await sql<{ day: string; wh: number }[]>`
    select day, energy_wh as wh from ${sn === undefined ? sql`site_days` : sql`device_days`}
    where sid = ${sid} ${sn === undefined ? sql`` : sql`and sn = ${sn}`} order by day`;
  return Object.fromEntries(rows.map(({ day, wh }) => [day.slice(8), wh]));
}
