// battery/hx/health: state of health and full cycles at the end of each month, of a battery or a hybrid's battery.
import { MAX_HEALTH_MONTHS } from '@heliograph/contract/calls/battery/hx/health.ts';
import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { freshQuantities } from '../../../devices/presentDevice.ts';
import {
  addMonths,
  dayEndMs,
  dayStartMs,
  firstDayOfMonth,
  localDay,
  monthOf,
} from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { readSlots } from '../../../samples/slots.ts';

const DAY_S = 86_400;

export const batteryHxHealth: Handler<'battery/hx/health'> = async (request, caller) => {
  const { sql, at } = caller;
  const device = await deviceOfKind(caller, request, 'battery', 'hybrid');
  const { sid, sn, timezone } = device;
  const today = localDay(at.getTime(), timezone);
  const earliest = firstDayOfMonth(addMonths(monthOf(today), 1 - MAX_HEALTH_MONTHS));
  const [firstDay] = await sql<{ day: string | null }[]>`
    select min(day)::text as day from device_days where sid = ${sid} and sn = ${sn} and day >= ${earliest}`;
  const [firstFlow] = await sql<{ day: string | null }[]>`
    select min(day)::text as day from device_flows where sid = ${sid} and sn = ${sn} and day >= ${earliest}`;
  const startDay = [firstDay?.day, firstFlow?.day].filter((day) => day != null).toSorted()[0] ?? today;
  const fromMs = dayStartMs(startDay, timezone);
  const series = await readSlots(sql, {
    sid,
    sns: [sn],
    fromMs,
    toMs: dayEndMs(today, timezone),
    stepS: DAY_S,
    names: ['batterySohPercent', 'batteryCycles'],
  });
  const { batterySohPercent: soh, batteryCycles: cycles } = series.get(sn) ?? {};
  const months = new Map<string, { soh: number | null; cycles: number | null }>();
  const count = Math.max(soh?.mean.length ?? 0, cycles?.mean.length ?? 0);
  for (let slot = 0; slot < count; slot++) {
    const health = soh?.mean[slot] ?? Number.NaN;
    const reportedCycles = cycles?.max[slot] ?? Number.NaN;
    if (Number.isNaN(health) && Number.isNaN(reportedCycles)) continue;
    // Noon, as slots shift by an hour at DST changes.
    const month = monthOf(localDay(fromMs + (slot + 0.5) * DAY_S * 1000, timezone));
    const previous = months.get(month) ?? { soh: null, cycles: null };
    months.set(month, {
      soh: Number.isNaN(health) ? previous.soh : Math.round(health * 10) / 10,
      cycles: Number.isNaN(reportedCycles) ? previous.cycles : reportedCycles,
    });
  }
  // As the device's page shows it: the mean of the day may round to another tenth.
  const reportedSoh = freshQuantities(device, at).batterySohPercent;
  const current = months.get(monthOf(today));
  if (current && typeof reportedSoh === 'number') current.soh = Math.round(reportedSoh * 10) / 10;
  return { sid, sn, list: [...months].map(([month, values]) => ({ month, ...values })), sohUnit: '%' };
};
