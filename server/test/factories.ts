// Factories of rows for tests; a test states only what matters, and missing parents are created.
import type { Request } from '@heliograph/contract/calls.ts';
import { updateAccessIndex } from '../src/access/accessIndex.ts';
import { indexCompanies, indexUsers } from '../src/access/peopleIndex.ts';
import { vectorOf } from '../src/documents/rules/searchWords.ts';
import { bindInvitations } from '../src/plants/sharing/invitations.ts';
import { hashOfToken } from '../src/plants/sharing/publicLinks.ts';
import type { Sql } from '../src/platform/database/connect.ts';

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
  await indexCompanies(sql, [row!.id]);
  return row!.id;
}

export async function rootCompany(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from companies where parent_id is null order by id limit 1`;
  return row!.id;
}

/** Creates a user with a role in a company; an owner belongs to the root company, whose branch the role does not see. */
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
  await indexUsers(sql, [user!.id]);
  await sql.begin((tx) => bindInvitations(tx, user!.id, email));
  return { id: user!.id, email, companyId };
}

/** Creates a company sign-in at a provider that does not exist; the domain's record is "proof". */
export async function makeCompanySignIn(
  sql: Sql,
  { companyId, domain }: { companyId: number; domain: string },
): Promise<void> {
  await sql`
    insert into company_sign_ins (company_id, issuer, client_id, client_secret, allows_other_ways, has_second_step, changed_at)
    values (${companyId}, 'https://login.example', 'portal', '\\x00', true, false, now())`;
  await sql`insert into company_domains (company_id, domain, proof) values (${companyId}, ${domain}, 'proof')`;
}

/** Creates a pending change of an e-mail address whose links are unknown. */
export async function makeEmailChange(sql: Sql, { userId }: { userId: number }): Promise<void> {
  await sql`
    insert into email_changes (user_id, session_id, new_email, old_token_hash, new_token_hash, expires_at)
    values (${userId}, 1, ${`next${userId}@example.com`}, ${Buffer.from(`old ${userId}`)}, ${Buffer.from(`new ${userId}`)}, '2099-01-01')`;
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
  await updateAccessIndex(sql, [sid]);
  return sid;
}

/** Creates a registered device of a site; `product` is a name. */
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
    insert into serial_numbers (sn, product_id, sid, seen_by, activated_at)
    select ${sn}, p.id, s.sid, s.seen_by, '2026-01-01' from products p, sites s
    where p.name = ${given.product ?? 'BDM-400'} and s.sid = ${sid}
    on conflict (sn) do update set sid = excluded.sid, seen_by = excluded.seen_by, product_id = excluded.product_id`;
  await sql`update site_live set devices = devices + 1 where sid = ${sid}`;
  return { sid, sn };
}

/** Creates a change of a protected parameter that awaits approval; by default no test user requested it. */
export async function makeCommand(
  sql: Sql,
  { sid, sn, companyId, by = null }: { sid: string; sn: string; companyId: number; by?: number | null },
): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, is_protected, asked_by, company_id, asked_at,
      valid_s, expires_at)
    values (${sid}, ${id}, ${sn}, ${sn}, 'write', '{"overVoltageV": 250}', 'draft', 'write', true, ${by}, ${companyId}, '2026-06-15',
      600, '2099-01-01')`;
  return id;
}

/** Creates a bulk change with one such command; by default no test user requested it. */
export async function makeSetup(
  sql: Sql,
  { sid, sn, companyId, by = 0 }: { sid: string; sn: string; companyId: number; by?: number },
): Promise<string> {
  const id = crypto.randomUUID();
  const command = await makeCommand(sql, { sid, sn, companyId, by });
  await sql`update commands set setup_id = ${id} where id = ${command}`;
  await sql`
    insert into inverter_setups (id, asked_by, company_id, model, parameters, asked_at, devices, left_out)
    values (${id}, ${by}, ${companyId}, 10000, '{"overVoltageV": 250}', '2026-06-15', 1,
      ${JSON.stringify([{ sid, sn, reason: 'commandPending' }])}::text::jsonb)`;
  return id;
}

/** Creates a link to a plant's public page that is valid for a long time. */
export async function makePublicLink(
  sql: Sql,
  { sid, id, by, token = id, title = '' }: { sid: string; id: string; by: number; token?: string; title?: string },
): Promise<void> {
  await sql`
    insert into public_links (sid, id, token_hash, title, made_by, made_at, expires_at)
    values (${sid}, ${id}, ${hashOfToken(token)}, ${title}, ${by}, '2026-01-01', '2099-01-01')`;
}

/** One pixel in WebP. */
const PIXEL = Buffer.from(
  'UklGRjgAAABXRUJQVlA4ICwAAADwAQCdASoBAAEAAUAmJaACdLoB+AAETAAA/u+9V/43bjDfgu/33oDeBgAAAA==',
  'base64',
);

/** Creates a picture of a plant that cannot be displayed. */
export async function makePicture(sql: Sql, { sid, name }: { sid: string; name: string }): Promise<void> {
  await sql`
    insert into site_pictures (sid, name, width, height, bytes, created_at) values (${sid}, ${name}, 1, 1, ${PIXEL}, '2026-01-01')
    on conflict do nothing`;
}

/** Creates a user's webhook with a failed delivery. */
export async function makeWebhook(sql: Sql, userId: number): Promise<{ id: string; deliveryId: string }> {
  const [id, deliveryId] = [crypto.randomUUID(), crypto.randomUUID()];
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, events, made_at, summed_until)
    values (${id}, ${userId}, 'webhook', 'Chat', 'https://hooks.example.com/', '\\x00', '{alert.began}', now(), now())`;
  await sql`
    insert into deliveries (id, channel_id, user_id, event, fact, at, made_at, next_try_at, state, done_at)
    values (${deliveryId}, ${id}, ${userId}, 'test', '{}', now(), now(), now(), 'failed', now())`;
  return { id, deliveryId };
}

/** Creates a user's browser with push notifications. */
export async function makeBrowser(sql: Sql, userId: number): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, public_key, events, made_at, summed_until)
    values (${id}, ${userId}, 'push', 'Firefox', ${`https://push.example.com/${id}`}, '\\x00', '\\x00', '{alert.began}', now(), now())`;
  return id;
}

/** Creates an offer of a plant or its care to a user, by default by the same user, valid for a long time. */
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

/** Creates an open request for access; `sid`: the plant that it was forwarded to. */
export async function makeJoinRequest(
  sql: Sql,
  { userId, sn, sid }: { userId: number; sn: string; sid?: string },
): Promise<void> {
  await sql`
    insert into join_requests (user_id, sn, message, asked_at, expires_at, looked_up_at)
    values (${userId}, ${sn}, 'Please', '2026-01-01', '2099-01-01', '2026-01-01')`;
  if (sid !== undefined)
    await sql`insert into join_questions (sid, user_id, sn, ends_at) values (${sid}, ${userId}, ${sn}, '2099-01-01')`;
}

/** Creates an open request of a plant for a number that a gateway announced; returns its id. */
export async function makeClaimRequest(sql: Sql, { sid, sn }: { sid: string; sn: string }): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into claim_requests (sid, sn, id, gateway_sn, asked_at, due_at)
    values (${sid}, ${sn}, ${id}, '5FFFFFF0', '2026-01-01', '2099-01-01')`;
  return id;
}

/** Creates an open ownership claim of a plant, with a picture as proof; returns its id. */
export async function makeOwnershipClaim(
  sql: Sql,
  { sid, sn, account = 0 }: { sid: string; sn: string; account?: number },
): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into ownership_claims (sid, id, sn, account, user_id, reason, claimed_at)
    values (${sid}, ${id}, ${sn}, ${account}, 1, 'It is mine.', '2026-01-01')`;
  await sql`
    insert into ownership_proofs (sid, claim, position, type, bytes) values (${sid}, ${id}, 0, 'image/webp', '\\x00')`;
  return id;
}

/** Creates the answer of the plant that has a claimed number, with a picture as proof. */
export async function makeOwnershipAnswer(sql: Sql, { sid, id }: { sid: string; id: string }): Promise<void> {
  await sql`
    insert into ownership_answers (sid, claim, asked_at, answered_at, text)
    values (${sid}, ${id}, '2026-01-02', '2026-01-03', 'It is ours.')`;
  await sql`
    insert into ownership_proofs (sid, claim, position, type, bytes) values (${sid}, ${id}, 0, 'image/webp', '\\x01')`;
}

/** Creates a pending file of samples. */
export async function makeFile(
  sql: Sql,
  { userId, id, sid, sn }: { userId: number; id: string; sid: string; sn: string },
): Promise<void> {
  await sql`
    insert into user_files (user_id, id, about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days)
    values (${userId}, ${id}, ${sid}, ${sn}, '2026-06-15', '2026-06-15', 'csv', '{}', 'en', ${`${sn}.csv`}, now(), 1)`;
}

/** Ends all shares as another program would: without a notification. */
export async function endShares(sql: Sql, sid: string): Promise<void> {
  await sql`update sites set shared_with = '{}' where sid = ${sid}`;
  await updateAccessIndex(sql, [sid]);
}

/** Shares a plant with another user. */
export async function shareSite(sql: Sql, sid: string, userId: number): Promise<void> {
  await sql`update sites set shared_with = array_append(shared_with, ${userId}) where sid = ${sid}`;
  await updateAccessIndex(sql, [sid]);
}

/** Request of product/create without model code and name. */
export const PRODUCT: Omit<Request<'product/create'>, 'model' | 'name'> = {
  kind: 'hybrid',
  inputs: 2,
  ratedPowerW: 5000,
  phases: 3,
  profile: 'report hybrid',
  remark: '',
  functions: [],
  parameters: [],
};

/** Creates a product of a company (null: an administrator's). Returns its model code. */
export async function makeProduct(
  sql: Sql,
  given: { companyId?: number | null; name?: string; kind?: string; inputs?: number; profile?: string } = {},
): Promise<number> {
  count++;
  const model = 40_000 + count;
  const { companyId = null, name = `Product ${count}`, kind = 'hybrid', inputs = 2, profile = 'report hybrid' } = given;
  await sql`
    insert into products (model, name, kind, inputs, rated_power_w, phases, frame_profile, company_id)
    values (${model}, ${name}, ${kind}, ${inputs}, 5000, 3, ${profile}, ${companyId})`;
  return model;
}

/** Creates a text document of a company (null: the portal's). Returns its id. */
export async function makeDocument(
  sql: Sql,
  given: { companyId?: number | null; title?: string; text?: string; createdBy?: number | null } = {},
): Promise<number> {
  const { companyId = null, title = 'Manual', text = 'Code 0001: over voltage', createdBy = null } = given;
  const bytes = Buffer.from(text);
  const [row] = await sql<{ id: number }[]>`
    insert into documents (series, company_id, title, version, languages, models, file_name, type, bytes, sha256, has_text, is_whole,
      created_at, created_by)
    values (gen_random_uuid(), ${companyId}, ${title}, '1', '{en}', '{}', 'manual.txt', 'txt', ${bytes.length}, sha256(${bytes}), true,
      true, now(), ${createdBy}) returning id`;
  const { id } = row!;
  await sql`insert into document_pieces (document_id, piece, company_id, bytes) values (${id}, 0, ${companyId}, ${bytes})`;
  for (const [part, words] of [title, text].entries()) {
    await sql`
      insert into document_texts (document_id, part, company_id, text, words)
      values (${id}, ${part}, ${companyId}, ${words}, ${vectorOf(words)}::text::tsvector)`;
  }
  return id;
}

/** Changes a user's role, also in open sessions. */
export async function giveRole(sql: Sql, userId: number, role: RoleCode): Promise<void> {
  const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`select id from roles where code = ${role}`;
  await sql`update memberships set role_id = ${id} where user_id = ${userId}`;
  await sql`update sessions set role_id = ${id} where user_id = ${userId}`;
}
