// device/history/electricity
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, sortBy } from '../../../entities/page.ts';
import { day, daysOfDevice } from '../../../entities/parts.ts';
import { flowFigure } from '../../../entities/statistics.ts';
import { FLOWS } from '../../../flows.ts';

export const deviceHistoryElectricity = call({
  summary:
    "A device's energies by day of its plant, at most 400, the newest first: what it made and passed on, each with how it was obtained and how complete it is.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ ...daysOfDevice, page: page.prefault({}), sort: sortBy(['date']) }),
  response: z.object({
    /** Figures known on any of its days, in the order of `figures`; `name` in the requested language. */
    columns: z.array(z.object({ flow: z.enum(FLOWS), name: z.string() })),
    list: z.array(z.object({ date: day, figures: z.array(flowFigure) })),
    /** Number of requested days up to today. */
    total: z.number().int(),
  }),
  errors: ['deviceNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
