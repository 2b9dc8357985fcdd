// Since which day a sign has been wrong, so that one press turns it from there on.

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

interface Asked {
  device: FlowSource;
  side: 'grid' | 'battery';
  /** Taken for it when no single day tells. */
  recentDays: number;
}

/**
 * The first of the days, without a right one after it, on which it was wrong by what it told alone: a grid by its nights, a
 * battery by its charge. When all of them were, it has been so since it told anything.
 */
export async function wrongSince(
  sql: Transaction,
  plant: Plant,
  { device, side, recentDays }: Asked,
  at: Date,
): Promise<Day> {
  const window = windowOf(plant, LOOKED_BACK_DAYS, at, STEP_S);
  const [said] = [...(await seriesOf(sql, plant.sid, [device.sn], window, FLOW_SERIES)).values()];
  const judged = said?.[side === 'grid' ? 'gridPowerW' : 'batteryPowerW'];
  const usual = window.days[LOOKED_BACK_DAYS - recentDays]!.day;
  if (!judged) return usual;
  const judgedW = asSetUp(judged, device, window, side);
  const own = side === 'grid' && said?.batteryPowerW;
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
    const soc = said?.batterySocPercent ? cut(said.batterySocPercent) : null;
    const { verdict, finding } = side === 'grid' ? gridSign(parts) : batterySign({ ...parts, soc });
    // A day without enough charge says nothing by the plant's nights, as the rest of the plant is not looked at.
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
