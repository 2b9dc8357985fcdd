// common/timezone
import { z } from 'zod';
import { call } from '../../call.ts';
import { country } from '../../entities/parts.ts';

export const commonTimezone = call({
  summary: 'IANA time zones with their offset now, those of the country first when one is given.',
  access: 'public',
  request: z.object({ country: country.optional() }),
  response: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), offset: z.string() })) }),
});
