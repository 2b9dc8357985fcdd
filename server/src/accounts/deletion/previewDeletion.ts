// What goes when an account leaves: asked by the page that says so, and once more when it leaves. The process itself asks.
import { MAX_LISTED_PLANTS } from '@heliograph/contract/limits.ts';
import { isAdministered } from '../../companies/people/people.ts';
import { operatorsCompany } from '../../plants/transfer/serviceAssignment.ts';
import type { Transaction } from '../../platform/database/connect.ts';

export interface OwnedPlant {
  sid: string;
  name: string;
  city: string;
  /** To its next owner, who has not answered. */
  offer: { email: string; expiresAt: Date } | null;
}

export interface DeletionPreview {
  /** At most MAX_LEAVING_PLANTS. */
  plants: OwnedPlant[];
  owned: number;
  /** Plants that are shared with the account, and that it looks after in its own name. */
  shared: number;
  installed: number;
  sessions: number;
  files: number;
  /** Without it nobody would run the portal. */
  isLastAdministrator: boolean;
  /** Companies in which nobody is left then, with the plants that they look after. */
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
    where s.owner_id = ${userId} order by lower(s.name), s.sid limit ${MAX_LISTED_PLANTS}`;
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
    companies: await companiesLeftAlone(sql, userId),
  };
}

/** The operator's own looks after what nobody else does. */
async function companiesLeftAlone(sql: Transaction, userId: number): Promise<DeletionPreview['companies']> {
  const operator = await operatorsCompany(sql);
  const alone = await sql<{ id: number; name: string }[]>`
    select c.id, c.name from memberships m join companies c on c.id = m.company_id
    where m.user_id = ${userId} and c.id <> ${operator} and not exists (
      select from memberships o where o.company_id = c.id and o.user_id <> ${userId})
    order by c.id`;
  const counts = await sql<{ id: number; plants: number }[]>`
    select company_id as id, count(*)::int as plants from sites
    where company_id in (select unnest(${alone.map(({ id }) => id)}::int[])) group by company_id`;
  return alone.map((company) => ({ ...company, plants: counts.find(({ id }) => id === company.id)?.plants ?? 0 }));
}
