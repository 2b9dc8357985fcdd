// product/sn/ownership/decide: accepts or rejects an ownership claim; an accepted device moves to the plant of the claim.
import { ApiError } from '@heliograph/contract/errors.ts';
import { writeAudit } from '../../../../audit/auditLine.ts';
import { lockPlants, moveToOwner } from '../../../../claiming/ownership/moveToOwner.ts';
import { type ClaimToDecide, claimsToDecide, recordDecision } from '../../../../claiming/ownership/ownershipClaims.ts';
import type { CallContext } from '../../../../context.ts';
import { sendDecisionMail } from '../../../../notifications/ownershipMails.ts';
import { beginChange } from '../../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const productSnOwnershipDecide: Handler<'product/sn/ownership/decide'> = async (request, caller) => {
  const { id, accepts, text, ...history } = request;
  const { sql, at, noteAudit } = caller;
  const [claim] = await claimsToDecide(sql, { id, size: 1, num: 0 });
  if (!claim) throw new ApiError('ownershipClaimNotFound');
  const { sid: to, sn, holderSid: from } = claim;
  const places = { sn, to, from };
  const { claimant, holder } = await lockPlants(caller, accepts ? places : { to, from: null });
  // Read again: it may have been decided, or the device moved, before both plants were locked.
  const [locked] = await claimsToDecide(sql, { id, size: 1, num: 0 });
  if (!locked) throw new ApiError('ownershipClaimNotFound');
  if (locked.holderSid !== from) throw new ApiError('changedMeanwhile');
  await beginChange(sql, to);
  if (!(await recordDecision(sql, { sid: to, id, accepts, text, at }))) throw new ApiError('ownershipClaimNotFound');
  const { email, siteName: plant } = claim;
  await sendDecisionMail(sql, caller.context.config, { email, sid: to, plant, sn, accepts, text, at });
  if (!accepts) {
    noteAudit({ object: to, after: { id, sn, accepts, text } });
    return { moved: [] };
  }
  const moved = await moveToOwner(caller, places, history, (holder ?? claimant).timezone);
  const after = { sid: to, sn: moved, text, ...history };
  noteAudit({ object: to, before: { sid: from }, after: { id, accepts, ...after } });
  await writePlantLines(caller, claim, after, [
    { sid: to, companyId: claimant.companyId },
    ...(holder && from !== to ? [{ sid: from!, companyId: holder.companyId }] : []),
  ]);
  return { moved };
};

/** Writes the change to the audit log of both plants' companies, which do not see the administrator's own line. */
async function writePlantLines(
  { sql, at, address, session }: CallContext,
  { holderSid }: ClaimToDecide,
  after: object,
  plants: readonly { sid: string; companyId: number }[],
): Promise<void> {
  for (const { sid, companyId } of plants)
    await writeAudit(sql, {
      ...{ at, address, sid, companyId, userId: session.userId, apiToken: null, path: 'product/sn/ownership/decide' },
      note: { object: sid, before: { sid: holderSid }, after },
    });
}
