// product/sn/requests
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page } from '../../../entities/page.ts';

export const productSnRequests = call({
  summary:
    "Numbers of the session's stock that gateways of other companies' plants announce, oldest first; for administrators, of all stock and of numbers that they entered.",
  access: { anyOf: ['SnImport'] },
  request: z.object({ page: page.prefault({}) }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        sn: z.string(),
        /** Company that services the plant. */
        companyName: z.string(),
        askedIso: z.string(),
        /** Until when it can be answered. */
        dueIso: z.string(),
      }),
    ),
    total: z.number().int(),
  }),
});
