// device/ownership/withdraw: withdraws an open ownership claim.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { withdrawOwnershipClaim } from '../../../claiming/ownership/ownershipClaims.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceOwnershipWithdraw: Handler<'device/ownership/withdraw'> = async ({ sid, id }, caller) => {
  const { sql, session, noteAudit } = caller;
  await lockEditableSite(sql, session, sid);
  const sn = await withdrawOwnershipClaim(sql, { sid, id });
  if (sn === undefined) throw new ApiError('ownershipClaimNotFound');
  noteAudit({ before: { id, sn } });
  return {};
};
