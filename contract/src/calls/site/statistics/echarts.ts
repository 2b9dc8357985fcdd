// site/statistics/echarts
import { z } from 'zod';
import { call } from '../../../call.ts';
import { ignored, iso, sid } from '../../../entities/parts.ts';
import { chart, chartTypes, dayMonthOrYear, provenance, rangeDate } from '../../../entities/statistics.ts';

export const siteStatisticsEcharts = call({
  summary: 'Power of a day or energy by day, month, year of a plant.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    types: chartTypes,
    date: dayMonthOrYear.optional(),
    rangeDate: rangeDate.optional(),
    weatherHours: ignored,
  }),
  response: chart.extend({
    /** One per slot of energy charts; empty for power. */
    provenance: z.array(provenance),
    /** Sunrise and sunset of the asked day as ISO 8601 with the site's offset; null where the sun does not. */
    sun: z.object({ rise: iso, set: iso }),
  }),
  refusals: ['noSuchSite', 'rangeTooLong', 'timeReversed'],
});
