// device/playback: powers of a device of any kind and of each of its modules over a range of days, in 5-minute slots.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { accessibleDevice, type Device } from '../../access/accessibleDevice.ts';
import { assertHasBegun } from '../../energy/charts/chartPeriods.ts';
import { slotsForWire } from '../../energy/rules/dayCurve.ts';
import { type Parameter, parametersOf } from '../../families/families.ts';
import { reversedOn } from '../../installation/meterSettings.ts';
import { inputsOf, MODULE_QUANTITIES, modulePower, moduleSerial } from '../../installation/rules/orientation.ts';
import { slotsOf, slotsOfDays } from '../../platform/calendar/daySlots.ts';
import { daysBetween, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';
import { wattsOf } from '../../platform/texts/numbers.ts';
import { readSlots, type Slots } from '../../samples/slots.ts';

/** A month of a device with four inputs is about 45,000 numbers. */
const MAX_DAYS = 31;

export const devicePlayback: Handler<'device/playback'> = async (request, { sql, session, at }) => {
  const device = await accessibleDevice({ sql, session, at }, request);
  const { sid, sn, inputs } = device;
  const { start, end = start } = request;
  if (end < start) throw new ApiError('timeReversed');
  if (daysBetween(start, end) >= MAX_DAYS) throw new ApiError('rangeTooLong', { days: MAX_DAYS });
  assertHasBegun(start, localDay(at.getTime(), device.timezone));
  const days = eachDay(start, end);
  const slots = slotsOfDays(days, device.timezone, 300);
  const lines = linesOf(device);
  const names = [...new Set([...MODULE_QUANTITIES, ...lines.map(({ quantity }) => quantity)])];
  const [slotsBySn, reversedNames] = await Promise.all([
    readSlots(sql, { ...slots, sid, sns: [sn], names }),
    reversedOn(sql, device),
  ]);
  const series = slotsBySn.get(sn) ?? {};
  const reversedBySlot = days.flatMap((day) => {
    const names = reversedNames(day);
    return slotsOf(day, device.timezone, 300).xAxisIso.map(() => names);
  });

  const quantitiesIn = (slot: number) =>
    Object.fromEntries(
      (Object.entries(series) as [QuantityName, Slots][])
        .map(([name, { mean }]) => [name, mean[slot]!] as const)
        .filter(([, value]) => !Number.isNaN(value)),
    );
  const quantitiesBySlot = Array.from({ length: slots.count }, (_, slot) => quantitiesIn(slot));
  // Inputs that had a panel in that period, which may differ from today's.
  const attached = Object.assign({}, ...quantitiesBySlot);
  return {
    overview: {
      legend: lines.map(({ name }) => name),
      xAxisData: slots.xAxisData,
      xAxisIso: slots.xAxisIso,
      series: lines.map(({ name, unit, quantity }) => ({
        name,
        unit,
        stack: '',
        data: slotsForWire(
          series[quantity]?.mean.map((value, slot) => (reversedBySlot[slot]!.has(quantity) ? -value + 0 : value)),
          slots.count,
        ),
      })),
    },
    modules: inputsOf(inputs, attached).map((input) => ({
      plcSN: moduleSerial(sn, input),
      addr: input,
      data: quantitiesBySlot.map((quantities) => wattsOf(modulePower(quantities, input, inputs))),
    })),
    unit: 'W',
  };
};

/** Power quantities of the device, production first if it produces; for a device without powers, such as a sensor, its first quantity. Without modules. */
function linesOf(device: Device): Parameter[] {
  const all = parametersOf(device).filter(({ quantity }) => !/^input\d/.test(quantity));
  const powers = all.filter(({ unit }) => unit === 'W');
  return powers.length > 0 ? powers : all.slice(0, 1);
}
