// device/statistics/echarts: quantities of a day or energy by day, month, year of a device.
import { Refusal } from '@heliograph/contract/errors.ts';
import { type Parameter, parametersOf } from '../../../families/families.ts';
import { PRODUCTION } from '../../../families/family.ts';
import { curveSlots, deviceCurve, peakOf } from '../../../figures/curve.ts';
import type { Handler } from '../../../handler.ts';
import { slotsForWire } from '../../../rules/dayCurve.ts';
import { freshPower } from '../../../rules/freshness.ts';
import { localDay } from '../../../rules/localDays.ts';
import { readSlots } from '../../../samples/samples.ts';
import { energyChart } from '../../../sql/energyChart.ts';
import { type Device, visibleDevice } from '../../../sql/visibleDevice.ts';
import { askedDay } from '../../../wire/chartPeriods.ts';
import { slotsOf, sunOfDay } from '../../../wire/slots.ts';

export const deviceStatisticsEcharts: Handler<'device/statistics/echarts'> = async (request, { sql, session, at }) => {
  const device = await visibleDevice({ sql, session, at }, request);
  const { types, date, rangeDate, minInterval = 5 } = request;
  if (types !== 1 && types !== 11) return await energyChart(sql, device, { types, date, rangeDate }, PRODUCTION, at);

  const { sid, sn } = device;
  const today = localDay(at.getTime(), device.timezone);
  const day = askedDay(date, today);
  const slots = slotsOf(day, device.timezone, types === 11 ? 900 : minInterval * 60);
  const lines =
    types === 11 ? [{ name: 'AC Power', unit: 'W', quantity: 'powerW' } as const] : linesOf(device, request.lines);
  const ofPeak = curveSlots(day, device.timezone);
  const [read, powersW] = await Promise.all([
    readSlots(sql, { ...slots, sid, sns: [sn], names: lines.map(({ quantity }) => quantity) }),
    deviceCurve(sql, device, ofPeak),
  ]);
  const values = read.get(sn);
  return {
    legend: lines.map(({ name }) => name),
    xAxisData: slots.xAxisData,
    xAxisIso: slots.xAxisIso,
    series: lines.map(({ name, unit, quantity }) => ({
      name,
      unit,
      data: slotsForWire(values?.[quantity]?.mean, slots.count, 2),
      stack: '',
    })),
    provenance: [],
    sun: sunOfDay(day, device),
    peak: peakOf(
      powersW,
      ofPeak,
      device.timezone,
      day === today ? { powerW: freshPower(device, at), at: device.at } : null,
    ),
  };
};

/** Production when none is asked for; a name that the device does not send is refused, not left out unseen. */
function linesOf(device: Device, names: readonly string[] | undefined): Parameter[] {
  const all = parametersOf(device);
  const asked = names && names.length > 0 ? names : [PRODUCTION];
  const unknown = asked.find((wanted) => !all.some(({ name }) => name === wanted));
  if (unknown !== undefined) throw new Refusal('badRequest', { field: 'lines', reason: unknown });
  return all.filter(({ name }) => asked.includes(name));
}
