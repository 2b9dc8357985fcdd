// device/claim/withdraw: withdraws an announced device that waits; it is not requested again by further announcements.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { withdrawClaim } from '../../../claiming/announcements/claimRequests.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceClaimWithdraw: Handler<'device/claim/withdraw'> = async ({ sid, sn }, caller) => {
  const { sql, session, at, noteAudit } = caller;
  await lockEditableSite(sql, session, sid);
  if (!(await withdrawClaim(sql, { sid, sn, at }))) throw new ApiError('claimRequestNotFound');
  noteAudit({ before: { sn } });
  return {};
};
