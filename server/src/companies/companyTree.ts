// Rules of the company tree: each company's kind is lower than its parent's, and no company is above itself.
import { COMPANY_KINDS, type CompanyKind } from '@heliograph/contract/companies.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { accessibleCompany, type CompanyLine } from './people/lockPeople.ts';

const rank = (kind: CompanyKind): number => COMPANY_KINDS.indexOf(kind);

/** Refuses with companyKind unless the kind is lower than the parent's. */
export function assertKindBelow(kind: CompanyKind, above: Pick<CompanyLine, 'kind'>): void {
  if (rank(kind) <= rank(above.kind)) throw new ApiError('companyKind');
}

/** Refuses with companyKind unless all children of the company are of lower kinds. */
export async function assertKindAbove(sql: Transaction, id: number, kind: CompanyKind): Promise<void> {
  const below = await sql<{ kind: CompanyKind }[]>`select distinct kind from companies where parent_id = ${id}`;
  if (below.some((each) => rank(each.kind) <= rank(kind))) throw new ApiError('companyKind');
}

/** Returns a company that the session may change: of its branch, neither its own nor the root. Refuses with companyNotFound and ownCompany. */
export async function lockCompany(
  sql: Transaction,
  branch: Session,
  id: number,
): Promise<CompanyLine & { parentId: number }> {
  const company = await accessibleCompany(sql, branch, id);
  const { parentId } = company;
  if (parentId === null || (branch.scope !== 'all' && id === branch.companyId)) throw new ApiError('ownCompany');
  return { ...company, parentId };
}
