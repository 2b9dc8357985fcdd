// Quantities of a device over a day, or its production by day, month, year.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
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
import { slotsForWire } from '../rules/dayCurve.ts';
import { requestedDay } from './chartPeriods.ts';
import { dayPart } from './dayPart.ts';
import { energyChart } from './energyChart.ts';
import { finestStep } from './finestStep.ts';
import { curveOfSlots, curveSlots, deviceCurve, peakOf } from './powerCurve.ts';

/** The device was found among the visible ones. */
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
  const ofPeak = curveSlots(day, device.timezone);
  const drawsProduction = lines.some(({ quantity }) => quantity === 'powerW') && producesEnergy(device.kind);
  const names = lines.map(({ quantity }) => quantity);
  // In steps of the curve it is among what is drawn, or beside it.
  const readsPeak = slots.stepS === ofPeak.stepS;
  const [read, curve, turnedNames, expected] = await Promise.all([
    readSlots(sql, {
      ...slots,
      sid,
      sns: [sn],
      names: readsPeak ? [...new Set([...names, 'powerW' as const])] : names,
    }),
    readsPeak ? null : deviceCurve(sql, device, ofPeak),
    reversedOn(sql, device),
    withExpected && drawsProduction && device.removedAt === null
      ? expectedPower(sql, device, slots, { at, memory: context.clearDays }, { sn })
      : null,
  ]);
  const powersW = curve ?? curveOfSlots(read.get(sn), ofPeak);
  const turned = turnedNames(day);
  const told = lines.map(({ quantity }) => {
    const values = read.get(sn)?.[quantity];
    return turned.has(quantity) && values ? negative(values) : values;
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
      data: wire(told[line]?.mean),
      stack: '',
    })),
    bands: withBands ? told.map((values) => ({ least: wire(values?.min), greatest: wire(values?.max) })) : [],
    finestMin: finestStep([device.uploadEveryS]),
    provenance: [],
    sun: sunOfDay(day, device),
    peak: peakOf(
      powersW,
      ofPeak,
      device.timezone,
      day === today ? { powerW: freshPower(device, at), at: device.at } : null,
    ),
    expected: expected && { ...expected, data: part.of(expected.data) },
  };
}

/** The least becomes the greatest. Adding 0 makes minus zero plain. */
function negative({ mean, min, max }: Slots): Slots {
  const turned = (values: Float64Array) => values.map((value) => -value + 0);
  return { mean: turned(mean), min: turned(max), max: turned(min) };
}

/** Production when none is asked for, of a device without it what comes first; a name that the device does not send is refused, not left out unseen. */
function linesOf(device: Device, names: readonly string[] | undefined): Parameter[] {
  const all = parametersOf(device);
  const [first] = all;
  const usual = all.some(({ name }) => name === PRODUCTION) ? [PRODUCTION] : first ? [first.name] : [];
  const asked = names && names.length > 0 ? names : usual;
  const unknown = asked.find((wanted) => !all.some(({ name }) => name === wanted));
  if (unknown !== undefined) throw new Refusal('badRequest', { field: 'lines', reason: unknown });
  return all.filter(({ name }) => asked.includes(name));
}
