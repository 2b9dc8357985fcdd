// device/alerts/companies
import { z } from 'zod';
import { call } from '../../../call.ts';

export const deviceAlertsCompanies = call({
  summary:
    "Companies of the caller's tree by whose branch alerts can be filtered, by name, at most 500; none for who sees single plants alone.",
  access: { anyOf: ['Alerts'] },
  request: z.object({}),
  response: z.object({ list: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
});
