// Ends the care of a plant: who looked after it, their company and all above it up to the operator lose sight of it; the plant stays with its owner.
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../db/connect.ts';
import { type Care, operatorsCompany } from '../sql/care.ts';
import { endOffer } from './offers.ts';
import { writeSeenBy } from './siteAccess.ts';

interface Owned {
  sid: string;
  ownerId: number;
  ownerEmail: string;
  sharedWith: readonly number[];
  at: Date;
}

interface Leaving {
  id: number;
  email: string;
}

/** The change of the plant has begun. */
export async function endCare(sql: Transaction, plant: Owned, care: Care): Promise<void> {
  const { sid, ownerId, sharedWith } = plant;
  const operator = await operatorsCompany(sql);
  const leaving = await leavingOf(sql, care, operator, ownerId);
  await sql`
    update sites set company_id = ${operator}, installer_id = null, invited_installer = '', version = version + 1,
      shared_with = ${sharedWith.filter((guest) => !leaving.some(({ id }) => id === guest))}
    where sid = ${sid}`;
  await endOffer(sql, sid, 'installer');
  await writeSeenBy(sql, [sid]);
  await keepTold(sql, plant, leaving);
}

/** Those of its company, of what is below it and above it up to the operator's, and its installer; never its owner. */
async function leavingOf(
  sql: Transaction,
  { companyId, installerId }: Care,
  operator: number,
  ownerId: number,
): Promise<Leaving[]> {
  const ofCompany = companyId === operator ? null : companyId;
  return await sql<Leaving[]>`
    with recursive above as (
      select id, parent_id from companies where id = ${ofCompany}::int
      union all
      select c.id, c.parent_id from above a join companies c on c.id = a.parent_id
    ), below as (
      select id from companies where id = ${ofCompany}::int
      union all
      select c.id from below b join companies c on c.parent_id = b.id
    )
    select distinct u.id, u.email from users u
    where u.id <> ${ownerId} and (u.id = ${installerId} or u.id in (
      select m.user_id from memberships m
      where m.company_id in (select id from below) or m.company_id in (select id from above where id <> ${operator})))`;
}

/** Whoever leaves gets no more mails of the plant; was nobody else told of its alerts, its owner is from now on. */
async function keepTold(sql: Transaction, { sid, ownerEmail, at }: Owned, leaving: readonly Leaving[]): Promise<void> {
  const gone = await sql<{ stoppedAt: Date | null }[]>`
    delete from report_recipients where sid = ${sid} and email = any (${leaving.map(({ email }) => email)}::text[])
    returning stopped_at`;
  if (gone.every(({ stoppedAt }) => stoppedAt !== null)) return;
  const left = await sql`select from report_recipients where sid = ${sid} and stopped_at is null limit 1`;
  if (left.length > 0) return;
  const secret = randomBytes(24).toString('base64url');
  await sql`
    insert into report_recipients (sid, email, secret, added_at) values (${sid}, ${ownerEmail}, ${secret}, ${at})
    on conflict do nothing`;
}
