// user/endSessions
import { z } from 'zod';
import { call } from '../../call.ts';
import { inCompany } from '../../entities/person.ts';

export const userEndSessions = call({
  summary: 'Ends all sessions of a person in a company, and the tokens of their programs there.',
  access: { anyOf: ['UserFreeze'] },
  request: z.object(inCompany),
  response: z.object({ ended: z.number().int() }),
  errors: ['personNotFound', 'notOneself', 'outranksYou'],
  transaction: 'change',
});
