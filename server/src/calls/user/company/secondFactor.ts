// user/company/secondFactor: sets whether all users of a company need a second factor at sign-in.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { accessibleCompany, withPeopleLock } from '../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../platform/handler.ts';
import { keyOfSecrets } from '../../../platform/secrets/sealedSecrets.ts';

export const userCompanySecondFactor: Handler<'user/company/secondFactor'> = async (
  { id: requestedId, needed },
  caller,
) => {
  const { context, sql, session, at, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    // Also allowed for the user's own company: the requirement then applies to the user as well.
    const { id } = await accessibleCompany(sql, branch, requestedId);
    // Not required unless it can be set up; and a stolen password alone cannot turn the requirement off.
    if (needed) keyOfSecrets(context.config);
    else if (!session.hasSecondFactor) throw new ApiError('signInWithFactor');
    const [before] = await sql<{ since: Date | null }[]>`
      select second_factor_since as since from companies where id = ${id}`;
    await sql`
      update companies set second_factor_since = case when ${needed} then coalesce(second_factor_since, ${at}) end
      where id = ${id}`;
    await revokeSessions(sql, 'all');
    noteAudit({
      object: `company ${id}`,
      before: { secondFactor: before?.since != null },
      after: { secondFactor: needed },
    });
    return {};
  });
};
