// device/playback: power of each module of a device over a range of days, in 5-minute slots, every day of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { PRODUCTION } from '../../families/lines.ts';
import type { Handler } from '../../handler.ts';
import { slotsForWire } from '../../rules/dayCurve.ts';
import { daysBetween, eachDay } from '../../rules/localDays.ts';
import { inputsOf, MODULE_QUANTITIES, modulePower, moduleSerial } from '../../rules/modules.ts';
import { readSlots, type Slots } from '../../samples/samples.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';
import { wattsOf } from '../../wire/figures.ts';
import { slotsOfDays } from '../../wire/slots.ts';

/** A month of a device of four inputs: some 45,000 numbers. */
const MOST_DAYS = 31;

export const devicePlayback: Handler<'device/playback'> = async (request, { sql, session, at }) => {
  const device = await visibleDevice({ sql, session, at }, request);
  const { sid, sn, inputs } = device;
  const { start, end = start } = request;
  if (end < start) throw new Refusal('timeReversed');
  if (daysBetween(start, end) >= MOST_DAYS) throw new Refusal('rangeTooLong', { days: MOST_DAYS });
  const slots = slotsOfDays(eachDay(start, end), device.timezone, 300);
  const read = (await readSlots(sql, { ...slots, sid, sns: [sn], names: MODULE_QUANTITIES })).get(sn) ?? {};

  const saidIn = (slot: number) =>
    Object.fromEntries(
      (Object.entries(read) as [QuantityName, Slots][])
        .map(([name, { mean }]) => [name, mean[slot]!] as const)
        .filter(([, value]) => !Number.isNaN(value)),
    );
  const said = Array.from({ length: slots.count }, (_, slot) => saidIn(slot));
  // The inputs that had a panel in that time, which need not be those of now.
  const attached = Object.assign({}, ...said);
  return {
    overview: {
      legend: [PRODUCTION],
      xAxisData: slots.xAxisData,
      xAxisIso: slots.xAxisIso,
      series: [{ name: PRODUCTION, unit: 'W', data: slotsForWire(read.powerW?.mean, slots.count), stack: '' }],
    },
    modules: inputsOf(inputs, attached).map((input) => ({
      plcSN: moduleSerial(sn, input),
      addr: input,
      data: said.map((quantities) => wattsOf(modulePower(quantities, input, inputs))),
    })),
    unit: 'W',
  };
};
