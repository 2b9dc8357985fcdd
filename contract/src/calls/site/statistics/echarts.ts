// site/statistics/echarts
import { z } from 'zod';
import { call } from '../../../call.ts';
import { ignored, iso, sid } from '../../../entities/parts.ts';
import {
  chart,
  chartTypes,
  comparison,
  dayChartBesides,
  dayChartOptions,
  dayMonthOrYear,
  peak,
  provenance,
  rangeDate,
} from '../../../entities/statistics.ts';
import { money } from '../../../pageModules.ts';

export const siteStatisticsEcharts = call({
  summary:
    'Power of a day or energy by day, month, year of a plant; beside production what it measures: consumption, from the grid and to it, charge and discharge.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    types: chartTypes,
    date: dayMonthOrYear.optional(),
    rangeDate: rangeDate.optional(),
    /** `minInterval` is never finer than `finestMin`: a slot would contain only some of the devices. */
    ...dayChartOptions,
    /** Appends the power of other measured quantities: consumption, grid (positive is import), battery (positive is discharge), generator; only on request. */
    withFlows: z.boolean().optional(),
    /** Appends the mean state of charge of the plant's batteries, %; only on request. */
    withSoc: z.boolean().optional(),
    /** Includes the comparison with the year before; only on request. */
    withYearBefore: z.boolean().optional(),
    /** Includes the provenance of energies other than production; only on request. */
    withFlowProvenance: z.boolean().optional(),
    /** Includes the value of each bar and the cost of imported energy; only on request. */
    withMoney: z.boolean().optional(),
    weatherHours: ignored,
  }),
  response: chart.extend({
    ...dayChartBesides,
    /** One per slot of energy charts; empty for power. */
    provenance: z.array(provenance),
    /** Of each bar of each series after production, in their order, on request by `withFlowProvenance`. */
    flowProvenance: z.array(z.array(provenance)),
    /** Of each bar, on request by `withMoney`: value of production (`economic` of site/statistics/date), and the same as its `money`. */
    money: money(
      z.array(
        z.object({
          worth: z.number().nullable(),
          importCost: z.number().nullable(),
          fixedCharge: z.number().nullable(),
        }),
      ),
      [],
    ),
    /** Of each bar and of all together, on request by `withYearBefore`: the same days, known in both years. */
    yearBefore: z.object({ bars: z.array(comparison), all: comparison }).nullable(),
    /** Sunrise and sunset of the requested day as ISO 8601 with the plant's offset; null if there is none. */
    sun: z.object({ rise: iso, set: iso }),
    /** Peak of a day's power over five-minute slots, regardless of the step. */
    peak,
  }),
  errors: ['siteNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
