// device/modules/statistics/echarts
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { whichModule } from '../../../../entities/module.ts';
import { iso, oneOf, sid } from '../../../../entities/parts.ts';
import {
  chart,
  dayChartBesides,
  dayChartOptions,
  dayMonthOrYear,
  peak,
  provenance,
  rangeDate,
} from '../../../../entities/statistics.ts';
import { MODULE_LINES } from '../../../../moduleLines.ts';

export const deviceModulesStatisticsEcharts = call({
  summary:
    "One module's curve of a day (types 1) beside the median of its neighbours, or its energy by day (3). Neighbours are modules of the plant with the same tilt and azimuth, and about its rated power.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    ...whichModule,
    types: oneOf(1, 3),
    date: dayMonthOrYear.optional(),
    rangeDate: rangeDate.optional(),
    ...dayChartOptions,
    /** Of a day; power alone when left out. Each is followed by "Neighbours Power" and so on, where there are any. */
    lines: z.array(z.enum(MODULE_LINES)).max(3).optional(),
  }),
  response: chart.extend({
    ...dayChartBesides,
    provenance: z.array(provenance),
    sun: z.object({ rise: iso, set: iso }),
    /** Of a day's power, whatever the step and the lines: of slots of five minutes. */
    peak,
    /** How many modules the median is of, in slots of five minutes at the least; 0: there is nobody to compare with. */
    neighbours: z.number().int(),
  }),
  refusals: ['deviceNotFound', 'moduleNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
