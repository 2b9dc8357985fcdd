// user/freeze
import { z } from 'zod';
import { call } from '../../call.ts';
import { text } from '../../entities/parts.ts';
import { inCompany } from '../../entities/person.ts';

export const userFreeze = call({
  summary: "Freezes a person's place in a company with the reason why, and ends the sessions there; or gives it back.",
  access: { anyOf: ['UserFreeze'] },
  request: z
    .object({ ...inCompany, isFrozen: z.boolean(), reason: text(200).optional() })
    .refine(({ isFrozen, reason }) => !isFrozen || (reason ?? '') !== '', { path: ['reason'], message: 'Why' }),
  response: z.object({}),
  errors: ['personNotFound', 'notOneself', 'outranksYou'],
  transaction: 'change',
});
