// user/company/secondFactor: whether all people of a company have to show more than a password at sign-in.
import { Refusal } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { accessibleCompany, changePeople } from '../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../platform/handler.ts';
import { keyOfSecrets } from '../../../platform/secrets/sealedSecrets.ts';

export const userCompanySecondFactor: Handler<'user/company/secondFactor'> = async ({ id: asked, needed }, caller) => {
  const { context, sql, session, at, noteAudit } = caller;
  return await changePeople(caller, async (branch) => {
    // Its own, too: whoever asks it of all is asked as well.
    const { id } = await accessibleCompany(sql, branch, asked);
    // Nobody is asked for what cannot be set up; and a stolen password alone does not end the asking.
    if (needed) keyOfSecrets(context.config);
    else if (!session.hasSecondFactor) throw new Refusal('signInWithFactor');
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
