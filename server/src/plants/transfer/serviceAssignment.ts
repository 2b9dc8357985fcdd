// Who looks after a plant: a company and its installer, or nobody but the portal's operator.
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export interface ServiceAssignment {
  companyId: number;
  /** "" for the operator's own. */
  companyName: string;
  installerId: number | null;
  /** Of an account, or of nobody's yet; "" for none. */
  installerEmail: string;
}

/** Whose branch is everything. */
export async function operatorsCompany(sql: Sql | Transaction): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from companies where parent_id is null order by id limit 1`;
  return row!.id;
}

/** The company that is highest of a brand: the portal's customers are its own. */
export async function topOfBrand(sql: Transaction, brand: number): Promise<{ id: number }> {
  const [top] = await sql<{ id: number }[]>`
    select c.id from companies c left join companies p on p.id = c.parent_id
    where c.parent_id is null or (c.brand_id = ${brand} and p.brand_id <> ${brand})
    order by c.brand_id = ${brand} desc, c.parent_id is not null, c.id limit 1`;
  return top!;
}

/** Null: nobody looks after it. The operator sees every plant, and is none of them unless an installer of theirs is named. */
export async function serviceAssignmentOf(sql: Transaction, sid: string): Promise<ServiceAssignment | null> {
  const operator = await operatorsCompany(sql);
  const [care] = await sql<ServiceAssignment[]>`
    select s.company_id, case when c.id = ${operator} then '' else c.name end as company_name, s.installer_id,
      coalesce(nullif(s.invited_installer, ''), i.email, '') as installer_email
    from sites s join companies c on c.id = s.company_id left join users i on i.id = s.installer_id where s.sid = ${sid}`;
  return care!.companyName === '' && care!.installerEmail === '' ? null : care!;
}
