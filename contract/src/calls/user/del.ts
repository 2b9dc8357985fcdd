// user/del

import { z } from 'zod';
import { call } from '../../call.ts';
import { whichPerson } from '../../entities/person.ts';

export const userDel = call({
  summary:
    'Removes a person from a company, or withdraws an invitation. An account without another place is deleted; its plants stay with the company that looks after them.',
  access: { anyOf: ['UserDelete'] },
  request: whichPerson,
  response: z.object({}),
  errors: ['personNotFound', 'notOneself', 'outranksYou'],
  transaction: 'change',
});
