// account/tokens/revoke
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';

export const accountTokensRevoke = call({
  summary: 'Ends an API token at once.',
  access: 'signedIn',
  request: z.object({ id: rowId }),
  response: z.object({}),
  errors: ['sessionNotFound'],
  transaction: 'change',
});
