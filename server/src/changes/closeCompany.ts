// Closes a company: its plants stay with their owners, those of nobody go to the company above, its people keep their accounts.
import type { Transaction } from '../db/connect.ts';
import { forgetSessions } from '../session.ts';
import { topOfBrand } from '../sql/care.ts';
import { endCare } from './endCare.ts';
import type { CompanyLine } from './people.ts';
import { lockPlants, writeSeenBy } from './siteAccess.ts';

interface Plant {
  sid: string;
  name: string;
  ownerId: number | null;
  ownerEmail: string | null;
  sharedWith: number[];
  installerId: number | null;
}

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
  const plants = await sql<Plant[]>`
    select s.sid, s.name, s.owner_id, o.email as owner_email, s.shared_with, s.installer_id
    from sites s left join users o on o.id = s.owner_id
    where s.company_id = ${id} order by s.sid`;
  await lockPlants(
    sql,
    plants.map(({ sid }) => sid),
  );
  const owned = plants.flatMap(({ ownerId, ownerEmail, ...plant }) =>
    ownerId === null || ownerEmail === null ? [] : [{ ...plant, ownerId, ownerEmail }],
  );
  const left = owned.map(({ sid, name, ownerEmail }) => ({ sid, plant: name, owner: ownerEmail }));
  const ownerless = plants.filter(({ ownerEmail }) => ownerEmail === null).map(({ sid }) => sid);
  await endCare(sql, owned, { companyId: id, at });
  await moveUp(sql, ownerless, company);
  await leavePeople(sql, company, at);
  await sql`delete from documents where company_id = ${id}`;
  await handUp(sql, company);
  await sql`delete from companies where id = ${id}`;
  await forgetSessions(sql, 'all');
  return { left, movedPlants: ownerless.length };
}

/** Nobody owns them, and somebody has to be able to name an owner. */
async function moveUp(sql: Transaction, sids: string[], { parentId }: Closing): Promise<void> {
  await sql`
    update sites set company_id = ${parentId}, installer_id = null, invited_installer = '', version = version + 1
    where sid = any (${sids})`;
  await writeSeenBy(sql, sids);
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
