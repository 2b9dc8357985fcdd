// account/joinRequests/make: asks for access to the plant that has the device. Does the same work for every number.
import { ApiError } from '@heliograph/contract/errors.ts';
import { makeJoinRequest } from '../../../plants/joining/joinRequests.ts';
import type { Handler } from '../../../platform/handler.ts';
import { networkOf } from '../../../platform/limits/networks.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

export const accountJoinRequestsMake: Handler<'account/joinRequests/make'> = async (
  { sn, message },
  { context, sql, session, address, at, noteAudit },
) => {
  const [user] = await sql<{ isProven: boolean }[]>`
    select address_proven as is_proven from users where id = ${session.userId}`;
  if (!user!.isProven) throw new ApiError('addressNotProven');
  await countAttempt(context, 'joinRequestsNetwork', networkOf(address));
  await countAttempt(context, 'joinRequests', session.userId);
  const expiresAt = await makeJoinRequest(sql, session, { sn, message }, at);
  noteAudit({ after: { sn } });
  return { expiresIso: expiresAt.toISOString() };
};
