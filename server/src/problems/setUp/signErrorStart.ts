// Finds the first day of a wrong sign, so that it can be reversed from that day on.

import type { Plant } from '../../energy/balance/balance.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Series } from './rules/series.ts';
import { batterySign, gridSign } from './rules/signs.ts';
import {
  asSetUp,
  FLOW_SERIES,
  type FlowSource,
  STEP_S,
  seriesOf,
  sumOf,
  unknownByDay,
  windowOf,
} from './setUpSeries.ts';

const LOOKED_BACK_DAYS = 60;

interface SignQuery {
  device: FlowSource;
  side: 'grid' | 'battery';
  /** Length of the recent window in days; its first day is returned when no single day decides. */
  recentDays: number;
}

/**
 * Returns the first day, without a later correct one, on which the sign was wrong by the device's own data: of the grid by
 * its nights, of a battery by its state of charge. When all days were wrong, returns the first day with data.
 */
export async function findSignErrorStart(
  sql: Transaction,
  plant: Plant,
  { device, side, recentDays }: SignQuery,
  at: Date,
): Promise<Day> {
  const window = windowOf(plant, LOOKED_BACK_DAYS, at, STEP_S);
  const [series] = [...(await seriesOf(sql, plant.sid, [device.sn], window, FLOW_SERIES)).values()];
  const judged = series?.[side === 'grid' ? 'gridPowerW' : 'batteryPowerW'];
  const usual = window.days[LOOKED_BACK_DAYS - recentDays]!.day;
  if (!judged) return usual;
  const judgedW = asSetUp(judged, device, window, side);
  const own = side === 'grid' && series?.batteryPowerW;
  const restW = own
    ? sumOf([unknownByDay(window), asSetUp(own, device, window, 'battery')], window)
    : unknownByDay(window);
  let first: Day | null = null;
  let isWhole = true;
  for (const { day, from, to } of window.days.toReversed()) {
    const cut = (series: Series) => series.subarray(from, to);
    const slotted = {
      fromMs: window.fromMs + from * window.stepS * 1000,
      stepS: window.stepS,
      sunDeg: cut(window.sunDeg),
    };
    const parts = { ...slotted, judgedW: cut(judgedW), restW: cut(restW) };
    const soc = series?.batterySocPercent ? cut(series.batterySocPercent) : null;
    const { verdict, finding } = side === 'grid' ? gridSign(parts) : batterySign({ ...parts, soc });
    // A day without enough change of charge decides nothing by the plant's nights, as the rest of the plant is not read.
    if (side === 'battery' && !finding.startsWith('soc')) continue;
    if (verdict === 'wrong') first = day;
    if (verdict !== 'ok') continue;
    isWhole = false;
    break;
  }
  if (!isWhole || first === null) return first ?? usual;
  const [began] = await sql<{ day: Day | null }[]>`
    select min(day) as day from device_flows where sid = ${plant.sid} and sn = ${device.sn}`;
  return began?.day ?? first;
}
