// Makes what a test needs and says only what matters; missing parents are made.
import { bindInvitations } from '../src/changes/invitations.ts';
import { writeSeenBy } from '../src/changes/siteAccess.ts';
import type { Sql } from '../src/db/connect.ts';
import { hashOfToken } from '../src/sql/publicLinks.ts';

let count = 0;

export type RoleCode = 'administrator' | 'manager' | 'distributor' | 'dealer' | 'installer' | 'owner';

export async function makeCompany(
  sql: Sql,
  given: { name?: string; kind?: string; parentId?: number | null } = {},
): Promise<number> {
  count++;
  const parentId = given.parentId === undefined ? await rootCompany(sql) : given.parentId;
  const [row] = await sql<{ id: number }[]>`
    insert into companies (name, kind, parent_id)
    values (${given.name ?? `Company ${count}`}, ${given.kind ?? 'installer'}, ${parentId}) returning id`;
  return row!.id;
}

export async function rootCompany(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from companies where parent_id is null order by id limit 1`;
  return row!.id;
}

/** A user with a role in a company; an owner belongs to the root company, whose branch the role does not see. */
export async function makeUser(
  sql: Sql,
  given: { role?: RoleCode; companyId?: number; email?: string; passwordHash?: string; name?: string } = {},
): Promise<{ id: number; email: string; companyId: number }> {
  count++;
  const role = given.role ?? 'installer';
  const companyId =
    given.companyId ??
    (role === 'owner' || role === 'administrator' || role === 'manager'
      ? await rootCompany(sql)
      : await makeCompany(sql));
  const email = given.email ?? `user${count}@example.com`;
  const [user] = await sql<{ id: number }[]>`
    insert into users (email, password_hash, name) values (${email}, ${given.passwordHash ?? '-'}, ${given.name ?? `User ${count}`}) returning id`;
  await sql`
    insert into memberships (user_id, company_id, role_id) select ${user!.id}, ${companyId}, id from roles where code = ${role}`;
  await sql.begin((tx) => bindInvitations(tx, user!.id, email));
  return { id: user!.id, email, companyId };
}

export async function makeSite(
  sql: Sql,
  given: {
    sid?: string;
    companyId?: number;
    ownerId?: number | null;
    installerId?: number | null;
    sharedWith?: number[];
    name?: string;
    countryCode?: string;
    city?: string;
    timezone?: string;
    latitude?: number;
    longitude?: number;
    powerMaxW?: number;
    price?: number;
    currency?: string;
    commissionedOn?: string | null;
    createdAt?: Date;
  } = {},
): Promise<string> {
  count++;
  const sid = given.sid ?? `DE_20260101_t${String(count).padStart(6, '0')}`;
  const site = {
    sid,
    name: given.name ?? `Plant ${count}`,
    companyId: given.companyId ?? (await makeCompany(sql)),
    ownerId: given.ownerId ?? null,
    installerId: given.installerId ?? null,
    sharedWith: given.sharedWith ?? [],
    countryCode: given.countryCode ?? 'DE',
    city: given.city ?? 'Konstanz',
    latitude: given.latitude ?? 47.66,
    longitude: given.longitude ?? 9.18,
    timezone: given.timezone ?? 'Europe/Berlin',
    temperatureUnit: 'Celsius',
    currency: given.currency ?? 'EUR',
    powerMaxW: given.powerMaxW ?? 6900,
    commissionedOn: given.commissionedOn === undefined ? '2026-01-01' : given.commissionedOn,
    createdAt: given.createdAt ?? new Date('2026-01-01T00:00:00Z'),
  };
  await sql`insert into sites ${sql(site)}`;
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2000-01-01', ${given.price ?? 0.3})`;
  await sql`insert into site_live (sid, status) values (${sid}, 2)`;
  await writeSeenBy(sql, [sid]);
  return sid;
}

/** A registered device of a site; `product` by name. */
export async function makeDevice(
  sql: Sql,
  given: { sid?: string; sn?: string; product?: string } = {},
): Promise<{ sid: string; sn: string }> {
  count++;
  const sid = given.sid ?? (await makeSite(sql));
  const sn = given.sn ?? (0x70000000 + count).toString(16).toUpperCase();
  await sql`
    insert into devices (sid, seen_by, sn, product_id, created_at)
    select s.sid, s.seen_by, ${sn}, p.id, '2026-01-01' from sites s, products p
    where s.sid = ${sid} and p.name = ${given.product ?? 'BDM-400'}`;
  await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, ${sn} from sites where sid = ${sid}`;
  await sql`
    insert into serial_numbers (sn, product_id, sid, activated_at)
    select ${sn}, id, ${sid}, '2026-01-01' from products where name = ${given.product ?? 'BDM-400'}
    on conflict (sn) do update set sid = excluded.sid, product_id = excluded.product_id`;
  await sql`update site_live set devices = devices + 1 where sid = ${sid}`;
  return { sid, sn };
}

/** A link to a plant's public page, open for a long time. */
export async function makePublicLink(
  sql: Sql,
  { sid, id, by, token = id, title = '' }: { sid: string; id: string; by: number; token?: string; title?: string },
): Promise<void> {
  await sql`
    insert into public_links (sid, id, token_hash, title, made_by, made_at, expires_at)
    values (${sid}, ${id}, ${hashOfToken(token)}, ${title}, ${by}, '2026-01-01', '2099-01-01')`;
}

/** A picture of a plant, which is none to be looked at. */
export async function makePicture(sql: Sql, { sid, name }: { sid: string; name: string }): Promise<void> {
  await sql`
    insert into site_pictures (sid, name, width, height, bytes, created_at) values (${sid}, ${name}, 1, 1, '\\x00', '2026-01-01')
    on conflict do nothing`;
}

/** A plant, or its care, offered to a user, by that very user unless said, for a long time. */
export async function makeOffer(
  sql: Sql,
  {
    sid,
    toUser,
    by = toUser,
    kind = 'owner',
  }: { sid: string; toUser: number; by?: number; kind?: 'owner' | 'installer' },
): Promise<void> {
  await sql`
    insert into site_offers (sid, kind, to_email, offered_by, offered_at, expires_at)
    select ${sid}, ${kind}, email, ${by}, '2026-01-01', '2099-01-01' from users where id = ${toUser}`;
}

/** A file of samples that waits for its making. */
export async function makeFile(
  sql: Sql,
  { userId, id, sid, sn }: { userId: number; id: string; sid: string; sn: string },
): Promise<void> {
  await sql`
    insert into user_files (user_id, id, about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days)
    values (${userId}, ${id}, ${sid}, ${sn}, '2026-06-15', '2026-06-15', 'csv', '{}', 'en', ${`${sn}.csv`}, now(), 1)`;
}

/** As another program would: nobody is told. */
export async function endShares(sql: Sql, sid: string): Promise<void> {
  await sql`update sites set shared_with = '{}' where sid = ${sid}`;
  await writeSeenBy(sql, [sid]);
}

/** Lets one more user look at a plant. */
export async function shareSite(sql: Sql, sid: string, userId: number): Promise<void> {
  await sql`update sites set shared_with = array_append(shared_with, ${userId}) where sid = ${sid}`;
  await writeSeenBy(sql, [sid]);
}
