// Quantities of a device over a day, or its production by day, month, year.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import type { CallContext } from '../../context.ts';
import { PRODUCTION } from '../../families/chartLines.ts';
import { type Parameter, parametersOf } from '../../families/families.ts';
import { producesEnergy } from '../../families/kinds.ts';
import { titleOf } from '../../families/quantityTexts.ts';
import { reversedOn } from '../../installation/meterSettings.ts';
import { freshPower } from '../../live/rules/freshness.ts';
import { slotsOf, sunOfDay } from '../../platform/calendar/daySlots.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { readSlots, type Slots } from '../../samples/slots.ts';
import { expectedPower } from '../expected/expected.ts';
import { powerBounds } from '../flows/powerBounds.ts';
import { slotsForWire } from '../rules/dayCurve.ts';
import { requestedDay } from './chartPeriods.ts';
import { dayPart } from './dayPart.ts';
import { energyChart } from './energyChart.ts';
import { finestStep } from './finestStep.ts';
import { hourlyHistory } from './hourlyHistory.ts';
import { curveOfSlots, curveSlots, deviceCurve, peakOf } from './powerCurve.ts';

/** Returns the chart of a device. The caller has checked access to the device. */
export async function deviceChart(
  device: Device,
  request: Omit<ParsedRequest<'device/statistics/echarts'>, 'sid' | 'sn'>,
  { sql, at, context, language }: Pick<CallContext, 'sql' | 'at' | 'context' | 'language'>,
): Promise<Response<'device/statistics/echarts'>> {
  const { types, date, rangeDate, minInterval = 5, withBands = false, withExpected = false } = request;
  if (types !== 1 && types !== 11) return await energyChart(sql, device, { types, date, rangeDate }, PRODUCTION, at);

  const { sid, sn } = device;
  const today = localDay(at.getTime(), device.timezone);
  const day = requestedDay(date, today);
  const slots = slotsOf(day, device.timezone, types === 11 ? 900 : minInterval * 60);
  const lines =
    types === 11 ? [{ name: 'AC Power', unit: 'W', quantity: 'powerW' } as const] : linesOf(device, request.lines);
  const part = dayPart(slots, request);
  const peakSlots = curveSlots(day, device.timezone);
  const drawsProduction = lines.some(({ quantity }) => quantity === 'powerW') && producesEnergy(device.kind);
  const names = lines.map(({ quantity }) => quantity);
  // With the step of the power curve, the peak comes from the same slots as the chart.
  const readsPeak = slots.stepS === peakSlots.stepS;
  const ranges = await powerBounds(sql, { sid, sns: [sn] }, { from: day, to: day });
  const [slotsByDevice, hourly, curve, reversedNamesOn, expected] = await Promise.all([
    readSlots(sql, {
      ...slots,
      ranges,
      sid,
      sns: [sn],
      names: readsPeak ? [...new Set([...names, 'powerW' as const])] : names,
    }),
    drawsProduction || readsPeak ? hourlyHistory(sql, device, slots, sn) : null,
    readsPeak ? null : deviceCurve(sql, device, peakSlots),
    reversedOn(sql, device),
    withExpected && drawsProduction && device.removedAt === null
      ? expectedPower(sql, device, slots, { at, memory: context.clearDays }, { sn })
      : null,
  ]);
  const powerW = hourly?.get(sn);
  if (powerW) slotsByDevice.set(sn, { ...slotsByDevice.get(sn), powerW });
  const powersW = curve ?? curveOfSlots(slotsByDevice.get(sn), peakSlots);
  const reversedNames = reversedNamesOn(day);
  const measured = lines.map(({ quantity }) => {
    const values = slotsByDevice.get(sn)?.[quantity];
    return reversedNames.has(quantity) && values ? negative(values) : values;
  });
  const wire = (values: Float64Array | undefined) => part.of(slotsForWire(values, slots.count, 2));
  return {
    legend: lines.map(({ name }) => name),
    xAxisData: part.of(slots.xAxisData),
    xAxisIso: part.of(slots.xAxisIso),
    series: lines.map(({ name, unit, quantity }, line) => ({
      name,
      unit,
      title: titleOf(quantity, language),
      data: wire(measured[line]?.mean),
      stack: '',
    })),
    bands: withBands ? measured.map((values) => ({ least: wire(values?.min), greatest: wire(values?.max) })) : [],
    finestMin: finestStep([device.uploadEveryS]),
    provenance: [],
    sun: sunOfDay(day, device),
    peak: peakOf(
      powersW,
      peakSlots,
      device.timezone,
      day === today ? { powerW: freshPower(device, at), at: device.at } : null,
    ),
    expected: expected && { ...expected, data: part.of(expected.data) },
  };
}

/** Reverses the sign, so that the minimum becomes the maximum. Adding 0 turns minus zero into zero. */
function negative({ mean, min, max }: Slots): Slots {
  const negate = (values: Float64Array) => values.map((value) => -value + 0);
  return { mean: negate(mean), min: negate(max), max: negate(min) };
}

/**
 * Returns the requested lines; by default production, or the first parameter of a device without it. Throws
 * `badRequest` for a name that the device does not report.
 */
function linesOf(device: Device, names: readonly string[] | undefined): Parameter[] {
  const all = parametersOf(device);
  const [first] = all;
  const defaults = all.some(({ name }) => name === PRODUCTION) ? [PRODUCTION] : first ? [first.name] : [];
  const requested = names && names.length > 0 ? names : defaults;
  const unknown = requested.find((requestedName) => !all.some(({ name }) => name === requestedName));
  if (unknown !== undefined) throw new ApiError('badRequest', { field: 'lines', reason: unknown });
  return all.filter(({ name }) => requested.includes(name));
}
