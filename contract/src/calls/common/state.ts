// common/state
import { z } from 'zod';
import { call } from '../../call.ts';
import { country } from '../../entities/parts.ts';

export const commonState = call({
  summary: 'States or regions of a country (ISO 3166-2).',
  access: 'public',
  request: z.object({ country }),
  response: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
  errors: ['unknownCountry'],
});
