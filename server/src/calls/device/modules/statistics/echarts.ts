// device/modules/statistics/echarts: a module's day compared with the median of its neighbours, or its energy by day.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_MODULE_DAYS } from '@heliograph/contract/limits.ts';
import { MODULE_LINES } from '@heliograph/contract/moduleLines.ts';
import { accessibleModule } from '../../../../access/accessibleModule.ts';
import { assertNotFuture, barsOf, requestedDay } from '../../../../energy/charts/chartPeriods.ts';
import { type Band, dayPart } from '../../../../energy/charts/dayPart.ts';
import { finestStep } from '../../../../energy/charts/finestStep.ts';
import {
  type ModuleCurve,
  moduleCurves,
  moduleWithBands,
  neighbourMedian,
} from '../../../../energy/charts/moduleCurve.ts';
import { curveSlots, peakOf } from '../../../../energy/charts/powerCurve.ts';
import { expectedPower } from '../../../../energy/expected/expected.ts';
import { moduleEnergies } from '../../../../energy/modules/moduleEnergy.ts';
import { provenanceOf } from '../../../../energy/periods/provenance.ts';
import { slotsForWire } from '../../../../energy/rules/dayCurve.ts';
import { slotsOf, sunOfDay } from '../../../../platform/calendar/daySlots.ts';
import { dayStartMs, localDay } from '../../../../platform/calendar/rules/localDays.ts';
import { isoAt } from '../../../../platform/calendar/times.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { kWhOf } from '../../../../platform/texts/numbers.ts';
import { moduleNow } from '../../../../roof/moduleNow.ts';

type Line = (typeof MODULE_LINES)[number];

const LINES: Record<Line, { unit: string; of: keyof ModuleCurve }> = {
  Power: { unit: 'W', of: 'power' },
  Voltage: { unit: 'V', of: 'voltage' },
  Current: { unit: 'A', of: 'current' },
};

export const deviceModulesStatisticsEcharts: Handler<'device/modules/statistics/echarts'> = async (request, caller) => {
  const { sql, at, context } = caller;
  const { device, input } = await accessibleModule(caller, request);
  const { sid, sn, timezone, inputs } = device;
  const today = localDay(at.getTime(), timezone);
  assertNotFuture(request, today);

  if (request.types === 3) {
    const bars = barsOf(3, request, today, null);
    if (bars.length > MAX_MODULE_DAYS) throw new ApiError('rangeTooLong', { days: MAX_MODULE_DAYS });
    const periods = await moduleEnergies(sql, device, input, bars, at);
    return {
      legend: ['Energy'],
      xAxisData: bars.map(({ label }) => label),
      xAxisIso: bars.map(({ from }) => isoAt(dayStartMs(from, timezone), timezone)),
      series: [{ name: 'Energy', unit: 'kWh', data: periods.map(({ energyWh }) => kWhOf(energyWh)), stack: '' }],
      provenance: periods.map((period) => provenanceOf(period, device, today, at.getTime())),
      sun: { rise: null, set: null },
      bands: [],
      finestMin: null,
      expected: null,
      peak: null,
      neighbours: 0,
    };
  }

  const day = requestedDay(request.date, today);
  const module = { sn, input, inputs };
  const slots = slotsOf(day, timezone, (request.minInterval ?? 5) * 60);
  const section = dayPart(slots, request);
  const peakSlots = curveSlots(day, timezone);
  // Modules report at different seconds: in shorter slots the median would be that of a few of them.
  const medianSlots = slots.stepS >= peakSlots.stepS ? slots : peakSlots;
  const medianSlotOf = (slot: number) => Math.floor((slot * slots.stepS) / medianSlots.stepS);
  const requestedLines = MODULE_LINES.filter((line) =>
    request.lines?.length ? request.lines.includes(line) : line === 'Power',
  );
  const [own, { median, neighbours }, [peakCurve], expected] = await Promise.all([
    moduleWithBands(sql, sid, module, slots),
    neighbourMedian(sql, sid, module, medianSlots, at),
    moduleCurves(sql, sid, [module], peakSlots),
    request.withExpected && requestedLines.includes('Power') && device.removedAt === null
      ? expectedPower(sql, device, slots, { at, memory: context.clearDays }, { sn, input })
      : null,
  ]);
  const lines = requestedLines.flatMap((name) => {
    const { unit, of } = LINES[name];
    const toWire = (values: Float64Array) => section.of(slotsForWire(values, slots.count, of === 'power' ? 1 : 2));
    const medianValues = toWire(
      Float64Array.from({ length: slots.count }, (_, slot) => median[of][medianSlotOf(slot)]!),
    );
    const line = (label: string, data: (number | null)[], band: Band) => ({ name: label, unit, data, band });
    return [
      line(name, toWire(own.mean[of]), { least: toWire(own.min[of]), greatest: toWire(own.max[of]) }),
      // The median is a single value, so its band has no width.
      ...(neighbours > 0
        ? [line(`Neighbours ${name}`, medianValues, { least: medianValues, greatest: medianValues })]
        : []),
    ];
  });
  const { now } = moduleNow(device, input, at);
  return {
    legend: lines.map(({ name }) => name),
    xAxisData: section.of(slots.xAxisData),
    xAxisIso: section.of(slots.xAxisIso),
    series: lines.map(({ name, unit, data }) => ({ name, unit, data, stack: '' })),
    bands: request.withBands ? lines.map(({ band }) => band) : [],
    finestMin: finestStep([device.uploadEveryS]),
    provenance: [],
    sun: sunOfDay(day, device),
    peak: peakOf(
      slotsForWire(peakCurve!.power, peakSlots.count),
      peakSlots,
      timezone,
      day === today ? { powerW: now, at: device.at } : null,
    ),
    neighbours,
    expected: expected && { ...expected, data: section.of(expected.data) },
  };
};
