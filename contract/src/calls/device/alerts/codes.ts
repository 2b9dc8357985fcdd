// device/alerts/codes
import { z } from 'zod';
import { call } from '../../../call.ts';
import { EVENT_CODES, EVENT_LEVELS } from '../../../events.ts';

export const deviceAlertsCodes = call({
  summary: 'What alerts there can be, each with its words in the asked language: what they are filtered by.',
  access: { anyOf: ['PvPlant', 'Devices', 'Alerts'] },
  request: z.object({}),
  response: z.object({
    list: z.array(z.object({ code: z.enum(EVENT_CODES), level: z.enum(EVENT_LEVELS), title: z.string() })),
  }),
});
