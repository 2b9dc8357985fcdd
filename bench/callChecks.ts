// Checks answers of the calls that bench/calls.ts measures against the samples of the fleet.
import { addDays, type Day } from '../server/src/platform/calendar/rules/localDays.ts';
import { type Fleet, historiesOf, isSilent, REPORTED_QUANTITIES } from './histories.ts';

const SLOT_MS = 300_000;
/** Chart names of the quantities in `REPORTED_QUANTITIES`, in its order. */
export const LINES = ['Production', 'Bus Voltage', 'AC Frequency', 'Temperature', 'DC Current_1'];

export interface Chart {
  xAxisIso: string[];
  series: { name: string; data: (number | null)[] }[];
}

export interface FleetSums {
  siteCount: number;
  deviceCount: number;
  statisticsProduction: { total: string };
}

export interface Overview {
  statisticsProduction: Record<'today' | 'yesterday' | 'month' | 'year' | 'total' | 'totalNow', string>;
  deviceList: { spark: (number | null)[] }[];
  max_power: number | null;
}

/** Each check returns a description of the fault in an answer, or ''. */
export interface CallChecks {
  wrongChart(chart: Chart, site: number, index: number, day: Day, lines: number): string;
  wrongNoon(chart: Chart, site: number, day: Day): string;
  wrongOverview(overview: Overview, site: number): string;
}

/** Creates the checks. `each`: devices of a plant. */
export function checksOf(fleet: Fleet, each: number): CallChecks {
  const { today } = fleet;
  /** Each slot must contain the value that the device reported in it, or nothing. */
  function wrongChart({ series, xAxisIso }: Chart, site: number, index: number, day: Day, lines: number): string {
    if (series.length !== lines) return `${series.length} lines`;
    const { atMs, values } = historiesOf(fleet, site, day, addDays(day, 1))[index]!.columns;
    const startMs = Date.parse(xAxisIso[0]!);
    for (const { name, data } of series) {
      const reported = values[REPORTED_QUANTITIES[LINES.indexOf(name)]!]!;
      const expected: (number | null)[] = data.map(() => null);
      for (let row = 0; row < atMs.length; row++)
        expected[Math.floor((atMs[row]! - startMs) / SLOT_MS)] = Math.round(reported[row]! * 100) / 100;
      const slot = data.findIndex((value, n) => {
        const other = expected[n]!;
        return value === null || other === null ? value !== other : Math.abs(value - other) > 0.051;
      });
      if (slot >= 0) return `${name} at ${xAxisIso[slot]} is ${data[slot]} instead of ${expected[slot]}`;
    }
    return atMs.length < 20 && !(day === today && isSilent(site)) ? `only ${atMs.length} samples` : '';
  }

  /** Between 11:00 and 13:00 the sun is up in any season, and every device has reported. */
  function wrongNoon({ series, xAxisIso }: Chart, site: number, day: Day): string {
    if (day === today && isSilent(site)) return '';
    const { data } = series[0]!;
    const from = xAxisIso.findIndex((iso) => iso.includes('T11:'));
    const until = xAxisIso.findIndex((iso) => iso.includes('T13:'));
    const empty = data.slice(from, until).findIndex((value) => value === null || value <= 0);
    return from < 0 || until <= from ? 'no noon' : empty >= 0 ? `${xAxisIso[from + empty]} is empty` : '';
  }

  function wrongOverview({ statisticsProduction, deviceList, max_power }: Overview, site: number): string {
    const { yesterday: before, month, year, total, today: now, totalNow } = statisticsProduction;
    if (deviceList.length !== each) return `${deviceList.length} devices`;
    // On the first day of a month or year, the previous day is not part of it.
    const [yesterdayWh, monthWh, yearWh, totalWh] = [before, month, year, total].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    if (!(yesterdayWh > 0 && yearWh >= monthWh && totalWh >= yearWh && totalWh > 20 * yesterdayWh))
      return JSON.stringify(statisticsProduction);
    if (isSilent(site)) return '';
    if (!(Number(now) > 0 && Number(totalNow) > 0)) return JSON.stringify(statisticsProduction);
    const curves = deviceList.filter(({ spark }) => spark.some((value) => value !== null && value > 0));
    return max_power === null || max_power <= 0 || curves.length !== each
      ? `power of today is missing (${max_power})`
      : '';
  }

  return { wrongChart, wrongNoon, wrongOverview };
}
