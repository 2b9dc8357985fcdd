// common/currency
import { z } from 'zod';
import { call } from '../../call.ts';

export const commonCurrency = call({
  summary: 'Currencies (ISO 4217).',
  access: 'public',
  request: z.object({}),
  response: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), symbol: z.string() })) }),
});
