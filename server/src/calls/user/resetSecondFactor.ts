// user/resetSecondFactor: resets the second factor of a person who lost it; a day later the password alone suffices.
import { ApiError } from '@heliograph/contract/errors.ts';
import { FACTOR_RESET_HOURS } from '@heliograph/contract/limits.ts';
import { sendFactorResetMail } from '../../accounts/accountMails.ts';
import { openResetsSince } from '../../accounts/secondFactors/secondFactors.ts';
import { lockPerson, withPeopleLock } from '../../companies/people/lockPeople.ts';
import { inBranch } from '../../companies/people/people.ts';
import type { Handler } from '../../platform/handler.ts';

export const userResetSecondFactor: Handler<'user/resetSecondFactor'> = async ({ uid, companyId }, caller) => {
  const { context, sql, session, at, language, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    const { email } = await lockPerson(sql, branch, { uid, companyId });
    // A stolen password alone must not allow resetting others' second factor.
    if (!session.hasSecondFactor) throw new ApiError('signInWithFactor');
    const elsewhere = await sql`
      select from memberships m where m.user_id = ${uid} and not (${inBranch(sql, branch, sql`m.company_id`)})`;
    if (elsewhere.length > 0) throw new ApiError('worksElsewhere');
    const codes = await sql`select from second_factors where user_id = ${uid} and confirmed_at is not null`;
    if (codes.length === 0) throw new ApiError('nothingToReset');
    const due = new Date(at.getTime() + FACTOR_RESET_HOURS * 3_600_000);
    // A pending reset keeps its time: a repeated request neither speeds it up nor delays it.
    const [row] = await sql<{ dueAt: Date }[]>`
      insert into second_factor_resets as r (user_id, asked_by, asked_at, due_at)
      values (${uid}, ${session.userId}, ${at}, ${due})
      on conflict (user_id) do update set asked_by = excluded.asked_by,
        due_at = case when r.due_at > ${openResetsSince(at)} then r.due_at else excluded.due_at end
      returning due_at`;
    const { dueAt } = row!;
    await sendFactorResetMail(sql, context.config, { email, language, at, by: session.email, dueAt });
    noteAudit({ object: `user ${uid}`, after: { companyId, secondFactorEnds: dueAt.toISOString() } });
    return { dueIso: dueAt.toISOString() };
  });
};
