// device/modules/statistics/echarts: a module's day beside the median of its neighbours, or its energy by day.
import { Refusal } from '@heliograph/contract/errors.ts';
import { MOST_MODULE_DAYS } from '@heliograph/contract/limits.ts';
import { MODULE_LINES } from '@heliograph/contract/moduleLines.ts';
import { curveSlots, peakOf } from '../../../../figures/curve.ts';
import { type ModuleCurve, moduleAmongNeighbours } from '../../../../figures/moduleCurve.ts';
import { moduleEnergies } from '../../../../figures/moduleEnergy.ts';
import type { Handler } from '../../../../handler.ts';
import { slotsForWire } from '../../../../rules/dayCurve.ts';
import { dayStartMs, localDay } from '../../../../rules/localDays.ts';
import { visibleModule } from '../../../../sql/visibleModule.ts';
import { askedDay, barsOf } from '../../../../wire/chartPeriods.ts';
import { kWhOf } from '../../../../wire/figures.ts';
import { moduleNow } from '../../../../wire/moduleNow.ts';
import { provenanceOf } from '../../../../wire/provenance.ts';
import { slotsOf, sunOfDay } from '../../../../wire/slots.ts';
import { isoAt } from '../../../../wire/times.ts';

type Line = (typeof MODULE_LINES)[number];

const LINES: Record<Line, { unit: string; of: keyof ModuleCurve }> = {
  Power: { unit: 'W', of: 'power' },
  Voltage: { unit: 'V', of: 'voltage' },
  Current: { unit: 'A', of: 'current' },
};

export const deviceModulesStatisticsEcharts: Handler<'device/modules/statistics/echarts'> = async (request, caller) => {
  const { sql, at } = caller;
  const { device, input } = await visibleModule(caller, request);
  const { sid, sn, timezone, inputs } = device;
  const today = localDay(at.getTime(), timezone);

  if (request.types === 3) {
    const bars = barsOf(3, request, today, null);
    if (bars.length > MOST_MODULE_DAYS) throw new Refusal('rangeTooLong', { days: MOST_MODULE_DAYS });
    const periods = await moduleEnergies(sql, device, input, bars, at);
    return {
      legend: ['Energy'],
      xAxisData: bars.map(({ label }) => label),
      xAxisIso: bars.map(({ from }) => isoAt(dayStartMs(from, timezone), timezone)),
      series: [{ name: 'Energy', unit: 'kWh', data: periods.map(({ energyWh }) => kWhOf(energyWh)), stack: '' }],
      provenance: periods.map((period) => provenanceOf(period, device, today, at.getTime())),
      sun: { rise: null, set: null },
      peak: null,
      neighbours: 0,
    };
  }

  const day = askedDay(request.date, today);
  const slots = curveSlots(day, timezone);
  const { own, median, neighbours } = await moduleAmongNeighbours(sql, sid, { sn, input, inputs }, slots, at);
  const asked = MODULE_LINES.filter((line) =>
    request.lines?.length ? request.lines.includes(line) : line === 'Power',
  );
  const series = asked.flatMap((name) => {
    const { unit, of } = LINES[name];
    const line = (called: string, values: Float64Array) => ({
      name: called,
      unit,
      data: slotsForWire(values, slots.count, of === 'power' ? 1 : 2),
      stack: '',
    });
    return [line(name, own[of]), ...(neighbours > 0 ? [line(`Neighbours ${name}`, median[of])] : [])];
  });
  const { now } = moduleNow(device, input, at);
  const { xAxisData, xAxisIso } = slotsOf(day, timezone, slots.stepS);
  return {
    legend: series.map(({ name }) => name),
    xAxisData,
    xAxisIso,
    series,
    provenance: [],
    sun: sunOfDay(day, device),
    peak: peakOf(
      slotsForWire(own.power, slots.count),
      slots,
      timezone,
      day === today ? { powerW: now, at: device.at } : null,
    ),
    neighbours,
  };
};
