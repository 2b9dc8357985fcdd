// Every call that changes something leaves one audit line when it succeeds and none when it does not; a refusal that the contract does not declare fails.

import { randomUUID } from 'node:crypto';
import { type Calls, calls, type Path } from '@heliograph/contract/calls.ts';
import { DEFAULT_PLAN } from '@heliograph/contract/rollouts.ts';
import { expect, test } from 'vitest';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { newChallenge } from '../src/accounts/secondFactors/passkeys.ts';
import { newSetupLink } from '../src/accounts/setupLink.ts';
import { BATTERY_SET, tellBattery } from './batterySets.ts';
import { brandChange } from './brandFields.ts';
import { softBrowser } from './browser.ts';
import { textOf } from './documentFiles.ts';
import {
  giveRole,
  makeBrowser,
  makeClaimRequest,
  makeCommand,
  makeCompany,
  makeCompanySignIn,
  makeDevice,
  makeDocument,
  makeEmailChange,
  makeFile,
  makeJoinRequest,
  makeOffer,
  makeOwnershipClaim,
  makePicture,
  makeProduct,
  makePublicLink,
  makeSetup,
  makeSite,
  makeUser,
  makeWebhook,
  PRODUCT,
} from './factories.ts';
import { firmwareFile, MAKER, makeFirmware, tellVersions } from './firmware.ts';
import { drawnPng } from './multipart.ts';
import { makeQuestion, makeRollout } from './rolloutPlants.ts';
import { sheetOf } from './sheetOf.ts';
import { makeApiToken, makePasskey, makeSecondFactor, SECOND_FACTOR_KEY, softPasskey } from './signIns.ts';
import { testServer } from './testServer.ts';

const { ask, call, clock, context, sql, signedIn } = await testServer({
  BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}`,
  SECOND_FACTOR_KEY,
  PUSH_KEY: '5a'.repeat(32),
  FIRMWARE_KEYS: MAKER.hex,
  PUBLIC_URL: 'https://solar.example.com',
  // No mail server: mails are written but not sent.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
/** Every domain has the record that `makeCompanySignIn` requires. */
context.readDnsTxt = async () => ['heliograph-verification=proof'];
const signInSetting = async () => ({
  issuer: 'https://login.example',
  clientId: 'portal',
  clientSecret: SECRET,
  groupId: await roleId('owner'),
  allowsOtherWays: true,
  hasSecondStep: false,
  domains: ['firm.example'],
});
const SECRET = 'the secret of a test';
const passwordHash = await hashPassword(SECRET);

type ChangingPath = { [P in Path]: Calls[P]['changes'] extends true ? P : never }[Path];
interface Change {
  body: object;
  /** Object of its audit line; a plant if it names one. */
  object?: string;
}

const plant = {
  siteName: 'Roof',
  countryCode: 'DE',
  city: 'Konstanz',
  latitude: 47.66,
  longitude: 9.18,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  powerMax: 800,
  electricityPrice: 0.3,
};

const SAID_OF_FIRMWARE = {
  versionName: '9.1',
  model: 10_000,
  hardware: '',
  description: '',
  fileName: 'a.bin',
  bytes: 4,
  isForced: false,
  signature: MAKER.sign(firmwareFile(4)),
};

/** Managers of companies change products. */
const asManager = (userId: number) => giveRole(sql, userId, 'manager');

interface Who {
  userId: number;
  companyId: number;
  sessionId: number;
}

const roleId = async (code: string) => (await sql<{ id: number }[]>`select id from roles where code = ${code}`)[0]!.id;
/** Makes the user a distributor, with companies below. */
const asDistributor = async ({ userId, companyId }: Who) => {
  await sql`update companies set kind = 'distributor' where id = ${companyId}`;
  for (const table of ['memberships', 'sessions'])
    await sql`update ${sql(table)} set role_id = ${await roleId('distributor')} where user_id = ${userId}`;
};
async function administer({ userId, sessionId }: Who): Promise<void> {
  const role = await roleId('administrator');
  await sql`update memberships set role_id = ${role} where user_id = ${userId}`;
  await sql`update sessions set role_id = ${role} where id = ${sessionId}`;
}
const nextId = async (table: 'roles' | 'menus'): Promise<number> =>
  (await sql<{ id: number }[]>`select max(id) + 1 as id from ${sql(table)}`)[0]!.id;

async function ownMenu(): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into menus (mode, name, title, title_locale, is_own) values (1, '', 'Mine', '', true) returning id`;
  return row!.id;
}
async function ownRole(who: Who): Promise<number> {
  await administer(who);
  const [row] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) values (${randomUUID()}, 'Own', 'own', ${who.companyId}) returning id`;
  return row!.id;
}

/** Creates a device in a plant of the company, and lets the session control it. */
async function strongDevice(companyId: number, sessionId: number, product: string) {
  await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
  return await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product });
}

type SignedInPath = { [P in ChangingPath]: Calls[P]['access'] extends 'public' ? never : P }[ChangingPath];

/** A successful request of each changing call. Calls without a session have their own tests next to the call. A new changing call does not compile until it is listed. */
const changes: Record<SignedInPath, (who: Who) => Change | Promise<Change>> = {
  'account/update': ({ userId }) => ({ body: { city: 'Konstanz' }, object: `user ${userId}` }),
  'account/updatePassword': ({ userId }) => ({
    body: { password: SECRET, newPassword: `${SECRET} anew` },
    object: `user ${userId}`,
  }),
  'account/secondFactor/begin': ({ userId }) => ({ body: { password: SECRET }, object: `user ${userId}` }),
  'account/secondFactor/confirm': async ({ userId }) => {
    const code = await makeSecondFactor(sql, { userId, at: clock.now(), isConfirmed: false });
    return { body: { code }, object: `user ${userId}` };
  },
  'account/secondFactor/end': async ({ userId }) => {
    const code = await makeSecondFactor(sql, { userId, at: clock.now() });
    return { body: { password: SECRET, code }, object: `user ${userId}` };
  },
  'account/passkeys/begin': ({ userId }) => ({ body: { password: SECRET }, object: `user ${userId}` }),
  'account/passkeys/add': async ({ userId }) => {
    const challenge = await newChallenge(sql, { userId, at: clock.now() });
    const passkey = softPasskey('https://solar.example.com').make(Buffer.from(challenge).toString('base64url'));
    return { body: { name: 'Telephone', passkey }, object: `user ${userId}` };
  },
  'account/passkeys/remove': async ({ userId }) => {
    const id = await makePasskey(sql, { userId });
    return { body: { id }, object: `user ${userId}` };
  },
  'account/tokens/make': ({ userId }) => ({
    body: { password: SECRET, name: 'Home Assistant', scope: 'read', days: 30 },
    object: `user ${userId}`,
  }),
  'account/tokens/revoke': async ({ userId }) => {
    const { id } = await makeApiToken(sql, { userId, at: clock.now() });
    return { body: { id }, object: `user ${userId}` };
  },
  'account/push/add': ({ userId }) => ({
    body: softBrowser(`https://push.example.com/${userId}`).subscription,
    object: `user ${userId}`,
  }),
  'account/push/remove': async ({ userId }) => ({
    body: { id: await makeBrowser(sql, userId) },
    object: `user ${userId}`,
  }),
  'account/push/test': async ({ userId }) => ({
    body: { id: await makeBrowser(sql, userId) },
    object: `user ${userId}`,
  }),
  'webhook/create': ({ userId }) => ({
    body: { name: 'Chat', url: 'https://hooks.example.com/', events: ['alert.began'] },
    object: `user ${userId}`,
  }),
  'webhook/update': async ({ userId }) => ({
    body: { id: (await makeWebhook(sql, userId)).id, name: 'Desk' },
    object: `user ${userId}`,
  }),
  'webhook/del': async ({ userId }) => ({
    body: { id: (await makeWebhook(sql, userId)).id },
    object: `user ${userId}`,
  }),
  'webhook/replaceSecret': async ({ userId }) => ({
    body: { id: (await makeWebhook(sql, userId)).id },
    object: `user ${userId}`,
  }),
  'webhook/test': async ({ userId }) => ({
    body: { id: (await makeWebhook(sql, userId)).id },
    object: `user ${userId}`,
  }),
  'webhook/sendAgain': async ({ userId }) => ({
    body: { deliveryId: (await makeWebhook(sql, userId)).deliveryId },
    object: `user ${userId}`,
  }),
  'account/email/change': ({ userId }) => ({
    body: { password: SECRET, email: `next${userId}@example.com` },
    object: `user ${userId}`,
  }),
  'account/email/cancel': async ({ userId }) => {
    await makeEmailChange(sql, { userId });
    return { body: {}, object: `user ${userId}` };
  },
  'account/archive/ask': ({ userId }) => ({ body: {}, object: `user ${userId}` }),
  'account/logOff': async ({ userId }) => {
    await sql`update users set email = ${`leaving${userId}@example.com`} where id = ${userId}`;
    return {
      body: { password: SECRET, email: `leaving${userId}@example.com`, plants: 0 },
      object: `user ${userId}`,
    };
  },
  'account/loginOut': ({ sessionId }) => ({ body: {}, object: `session ${sessionId}` }),
  'account/endSession': ({ userId }) => ({ body: { password: SECRET }, object: `user ${userId}` }),
  'account/saveViews': ({ userId }) => ({ body: { list: 'site/listWithSN', views: [] }, object: `user ${userId}` }),
  'account/picture': async ({ userId }) => ({ body: { picture: await drawnPng() }, object: `user ${userId}` }),
  'account/removePicture': ({ userId }) => ({ body: {}, object: `user ${userId}` }),
  'account/switchCompany': async ({ userId }) => {
    const companyId = await makeCompany(sql);
    await sql`insert into memberships (user_id, company_id, role_id) select ${userId}, ${companyId}, id from roles where code = 'dealer'`;
    return { body: { companyId }, object: `user ${userId}` };
  },
  'user/create': async ({ companyId }) => ({
    body: { email: 'fresh@example.com', contactPerson: 'Fresh', companyId, groupId: await roleId('owner') },
    object: `company ${companyId}`,
  }),
  'user/update': async ({ companyId }) => {
    const { id } = await makeUser(sql, { companyId });
    return { body: { uid: id, companyId, city: 'Bregenz' }, object: `user ${id}` };
  },
  'user/freeze': async ({ companyId }) => {
    const { id } = await makeUser(sql, { companyId });
    return { body: { uid: id, companyId, isFrozen: true, reason: 'on leave' }, object: `user ${id}` };
  },
  'user/endSessions': async ({ companyId }) => {
    const { id } = await makeUser(sql, { companyId });
    return { body: { uid: id, companyId }, object: `user ${id}` };
  },
  'user/resetSecondFactor': async ({ companyId, sessionId }) => {
    const { id } = await makeUser(sql, { companyId });
    await makeSecondFactor(sql, { userId: id, at: clock.now() });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    return { body: { uid: id, companyId }, object: `user ${id}` };
  },
  'user/del': async ({ companyId }) => {
    const { id } = await makeUser(sql, { companyId });
    return { body: { uid: id, companyId }, object: `user ${id}` };
  },
  'user/company/create': async (who) => {
    await asDistributor(who);
    const [last] = await sql<{ id: number }[]>`select max(id)::int as id from companies`;
    return {
      body: { companyName: 'New', kind: 'installer', distributorCompanyId: who.companyId },
      object: `company ${last!.id + 1}`,
    };
  },
  'user/company/update': async (who) => {
    await asDistributor(who);
    const id = await makeCompany(sql, { parentId: who.companyId });
    return { body: { id, companyName: 'Renamed' }, object: `company ${id}` };
  },
  'user/company/del': async (who) => {
    await asDistributor(who);
    const id = await makeCompany(sql, { parentId: who.companyId });
    return { body: { id }, object: `company ${id}` };
  },
  'user/company/secondFactor': async (who) => {
    await asDistributor(who);
    return { body: { id: who.companyId, needed: true }, object: `company ${who.companyId}` };
  },
  'user/company/signIn/set': async (who) => {
    await asDistributor(who);
    return { body: { id: who.companyId, ...(await signInSetting()) }, object: `company ${who.companyId}` };
  },
  'user/company/signIn/prove': async (who) => {
    await asDistributor(who);
    await makeCompanySignIn(sql, { companyId: who.companyId, domain: 'firm.example' });
    return { body: { id: who.companyId, domain: 'firm.example' }, object: `company ${who.companyId}` };
  },
  'user/company/signIn/del': async (who) => {
    await asDistributor(who);
    await makeCompanySignIn(sql, { companyId: who.companyId, domain: 'firm.example' });
    return { body: { id: who.companyId }, object: `company ${who.companyId}` };
  },
  'account/offers/answer': async ({ userId, companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await makeOffer(sql, { sid, toUser: userId });
    return { body: { sid, kind: 'owner', accepts: true }, object: sid };
  },
  'account/joinRequests/make': ({ userId }) => ({ body: { sn: '7FFFFFF9' }, object: `user ${userId}` }),
  'account/joinRequests/withdraw': async ({ userId }) => {
    await makeJoinRequest(sql, { userId, sn: '7FFFFFF8' });
    return { body: { sn: '7FFFFFF8' }, object: `user ${userId}` };
  },
  'site/joinRequests/answer': async ({ companyId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
    const { id: userId, email } = await makeUser(sql, { role: 'owner' });
    await makeJoinRequest(sql, { userId, sn, sid });
    return { body: { sid, email, answer: 'guest' }, object: sid };
  },
  'device/claim/withdraw': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await makeClaimRequest(sql, { sid, sn: '7FFFFFF7' });
    return { body: { sid, sn: '7FFFFFF7' }, object: sid };
  },
  'device/ownership/claim': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, sn: '7FFFFFF5', reason: 'Mine', proof: await drawnPng() }, object: sid };
  },
  'device/ownership/answer': async ({ companyId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
    const id = await makeOwnershipClaim(sql, { sid: await makeSite(sql), sn });
    return { body: { sid, id, answer: 'ours', text: 'Ours' }, object: sid };
  },
  'device/ownership/withdraw': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, id: await makeOwnershipClaim(sql, { sid, sn: '7FFFFFF5' }) }, object: sid };
  },
  'product/sn/ownership/decide': async ({ userId }) => {
    await giveRole(sql, userId, 'administrator');
    const sid = await makeSite(sql);
    const id = await makeOwnershipClaim(sql, { sid, sn: '7FFFFFF5' });
    return { body: { id, accepts: false, text: 'No' }, object: sid };
  },
  'product/sn/requests/answer': async ({ userId, companyId }) => {
    await asManager(userId);
    await sql`insert into serial_numbers (sn, stock_of) values ('7FFFFFF6', ${companyId})`;
    const id = await makeClaimRequest(sql, { sid: await makeSite(sql), sn: '7FFFFFF6' });
    return { body: { id, sn: '7FFFFFF6', accepts: true }, object: '7FFFFFF6' };
  },
  'gateway/bsg/server': async ({ companyId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    return { body: { sid, sn, read: ['reconnectTimeS'], waitS: 0 }, object: sid };
  },
  'battery/hx/params/setting': async ({ companyId, sessionId }) => {
    const { sid, sn } = await strongDevice(companyId, sessionId, 'Battery');
    return { body: { sid, sn, ...BATTERY_SET }, object: sid };
  },
  'battery/hx/params/read': async ({ companyId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'Battery' });
    return { body: { sid, sn }, object: sid };
  },
  'battery/hx/params/ownerAccess': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, isAllowed: false }, object: sid };
  },
  'battery/hx/scheduling': async ({ companyId, sessionId }) => {
    const { sid, sn } = await strongDevice(companyId, sessionId, 'Battery');
    await tellBattery(sql, { sid, sn });
    return { body: { sid, sn, periods: BATTERY_SET.periods }, object: sid };
  },
  'ksp/paramateCure': async ({ companyId, sessionId }) => {
    const { sid, sn } = await strongDevice(companyId, sessionId, 'Hybrid inverter');
    return { body: { sid, sn, ...BATTERY_SET }, object: sid };
  },
  'gateway/commands/answer': async ({ companyId, sessionId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    const id = await makeCommand(sql, { sid, sn, companyId });
    return { body: { sid, id, answer: 'approve' }, object: sid };
  },
  'gateway/control': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId, ownerId: userId });
    return { body: { sid, isOff: true }, object: sid };
  },
  'site/updates/answer': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId, ownerId: userId });
    const id = await makeQuestion(sql, { sid });
    return { body: { sid, id, answer: 'no' }, object: sid };
  },
  'site/limitRule/setUp': async ({ companyId, sessionId }) => {
    const sid = await makeSite(sql, { companyId });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    return { body: { sid, kind: 'none' }, object: sid };
  },
  'site/endCare': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId, ownerId: userId });
    return { body: { sid }, object: sid };
  },
  'site/offers/make': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, email: 'next@example.com' }, object: sid };
  },
  'site/offers/withdraw': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    await makeOffer(sql, { sid, toUser: userId });
    return { body: { sid, kind: 'owner' }, object: sid };
  },
  'site/picture': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, picture: await drawnPng() }, object: sid };
  },
  'site/removePicture': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await makePicture(sql, { sid, name: 'x'.repeat(22) });
    return { body: { sid, name: 'x'.repeat(22) }, object: sid };
  },
  'site/publicLinks/make': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, lastDay: clock.now().toISOString().slice(0, 10) }, object: sid };
  },
  'site/publicLinks/revoke': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const id = randomUUID();
    await makePublicLink(sql, { sid, id, by: userId });
    return { body: { sid, id }, object: sid };
  },
  'device/alerts/acknowledge': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0800', '2026-06-15T08:00:00Z')`;
    const startMs = Date.parse('2026-06-15T08:00:00Z');
    return { body: { sid, alerts: [{ sn, code: '0800', startMs }] }, object: sid };
  },
  'problem/assign': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    await sql`
      insert into problems (sid, seen_by, sn, code, opened_at, cause, is_lead, level)
      select sid, seen_by, ${sn}, '0800', '2026-06-15T08:00:00Z', '0800', true, 3 from sites where sid = ${sid}`;
    const problems = [{ sn, code: '0800' as const, startMs: Date.parse('2026-06-15T08:00:00Z') }];
    return { body: { sid, problems, assigned: { userId, dueDay: '2026-06-20' } }, object: sid };
  },
  'auth/menu/create': async (who) => {
    await administer(who);
    const id = await nextId('menus');
    return { body: { mode: 1, name: '', title: 'Mine' }, object: `menu ${id}` };
  },
  'auth/menu/update': async (who) => {
    await administer(who);
    const id = await ownMenu();
    const body = { id, version: 1, title: 'Yours', icon: 'IconBell', params: '', parent_id: 0 };
    return { body, object: `menu ${id}` };
  },
  'auth/menu/del': async (who) => {
    await administer(who);
    const id = await ownMenu();
    return { body: { id }, object: `menu ${id}` };
  },
  'brand/update': async (who) => {
    await administer(who);
    const token = await signedIn(who.userId);
    return { body: await brandChange(ask, token, 3, { copyright: 'Changed' }), object: 'brand 3' };
  },
  'brand/mark': async (who) => {
    await administer(who);
    return { body: { id: 3, scheme: 'light', picture: await drawnPng() }, object: 'brand 3' };
  },
  'brand/removeMark': async (who) => {
    await administer(who);
    return { body: { id: 3, scheme: 'dark' }, object: 'brand 3' };
  },
  'auth/role/create': async (who) => {
    await administer(who);
    return { body: { name: 'Night shift', scope: 'branch' }, object: `role ${await nextId('roles')}` };
  },
  'auth/role/update': async (who) => {
    const id = await ownRole(who);
    const body = { role_id: id, version: 1, name: 'Day shift', scope: 'own', closed: true };
    return { body, object: `role ${id}` };
  },
  'auth/role/secondFactor': async (who) => {
    const id = await ownRole(who);
    return { body: { role_id: id, version: 1, needed: true }, object: `role ${id}` };
  },
  'auth/role/menu/distribution': async (who) => {
    const id = await ownRole(who);
    return { body: { role_id: id, version: 1, menus: [] }, object: `role ${id}` };
  },
  'auth/role/viewAs': async (who) => {
    const role_id = await ownRole(who);
    return { body: { role_id }, object: `session ${who.sessionId}` };
  },
  'bdmPassword/generate': async ({ userId, companyId }) => {
    const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
    return { body: { sn: [sn], purpose: 'Grid profile', minutes: 15 }, object: `user ${userId}` };
  },
  'configuration/inverter/setupValue': async ({ companyId, sessionId }) => {
    const made = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    const filters = { keywords: made.sn };
    const write = [{ name: 'reconnectTimeS', value: 90 }];
    return { body: { model: 10_000, filters, devices: 1, write }, object: 'product 10000' };
  },
  'configuration/inverter/setupAnswer': async ({ companyId, sessionId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    const id = await makeSetup(sql, { sid, sn, companyId });
    return { body: { id, answer: 'approve' }, object: `setup ${id}` };
  },
  'configuration/documentation/create': async ({ userId }) => {
    await asManager(userId);
    const fields = {
      title: 'Manual',
      version: '1',
      languages: ['en'] as ['en'],
      models: [400],
      fileName: 'manual.txt',
    };
    const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from documents`;
    return { body: { ...fields, file: textOf('Code 0001') }, object: `document ${last!.id + 1}` };
  },
  'configuration/documentation/announce': async ({ userId }) => {
    await asManager(userId);
    const fields = {
      title: 'Manual',
      version: '1',
      languages: ['en'] as ['en'],
      models: [400],
      fileName: 'manual.txt',
    };
    const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from documents`;
    return { body: { ...fields, bytes: 9 }, object: `document ${last!.id + 1}` };
  },
  'configuration/documentation/part': async ({ userId, companyId }) => {
    await asManager(userId);
    const file = textOf('Code 0001');
    const [made] = await sql<{ id: number }[]>`
      insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, has_text, is_whole,
        created_by, created_at)
      values (gen_random_uuid(), false, ${companyId}, 'Manual', '1', '{en}', '{}', 'manual.txt', 'txt', ${file.length}, false, true,
        ${userId}, now()) returning id`;
    return { body: { id: made!.id, piece: 0, file }, object: `document ${made!.id}` };
  },
  'configuration/documentation/edit': async ({ userId, companyId }) => {
    await asManager(userId);
    const id = await makeDocument(sql, { companyId });
    return {
      body: { id, title: 'Other', version: '2', languages: ['de'], models: [], revision: 1 },
      object: `document ${id}`,
    };
  },
  'configuration/documentation/del': async ({ userId, companyId }) => {
    await asManager(userId);
    const id = await makeDocument(sql, { companyId });
    return { body: { id }, object: `document ${id}` };
  },
  'configuration/ota/create': async (who) => {
    await administer(who);
    const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from firmware`;
    return { body: SAID_OF_FIRMWARE, object: `firmware ${last!.id + 1}` };
  },
  'configuration/ota/part': async (who) => {
    await administer(who);
    const [made] = await sql<{ id: number }[]>`
      insert into firmware (version_name, model, hardware, description, file_name, bytes, signature, is_forced, created_at)
      values ('9.2', 10000, '', '', 'a.bin', 4, ${Buffer.from(SAID_OF_FIRMWARE.signature, 'base64')}, false, now()) returning id`;
    return { body: { id: made!.id, piece: 0, file: firmwareFile(4) }, object: `firmware ${made!.id}` };
  },
  'configuration/ota/edit': async (who) => {
    await administer(who);
    const id = await makeFirmware(sql, { versionName: '9.3' });
    return {
      body: { id, description: 'Other', isForced: true, isPublished: false, revision: 1 },
      object: `firmware ${id}`,
    };
  },
  'configuration/ota/del': async (who) => {
    await administer(who);
    const id = await makeFirmware(sql, { versionName: '9.4' });
    return { body: { id }, object: `firmware ${id}` };
  },
  'configuration/ota/rollout/begin': async ({ companyId, sessionId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    await tellVersions(sql, { sid, sn });
    const id = await makeFirmware(sql, { versionName: '9.6' });
    const filters = { keywords: sn };
    return { body: { id, filters, devices: 1, plan: DEFAULT_PLAN }, object: `firmware ${id}` };
  },
  'configuration/ota/rollout/answer': async ({ companyId, sessionId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    const id = await makeRollout(sql, { sid, sn, companyId, state: 'running', step: 'waiting' });
    return { body: { id, answer: 'stop', revision: 1 }, object: `rollout ${id}` };
  },
  'configuration/ota/update': async ({ companyId, sessionId }) => {
    const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'HG-1' });
    await sql`update sessions set second_factor = 'code' where id = ${sessionId}`;
    await tellVersions(sql, { sid, sn });
    return { body: { sid, sn, id: await makeFirmware(sql, { versionName: '9.5' }) }, object: sid };
  },
  'device/updateWifiVersion': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { wifiSn: [{ sn, wifiVersion: '1.1' }] }, object: sid };
  },
  'product/create': async ({ userId }) => {
    await asManager(userId);
    return { body: { ...PRODUCT, model: 30_001, name: 'Made' }, object: 'product 30001' };
  },
  'product/update': async ({ userId, companyId }) => {
    await asManager(userId);
    const model = await makeProduct(sql, { companyId });
    return { body: { ...PRODUCT, model, name: 'Renamed', version: 1 }, object: `product ${model}` };
  },
  'product/del': async ({ userId, companyId }) => {
    await asManager(userId);
    const model = await makeProduct(sql, { companyId });
    return { body: { model }, object: `product ${model}` };
  },
  'product/picture': async ({ userId, companyId }) => {
    await asManager(userId);
    const model = await makeProduct(sql, { companyId });
    return { body: { model, picture: await drawnPng() }, object: `product ${model}` };
  },
  'product/removePicture': async ({ userId, companyId }) => {
    await asManager(userId);
    const model = await makeProduct(sql, { companyId });
    return { body: { model }, object: `product ${model}` };
  },
  'product/sn/create': async ({ userId }) => {
    await asManager(userId);
    return { body: { model: 2250, sn: ['5E0A9E81'] }, object: 'product 2250' };
  },
  'product/sn/import': async ({ userId }) => {
    await asManager(userId);
    return { body: { file: await sheetOf([['5E0A9E82', 'BDM-400']]) }, object: `user ${userId}` };
  },
  'product/sn/del': async ({ userId, companyId }) => {
    await asManager(userId);
    await sql`insert into serial_numbers (sn, stock_of) values ('5E0A9E83', ${companyId})`;
    return { body: { sn: ['5E0A9E83'] }, object: '5E0A9E83' };
  },
  'device/credential': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid, product: 'HG-1' });
    return { body: { sn }, object: sid };
  },
  'device/joinBlack': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sn, reason: 'stolen' }, object: sid };
  },
  'device/removeBlack': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    await sql`update serial_numbers set restricted_at = now() where sn = ${sn}`;
    return { body: { sn }, object: sid };
  },
  'site/sn/report/setUp': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, optionsDaily: true }, object: sid };
  },
  'device/list/noReg/forget': async ({ userId }) => {
    await giveRole(sql, userId, 'administrator');
    await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('5F0A9E71', now(), now())`;
    return { body: { sn: '5F0A9E71' }, object: '5F0A9E71' };
  },
  'device/delete': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn }, object: sid };
  },
  'device/move': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, to: await makeSite(sql, { companyId }) }, object: sid };
  },
  'device/replace': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, by: '6BCDEF01' }, object: sid };
  },
  'device/changeTimezone': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sn, timezone: 'Asia/Tokyo' }, object: sid };
  },
  'device/deleteHistory': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, start: '2026-01-01', reason: 'tried in the workshop' }, object: sid };
  },
  'device/history/files/ask': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, start: '2026-01-01', format: 'xlsx' }, object: sid };
  },
  'site/history/files/ask': async ({ companyId }) => {
    const { sid } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
    return { body: { sid, start: '2026-01-01', format: 'xlsx' }, object: sid };
  },
  'device/history/files/remove': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    const id = randomUUID();
    await makeFile(sql, { userId, id, sid, sn });
    return { body: { id }, object: sid };
  },
  'device/history/restore': async ({ companyId, userId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    const id = randomUUID();
    await sql`
      insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, state)
      values (${sid}, ${sn}, ${id}, '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-02', 'tried', now(), ${userId}, 'removed')`;
    return { body: { sid, sn, id }, object: sid };
  },
  'device/meter/setUp': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
    return { body: { sid, sn, list: [{ validFrom: '2026-01-01', role: 'load' }] }, object: sid };
  },
  'device/modules/add': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn: gatewaySn } = await makeDevice(sql, { sid, product: 'HG-1' });
    return { body: { sid, gatewaySn, devices: [{ sn: '5F0A9E81', model: 800 }] }, object: sid };
  },
  'device/modules/edit': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, sn, list: [{ input: 1, label: 'East 1' }] }, object: sid };
  },
  'device/modules/move/batch': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    const { sn } = await makeDevice(sql, { sid });
    return { body: { sid, page: 0, list: [{ sn, input: 1 }] }, object: sid };
  },
  'device/modules/page/add': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, name: 'East' }, object: sid };
  },
  'device/modules/page/edit': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
    return { body: { sid, page: 1, name: 'West' }, object: sid };
  },
  'device/modules/page/del': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
    return { body: { sid, page: 1 }, object: sid };
  },
  'site/updateLayoutInfo': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, version: 0, zones: [] }, object: sid };
  },
  'site/layoutPhoto': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, photo: await drawnPng() }, object: sid };
  },
  'site/createFast': () => ({ body: plant }),
  'site/updateFast': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, siteName: 'Renamed' }, object: sid };
  },
  'site/prices/setUp': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid, list: [{ validFrom: '2000-01-01', kind: 'flat', price: 0.4 }] }, object: sid };
  },
  'site/delete': async ({ companyId }) => {
    const sid = await makeSite(sql, { companyId });
    return { body: { sid }, object: sid };
  },
};

interface Line {
  at: Date;
  userId: number;
  address: string;
  action: string;
  object: string;
  text: string;
}
const linesAfter = async (id: number) =>
  await sql<
    Line[]
  >`select at, user_id, address, action, object, audit_log::text as text from audit_log where id > ${id}`;
const lastLine = async () =>
  (await sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit_log`)[0]!.id;

test('auth/setup writes its audit line in the name of the new user', async () => {
  await sql`truncate users cascade`;
  const secret = (await newSetupLink(context))!.split('#secret=')[1]!;
  const before = await lastLine();
  const person = { email: 'first@example.com', password: 'a long first password' };
  expect((await call('auth/setup', { secret, ...person }, { address: '192.0.2.5' })).code).toBe(200);
  const [user] = await sql<{ id: number }[]>`select id from users`;
  const lines = await linesAfter(before);
  expect(lines).toMatchObject([
    { action: 'auth/setup', userId: user!.id, object: `user ${user!.id}`, address: '192.0.2.5', at: clock.now() },
  ]);
  expect(lines[0]!.text).not.toMatch(new RegExp(`${secret}|${person.password}|argon2`));
  expect((await call('auth/setup', { secret, ...person })).code).toBe(1020);
  expect(await linesAfter(before)).toHaveLength(1);
});

const paths = Object.keys(changes) as (keyof typeof changes)[];

test('every changing call is listed', () => {
  const changing = (Object.keys(calls) as Path[]).filter(
    (path) => calls[path].changes && calls[path].access !== 'public',
  );
  expect(paths.toSorted()).toEqual(changing.toSorted());
});

/** Returns the lines in the logs of affected plants other than the change's own. */
const LINES_BESIDES: Partial<Record<Path, Path[]>> = {
  'configuration/inverter/setupAnswer': ['gateway/commands/answer'],
};

test.each(paths)('%s writes one audit line, also when sent twice with one key, and none when refused', async (path) => {
  const companyId = await makeCompany(sql);
  const { id } = await makeUser(sql, { companyId, passwordHash });
  const token = await signedIn(id);
  const [session] = await sql<{ id: number }[]>`select id from sessions where user_id = ${id}`;
  const { body, object } = await changes[path]({ userId: id, companyId, sessionId: session!.id });
  const before = await lastLine();
  const options = { token, address: '192.0.2.5', headers: { 'idempotency-key': 'one' } };
  const unread = { ...options, headers: { 'idempotency-key': 'x'.repeat(200) } };
  expect((await call(path, body as never, unread)).code).toBe(400);
  expect(await linesAfter(before)).toHaveLength(0);
  const answer = await call(path, body as never, options);
  expect(answer).toMatchObject({ status: 200, code: 200 });
  await call(path, body as never, options);
  const lines = await linesAfter(before);
  const made = (answer.data as { sid?: string }).sid;
  const line = { userId: id, address: '192.0.2.5', at: clock.now() };
  expect(lines).toMatchObject([
    ...(LINES_BESIDES[path] ?? []).map((action) => ({ ...line, action })),
    { ...line, action: path, object: object ?? made },
  ]);
  for (const secret of [SECRET, token, 'argon2']) expect(lines[0]!.text).not.toContain(secret);
});

test('a refusal that the contract does not declare fails in tests, and is answered in production', async () => {
  const token = await signedIn((await makeUser(sql, { passwordHash })).id);
  const { errors } = calls['account/endSession'];
  const refuse = () => call('account/endSession', { id: 2_000_000_000, password: SECRET }, { token });
  expect((await refuse()).code).toBe(1004);
  Object.assign(calls['account/endSession'], { errors: [] });
  expect(await refuse()).toMatchObject({ status: 500, code: 500 });
  context.config.production = true;
  expect(await refuse()).toMatchObject({ status: 200, code: 1004 });
  context.config.production = false;
  Object.assign(calls['account/endSession'], { errors });
});
