// account/joinRequests/withdraw
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sn } from '../../../entities/parts.ts';

export const accountJoinRequestsWithdraw = call({
  summary: 'Withdraws the request with this number. Access that was granted stays.',
  access: 'signedIn',
  request: z.object({ sn }),
  response: z.object({}),
  errors: ['joinRequestNotFound'],
  transaction: 'change',
});
