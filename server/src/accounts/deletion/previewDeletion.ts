// Lists what is deleted with an account, for the page that announces it and again for the deletion itself. Runs without row policies.
import { MAX_LISTED_PLANTS } from '@heliograph/contract/limits.ts';
import { isAdministered } from '../../companies/people/people.ts';
import { operatorsCompany } from '../../plants/transfer/serviceAssignment.ts';
import type { Transaction } from '../../platform/database/connect.ts';

export interface OwnedPlant {
  sid: string;
  name: string;
  city: string;
  /** Pending offer to its next owner; null: there is none. */
  offer: { email: string; expiresAt: Date } | null;
}

export interface DeletionPreview {
  /** Owned plants, at most MAX_LISTED_PLANTS; `owned` is the full count. */
  plants: OwnedPlant[];
  owned: number;
  /** Number of plants shared with the account; `installed`: number of plants of which it is the installer. */
  shared: number;
  installed: number;
  sessions: number;
  files: number;
  /** Whether no administrator would be left without it. */
  isLastAdministrator: boolean;
  /** Companies that would have no members left, with their number of plants. */
  companies: { id: number; name: string; plants: number }[];
}

export async function previewDeletion(sql: Transaction, userId: number, at: Date): Promise<DeletionPreview> {
  const [counts] = await sql<Pick<DeletionPreview, 'owned' | 'shared' | 'installed'>[]>`
    select (count(*) filter (where s.owner_id = ${userId}))::int as owned,
      (count(*) filter (where ${userId} = any (s.shared_with)))::int as shared,
      (count(*) filter (where s.installer_id = ${userId}))::int as installed
    from sites s where s.seen_by @> ${[userId]}::int[]`;
  const rows = await sql<(Omit<OwnedPlant, 'offer'> & { email: string | null; expiresAt: Date | null })[]>`
    select s.sid, s.name, s.city, o.to_email as email, o.expires_at
    from sites s left join site_offers o on o.sid = s.sid and o.kind = 'owner' and o.expires_at > ${at}
    where s.owner_id = ${userId} order by s.name_order, s.sid limit ${MAX_LISTED_PLANTS}`;
  const [own] = await sql<Pick<DeletionPreview, 'sessions' | 'files' | 'isLastAdministrator'>[]>`
    select (select count(*) from sessions where user_id = ${userId} and expires_at > ${at})::int as sessions,
      (select count(*) from user_files where user_id = ${userId})::int as files,
      exists (select from memberships m join roles r on r.id = m.role_id where m.user_id = ${userId} and r.scope = 'all')
        and not ${isAdministered(sql, sql`m.user_id <> ${userId}`)} as is_last_administrator`;
  return {
    ...counts!,
    ...own!,
    plants: rows.map(({ email, expiresAt, ...plant }) => ({
      ...plant,
      offer: email === null ? null : { email, expiresAt: expiresAt! },
    })),
    companies: await abandonedCompanies(sql, userId),
  };
}

/** Companies of which the user is the only member, without the operator's own: that one takes over all remaining plants. */
async function abandonedCompanies(sql: Transaction, userId: number): Promise<DeletionPreview['companies']> {
  const operator = await operatorsCompany(sql);
  const companies = await sql<{ id: number; name: string }[]>`
    select c.id, c.name from memberships m join companies c on c.id = m.company_id
    where m.user_id = ${userId} and c.id <> ${operator} and not exists (
      select from memberships o where o.company_id = c.id and o.user_id <> ${userId})
    order by c.id`;
  const counts = await sql<{ id: number; plants: number }[]>`
    select company_id as id, count(*)::int as plants from sites
    where company_id in (select unnest(${companies.map(({ id }) => id)}::int[])) group by company_id`;
  return companies.map((company) => ({ ...company, plants: counts.find(({ id }) => id === company.id)?.plants ?? 0 }));
}
