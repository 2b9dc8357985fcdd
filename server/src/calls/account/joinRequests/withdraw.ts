// account/joinRequests/withdraw: withdraws a request for access; what it led to ends with it.
import { ApiError } from '@heliograph/contract/errors.ts';
import { withdrawJoinRequest } from '../../../plants/joining/joinRequests.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountJoinRequestsWithdraw: Handler<'account/joinRequests/withdraw'> = async (
  { sn },
  { sql, session, noteAudit },
) => {
  if (!(await withdrawJoinRequest(sql, session, sn))) throw new ApiError('joinRequestNotFound');
  noteAudit({ before: { sn } });
  return {};
};
