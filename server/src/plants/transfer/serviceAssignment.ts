// Service assignment of a plant: a company and its installer, or only the portal's operator.
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
  const [row] = await sql<{ id: number }[]>`select id from companies where parent_id is null order by id limit 1`;
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
  const [care] = await sql<ServiceAssignment[]>`
    select s.company_id, case when c.id = ${operator} then '' else c.name end as company_name, s.installer_id,
      coalesce(nullif(s.invited_installer, ''), i.email, '') as installer_email
    from sites s join companies c on c.id = s.company_id left join users i on i.id = s.installer_id where s.sid = ${sid}`;
  return care!.companyName === '' && care!.installerEmail === '' ? null : care!;
}
