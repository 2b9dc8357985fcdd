// Closes a company: its plants stay with their owners, plants without an owner move to the parent company, its members keep their accounts.

import { indexUsers } from '../access/peopleIndex.ts';
import { revokeSessions } from '../access/session.ts';
import { topOfBrand } from '../plants/transfer/serviceAssignment.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { CompanyLine } from './people/lockPeople.ts';
import { stopServicing } from './stopServicing.ts';

type Closing = CompanyLine & { parentId: number };

interface LeftPlant {
  sid: string;
  plant: string;
  /** E-mail address. */
  owner: string;
}

export interface Closed {
  /** Plants that stay with their owners. */
  left: LeftPlant[];
  /** Number of plants without an owner, moved to the parent company. */
  movedPlants: number;
}

/** Closes the company. Call it within `changePeople`; the company must have no child companies. */
export async function closeCompany(sql: Transaction, company: Closing, at: Date): Promise<Closed> {
  const { id } = company;
  // First, so that a person who accepts an invitation meanwhile is either among the members below or too late.
  await sql`delete from company_invitations where company_id = ${id}`;
  const { owned, ownerless } = await stopServicing(sql, { companyId: id, heirId: company.parentId, at });
  const left = owned.map(({ sid, name, ownerEmail }) => ({ sid, plant: name, owner: ownerEmail }));
  await moveMembers(sql, company, at);
  await sql`delete from documents where company_id = ${id}`;
  await moveCatalogue(sql, company);
  await sql`delete from companies where id = ${id}`;
  await revokeSessions(sql, 'all');
  return { left, movedPlants: ownerless.length };
}

/** Moves its roles, products and stock to the parent company: users of other companies may have its roles. */
async function moveCatalogue(sql: Transaction, { id, parentId }: Closing): Promise<void> {
  for (const table of ['roles', 'products', 'product_pictures'])
    await sql`update ${sql(table)} set company_id = ${parentId} where company_id = ${id}`;
  await sql`update serial_numbers set stock_of = ${parentId} where stock_of = ${id}`;
}

/** Ends all memberships. Users without another one become customers of the brand's top company, as after a registration. */
async function moveMembers(sql: Transaction, { id, brandId }: Closing, at: Date): Promise<void> {
  const top = await topOfBrand(sql, brandId);
  const members = await sql<{ id: number }[]>`select user_id as id from memberships where company_id = ${id}`;
  await sql`
    insert into memberships (user_id, company_id, role_id, created_at)
    select m.user_id, ${top.id}, r.id, ${at} from memberships m, roles r
    where m.company_id = ${id} and r.code = 'owner'
      and m.user_id not in (select o.user_id from memberships o where o.company_id <> ${id})`;
  await sql`delete from company_sign_ins where company_id = ${id}`;
  await sql`delete from sessions where company_id = ${id}`;
  await sql`delete from memberships where company_id = ${id}`;
  await indexUsers(
    sql,
    members.map((member) => member.id),
  );
}
