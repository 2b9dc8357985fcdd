// site/joinRequests/answer: shares the plant with a person who asks for it, makes the person its owner, or declines.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_GUESTS } from '@heliograph/contract/limits.ts';
import { updateAccessIndex } from '../../../access/accessIndex.ts';
import { type LockedSite, lockEditableSite } from '../../../access/lockSite.ts';
import type { CallContext } from '../../../context.ts';
import { sendAcceptedMail } from '../../../plants/joining/joinMail.ts';
import { acceptJoinRequest, declineJoinRequest, joinRequestsToDecide } from '../../../plants/joining/joinRequests.ts';
import { guestColumns, lockAddresses } from '../../../plants/sharing/invitations.ts';
import { peopleColumns } from '../../../plants/sharing/peopleColumns.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteJoinRequestsAnswer: Handler<'site/joinRequests/answer'> = async ({ sid, email, answer }, caller) => {
  const { sql, session, at, noteAudit } = caller;
  await lockAddresses(sql, [email]);
  const site = await lockEditableSite(sql, session, sid);
  const one = { size: 1, num: 0 };
  const [request] = await joinRequestsToDecide(sql, { sid, email: email.toLowerCase() }, one, at);
  if (!request) throw new ApiError('joinRequestNotFound');
  noteAudit({ object: sid, after: { email: request.email, sn: request.sn, answer } });
  if (answer === 'decline') {
    await declineJoinRequest(sql, request, at);
    return { sid };
  }
  if (answer === 'owner' && request.hasOwner) throw new ApiError('ownerHandsOver');
  if (!(await acceptJoinRequest(sql, request, at))) throw new ApiError('joinRequestNotFound');
  const columns =
    answer === 'owner'
      ? await peopleColumns(caller, sid, site, { userEmail: request.email })
      : await withGuest(caller, sid, site, request.email);
  await sql`update sites set ${sql({ ...columns, version: site.version + 1 })} where sid = ${sid}`;
  await updateAccessIndex(sql, [sid]);
  await sendAcceptedMail(caller, { sid, plant: request.siteName, to: request.email, isOwner: answer === 'owner' });
  return { sid };
};

/** Columns of the plant with one more guest. */
async function withGuest(
  { sql }: Pick<CallContext, 'sql'>,
  sid: string,
  { companyId, sharedWith }: LockedSite,
  email: string,
) {
  const [row] = await sql<{ invited: number }[]>`
    select cardinality(invited_guests) as invited from sites where sid = ${sid}`;
  if (sharedWith.length + row!.invited >= MAX_GUESTS) throw new ApiError('guestsFull', { max: MAX_GUESTS });
  const { shared_with } = await guestColumns(sql, [email], companyId);
  return { shared_with: [...sharedWith, ...shared_with] };
}
