// Service assignment of a plant: a company and its installer, or only the portal's operator.
import { companyNames } from '../../access/namedPeople.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export interface ServiceAssignment {
  companyId: number;
  /** "": the operator's own company. */
  companyName: string;
  installerId: number | null;
  /** Address with or without an account; "": no installer. */
  installerEmail: string;
}

/** Returns the operator's company, the root of the tree, whose branch contains all companies. */
export async function operatorsCompany(sql: Sql | Transaction): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select operators_company() as id`;
  return row!.id;
}

/** Returns the top company of a brand, to which the portal's customers belong. */
export async function topOfBrand(sql: Transaction, brand: number): Promise<{ id: number }> {
  const [top] = await sql<{ id: number }[]>`
    select c.id from companies c left join companies p on p.id = c.parent_id
    where c.parent_id is null or (c.brand_id = ${brand} and p.brand_id <> ${brand})
    order by c.brand_id = ${brand} desc, c.parent_id is not null, c.id limit 1`;
  return top!;
}

/** Returns the assignment; null: none. The operator sees every plant but services it only if an installer of theirs is named. */
export async function serviceAssignmentOf(sql: Transaction, sid: string): Promise<ServiceAssignment | null> {
  const operator = await operatorsCompany(sql);
  const [care] = await sql<Omit<ServiceAssignment, 'companyName'>[]>`
    select s.company_id, s.installer_id, k.installer_email
    from sites s join plant_people(${[sid]}) k on k.sid = s.sid where s.sid = ${sid}`;
  const { companyId, installerEmail } = care!;
  const companyName = companyId === operator ? '' : ((await companyNames(sql, [companyId])).get(companyId) ?? '');
  return companyName === '' && installerEmail === '' ? null : { ...care!, companyName };
}
