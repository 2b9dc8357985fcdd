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
  cost: 'expensive',
  request: z.object({
    sid: sid.optional(),
    ...whichModule,
    types: oneOf(1, 3),
    date: dayMonthOrYear.optional(),
    rangeDate: rangeDate.optional(),
    ...dayChartOptions,
    /** For a day; only power if omitted. Each is followed by "Neighbours Power" and so on, if there are neighbours. */
    lines: z.array(z.enum(MODULE_LINES)).max(3).optional(),
  }),
  response: chart.extend({
    ...dayChartBesides,
    provenance: z.array(provenance),
    sun: z.object({ rise: iso, set: iso }),
    /** Peak of a day's power over five-minute slots, regardless of step and lines. */
    peak,
    /** Number of modules in the median, over slots of at least five minutes; 0: none to compare with. */
    neighbours: z.number().int(),
  }),
  errors: ['deviceNotFound', 'moduleNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
