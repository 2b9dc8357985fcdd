// account/endSession
import { z } from 'zod';
import { call } from '../../call.ts';
import { rowId } from '../../entities/parts.ts';

export const accountEndSession = call({
  summary: 'Ends one session of the account, or all others when no id is given.',
  access: 'signedIn',
  request: z.object({ id: rowId.optional() }),
  response: z.object({ ended: z.number().int() }),
  refusals: ['noSuchSession'],
  changes: true,
});
