// Odd values in every call by a user with all permissions: never a 500, never a broken connection, and a malformed request changes nothing.
// ODD_RUNS=20000 ODD_SEED=7 sends more of them.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { DEFAULT_PLAN } from '@heliograph/contract/rollouts.ts';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { revokeSessions } from '../src/access/session.ts';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { textOf } from './documentFiles.ts';
import {
  makeCompany,
  makeDevice,
  makeDocument,
  makeOffer,
  makePicture,
  makePublicLink,
  makeSite,
  makeUser,
} from './factories.ts';
import { MAKER, makeFirmware } from './firmware.ts';
import { drawnPng, payloadOf } from './multipart.ts';
import { makeDay, makeSample } from './readings.ts';
import { type Field, fieldsOf, sampleOf, withField } from './requestFields.ts';
import { isInSample, isQuick, runs, sampled } from './sampling.ts';
import { sheetOf } from './sheetOf.ts';
import { SECOND_FACTOR_KEY } from './signIns.ts';
import { snapshotTables } from './snapshotTables.ts';
import { testServer } from './testServer.ts';

const RUNS = Number(process.env.ODD_RUNS ?? runs(400));
const SEED = Number(process.env.ODD_SEED ?? process.env.TEST_SEED ?? 20261121);
const PASSWORD = 'a long sentence as password';

const { app, context, sql, signedIn } = await testServer({
  BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}`,
  SECOND_FACTOR_KEY,
  FIRMWARE_KEYS: MAKER.hex,
});
const tables = await snapshotTables(sql);
// No external DNS is queried.
context.readDnsTxt = async () => [];
const table = calls as Record<string, Call>;
const paths = Object.keys(table) as Path[];

/** User whose role has every permission, on everything. */
const user = await makeUser(sql, { role: 'administrator', passwordHash: await hashPassword(PASSWORD) });
const [role] = await sql<{ roleId: number }[]>`select role_id from memberships where user_id = ${user.id}`;
await sql`
  insert into role_menus (role_id, menu_id) select ${role!.roleId}, id from menus on conflict do nothing`;

/** User and company that calls about people change. */
const person = await makeUser(sql, { role: 'owner' });
const [owner] = await sql<{ roleId: number }[]>`select role_id from memberships where user_id = ${person.id}`;
const company = await makeCompany(sql, { kind: 'distributor' });

/** Calls of one device kind, by path prefix. */
const KINDS = [
  ['bdnz/three/', 'Meter'],
  ['battery/hx/', 'Battery'],
  ['ksp/', 'Hybrid inverter'],
  ['device/strings', 'Inverter'],
] as const;

/** Creates a plant with two devices and one of each of these kinds; one has samples and days, the other is released and added by changes. */
async function makePlant() {
  const sid = await makeSite(sql, { companyId: user.companyId, ownerId: user.id, installerId: user.id });
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  const { sn: gatewaySn } = await makeDevice(sql, { sid, product: 'HG-1' });
  const otherSid = await makeSite(sql, { companyId: user.companyId });
  await makePage(sid);
  await makeLink(sid);
  await offerPlant(sid);
  await publish(sid);
  await makePicture(sql, { sid, name: PICTURE });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 2000 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 0.5 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 212.5 });
  const kinds = await Promise.all(
    KINDS.map(async ([begin, product]) => [begin, (await makeDevice(sql, { sid, product })).sn] as const),
  );
  return { sid, sn, other, gatewaySn, otherSid, kinds, ...(await makeLeaving(sid)) };
}
/** Creates a device that calls release, move or replace, and a serial number for its replacement. */
async function makeLeaving(sid: string) {
  const { sn: leaving } = await makeDevice(sql, { sid });
  return { leaving, by: `6${leaving.slice(1)}` };
}
/** Secret of a link in a mail. */
const LINK = 'a link of its own';
async function makeLink(sid: string) {
  await sql`
    insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'reader@example.com', ${LINK}, now())
    on conflict do nothing`;
}
const REMOVAL = '00000000-0000-4000-8000-000000000000';
const LEAVING: readonly Path[] = ['device/delete', 'device/move', 'device/replace'];
async function makePage(sid: string) {
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1) on conflict do nothing`;
}
/** Recreates the company's own role and menu entry in their initial state. */
async function makeRole() {
  await sql`delete from role_menus where role_id in (select id from roles where company_id is not null)`;
  await sql`delete from roles where company_id is not null`;
  await sql`delete from role_menus where menu_id in (select id from menus where is_own)`;
  await sql`delete from menus where is_own`;
  await sql`update sessions set view_role_id = null where view_role_id is not null`;
  await revokeSessions(sql, user.id);
  const [own] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) values ('own', 'Own', 'own', ${user.companyId}) returning id`;
  const [entry] = await sql<{ id: number }[]>`
    insert into menus (mode, name, title, title_locale, is_own) values (1, '', 'Mine', '', true) returning id`;
  return { roleId: own!.id, menuId: entry!.id };
}
const PICTURE = 'x'.repeat(22);
/** Recreates the only public link of the plant. */
async function publish(sid: string) {
  await sql`delete from public_links`;
  await makePublicLink(sql, { sid, id: REMOVAL, by: user.id, token: LINK });
}
/** Offers the plant's care to the user; other offers are removed. */
async function offerPlant(sid: string) {
  await sql`delete from site_offers where sid = ${sid}`;
  await makeOffer(sql, { sid, toUser: user.id, kind: 'installer' });
}
/** Unused product, and a serial number without a plant. */
const MADE = 20_900;
const STOCK = '5F0AAA01';
const CATALOGUE: readonly Path[] = ['product/update', 'product/del', 'product/picture', 'product/removePicture'];
async function makeCatalogue() {
  const used = await sql<{ id: number }[]>`select distinct product_id as id from devices`;
  await sql`delete from products where id <> all (${used.map(({ id }) => id)}::int[]) and model >= ${MADE}`;
  await sql`
    insert into products (model, name, kind, inputs, rated_power_w) values (${MADE}, 'Made', 'hybrid', 2, 5000)
    on conflict do nothing`;
  await sql`
    insert into serial_numbers (sn, product_id) select ${STOCK}, id from products where model = 400 on conflict do nothing`;
}
await makeCatalogue();
let document = await makeDocument(sql);
/** Recreates the only firmware: complete, and installed on no device. */
async function makeFirmwareAnew(): Promise<number> {
  await sql`delete from firmware`;
  return await makeFirmware(sql);
}
let firmware = await makeFirmwareAnew();
const manual = textOf('Code 0001');
const drawn = await drawnPng();
const sheet = await sheetOf([['5F0AAA02', 'BDM-400']]);
let plant = await makePlant();
let own = await makeRole();
let token = await signedIn(user.id);

/** Sample requests by call, cached while the data is unchanged, because each odd value needs one. */
function sampleFor(path: Path): unknown {
  if (!samples.has(path)) samples.set(path, newSampleFor(path));
  return samples.get(path);
}
const samples = new Map<Path, unknown>();

function newSampleFor(path: Path): unknown {
  const { sid, sn, other, gatewaySn, kinds } = plant;
  const device = {
    sn: other,
    model: 400,
    alias: 'East',
    stringNumber: 1,
    tilt: 30,
    azimuth: 180,
    orientation: 'portrait',
  };
  const ofKind = kinds.find(([begin]) => path.startsWith(begin))?.[1];
  const known = {
    sid,
    sn: ofKind ?? sn,
    gatewaySn,
    timezone: 'Europe/Berlin',
    digestTimezone: 'Europe/Berlin',
    countryCode: 'DE',
    country: 'DE',
    StateCode: 'DE-BW',
    stateCode: 'DE-BW',
    currency: 'EUR',
    userEmail: user.email,
    installerEmail: user.email,
    shareWith: [user.email],
    allowedSources: '192.0.2.1',
    sids: [sid],
    url: 'https://hooks.example.com/',
    picture: drawn,
    managerEmail: user.email,
    ...(path === 'sign-up' && { code: '123456', agreedTo: TERMS_VERSION }),
    ...(path === 'site/layoutPhoto' && { photo: drawn }),
    ...{ proof: drawn, proof2: drawn, proof3: drawn },
    file: sheet,
    ...(path === 'configuration/ota/create' && { signature: MAKER.sign(manual) }),
    ...(path === 'site/removePicture' && { name: PICTURE }),
    // Also of a photo.
    ...(path === 'site/updateLayoutInfo' && { name: 'x'.repeat(22) }),
    issuer: 'http://127.0.0.1:9',
    domain: 'firm.example',
    domains: ['firm.example'],
    email: user.email,
    account: user.email,
    password: PASSWORD,
    secret: 'x'.repeat(43),
    role_id: role!.roleId,
    sha256: 'a'.repeat(64),
    deliveryId: REMOVAL,
    returns: REMOVAL,
    id: [
      'device/history/',
      'product/sn/requests/',
      'product/sn/ownership/',
      'device/ownership/',
      'site/publicLinks/',
      'site/updates/',
      'gateway/',
      'webhook/',
      'account/push/',
      'configuration/inverter/',
      'configuration/ota/rollout/detail',
      'configuration/ota/rollout/devices',
      'configuration/ota/rollout/answer',
    ].some((begin) => path.startsWith(begin))
      ? REMOVAL
      : 2_000_000,
    quantities: ['powerW'],
    to: plant.otherSid,
    rangeDate: '2026-06-01~2026-06-15',
    fromMinute: 600,
    toMinute: 720,
    start: '2026-06-15',
    from: path === 'site/sn/report/setUp' ? ['8', '17'] : '2026-06-01',
    recipients: [user.email],
    token: `${sid}~${LINK}`,
    status: '0',
    model: '400',
    lines: ['Production'],
    created_start_date: '2020-01-01',
    is_commission: '1',
    created_end_date: '2030-01-01',
    country_code: 'DE',
    types: 1,
    removeSn: [other],
    sns: [sn],
    list: 'site/listWithSN',
    keywords: sn,
    powerMax: 6900,
    companyUrl: 'https://plant.example',
    supportMail: 'help@plant.example',
    accentLight: '#0B62B8',
    accentDark: '#4C9BE8',
    privacy: { en: 'Ours' },
    mailFrom: 'portal@plant.example',
    appStoreUrl: 'https://plant.example',
    playStoreUrl: 'https://plant.example',
    apiBase: 'https://plant.example',
  };
  const filters = { ...known, user_email: user.email, installer_email: user.email, site_name: 'Plant', street: '' };
  const sample = sampleOf(table[path]!.request, { ...filters, is_login: true }) as Record<string, unknown>;
  // Omitted fields keep these requests valid: an outdated version, another range.
  if (path.startsWith('configuration/inverter/')) return { ...sample, model: 10_000 };
  if (path.startsWith('configuration/documentation/')) {
    const body = { ...sample, id: document, revision: 1, models: [400], languages: ['en'], fileName: 'manual.txt' };
    if (path.endsWith('/part')) return { id: document, piece: 0, file: manual };
    if (!/\/(create|announce)$/.test(path)) return body;
    const { id: replaces, ...made } = body;
    return { ...made, replaces, ...(path.endsWith('/create') ? { file: manual } : { bytes: manual.length }) };
  }
  if (path.startsWith('configuration/ota/')) {
    const overrides = {
      id: firmware,
      revision: 1,
      model: 10_000,
      piece: 0,
      file: manual,
      sn: gatewaySn,
      bytes: manual.length,
    };
    if (path.startsWith('configuration/ota/rollout/')) {
      return {
        ...sample,
        ...('plan' in sample && { plan: DEFAULT_PLAN, devices: 1 }),
        id: typeof sample.id === 'string' ? REMOVAL : firmware,
      };
    }
    return { ...sample, ...Object.fromEntries(Object.entries(overrides).filter(([name]) => name in sample)) };
  }
  if (path.endsWith('WifiOta') || path.endsWith('WifiVersion')) return { wifiSn: [{ sn, wifiVersion: '1.0' }] };
  if (path === 'product/create') return { ...sample, model: MADE + 1, profile: null };
  if (path === 'product/sn/del') return { sn: [STOCK] };
  if (CATALOGUE.includes(path)) return { ...sample, model: MADE, ...(path === 'product/update' && { profile: null }) };
  if (path === 'site/updates/answer') return { ...sample, answer: 'later' };
  if (path === 'site/updateFast') return { ...sample, version: undefined, sn: [device] };
  if (path === 'site/createFast') return { ...sample, sn: [device] };
  if (path === 'device/modules/add') {
    const inputs = [{ ...device, input: 1, page: 1, label: 'East 1', product: 'Panel 430', peakPower: 430 }];
    return { ...sample, devices: [{ ...device, sn: '1F90DD01', inputs }] };
  }
  // No wait for a missing gateway.
  // An action excludes other fields.
  if (path === 'gateway/bsg/server')
    return { ...sample, sn: gatewaySn, waitS: 0, action: undefined, limitPercent: undefined };
  if (path === 'gateway/parameters') return { ...sample, sn: gatewaySn };
  if (path === 'site/limitRule/setUp') {
    const ofPrice = { priceOf: null, below: null, limitPercent: null };
    return { ...sample, ...ofPrice, kind: 'feedIn', most: 60, mostUnit: '%', byMeter: false, revision: undefined };
  }
  if (LEAVING.includes(path)) return { ...sample, sn: plant.leaving, to: plant.otherSid, by: plant.by };
  if (path === 'device/modules/move/batch') return { ...sample, page: 1 };
  if (path === 'device/modules/page/edit') return { ...sample, name: 'West' };
  if (path === 'site/updateLayoutInfo') return { ...sample, version: 0, photo: null };
  if (path.startsWith('auth/menu/')) return { ...sample, id: own.menuId, version: 1, parent_id: 0 };
  if (path === 'auth/role/viewAs') return { role_id: 0 };
  if (path.startsWith('auth/role/') && path !== 'auth/role/menu/view')
    return { ...sample, role_id: own.roleId, version: 1, company_id: user.companyId };
  if (path === 'public/plant') return { token: LINK };
  if (path === 'site/publicLinks/make') return { ...sample, lastDay: '2026-06-15' };
  if (path === 'site/offers/make') return { ...sample, email: 'next@example.com' };
  if (path.includes('/offers/')) return { ...sample, kind: 'installer' };
  if (path === 'site/prices/setUp') return { sid: sample.sid, version: undefined, list: [PRICES], rewrite: true };
  if (path === 'site/sn/report/setUp') return { ...sample, version: undefined };
  // A sheet is created in a tenth of the time of a PDF page.
  if (path === 'site/report/download') return { ...sample, from: '2026-06-14', to: '2026-06-15', format: 'xlsx' };
  if (['user/update', 'user/freeze', 'user/endSessions', 'user/resetSecondFactor'].includes(path))
    return { ...sample, uid: person.id, companyId: person.companyId, groupId: owner!.roleId };
  if (path.startsWith('user/company/signIn'))
    return { ...sample, groupId: owner!.roleId, id: path.endsWith('/del') ? person.companyId : company };
  if (path === 'user/company/secondFactor') return { id: company, needed: true };
  if (path === 'user/company/update')
    return { ...sample, id: company, kind: 'distributor', distributorCompanyId: user.companyId };
  if (path === 'user/del') return { ...sample, uid: 2_000_000 };
  // The current password, which is refused and therefore stays.
  if (path === 'account/updatePassword') return { password: PASSWORD, newPassword: PASSWORD, revokeTokens: false };
  // Another address, so that the account stays.
  if (path === 'account/logOff') return { password: PASSWORD, email: 'next@example.com', plants: 0 };
  if (path === 'account/email/change') return { password: PASSWORD, email: 'next@example.com' };
  return sample;
}

/** Consistent prices, because fields cannot be generated independently: every hour has one price. */
const PRICES = {
  validFrom: '2026-01-01',
  kind: 'timeOfUse',
  price: 0.3,
  feedInPrice: 0.08,
  ownUseShare: 0.5,
  periods: [{ weekdays: [1, 2], fromHour: 22, toHour: 6, price: 0.2, feedInPrice: 0.1 }],
  fixedCharge: 12,
  fixedPer: 'month',
};

/** Placeholder for text that JSON.stringify would not write. */
const RAW = 'RAW TEXT';
interface Odd {
  value: unknown;
  raw?: string;
}

async function send(path: Path, body: unknown, raw?: string) {
  const text = JSON.stringify(body);
  const { payload, headers } = payloadOf(body);
  const response = await app.inject({
    method: 'POST',
    url: `/v2/${path}`,
    // A sign-in would end the session of its request.
    headers: { ...headers, ...(table[path]!.access === 'public' ? {} : { authorization: token }) },
    payload: raw === undefined ? payload : text.replaceAll(JSON.stringify(RAW), () => raw),
  });
  // An answer with a file is a success.
  if (String(response.headers['content-disposition']).startsWith('attachment'))
    return { status: response.statusCode, code: 200, msg: '', data: {} };
  return { status: response.statusCode, ...(response.json() as { code: number; msg: string; data: unknown }) };
}

/** Checksums before the refused requests in `unproven`; undefined if something may have changed since. */
let before: Map<string, string> | undefined;
let unproven: string[] = [];

/** Expects that all requests refused since the last check changed nothing; one check covers many. */
async function proveUnchanged(): Promise<void> {
  if (unproven.length === 0) return;
  expect(await tables.everything(), `one of these changed something: ${unproven.join('\n')}`).toEqual(before);
  unproven = [];
}

const isTaken = (path: Path, body: unknown): boolean =>
  table[path]!.request.safeParse(JSON.parse(JSON.stringify(body))).success;

/** Sends a request and returns what is wrong with the answer; '' if nothing. */
async function faultOf(path: Path, body: unknown, raw?: string): Promise<string> {
  const isChange = table[path]!.changes || path.startsWith('sign-in');
  if (isChange && raw === undefined && isTaken(path, body)) await proveUnchanged();
  if (isChange) before ??= await tables.everything();
  const answer = await send(path, body, raw);
  const summary = `${path} ${JSON.stringify(body).slice(0, 300)} ${(raw ?? '').slice(0, 50)}: ${answer.status} ${answer.code} ${answer.msg}`;
  if (answer.status >= 500 || answer.code === 500) return summary;
  if (typeof answer.code !== 'number' || typeof answer.msg !== 'string' || !answer.data)
    return `no envelope: ${summary}`;
  if (!isChange) return '';
  if (answer.code === 400) {
    unproven.push(summary);
    if (raw !== undefined) await proveUnchanged();
    return '';
  }
  before = undefined;
  unproven = [];
  await restoreData(path);
  return '';
}

/** Restores what a successful call ended or deleted, such as the session, the plant or its page of modules. */
async function restoreData(path: Path): Promise<void> {
  samples.clear();
  if (path === 'device/modules/page/del') await makePage(plant.sid);
  if (path === 'product/create' || path === 'product/sn/del' || CATALOGUE.includes(path)) await makeCatalogue();
  if (path.startsWith('configuration/documentation/')) {
    await sql`delete from documents`;
    document = await makeDocument(sql);
  }
  if (path.startsWith('configuration/ota/')) firmware = await makeFirmwareAnew();
  if (path === 'site/offers/make' || path.endsWith('/offers/answer') || path.endsWith('/offers/withdraw'))
    await offerPlant(plant.sid);
  // Their number is limited.
  if (path === 'webhook/create') await sql`delete from channels`;
  if (path === 'site/removePicture') await makePicture(sql, { sid: plant.sid, name: PICTURE });
  if (path === 'site/picture') await sql`delete from site_pictures where name <> ${PICTURE}`;
  if (path.startsWith('site/publicLinks/')) await publish(plant.sid);
  if (path === 'site/updateLayoutInfo') await sql`delete from layouts where sid = ${plant.sid}`;
  if (path === 'site/sn/report/setUp') await makeLink(plant.sid);
  if (path.startsWith('auth/menu/') || path.startsWith('auth/role/')) own = await makeRole();
  if (LEAVING.includes(path)) {
    const [device] = await sql`
      select from devices where sid = ${plant.sid} and sn = ${plant.leaving} and removed_at is null`;
    if (!device) plant = { ...plant, ...(await makeLeaving(plant.sid)) };
  }
  if (!['account/loginOut', 'account/endSession', 'site/delete'].includes(path)) return;
  token = await signedIn(user.id);
  const [site] = await sql`select from sites where sid = ${plant.sid}`;
  if (!site) plant = await makePlant();
}

/** Codes of calls with an ordinary request; odd requests reach at least as far. */
const REFUSED: Partial<Record<Path, number>> = {
  'auth/setup': 1020,
  // There is no mail server, and links and codes cannot be guessed.
  'email-forget-password': 1452,
  'sign-up/code': 1452,
  'account/email/change': 1452,
  'account/logOff': 1532,
  'account/archive/fetch': 1431,
  'account/email/cancel': 1531,
  'email-change/look': 1531,
  'email-change/answer': 1531,
  'reset-password-email': 1434,
  'sign-up': 1436,
  // No announced device waits.
  'device/claim/withdraw': 1660,
  'product/sn/requests/answer': 1660,
  // The device is the plant's own; nobody claimed one.
  'device/ownership/claim': 1009,
  'device/ownership/answer': 1661,
  'device/ownership/withdraw': 1661,
  'product/sn/ownership/decide': 1661,
  'product/sn/ownership/proof': 1661,
  // Nobody asks for the plant.
  'site/joinRequests/answer': 1655,
  // The invited address is the user's own.
  'user/create': 1457,
  'user/invitation': 1463,
  'user/invitation/accept': 1463,
  // Neither exists.
  'user/del': 1453,
  'user/company/del': 1021,
  // The session was opened with a password only.
  'user/resetSecondFactor': 1596,
  'account/updatePassword': 1003,
  'account/endSession': 1004,
  // Codes, passkeys and tokens cannot be guessed.
  'account/secondFactor/confirm': 1493,
  'account/secondFactor/end': 1493,
  'account/passkeys/add': 1496,
  'account/passkeys/remove': 1497,
  'account/tokens/revoke': 1004,
  'webhook/update': 1522,
  'webhook/del': 1522,
  'webhook/replaceSecret': 1522,
  'webhook/test': 1522,
  'webhook/deliveries': 1522,
  'webhook/sendAgain': 1524,
  'account/push/add': 1525,
  'account/push/remove': 1528,
  'account/push/test': 1525,
  'sign-in/passkey': 1496,
  // No company has such a domain, no sign-in is in progress, and no provider answers.
  'sign-in/company/begin': 1537,
  'sign-in/company': 1538,
  'user/company/signIn/del': 1537,
  'user/company/signIn/test': 1543,
  'user/company/signIn/prove': 1544,
  // Existing ids cannot be guessed.
  'device/alerts/acknowledge': 1022,
  'problem/assign': 1022,
  'device/credential': 1023,
  'device/history/restore': 1442,
  'device/history/files/fetch': 1431,
  'device/history/files/remove': 1431,
  // The device is an inverter.
  'device/meter/setUp': 1024,
  'site/createFast': 1009,
  // The session has no second factor.
  'gateway/bsg/server': 1552,
  'site/limitRule/setUp': 1552,
  'battery/hx/params/setting': 1552,
  'battery/hx/scheduling': 1552,
  'ksp/paramateCure': 1552,
  'gateway/commands/answer': 1557,
  'configuration/inverter/setupValue': 1552,
  'configuration/inverter/setupAnswer': 1552,
  'configuration/inverter/setupList': 1565,
  'configuration/ota/update': 1552,
  'configuration/ota/rollout/begin': 1552,
  'configuration/ota/rollout/answer': 1552,
  'configuration/ota/rollout/detail': 1465,
  'configuration/ota/rollout/find': 1465,
  'configuration/ota/rollout/devices': 1465,
  'device/list/noReg/forget': 1009,
  // There is no open question.
  'site/updates/answer': 1642,
};

/** Expensive calls: documents are parsed in a separate process, and reports are drawn. `npm test` samples them. */
const COSTLY: readonly Path[] = [
  'configuration/documentation/create',
  'account/passkeys/begin',
  'site/report/download',
];
const asUsual = paths.filter((path, n) => !isQuick || !COSTLY.includes(path) || isInSample(n, 5));

test.each(asUsual)('%s answers a request with every field', async (path) => {
  const answer = await send(path, sampleFor(path));
  expect(answer).toMatchObject({ code: REFUSED[path] ?? 200 });
  await restoreData(path);
});

/** Odd values for each field, or one in nine as a sample; a field that does not accept one returns code 400. */
const ALWAYS: readonly Odd[] = [
  { value: 'Caf\u0000e' },
  { value: 'half \ud83d' },
  { value: 2 ** 31 },
  { value: 5e-324 },
  { value: '0000-01-01' },
  { value: '9999-12-31' },
  { value: '2026-02-30' },
  { value: '0001-01-01~9999-12-31' },
  { value: 'SystemV/PST8' },
];

/** All these requests together exceed the rate limit of one session. */
beforeEach(async () => {
  await sql`delete from tries where name = 'sessionCalls'`;
});

/** `npm test` sends odd values to one call in three. */
const asOdd = isQuick ? sampled(paths, 3) : paths;

test.each(asOdd)('%s does not fail on an odd value', async (path) => {
  const faults: string[] = [];
  const oddFields = fieldsOf(table[path]!.request).flatMap(({ path: field }, n) =>
    ALWAYS.filter((_, m) => isInSample(n + m, ALWAYS.length)).map(({ value }) => ({
      field,
      value,
      isTaken: isTaken(path, withField(sampleFor(path), field, value)),
    })),
  );
  // Requests refused by the contract come first, so that one check covers all of them.
  for (const { field, value } of oddFields.toSorted((one, other) => Number(one.isTaken) - Number(other.isTaken)))
    faults.push(await faultOf(path, withField(sampleFor(path), field, value)));
  expect(faults.filter((fault) => fault !== '')).toEqual([]);
  await proveUnchanged();
});

test.each(asOdd)('%s names the field that holds U+0000, half a character or an impossible number', async (path) => {
  const wrong: string[] = [];
  for (const [n, { path: field }] of fieldsOf(table[path]!.request).entries()) {
    // The first two are ignored; the device of the sample is no meter, so that the sample lacks the others.
    if (['is_login', 'weatherHours', 'meterType', 'meterRole'].includes(String(field.at(-1)))) continue;
    if (field.join() === 'page') continue;
    // In a form every number is text, and half a character cannot be sent.
    const odd = ['\u0000', ...(table[path]!.takes === 'json' ? ['half \udc00', 1e300, Number.MIN_SAFE_INTEGER] : [])];
    for (const value of odd.filter((_, m) => isInSample(n + m, odd.length))) {
      const { code, msg } = await send(path, withField(sampleFor(path), field, value));
      if (code !== 400 || !msg.includes(String(field[0])))
        wrong.push(`${path} ${field.join('.')} ${value}: ${code} ${msg}`);
    }
  }
  expect(wrong).toEqual([]);
});

const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
const SURROGATES = { first: 0xd800, count: 0x800 };
/** Any text. fast-check's own `binary` unit lists all of Unicode first, which takes seconds. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map((n) => {
  return String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count);
});
const odd: fc.Arbitrary<Odd> = fc.oneof(
  fc.constantFrom(...ALWAYS),
  fc.constantFrom<Odd>(
    { value: RAW, raw: '1e400' },
    { value: RAW, raw: '-1e400' },
    { value: RAW, raw: deep('[', ']', 20_000) },
    { value: RAW, raw: deep('{"a":', '}', 20_000).replace(':}', ':1}') },
    { value: RAW, raw: '{"__proto__":{"isAdmin":true},"constructor":1}' },
    { value: RAW, raw: `[${'0,'.repeat(60_000)}0]` },
    { value: { valueOf: 1, toString: 2 } },
    { value: [] },
    { value: {} },
    { value: '' },
    { value: ' ' },
    { value: 'null' },
    { value: '%' },
    { value: '\\' },
    { value: "'; drop table sites --" },
    { value: '__proto__' },
    { value: 'constructor' },
    { value: 'ßß' },
    { value: '2026-13' },
    { value: '0000' },
    { value: '275760-09-13' },
    { value: '1900-01-01~2199-12-31' },
    { value: '2199-12-31~1900-01-01' },
    { value: '+02:00' },
    { value: 'ACT' },
    { value: 'europe/berlin' },
    { value: -0.0 },
    { value: '0x7fffffff' },
    { value: '1e-320' },
  ),
  fc.anything({ maxDepth: 3, withNullPrototype: false }).map((value) => ({ value })),
  fc.string({ unit: codePoint, maxLength: 300 }).map((value) => ({ value })),
  fc.double().map((value) => ({ value })),
  fc.integer({ min: -(2 ** 33), max: 2 ** 33 }).map((value) => ({ value })),
  fc.date({ noInvalidDate: true }).map((date) => ({ value: date.toISOString().slice(0, 10) })),
);

const allFields: [Path, Field['path'] | undefined][] = paths.flatMap((path) => [
  // Also the whole body.
  [path, undefined] as [Path, undefined],
  ...fieldsOf(table[path]!.request).map(({ path: field }): [Path, Field['path']] => [path, field]),
]);

test('no call fails on any value in any field', { timeout: 60_000 + RUNS * 100 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...allFields), odd, async ([path, field], { value, raw }) => {
      const body = field === undefined ? value : withField(sampleFor(path), field, value);
      // Undefined is not a body.
      if (body === undefined || JSON.stringify(body) === undefined) return;
      expect(await faultOf(path, body, raw)).toBe('');
      await proveUnchanged();
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
