// Finds the devices whose day is imported history with a value an hour, and draws them by the energy of each hour.
import { energySource } from '../../families/families.ts';
import { breaksOf, historyBreaks } from '../../installation/historyBreaks.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSamples, type SampleColumns } from '../../samples/samples.ts';
import type { Slots } from '../../samples/slots.ts';
import type { EnergySample } from '../rules/deviceEnergy.ts';
import { hourlyCurve } from '../rules/hourlyCurve.ts';

/** Most samples of such a day: one every half an hour, and some more on a day of 25 hours. */
const MAX_SAMPLES = 52;
/** Time around the day within which counters are read as well. */
const AROUND_MS = 24 * 3_600_000;

const NAMES = ['powerW', 'counterWh', 'counterDayWh', 'counterLifeWh'] as const;

interface Row {
  sn: string;
  frameProfile: string | null;
  ratedPowerW: number;
  breaks: readonly number[] | null;
  latitude: number;
  longitude: number;
}

/**
 * Returns the power of these devices in the slots of a day, W, by serial number; most plants have none. `sn`: only of this
 * device. The area under it is the day's energy.
 */
export async function hourlyHistory(
  sql: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  slots: { fromMs: number; toMs: number; stepS: number; count: number },
  sn?: string,
): Promise<Map<string, Slots>> {
  const day: Day = localDay(slots.fromMs, timezone);
  const rows = await sql<Row[]>`
    select d.sn, p.frame_profile, p.rated_power_w, ${historyBreaks(sql)} as breaks, s.latitude, s.longitude
    from device_days y join devices d using (sid, sn) join products p on p.id = d.product_id join sites s on s.sid = d.sid
    where y.sid = ${sid} and y.day = ${day} and y.source = 'imported' and y.samples between 2 and ${MAX_SAMPLES}
      ${sn === undefined ? sql`` : sql`and y.sn = ${sn}`}`;
  const curves = new Map<string, Slots>();
  for (const { sn: device, frameProfile, ratedPowerW, breaks, latitude, longitude } of rows) {
    const range = { sid, sn: device, fromMs: slots.fromMs - AROUND_MS, toMs: slots.toMs + AROUND_MS };
    const samples = samplesOf(await readSamples(sql, range, NAMES));
    const place = { timeZone: timezone, latitude, longitude };
    const source = { ...energySource(frameProfile, ratedPowerW, place), ...breaksOf(breaks) };
    const curve = hourlyCurve(samples, source, day, slots);
    if (curve) curves.set(device, { mean: curve, min: curve, max: curve });
  }
  return curves;
}

function samplesOf({ atMs, imported, values }: SampleColumns): EnergySample[] {
  const at = (name: (typeof NAMES)[number], row: number): number | null => {
    const value = values[name]?.[row] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  return Array.from(atMs, (ms, row) => ({
    atMs: ms,
    imported: imported[row] === 1,
    powerW: at('powerW', row),
    counterWh: at('counterWh', row),
    counterDayWh: at('counterDayWh', row),
    counterLifeWh: at('counterLifeWh', row),
  }));
}
