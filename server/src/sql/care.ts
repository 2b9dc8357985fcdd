// Who looks after a plant: a company and its installer, or nobody but the portal's operator.
import type { Transaction } from '../db/connect.ts';

export interface Care {
  companyId: number;
  /** "" for the operator's own. */
  companyName: string;
  installerId: number | null;
  /** Of an account, or of nobody's yet; "" for none. */
  installerEmail: string;
}

/** Whose branch is everything. */
export async function operatorsCompany(sql: Transaction): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from companies where parent_id is null order by id limit 1`;
  return row!.id;
}

/** Null: nobody looks after it. The operator sees every plant, and is none of them unless an installer of theirs is named. */
export async function careOf(sql: Transaction, sid: string): Promise<Care | null> {
  const operator = await operatorsCompany(sql);
  const [care] = await sql<Care[]>`
    select s.company_id, case when c.id = ${operator} then '' else c.name end as company_name, s.installer_id,
      coalesce(nullif(s.invited_installer, ''), i.email, '') as installer_email
    from sites s join companies c on c.id = s.company_id left join users i on i.id = s.installer_id where s.sid = ${sid}`;
  return care!.companyName === '' && care!.installerEmail === '' ? null : care!;
}
