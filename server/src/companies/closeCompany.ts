// Closes a company: its plants stay with their owners, those of nobody go to the company above, its people keep their accounts.

import { revokeSessions } from '../access/session.ts';
import { topOfBrand } from '../plants/transfer/serviceAssignment.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { CompanyLine } from './people/lockPeople.ts';
import { stopServicing } from './stopServicing.ts';

type Closing = CompanyLine & { parentId: number };

interface LeftPlant {
  sid: string;
  plant: string;
  /** By e-mail address. */
  owner: string;
}

export interface Closed {
  /** With their owners. */
  left: LeftPlant[];
  /** Of nobody: with the company above. */
  movedPlants: number;
}

/** Within `changePeople`; nothing stands below it. */
export async function closeCompany(sql: Transaction, company: Closing, at: Date): Promise<Closed> {
  const { id } = company;
  // First: whoever accepts one meanwhile is either among its people below, or comes too late.
  await sql`delete from company_invitations where company_id = ${id}`;
  const { owned, ownerless } = await stopServicing(sql, { companyId: id, heirId: company.parentId, at });
  const left = owned.map(({ sid, name, ownerEmail }) => ({ sid, plant: name, owner: ownerEmail }));
  await leavePeople(sql, company, at);
  await sql`delete from documents where company_id = ${id}`;
  await handUp(sql, company);
  await sql`delete from companies where id = ${id}`;
  await revokeSessions(sql, 'all');
  return { left, movedPlants: ownerless.length };
}

/** What it made and keeps in stock; somebody of another company may have a role of it. */
async function handUp(sql: Transaction, { id, parentId }: Closing): Promise<void> {
  for (const table of ['roles', 'products', 'product_pictures'])
    await sql`update ${sql(table)} set company_id = ${parentId} where company_id = ${id}`;
  await sql`update serial_numbers set stock_of = ${parentId} where stock_of = ${id}`;
}

/** Whoever has no other place gets one among the portal's customers, as who registers for plants of his own has. */
async function leavePeople(sql: Transaction, { id, brandId }: Closing, at: Date): Promise<void> {
  const top = await topOfBrand(sql, brandId);
  await sql`
    insert into memberships (user_id, company_id, role_id, created_at)
    select m.user_id, ${top.id}, r.id, ${at} from memberships m, roles r
    where m.company_id = ${id} and r.code = 'owner'
      and m.user_id not in (select o.user_id from memberships o where o.company_id <> ${id})`;
  await sql`delete from company_sign_ins where company_id = ${id}`;
  await sql`delete from sessions where company_id = ${id}`;
  await sql`delete from memberships where company_id = ${id}`;
}
