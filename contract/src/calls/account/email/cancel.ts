// account/email/cancel
import { z } from 'zod';
import { call } from '../../../call.ts';

export const accountEmailCancel = call({
  summary: 'Ends the change of the account’s address that is under way: the address stays.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({}),
  errors: ['emailChangeNotFound'],
  transaction: 'change',
});
