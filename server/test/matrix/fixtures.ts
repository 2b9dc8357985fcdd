// Companies that own one of everything, each marked by its own word, for the matrix of rights.
import { randomUUID } from 'node:crypto';
import { updateAccessIndex } from '../../src/access/accessIndex.ts';
import type { Sql } from '../../src/platform/database/connect.ts';
import { fillSiteTables, fillUserTables } from '../everyTable.ts';
import {
  makeBrowser,
  makeCommand,
  makeCompany,
  makeDevice,
  makeDocument,
  makeOwnershipClaim,
  makePicture,
  makeProduct,
  makePublicLink,
  makeSetup,
  makeSite,
  makeUser,
  makeWebhook,
  type RoleCode,
} from '../factories.ts';
import { makeQuestion, makeRollout } from '../rolloutPlants.ts';
import { makeApiToken, makePasskey } from '../signIns.ts';
import type { TableSnapshots } from '../snapshotTables.ts';
import type { TestServer } from '../testServer.ts';

/** Everything of a company that calls can name, for an existing or a missing company. */
export interface Thing {
  /** Word that every text of the company contains. */
  mark: string;
  companyId: number;
  company: string;
  /** A user of the company, who owns its plant. */
  userId: number;
  email: string;
  invitationId: number;
  roleId: number;
  model: number;
  stockSn: string;
  sid: string;
  otherSid: string;
  sn: string;
  gateway: string;
  meter: string;
  battery: string;
  hybrid: string;
  inverter: string;
  micro: string;
  spare: string;
  moving: string;
  worn: string;
  restricted: string;
  picture: string;
  photo: string;
  linkId: string;
  removal: string;
  file: string;
  session: number;
  apiToken: number;
  passkey: string;
  command: string;
  setup: string;
  rollout: string;
  /** Ownership claim of the plant, and of the other plant for a device of the plant. */
  claim: string;
  contested: string;
  document: number;
  webhook: string;
  delivery: string;
  browser: string;
}

/** Names of a company that does not exist, in the same form. */
export const MISSING: Thing = {
  mark: 'nowhere',
  company: 'Nowhere',
  companyId: 909_001,
  userId: 909_002,
  email: 'nowhere@example.com',
  invitationId: 909_003,
  roleId: 909_004,
  model: 29_001,
  stockSn: '7EE00010',
  sid: 'DE_20260101_x000001',
  otherSid: 'DE_20260101_x000002',
  sn: '7EE00001',
  gateway: '7EE00002',
  meter: '7EE00003',
  battery: '7EE00004',
  hybrid: '7EE00005',
  inverter: '7EE00006',
  micro: '7EE00007',
  spare: '7EE00008',
  moving: '7EE00009',
  worn: '7EE0000A',
  restricted: '7EE0000B',
  picture: 'n'.repeat(22),
  photo: 'm'.repeat(22),
  linkId: '00000000-0000-4000-8000-00000000000a',
  removal: '00000000-0000-4000-8000-00000000000b',
  file: '00000000-0000-4000-8000-00000000000c',
  session: 909_005,
  apiToken: 909_006,
  passkey: 'p'.repeat(22),
  command: '00000000-0000-4000-8000-00000000000d',
  document: 909_007,
  webhook: '00000000-0000-4000-8000-00000000000e',
  delivery: '00000000-0000-4000-8000-00000000000f',
  browser: '00000000-0000-4000-8000-000000000010',
  setup: '00000000-0000-4000-8000-000000000011',
  rollout: '00000000-0000-4000-8000-000000000014',
  claim: '00000000-0000-4000-8000-000000000015',
  contested: '00000000-0000-4000-8000-000000000016',
};

/** First of unique ids, so that they can be recognized in any answer. */
export const FIRST_IDS = 100_000;

/** Restarts sequences, so that the ids of each company can be distinguished. */
export async function idsFrom(sql: Sql, first: number): Promise<void> {
  for (const [n, table] of ['companies', 'users', 'roles', 'sessions', 'company_invitations', 'documents'].entries())
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${first + n * 150_000}, (select coalesce(max(id), 0) + 1 from ${sql(table)})))`;
}

let made = 0;

/** Creates plants and users of an existing company. */
export async function makeThing(
  { sql, clock }: TestServer,
  { mark, companyId, sharedWith = [] }: { mark: string; companyId: number; sharedWith?: number[] },
): Promise<Thing> {
  made++;
  await idsFrom(sql, FIRST_IDS + made * 1000);
  const [named] = await sql<{ name: string }[]>`select name from companies where id = ${companyId}`;
  const { id: userId, email } = await makeUser(sql, { companyId, email: `${mark}@example.com`, name: mark });
  const sid = await makeSite(sql, { companyId, ownerId: userId, name: mark, sharedWith, city: mark });
  const otherSid = await makeSite(sql, { companyId, ownerId: userId, name: `${mark} two` });
  const number = async (product: string) => (await makeDevice(sql, { sid, product })).sn;
  const devices = {
    sn: await number('BDM-400'),
    gateway: await number('HG-1'),
    meter: await number('Meter'),
    battery: await number('Battery'),
    hybrid: await number('Hybrid inverter'),
    inverter: await number('Inverter'),
    micro: await number('BDM-800'),
    spare: await number('BDM-400'),
    moving: await number('BDM-400'),
    worn: await number('BDM-400'),
    restricted: await number('BDM-400'),
  };
  const { sn } = devices;
  await fillSiteTables(sql, { sid, sn });
  await fillUserTables(sql, { userId, sid, sn });
  // The inserted place in the queue of changes would delay the user's own changes.
  await sql`delete from change_places where user_id = ${userId}`;
  const [removal] = await sql<{ id: string }[]>`
    update history_removals set state = 'removed' where sid = ${sid} returning id`;
  const linkId = randomUUID();
  await makePublicLink(sql, { sid, id: linkId, by: userId, title: mark });
  const picture = mark.padEnd(22, '0');
  await makePicture(sql, { sid, name: picture });
  const photo = mark.padEnd(22, '1');
  await sql`update layout_photos set name = ${photo} where sid = ${sid}`;
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 2, ${mark}, 2)`;
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'silence', to_timestamp(0))`;
  await sql`update serial_numbers set restricted_at = now(), restricted_reason = ${mark} where sn = ${devices.restricted}`;
  const stockSn = `5E0C${String(made).padStart(4, '0')}`;
  await sql`insert into serial_numbers (sn, stock_of, seen_by) select ${stockSn}, ${companyId}, seen_by from sites where sid = ${sid}`;
  const model = await makeProduct(sql, { companyId, name: `${mark} product` });
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) values (${mark}, ${`${mark} role`}, 'own', ${companyId}) returning id`;
  const [invitation] = await sql<{ id: number }[]>`
    insert into company_invitations (email, company_id, role_id, name, seen_by, invited_by, token_hash, made_at, expires_at)
    select ${`${mark}.invited@example.com`}, ${companyId}, (select id from roles where code = 'installer'), ${mark}, array(select v from unnest(seen_by) v where v < 0),
      ${userId}, ${Buffer.from(mark)}, now(), '2099-01-01' from sites where sid = ${sid} returning id`;
  const [file] = await sql<{ id: string }[]>`select id from user_files where user_id = ${userId}`;
  await sql`update user_files set about_sid = ${sid} where user_id = ${userId}`;
  const { id: apiToken } = await makeApiToken(sql, { userId, at: clock.now() });
  const [session] = await sql<{ id: number }[]>`
    insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at)
    select ${Buffer.from(`session of ${mark}`)}, user_id, company_id, role_id, ${clock.now()}, ${clock.now()}, '2099-01-01'
    from memberships where user_id = ${userId} returning id`;
  const passkey = await makePasskey(sql, { userId });
  const command = await makeCommand(sql, { sid, sn: devices.gateway, companyId });
  const setup = await makeSetup(sql, { sid, sn: devices.gateway, companyId });
  const rollout = await makeRollout(sql, { sid, sn: devices.gateway, companyId });
  await makeQuestion(sql, { sid, id: rollout });
  const document = await makeDocument(sql, { companyId, title: mark, text: mark, createdBy: userId });
  const claim = await makeOwnershipClaim(sql, { sid, sn: stockSn });
  const contested = await makeOwnershipClaim(sql, { sid: otherSid, sn: devices.worn });
  const webhook = await makeWebhook(sql, userId);
  const browser = await makeBrowser(sql, userId);
  await markTexts(sql, { mark, sids: [sid, otherSid], userId });
  await updateAccessIndex(sql, [sid, otherSid]);
  return {
    company: named!.name,
    mark,
    companyId,
    userId,
    email,
    invitationId: invitation!.id,
    roleId: role!.id,
    model,
    stockSn,
    sid,
    otherSid,
    ...devices,
    picture,
    photo,
    linkId,
    removal: removal!.id,
    file: file!.id,
    session: session!.id,
    apiToken,
    passkey,
    command,
    setup,
    rollout,
    claim,
    contested,
    document,
    webhook: webhook.id,
    delivery: webhook.deliveryId,
    browser,
  };
}

/** Columns that are not marked: keys, copies of other tables, and values parsed by programs. */
const KEYS =
  /^(sid|sn|gateway_sn|cause|kind|state|source|flow|counts_as|mode|orientation|role|.*_of|now|about_sid|about_sn|email|to_email|address|.*_?id|.*hash|timezone|country_code|currency|code|key|language)$/;

/** Writes the company's word into every free text of these plants and this account; a column that does not accept it keeps its value. */
async function markTexts(
  sql: Sql,
  { mark, sids, userId }: { mark: string; sids: string[]; userId: number },
): Promise<void> {
  const columns = await sql<{ table: string; column: string; of: string }[]>`
    select c.relname as table, a.attname as column, o.attname as of from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
    join pg_attribute o on o.attrelid = c.oid and (o.attname in ('sid', 'user_id') or (c.relname = 'users' and o.attname = 'id'))
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('audit_log', 'sites_history', 'memberships')
    order by 1, 2`;
  for (const { table, column, of } of columns) {
    if (KEYS.test(column)) continue;
    const whose = of === 'sid' ? sql`${sql(of)} = any (${sids})` : sql`${sql(of)} = ${userId}`;
    await sql`update ${sql(table)} set ${sql(column)} = ${mark} where ${whose}`.catch(() => undefined);
  }
}

export interface Viewer {
  name: string;
  token: string;
  email: string;
  userId: number;
  companyId: number;
}

/** Creates a user with every permission, so that only the branch can refuse. */
export async function makeViewer(
  { sql, signedIn }: TestServer,
  {
    role,
    companyId,
    passwordHash,
    name = role,
  }: { role: RoleCode; companyId: number; passwordHash: string; name?: string },
): Promise<Viewer> {
  const { id, email } = await makeUser(sql, {
    role,
    companyId,
    email: `asks.${name}@example.com`,
    passwordHash,
  });
  const token = await signedIn(id);
  return { name, token, email, userId: id, companyId };
}

/** Creates nested companies; the first is a distributor. */
export async function makeBranch(sql: Sql, names: readonly string[]): Promise<number[]> {
  const kinds = ['distributor', 'dealer', 'installer'];
  const ids: number[] = [];
  for (const [n, name] of names.entries())
    ids.push(await makeCompany(sql, { name, kind: kinds[n]!, ...(n > 0 && { parentId: ids[n - 1]! }) }));
  return ids;
}

/** Tables that record the calls themselves. */
const OF_ASKING = ['audit_log', 'audit_seals', 'audit_checks', 'tries', 'change_places'];

/** Checksums of all tables except those that record the calls themselves. */
export const snapshotAll = (tables: TableSnapshots): Promise<Map<string, string>> => tables.everything(OF_ASKING);

/** Checksums of the rows of one company, its plants and its users. */
export async function snapshotCompany(
  sql: Sql,
  tables: TableSnapshots,
  { sid, otherSid, userId, companyId }: Thing,
): Promise<Map<string, string>> {
  const columns = await sql<{ name: string; column: string }[]>`
    select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.attname in ('sid', 'user_id', 'company_id', 'stock_of') and c.relname <> 'audit_log' order by 1, 2`;
  const values: Record<string, string> = {
    sid: `in ('${sid}', '${otherSid}')`,
    user_id: `= ${userId}`,
    company_id: `= ${companyId}`,
    stock_of: `= ${companyId}`,
  };
  return await tables.of([
    ...columns.map(({ name, column }) => [name, `${column} ${values[column]}`] as const),
    ['companies', `id = ${companyId}`],
    ['users', `id = ${userId}`],
  ]);
}
