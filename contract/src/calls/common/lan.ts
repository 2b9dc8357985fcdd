// common/lan
import { z } from 'zod';
import { call } from '../../call.ts';

export const commonLan = call({
  summary: 'The languages of the interface.',
  access: 'public',
  request: z.object({}),
  response: z.object({
    list: z.array(z.object({ title: z.string(), webCode: z.string(), code: z.number().int() })),
  }),
});
