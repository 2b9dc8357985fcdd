// device/statistics/echarts
import { z } from 'zod';
import { call } from '../../../call.ts';
import { iso, sid, sn, text } from '../../../entities/parts.ts';
import {
  chart,
  chartTypes,
  dayChartBesides,
  dayChartOptions,
  dayMonthOrYear,
  peak,
  provenance,
  rangeDate,
} from '../../../entities/statistics.ts';

const lines = z.array(text(40)).max(20).optional();

export const deviceStatisticsEcharts = call({
  summary: 'Quantities of a day or energy by day, month, year of a device.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    sn,
    types: chartTypes,
    date: dayMonthOrYear.optional(),
    rangeDate: rangeDate.optional(),
    ...dayChartOptions,
    /** Names of device/powerParamateMap; only production if omitted. */
    lines,
  }),
  response: chart.extend({
    ...dayChartBesides,
    provenance: z.array(provenance),
    sun: z.object({ rise: iso, set: iso }),
    /** Peak of a day's power over five-minute slots, regardless of step and lines. */
    peak,
  }),
  errors: ['deviceNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
