// product/sn/ownership/decide: accepts or rejects an ownership claim; an accepted device moves to the plant of the claim.
import { ApiError } from '@heliograph/contract/errors.ts';
import { writeAudit } from '../../../../audit/auditLine.ts';
import { lockPlants, moveToOwner } from '../../../../claiming/ownership/moveToOwner.ts';
import { claimsToDecide, recordDecision } from '../../../../claiming/ownership/ownershipClaims.ts';
import type { CallContext } from '../../../../context.ts';
import { sendHolderMails } from '../../../../notifications/contestedMails.ts';
import { sendDecisionMail } from '../../../../notifications/ownershipMails.ts';
import { asProcess, beginChange } from '../../../../platform/database/rlsSettings.ts';
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
  if (from !== null && from !== to) {
    const holders = { sid: from, plant: claim.holderSite, sn, accepts, at };
    await asProcess(sql, () => sendHolderMails(sql, caller.context.config, holders));
  }
  if (!accepts) {
    noteAudit({ object: to, after: { id, sn, accepts, text } });
    return { moved: [] };
  }
  const moved = await moveToOwner(caller, places, history, (holder ?? claimant).timezone);
  noteAudit({ object: to, before: { sid: from }, after: { id, accepts, sid: to, sn: moved, text, ...history } });
  await writePlantLine(caller, { sid: to, companyId: claimant.companyId }, { sn: moved, text, ...history });
  if (holder && from !== null && from !== to)
    await writePlantLine(caller, { sid: from, companyId: holder.companyId }, { sn: moved, ...history });
  return { moved };
};

/**
 * Writes the change to the audit log of a plant's company, which does not see the administrator's own line. It names neither
 * the administrator nor the other plant.
 */
async function writePlantLine(
  { sql, at }: CallContext,
  { sid, companyId }: { sid: string; companyId: number },
  after: object,
): Promise<void> {
  const note = { object: sid, after: { by: 'administrator of the portal', ...after } };
  const path = 'product/sn/ownership/decide';
  // Calls may write lines of their own user only.
  await asProcess(sql, () =>
    writeAudit(sql, { at, address: '', sid, companyId, userId: undefined, apiToken: null, path, note }),
  );
}
