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
    /** `minInterval` is never finer than `finestMin`: a slot would hold some of the devices alone. */
    ...dayChartOptions,
    /** Power of what the plant measures beside production, behind it: consumption, grid (from it positive), battery (out of it positive), generator; only when asked for. */
    withFlows: z.boolean().optional(),
    /** Energy beside the year before; only when asked for. */
    withYearBefore: z.boolean().optional(),
    /** How each figure of energy beside production was obtained; only when asked for. */
    withFlowProvenance: z.boolean().optional(),
    /** What each bar of energy was worth and what bought energy cost; only when asked for. */
    withMoney: z.boolean().optional(),
    weatherHours: ignored,
  }),
  response: chart.extend({
    ...dayChartBesides,
    /** One per slot of energy charts; empty for power. */
    provenance: z.array(provenance),
    /** Of each bar of each series behind production, in their order, as asked for by `withFlowProvenance`. */
    flowProvenance: z.array(z.array(provenance)),
    /** Of each bar, as asked for by `withMoney`: what production was worth (`economic` of site/statistics/date), and the same as its `money` says. */
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
    /** Of each bar and of all together, as asked for by `withYearBefore`: the same days, known in both years. */
    yearBefore: z.object({ bars: z.array(comparison), all: comparison }).nullable(),
    /** Sunrise and sunset of the asked day as ISO 8601 with the site's offset; null where the sun does not. */
    sun: z.object({ rise: iso, set: iso }),
    /** Of a day's power, whatever the step: of slots of five minutes. */
    peak,
  }),
  refusals: ['siteNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
