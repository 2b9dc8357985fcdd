// site/report
import { z } from 'zod';
import { call } from '../../call.ts';
import { day, sid } from '../../entities/parts.ts';
import { plantReport } from '../../entities/plantReport.ts';

export const siteReport = call({
  summary:
    'What a plant did over at most 3,660 days: production beside a clear sky and the year before, yield, performance ratio, availability, alerts, balance, money; by day or month and by device.',
  access: { anyOf: ['PvPlant'] },
  cost: 'expensive',
  request: z.object({
    sid,
    from: day,
    /** Included. */
    to: day,
  }),
  response: plantReport,
  errors: ['siteNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
