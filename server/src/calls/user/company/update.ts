// user/company/update: changes a company's name, kind and position in the tree.
import { ApiError } from '@heliograph/contract/errors.ts';
import { updateBranches } from '../../../access/accessIndex.ts';
import { revokeSessions } from '../../../access/session.ts';
import { assertKindAbove, assertKindBelow, lockCompany } from '../../../companies/companyTree.ts';
import { accessibleCompany, branchBelow, withPeopleLock } from '../../../companies/people/lockPeople.ts';
import { isAdministrator } from '../../../companies/roles/roles.ts';
import type { Handler } from '../../../platform/handler.ts';

export const userCompanyUpdate: Handler<'user/company/update'> = async (request, caller) => {
  const { sql, session, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    const company = await lockCompany(sql, branch, request.id);
    const { id } = company;
    const kind = request.kind ?? company.kind;
    const name = request.companyName ?? company.name;
    const parentId = request.distributorCompanyId ?? company.parentId;
    const brandId = request.brandId ?? company.brandId;
    if (brandId !== company.brandId && !isAdministrator(session)) throw new ApiError('forbidden');
    const moves = parentId !== company.parentId;
    const below = moves ? await branchBelow(sql, id) : [];
    if (moves || kind !== company.kind) {
      // A company that does not move may be below one that the user cannot access; only the kind of that one matters.
      const [parent] = moves
        ? [await accessibleCompany(sql, branch, parentId)]
        : await sql<{ kind: typeof company.kind }[]>`select kind from companies where id = ${parentId}`;
      if (below.includes(parentId)) throw new ApiError('companyCycle');
      assertKindBelow(kind, parent!);
      await assertKindAbove(sql, id, kind);
    }
    await sql`update companies set name = ${name}, kind = ${kind}, parent_id = ${parentId} where id = ${id}`;
    if (brandId !== company.brandId)
      await sql`
        update companies set brand_id = ${brandId}
        where id = any (${await branchBelow(sql, id)}::int[]) and brand_id = ${company.brandId}`;
    if (moves) {
      await updateBranches(sql, below);
      // Affects users of the old and of the new branch.
      await revokeSessions(sql, 'all');
    }
    noteAudit({
      object: `company ${id}`,
      before: {
        companyName: company.name,
        kind: company.kind,
        distributorCompanyId: company.parentId,
        brandId: company.brandId,
      },
      after: { companyName: name, kind, distributorCompanyId: parentId, brandId },
    });
    return {};
  });
};
