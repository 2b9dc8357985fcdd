// Measures the layout of pages that administrators and manufacturers use at six widths, with the first rows and with long names.

import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { AT_SIX_WIDTHS, faultsOf, type Measured } from './measure.ts';
import { makePlant } from './plants.ts';
import { expect, type Portal, signIn, test } from './portal.ts';

const SN = '0A0B0C3D';
const LONG = 'Genossenschaftliche Photovoltaikanlagenbetriebsgesellschaft Bodensee-Oberschwaben';
/** A word without a place to break a line. */
const UNBROKEN = 'donaudampfschifffahrtselektrizitaetenhauptbetriebswerk';
/** Model of the records that this file creates; it deletes them afterwards, because other journeys search for their own. */
const MODEL = 987_654;

test.beforeAll(async ({ portal }) => {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  await makePlant(portal, 'installer@example.com', LONG, { sn: [{ sn: SN, model: product!.model }] });
});

test.afterAll(async ({ portal: { sql } }) => {
  await sql`delete from document_texts where document_id in (select id from documents where title like ${`${LONG}%`})`;
  await sql`delete from documents where title like ${`${LONG}%`}`;
  await sql`delete from firmware where model = ${MODEL}`;
  await sql`delete from products where model = ${MODEL}`;
  await sql`delete from bdm_passwords where about_sn = ${SN}`;
  await sql`delete from memberships where user_id in (select id from users where email like ${`${UNBROKEN}%`})`;
  await sql`delete from users where email like ${`${UNBROKEN}%`}`;
  await sql`delete from roles where code = 'own_layout'`;
  await sql`delete from companies where name like ${`${LONG} %`}`;
});

/** Inserts one record of each kind with a name of the maximum length. */
async function enterLongNames({ sql }: Portal): Promise<Record<'role' | 'document' | 'firmware', number>> {
  const [company] = await sql<{ id: number }[]>`
    insert into companies (parent_id, kind, name) select min(id), 'distributor', ${`${LONG} mbH & Co. KG`} from companies returning id`;
  await indexPeople(sql);
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) values ('own_layout', ${LONG.slice(0, 60)}, 'branch', ${company!.id}) returning id`;
  await sql`
    insert into users (email, password_hash, name, phone)
    select ${UNBROKEN} || n || '@a-rather-long-domain-name.example.com', '-', ${LONG} || n, '+49 7541 1234567890' from generate_series(1, 3) n`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select id, ${company!.id}, ${role!.id} from users where email like ${`${UNBROKEN}%`}`;
  await indexPeople(sql);
  await sql`
    insert into products (model, name, kind, inputs, rated_power_w, company_id, remark)
    values (${MODEL}, ${LONG.slice(0, 60)}, 'microinverter', 8, 1999.5, ${company!.id}, ${LONG})`;
  const [document] = await sql<{ id: number }[]>`
    insert into documents (series, title, version, languages, models, file_name, type, bytes, sha256, pages, has_text, is_whole, created_at)
    values (gen_random_uuid(), ${`${LONG}, installation`}, '2.1.0-beta.3', '{en,de,fr,es,it}', ${[MODEL, 400, 800]}, ${`${UNBROKEN}.pdf`}, 'pdf', 987654321,
      '\\x00', 124, true, true, now()) returning id`;
  const [firmware] = await sql<{ id: number }[]>`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at, is_forced, created_at)
    values ('12.34.56-release-candidate.7', ${MODEL}, '2.1', ${`${LONG} ${UNBROKEN}`}, ${`${UNBROKEN}.bin`}, 1310720, 1310720, sha256('a'), decode(repeat('5a', 64), 'hex'),
      now(), true, now()) returning id`;
  await sql`
    insert into bdm_passwords (user_id, id, user_email, about_sn, about_sid, purpose, made_at, valid_until)
    select u.id, gen_random_uuid(), u.email, d.sn, d.sid, ${`${LONG} ${UNBROKEN}`}, now(), now() + interval '90 minutes'
    from devices d, users u where d.sn = ${SN} and u.email = 'admin@example.com'`;
  return { role: role!.id, document: document!.id, firmware: firmware!.id };
}

const LISTS: readonly Measured[] = [
  ['/dashboard', 'main section', true],
  ['/dashboard?section=users', 'main section', true],
  ['/users', 'main tbody tr', true],
  ['/users?view=cards', 'main li', false],
  ['/companies', 'main tbody tr', true],
  ['/companies?view=cards', 'main li', false],
  ['/products', 'main tbody tr', true],
  ['/documentation', 'main section', true],
  ['/hardwareConfig/otaFile', 'main section', true],
  ['/snList', 'main section', true],
  ['/devices/panels', 'main section', true],
  ['/hardwareConfig/inverter', 'main section', true],
  ['/system/rolesPermission', 'main section', true],
  ['/system/menus', 'main section', true],
  ['/system/groupAccess', 'main section', true],
  ['/system/audit', 'main tbody tr', true],
  ['/generateBDMPassword', 'main section', false],
];

/** Pages that layout.spec.ts measures with its own plant. */
const MEASURED_BY_LAYOUT_SPEC: readonly string[] = ['PvPlant', 'Devices', 'Alerts', 'NoRegGatewayList'];
const MENU_PAGES: readonly Measured[] = BUILT_PAGES.filter(
  ({ name, path, menu }) =>
    menu && !MEASURED_BY_LAYOUT_SPEC.includes(name) && !LISTS.some(([address]) => address === path),
).map(({ name, path }) => [path, name === 'Brands' ? 'main h1' : 'main section', false]);

test(`lists of administrators ${AT_SIX_WIDTHS}`, async ({ page }) => {
  await signIn(page, { email: 'admin@example.com', to: '/healthz' });
  expect(await faultsOf(page, [...LISTS, ...MENU_PAGES], 0)).toEqual([]);
});

test(`lists of administrators with long names ${AT_SIX_WIDTHS}`, async ({ page, portal }) => {
  const { role, document, firmware } = await enterLongNames(portal);
  await signIn(page, { email: 'admin@example.com', to: '/healthz' });
  const pages: readonly Measured[] = [
    ...LISTS,
    [`/system/rolesPermission?role=${role}`, 'main section', true],
    ['/product/edit', 'main section', false],
    [`/product/edit?model=${MODEL}`, 'main section', false],
    ['/documentation/edit', 'main section', false],
    [`/documentation/edit?id=${document}`, 'main section', false],
    ['/hardwareConfig/otaFileEdit', 'main section', false],
    [`/hardwareConfig/otaFileEdit?id=${firmware}`, 'main section', false],
    [`/hardwareConfig/inverter?model=10001`, 'main section', true],
    ['/ucenter/unsubscribe', 'main section', false],
    ['/guide', 'main section', false],
  ];
  expect(await faultsOf(page, pages, LISTS.length)).toEqual([]);
});
