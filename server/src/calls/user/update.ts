// user/update: changes a person's role in a company, its manager, and the person's profile.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../access/session.ts';
import { assertRoleAssignable, lockPerson, regionOf, withPeopleLock } from '../../companies/people/lockPeople.ts';
import { inBranch, type PersonLine } from '../../companies/people/people.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Handler } from '../../platform/handler.ts';

export const userUpdate: Handler<'user/update'> = async (request, caller) => {
  const { sql, noteAudit } = caller;
  const { uid, companyId, groupId, isCompanyOwner } = request;
  return await withPeopleLock(caller, async (branch) => {
    const person = await lockPerson(sql, branch, request);
    if (groupId !== undefined && groupId !== person.roleId) {
      await assertRoleAssignable(sql, branch, groupId);
      await sql`update memberships set role_id = ${groupId} where user_id = ${uid} and company_id = ${companyId}`;
      // Open sessions continue with the new role.
      await sql`update sessions set role_id = ${groupId} where user_id = ${uid} and company_id = ${companyId}`;
    }
    if (isCompanyOwner !== undefined && isCompanyOwner !== person.isCompanyOwner) {
      if (branch.scope !== 'all' && companyId === branch.companyId) throw new ApiError('outranksYou');
      await sql`update memberships set is_company_owner = ${isCompanyOwner} and user_id = ${uid} where company_id = ${companyId}`;
    }
    await writeProfile(sql, branch, person, request);
    await revokeSessions(sql, uid);
    noteAudit({
      object: `user ${uid}`,
      before: { companyId, groupId: person.roleId, isCompanyOwner: person.isCompanyOwner },
      after: { companyId, groupId: groupId ?? person.roleId, isCompanyOwner: isCompanyOwner ?? person.isCompanyOwner },
    });
    return {};
  });
};

/** Updates the profile, only if all memberships are in the branch: profiles of people who also work elsewhere stay unchanged. */
async function writeProfile(
  sql: Transaction,
  branch: Session,
  { uid, countryCode, stateCode }: PersonLine,
  { contactPerson, contactNumber, city, street, ...region }: ParsedRequest<'user/update'>,
): Promise<void> {
  if (
    [contactPerson, contactNumber, city, street, region.countryCode, region.StateCode].every((one) => one === undefined)
  )
    return;
  const elsewhere = await sql`
    select from memberships m where m.user_id = ${uid} and not (${inBranch(sql, branch, sql`m.company_id`)})`;
  if (elsewhere.length > 0) throw new ApiError('ownProfile');
  const updated = regionOf(region, { countryCode, stateCode });
  await sql`
    update users set name = coalesce(${contactPerson ?? null}, name), phone = coalesce(${contactNumber ?? null}, phone),
      city = coalesce(${city ?? null}, city), street = coalesce(${street ?? null}, street),
      country_code = ${updated.countryCode}, state_code = ${updated.stateCode}
    where id = ${uid}`;
}
