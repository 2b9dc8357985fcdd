// Reads production power in slots from the meters at a plant's modules, for production that no inverter reports.

import { meterSettings } from '../../installation/meterSettings.ts';
import { flowNow, type MeterSetting, meteredPower } from '../../installation/rules/flowRoles.ts';
import { dayAt } from '../../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import { powerBounds } from '../flows/powerBounds.ts';

interface Window {
  fromMs: number;
  /** Not included. */
  toMs: number;
  stepS: number;
}

interface Meter {
  sn: string;
  settings: readonly MeterSetting[];
}

/** Reads the meters that measure, or once measured, the modules of a plant. */
export const metersAtModules = (sql: Sql | Transaction, { sid }: { sid: string }): PromiseLike<Meter[]> =>
  sql<Meter[]>`
    select d.sn, ${meterSettings(sql)} as settings from devices d
    where d.sid = ${sid} and exists (
      select from meter_settings r where r.sid = d.sid and r.sn = d.sn and r.role = 'production')`;

/** Returns the slots of each meter with data: W, NaN where it has no value or did not measure the modules that day. */
export async function meteredSlots(
  sql: Sql | Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  { fromMs, toMs, stepS }: Window,
  meters: readonly Meter[],
): Promise<Float64Array[]> {
  if (meters.length === 0) return [];
  const sns = meters.map(({ sn }) => sn);
  const days = { from: dayAt(fromMs, timezone).day, to: dayAt(toMs, timezone).day };
  const ranges = await powerBounds(sql, { sid, sns }, days);
  const slotsByDevice = await readSlots(sql, { sid, sns, fromMs, toMs, stepS, names: ['gridPowerW'], ranges });
  return meters.flatMap(({ sn, settings }) => {
    const meanW = slotsByDevice.get(sn)?.gridPowerW?.mean;
    if (!meanW) return [];
    let { day, endMs } = dayAt(fromMs, timezone);
    const powersW = meanW.map((gridPowerW, slot) => {
      const atMs = fromMs + slot * stepS * 1000;
      if (atMs >= endMs) ({ day, endMs } = dayAt(atMs, timezone));
      return meteredPower(flowNow({ gridPowerW }, day, { isMeter: true, settings })) ?? Number.NaN;
    });
    return [powersW];
  });
}
