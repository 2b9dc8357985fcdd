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
    /** Names of device/powerParamateMap; production alone when left out. */
    lines,
  }),
  response: chart.extend({
    ...dayChartBesides,
    provenance: z.array(provenance),
    sun: z.object({ rise: iso, set: iso }),
    /** Of a day's power, whatever the step and the lines: of slots of five minutes. */
    peak,
  }),
  refusals: ['deviceNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
