// Requests to every call about a company's things: own, shared, foreign or missing. Those of simple calls derive from the
// fields of the request; a call that has neither an entry nor such a request fails the matrix.

import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { DEFAULT_PLAN } from '@heliograph/contract/rollouts.ts';
import { DEFAULT_BRAND } from '../../src/brands/defaultBrands.ts';
import { BATTERY_SET } from '../batterySets.ts';
import { softBrowser } from '../browser.ts';
import { PRODUCT } from '../factories.ts';
import { bare, defOf } from '../requestFields.ts';
import type { Thing } from './fixtures.ts';

/** Files for requests. */
export interface Made {
  photo: Uint8Array<ArrayBuffer>;
  /** A workbook of one serial number. */
  sheetOf(sn: string): Uint8Array<ArrayBuffer>;
}

type Bodies = (thing: Thing, made: Made) => object[];

/**
 * `plant`: about a plant or its contents; guests may read and change nothing. `other`: about a company, a person or
 * a product. `search`: a list that may contain it. `makes`: creates something of the requester's own that refers to it.
 * `self`: cannot refer to anything of others.
 */
export interface Entry {
  kind: 'plant' | 'other' | 'search' | 'makes' | 'self';
  bodies: Bodies;
}

const plant = (bodies: Bodies): Entry => ({ kind: 'plant', bodies });
const other = (bodies: Bodies): Entry => ({ kind: 'other', bodies });
const search = (bodies: Bodies): Entry => ({ kind: 'search', bodies });
const makes = (bodies: Bodies): Entry => ({ kind: 'makes', bodies });
const self = (body: object = {}): Entry => ({ kind: 'self', bodies: () => [body] });

/** The first one, of the gateways' model. */
const FIRMWARE = 1;

export const PASSWORD = 'a long sentence as password';
const DAY = '2026-06-15';

const site = plant(({ sid }) => [{ sid }]);
/** A device by its number alone, too. */
const device = plant(({ sid, sn }) => [{ sid, sn }, { sn }]);
const deviceOf = (name: 'meter' | 'battery' | 'hybrid' | 'inverter', rest: object = {}): Entry =>
  plant((thing) => [{ sid: thing.sid, sn: thing[name], ...rest }]);
const module = (rest: object = {}): Entry => plant(({ sid, sn }) => [{ sid, sn, input: 1, ...rest }]);
const sites: Bodies = ({ mark, email, sn }) => [
  {},
  { filters: { keywords: mark } },
  { filters: { user_email: email } },
  { filters: { installer_email: email } },
  { filters: { sn } },
];
const chart = { types: 1 };
const from = { start: DAY };
const newPlant = {
  siteName: 'Mine',
  countryCode: 'DE',
  latitude: 47,
  longitude: 9,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.3,
  powerMax: 400,
};
const passkeyResponse = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };

const ENTRIES: Partial<Record<Path, Entry>> = {
  'common/places': self({ text: 'Konstanz' }),
  'common/state': self({ country: 'DE' }),
  'common/timezone': self(),
  'common/addressInfo': self({ country: 'DE', latitude: 47.66, longitude: 9.18 }),
  'common/getHardwareValid': other(({ sn, stockSn }) => [{ sn: [sn] }, { sn: [stockSn] }]),
  'sign-in': other(({ email }) => [{ account: email, password: PASSWORD }]),
  'sign-in/company/begin': other(({ email }) => [{ account: email }]),
  'sign-in/company': self({ state: 'x'.repeat(43), code: 'x' }),
  'sign-up': other(({ email }) => [
    {
      kind: 'owner',
      email,
      code: '123456',
      password: PASSWORD,
      contactPerson: 'Mine',
      countryCode: 'DE',
      agreedTo: TERMS_VERSION,
    },
  ]),
  'sign-up/code': makes(({ email }) => [{ email }]),
  'email-forget-password': makes(({ email }) => [{ email }]),
  'reset-password-email': other(({ linkId }) => [{ token: linkId.padEnd(43, 'x'), password: PASSWORD }]),
  'auth/role/menu/view': other(({ roleId }) => [{ role_id: roleId }]),
  // Its refusal leaves a line in the audit log, so that it is no search.
  'operation/state': other(() => [{}]),
  'brand/detail': self({ id: 3 }),
  'brand/update': self({
    ...DEFAULT_BRAND,
    ...{ version: 99, apiBase: '', withLogo: true, openRegistration: true, mailFrom: '', language: 'en' },
    ...{ appStoreUrl: '', playStoreUrl: '', privacy: {}, hosts: [] },
  }),
  'brand/mark': other((_thing, { photo }) => [{ id: 3, scheme: 'light', picture: photo }]),
  'brand/removeMark': self({ id: 3, scheme: 'light' }),
  'auth/menu/create': self({ mode: 1, name: '', title: 'Mine' }),
  'auth/menu/del': self({ id: 909_100 }),
  'auth/menu/update': self({ id: 909_100, version: 1, title: 'Yours', icon: 'IconBell', params: '', parent_id: 0 }),
  'auth/role/create': other(({ companyId, roleId }) => [
    { name: 'Mine', scope: 'own', company_id: companyId },
    { name: 'Mine', scope: 'own', copy_of: roleId },
  ]),
  'auth/role/menu/distribution': other(({ roleId }) => [{ role_id: roleId, version: 1, menus: [] }]),
  'auth/role/secondFactor': other(({ roleId }) => [{ role_id: roleId, version: 1, needed: true }]),
  'auth/role/update': other(({ roleId }) => [
    { role_id: roleId, version: 1, name: 'Mine', scope: 'own', closed: false },
  ]),
  'auth/role/viewAs': other(({ roleId }) => [{ role_id: roleId }]),
  'auth/setup': self({ secret: 'x'.repeat(43), email: 'first@example.com', password: PASSWORD }),
  'email-change/look': other(({ linkId }) => [{ token: linkId }]),
  'email-change/answer': other(({ linkId }) => [{ token: linkId, accepts: true }]),
  'account/logOff': other(({ email }) => [{ password: PASSWORD, email, plants: 0 }]),
  'account/email/change': makes(({ email }) => [{ password: PASSWORD, email }]),
  'account/update': self({ city: 'Konstanz' }),
  'account/updatePassword': self({ password: PASSWORD, newPassword: `${PASSWORD} anew` }),
  'account/endSession': other(({ session }) => [{ id: session, password: PASSWORD }]),
  'account/views': self({ list: 'site/listWithSN' }),
  'account/saveViews': self({ list: 'site/listWithSN', views: [] }),
  'account/push/add': self({
    endpoint: 'https://push.example.com/matrix',
    keys: { p256dh: softBrowser('').subscription.keys.p256dh, auth: 'A'.repeat(22) },
  }),
  'account/push/remove': other(({ browser: id }) => [{ id }]),
  'account/push/test': other(({ browser: id }) => [{ id }]),
  'webhook/create': other(({ sid }) => [
    { name: 'Mine', url: 'https://hooks.example.com/', events: ['alert.began'], sids: [sid] },
  ]),
  'webhook/update': other(({ webhook: id }) => [{ id, name: 'Yours' }]),
  'webhook/del': other(({ webhook: id }) => [{ id }]),
  'webhook/replaceSecret': other(({ webhook: id }) => [{ id }]),
  'webhook/test': other(({ webhook: id }) => [{ id }]),
  'webhook/deliveries': other(({ webhook: id }) => [{ id }]),
  'webhook/sendAgain': other(({ delivery: deliveryId }) => [{ deliveryId }]),
  'account/passkeys/add': self({
    name: 'Mine',
    passkey: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    },
  }),
  'account/passkeys/begin': self({ password: PASSWORD }),
  'account/passkeys/remove': other(({ passkey }) => [{ id: passkey }]),
  'account/secondFactor/begin': self({ password: PASSWORD }),
  'account/secondFactor/confirm': self({ code: '123456' }),
  'account/secondFactor/end': self({ password: PASSWORD, code: '123456' }),
  'account/tokens/make': self({ password: PASSWORD, name: 'Mine', scope: 'read', days: 30 }),
  'account/tokens/revoke': other(({ apiToken }) => [{ id: apiToken }]),
  'sign-in/passkey': other(({ passkey }) => [
    { passkey: { id: passkey, rawId: passkey, type: 'public-key', response: passkeyResponse } },
  ]),
  'account/picture': self(),
  'account/switchCompany': other(({ companyId }) => [{ companyId }]),
  'account/offers/answer': other(({ sid }) => [{ sid, kind: 'owner', accepts: true }]),
  'account/joinRequests/make': other(({ sn }) => [{ sn }]),
  'account/joinRequests/withdraw': other(({ sn }) => [{ sn }]),
  'device/ownership/claim': plant(({ sid, sn }, { photo }) => [{ sid, sn, reason: 'Mine', proof: photo }]),
  'device/ownership/withdraw': plant(({ sid, claim }) => [{ sid, id: claim }]),
  'device/ownership/answer': plant(({ sid, contested }, { photo }) => [
    { sid, id: contested, answer: 'ours', text: 'Ours', proof: photo },
  ]),
  'product/sn/ownership/decide': other(({ contested, claim }) => [
    { id: contested, accepts: true, text: '' },
    { id: claim, accepts: false, text: '' },
  ]),
  'product/sn/ownership/proof': other(({ claim }) => [{ id: claim, position: 0 }]),
  'device/claim/withdraw': plant(({ sid, sn }) => [{ sid, sn }]),
  'product/sn/requests/answer': other(({ sn }) => [{ sn, id: '00000000-0000-4000-8000-000000000000', accepts: true }]),
  'site/joinRequests': plant(({ sid }) => [{ sid }]),
  'site/joinRequests/answer': plant(({ sid }) => [{ sid, email: 'next@example.com', answer: 'guest' }]),
  'site/listWithSN': search(sites),
  'site/map': search(sites),
  'site/offers/make': plant(({ sid }) => [{ sid, email: 'next@example.com' }]),
  'site/offers/withdraw': plant(({ sid }) => [{ sid, kind: 'owner' }]),
  'site/picture': plant(({ sid }, { photo }) => [{ sid, picture: photo }]),
  'site/removePicture': plant(({ sid, picture }) => [{ sid, name: picture }]),
  'site/publicLinks/make': plant(({ sid }) => [{ sid, lastDay: DAY }]),
  'site/publicLinks/revoke': plant(({ sid, linkId }) => [{ sid, id: linkId }]),
  'public/plant': other(({ mark }) => [{ token: mark }]),
  'site/layoutInfo': site,
  'site/updateLayoutInfo': plant(({ sid }) => [{ sid, version: 1, zones: [] }]),
  'site/layoutPhoto': plant(({ sid }, { photo }) => [{ sid, photo }]),
  'site/playback': site,
  'site/modules': site,
  'site/setUp/checks': plant(({ sid, sn }) => [{ sid }, { sid, sn }]),
  'site/prices/setUp': plant(({ sid }) => [{ sid, list: [{ validFrom: '2000-01-01', kind: 'flat', price: 0.4 }] }]),
  'site/sn/report/settings': plant(({ sid, sn }) => [{ sid }, { sn }]),
  'site/sn/report/setUp': plant(({ sid, sn }) => [
    { sid, optionsDaily: true, recipients: [] },
    { sn, optionsDaily: true, recipients: [] },
  ]),
  'mail/choice': other(({ sid }) => [{ token: `${sid}~x` }]),
  'mail/choose': other(({ sid }) => [{ token: `${sid}~x`, wants: false }]),
  'site/report': plant(({ sid }) => [{ sid, from: '2026-06-01', to: '2026-06-14' }]),
  'site/report/download': plant(({ sid }) => [{ sid, from: '2026-06-13', to: '2026-06-14', format: 'xlsx' }]),
  'site/statistics/echarts': plant(({ sid }) => [{ sid, ...chart }]),
  'site/statistics/date': plant(({ sid }) => [{ sid, ...chart }]),
  'site/weatherHours': plant(({ sid }) => [{ sid, day: DAY }]),
  // createFast.test covers serial numbers of others; product/sn answers about them.
  'site/createFast': makes(({ email }) => [
    { ...newPlant, userEmail: email },
    { ...newPlant, installerEmail: email, shareWith: [email] },
  ]),
  'site/updateFast': plant(({ sid, email, sn }) => [
    { sid, siteName: 'Mine' },
    { sid, userEmail: email },
    { sid, shareWith: [email] },
    { sid, installerEmail: email },
    { sid, removeSn: [sn] },
    { sid, sn: [{ sn: '7ABCDEF0', model: 400 }] },
    { sid, latitude: 48 },
  ]),
  'device/list': search((thing, made) => [...sites(thing, made), { filters: { sid: thing.sid } }]),
  'device/list/noReg': search(({ sn, restricted }) => [{}, { filters: { sn } }, { filters: { keywords: restricted } }]),
  'device/list/noReg/forget': plant(({ sn }) => [{ sn }]),
  'device/joinBlack': plant(({ gateway }) => [{ sn: gateway, reason: 'mine' }]),
  'device/removeBlack': plant(({ restricted }) => [{ sn: restricted }]),
  'device/alerts': plant(({ sid, sn, gateway, mark }) => [
    { sid },
    { sid, sn },
    { sn },
    { gatewaySn: gateway },
    { sid, filters: { keywords: mark } },
  ]),
  'problem/list': plant(({ sid, mark }) => [{ sid }, { sid, filters: { keywords: mark } }]),
  'device/alerts/companies': search(({ mark, companyId }) => [{}, { keywords: mark }, { id: companyId }]),
  'device/alerts/acknowledge': plant(({ sid, sn }) => [{ sid, alerts: [{ sn, code: 'silence', startMs: 0 }] }]),
  'problem/assign': plant(({ sid, sn }) => [{ sid, problems: [{ sn, code: 'silence', startMs: 0 }], assigned: null }]),
  'problem/assignees': plant(({ sid, mark }) => [{ sid }, { sid, filters: { keywords: mark } }]),
  'device/credential': plant(({ gateway }) => [{ sn: gateway }]),
  'device/delete': plant(({ sid, spare }) => [{ sid, sn: spare }]),
  'device/move': plant(({ sid, moving, otherSid }) => [{ sid, sn: moving, to: otherSid }]),
  'device/replace': plant(({ sid, worn }) => [{ sid, sn: worn, by: `6${worn.slice(1)}` }]),
  'device/changeTimezone': plant(({ sid, meter }) => [
    { sid, sn: meter, timezone: 'Asia/Tokyo' },
    { sn: meter, timezone: 'Asia/Tokyo' },
  ]),
  'device/modules': device,
  'device/voltage': plant(({ sid, sn }) => [{ sid, sn, ...from }]),
  'device/voltage/download': plant(({ sid, sn }) => [{ sid, sn, ...from, format: 'csv' }]),
  'device/modules/add': plant(({ sid, gateway }) => [
    { sid, gatewaySn: gateway, devices: [{ sn: `6${gateway.slice(1)}`, model: 800 }] },
  ]),
  'device/modules/edit': plant(({ sid, micro }) => [{ sid, sn: micro, list: [{ input: 2, label: 'East 2' }] }]),
  'device/modules/findings': module(),
  'device/modules/move/batch': plant(({ sid, micro }) => [{ sid, page: 1, list: [{ sn: micro, input: 1 }] }]),
  'device/modules/page/add': plant(({ sid }) => [{ sid, name: 'South' }]),
  'device/modules/page/del': plant(({ sid }) => [{ sid, page: 2 }]),
  'device/modules/page/edit': plant(({ sid }) => [{ sid, page: 1, name: 'South-east' }]),
  'device/modules/statistics/date': module(chart),
  'device/modules/statistics/echarts': module(chart),
  'device/modules/statistics/overview': module(),
  'device/meter/setUp': deviceOf('meter', { list: [{ validFrom: '2026-01-01', reversed: true }] }),
  'device/detailWifiOta': plant(({ sn }) => [{ wifiSn: [{ sn, wifiVersion: '1.0' }] }]),
  'device/updateWifiVersion': plant(({ sn }) => [{ wifiSn: [{ sn, wifiVersion: '1.0' }] }]),
  'device/statistics/echarts': plant(({ sid, sn }) => [{ sid, sn, ...chart }]),
  'device/statistics/years': plant(({ sid, sn }) => [
    { sid, sn },
    { sid, sn, input: 1 },
  ]),
  'device/statistics/date': plant(({ sid, sn }) => [{ sid, sn, ...chart }]),
  'device/playback': plant(({ sid, sn }) => [{ sid, sn, ...from }]),
  'device/history': plant(({ sid, sn }) => [{ sid, sn, ...from }]),
  'device/history/download': plant(({ sid, sn }) => [{ sid, sn, ...from }]),
  'device/history/electricity': plant(({ sid, sn }) => [{ sid, sn, ...from }]),
  'device/history/files': search(({ sid, sn }) => [{}, { sid, sn }, { sn }]),
  'device/history/files/ask': plant(({ sid, sn }) => [{ sid, sn, ...from, format: 'xlsx' }]),
  'site/history/files/ask': plant(({ sid }) => [{ sid, ...from, format: 'xlsx' }]),
  'device/history/files/fetch': other(({ file }) => [{ id: file }]),
  'device/history/files/remove': other(({ file }) => [{ id: file }]),
  'device/history/removed': device,
  'device/history/restore': plant(({ sid, sn, removal }) => [{ sid, sn, id: removal }]),
  'gateway/bsg/server': plant(({ sid, gateway: sn }) => [
    { sid, sn, read: ['reconnectTimeS'], waitS: 0 },
    { sid, sn, write: [{ name: 'reconnectTimeS', value: 120 }], waitS: 0 },
  ]),
  'gateway/parameters': plant(({ sid, gateway: sn }) => [{ sid, sn }]),
  'gateway/parameters/devices': plant(({ sid, mark }) => [{ sid }, { sid, keywords: mark }]),
  'gateway/commands/list': plant(({ sid, gateway: sn }) => [{ sid }, { sid, filters: { sn } }]),
  'gateway/commands/answer': plant(({ sid, command: id }) => [{ sid, id, answer: 'refuse' }]),
  'gateway/control': plant(({ sid }) => [{ sid, isOff: true }]),
  'site/updates/answer': plant(({ sid, rollout: id }) => [{ sid, id, answer: 'no' }]),
  'site/limitRule/setUp': plant(({ sid }) => [{ sid, kind: 'none' }]),
  'device/deleteHistory': plant(({ sid, sn }) => [{ sid, sn, start: '2026-01-01', reason: 'mine' }]),
  'device/strings': deviceOf('inverter'),
  'bdnz/three/overview': deviceOf('meter'),
  'bdnz/three/echarts': plant(({ sid, meter: sn }) => [
    { sid, sn, ...chart },
    { sid, sn, ...chart, lines: ['From grid'] },
    { sid, sn, types: 5 },
  ]),
  'bdnz/three/history': deviceOf('meter', from),
  'bdnz/three/history/download': deviceOf('meter', from),
  'battery/hx/overview': deviceOf('battery'),
  'battery/hx/health': deviceOf('battery'),
  'battery/hx/ota': deviceOf('battery'),
  'battery/hx/statistics/overview': deviceOf('battery'),
  'battery/hx/history': deviceOf('battery', from),
  'bdmPassword/generate': other(({ micro }) => [{ sn: [micro], purpose: 'Grid profile', minutes: 15 }]),
  'battery/hx/echarts': deviceOf('battery', chart),
  'battery/hx/params/view': deviceOf('battery'),
  'battery/hx/params/setting': deviceOf('battery', BATTERY_SET),
  'battery/hx/params/read': deviceOf('battery'),
  'battery/hx/tonight': deviceOf('battery'),
  'battery/hx/params/ownerAccess': plant(({ sid }) => [{ sid, isAllowed: false }]),
  'battery/hx/scheduling': deviceOf('battery', { periods: [] }),
  'ksp/cureParamateMap': deviceOf('hybrid'),
  'ksp/paramateCure': deviceOf('hybrid', BATTERY_SET),
  'ksp/recordTime': deviceOf('hybrid'),
  'ksp/overview': deviceOf('hybrid'),
  'ksp/history': deviceOf('hybrid', from),
  'ksp/history/download': deviceOf('hybrid', from),
  'ksp/alert': deviceOf('hybrid'),
  'ksp/statistics/overview': deviceOf('hybrid'),
  'ksp/statistics/electricity': deviceOf('hybrid', { types: 5 }),
  'ksp/statistics/electricityMap': deviceOf('hybrid'),
  'configuration/inverter/group/filter': search(({ mark, gateway }) => [
    {},
    { model: 10_000 },
    { model: 10_000, filters: { keywords: mark } },
    { model: 10_000, filters: { keywords: gateway } },
  ]),
  'configuration/inverter/setupDefaultValue': self({ model: 10_000 }),
  'configuration/inverter/setupValue': other(({ mark: keywords }) => [
    { model: 10_000, filters: { keywords }, devices: 1, write: [{ name: 'reconnectTimeS', value: 90 }] },
  ]),
  'configuration/inverter/setupList': other(({ setup: id }) => [{ id }, { id, state: 'draft' }]),
  'configuration/inverter/setupAnswer': other(({ setup: id }) => [
    { id, answer: 'stop' },
    { id, answer: 'approve' },
  ]),
  'configuration/documentation/list': search(({ mark, model }) => [
    {},
    { filters: { keywords: mark } },
    { filters: { model: String(model) } },
  ]),
  'configuration/documentation/detail': other(({ document: id }) => [{ id }]),
  'configuration/documentation/link': other(({ document: id }) => [{ id }]),
  'configuration/documentation/create': other(({ document: replaces }, { photo: file }) => [
    { title: 'Mine', version: '1', languages: ['en'], models: [], fileName: 'mine.pdf', file, replaces },
  ]),
  'configuration/documentation/announce': other(({ document: replaces }) => [
    { title: 'Mine', version: '1', languages: ['en'], models: [], fileName: 'mine.pdf', bytes: 9, replaces },
  ]),
  'configuration/documentation/part': other(({ document: id }, { photo: file }) => [{ id, piece: 0, file }]),
  'configuration/documentation/edit': other(({ document: id }) => [
    { id, title: 'Yours', version: '2', languages: ['en'], models: [], revision: 1 },
  ]),
  'configuration/documentation/del': other(({ document: id }) => [{ id }]),
  'configuration/ota/list': self(),
  'configuration/ota/list/sn': search(({ sid, gateway }) => [
    { id: FIRMWARE },
    { id: FIRMWARE, filters: { sid } },
    { id: FIRMWARE, filters: { keywords: gateway } },
  ]),
  'configuration/ota/detail': self({ id: FIRMWARE }),
  'configuration/ota/link': self({ id: FIRMWARE }),
  'configuration/ota/create': self({
    versionName: '9.1',
    model: 10_000,
    hardware: '',
    description: '',
    fileName: 'a.bin',
    bytes: 1,
    isForced: false,
    signature: `${'A'.repeat(86)}==`,
  }),
  'configuration/ota/part': { kind: 'self', bodies: (_, { photo: file }) => [{ id: FIRMWARE, piece: 0, file }] },
  'configuration/ota/edit': self({ id: FIRMWARE, description: '', isForced: false, isPublished: true, revision: 1 }),
  'configuration/ota/del': self({ id: FIRMWARE + 1 }),
  'configuration/ota/rollout/find': search(({ mark, gateway, companyId }) => [
    { id: FIRMWARE },
    { id: FIRMWARE, filters: { keywords: mark } },
    { id: FIRMWARE, filters: { keywords: gateway } },
    { id: FIRMWARE, filters: { company: companyId } },
  ]),
  'configuration/ota/rollout/begin': other(({ mark: keywords, rollout: returns }) => [
    { id: FIRMWARE, filters: { keywords }, devices: 1, plan: DEFAULT_PLAN },
    { id: FIRMWARE, returns, devices: 1, plan: DEFAULT_PLAN },
  ]),
  'configuration/ota/rollout/list': search(() => [{}, { id: FIRMWARE }]),
  'configuration/ota/rollout/detail': other(({ rollout: id }) => [{ id }]),
  'configuration/ota/rollout/devices': other(({ rollout: id }) => [{ id }]),
  'configuration/ota/rollout/answer': other(({ rollout: id }) => [{ id, answer: 'stop', revision: 1 }]),
  'configuration/ota/update': plant(({ sid, gateway: sn }) => [{ sid, sn, id: FIRMWARE }]),
  'product/list': search(({ mark }) => [{}, { filters: { keywords: mark } }]),
  'product/detail': other(({ model }) => [{ model }]),
  'product/create': makes(({ model }) => [{ ...PRODUCT, model: model + 5000, name: `Mine ${model}` }]),
  'product/update': other(({ model }) => [{ ...PRODUCT, model, name: 'Mine', version: 1 }]),
  'product/del': other(({ model }) => [{ model }]),
  'product/picture': other(({ model }, { photo }) => [{ model, picture: photo }]),
  'product/removePicture': other(({ model }) => [{ model }]),
  'product/sn': other(({ sn, stockSn }) => [{ sn: [sn] }, { sn: [stockSn] }]),
  'product/sn/list': search(({ stockSn, sn }) => [
    {},
    { filters: { keywords: stockSn } },
    { filters: { keywords: sn } },
  ]),
  'product/sn/create': makes(({ stockSn }) => [{ model: 2250, sn: [stockSn] }]),
  'product/sn/import': makes(({ stockSn }, { sheetOf }) => [{ file: sheetOf(stockSn) }]),
  'product/sn/del': other(({ stockSn, sn }) => [{ sn: [stockSn] }, { sn: [sn] }]),
  'product/sn/info': other(({ sn, stockSn }) => [{ sn: [sn] }, { sn: [stockSn] }]),
  'user/list': search(({ mark, companyId, roleId }) => [
    {},
    { filters: { keywords: mark } },
    { filters: { company_id: companyId } },
    { filters: { role_id: roleId } },
  ]),
  'user/detail': other(({ userId: uid, companyId }) => [{ uid, companyId }]),
  'user/create': makes(({ companyId, roleId, email }) => [
    { email: 'fresh@example.com', contactPerson: 'Fresh', companyId, groupId: roleId },
    { email, contactPerson: 'Fresh', companyId, groupId: roleId },
  ]),
  'user/update': other(({ userId: uid, companyId }) => [{ uid, companyId, city: 'Bregenz' }]),
  'user/freeze': other(({ userId: uid, companyId }) => [{ uid, companyId, isFrozen: true, reason: 'mine' }]),
  'user/endSessions': other(({ userId: uid, companyId }) => [{ uid, companyId }]),
  'user/resetSecondFactor': other(({ userId: uid, companyId }) => [{ uid, companyId }]),
  'user/del': other(({ userId: uid, companyId, invitationId }) => [{ uid, companyId }, { invitationId }]),
  'user/invitation': other(({ linkId }) => [{ token: linkId }]),
  'user/invitation/accept': other(({ linkId }) => [{ token: linkId, password: PASSWORD, agreedTo: TERMS_VERSION }]),
  'user/company/list': search(({ mark, companyId }) => [
    {},
    { filters: { keywords: mark } },
    { filters: { id: companyId } },
    { filters: { above_id: companyId } },
  ]),
  'user/company/create': other(({ companyId }) => [
    { companyName: 'New', kind: 'installer', distributorCompanyId: companyId },
  ]),
  'user/company/update': other(({ companyId: id }) => [{ id, companyName: 'Renamed' }]),
  'user/company/secondFactor': other(({ companyId: id }) => [{ id, needed: true }]),
  'user/company/signIn': other(({ companyId: id }) => [{ id }]),
  'user/company/signIn/set': other(({ companyId: id, roleId: groupId, mark }) => [
    {
      id,
      issuer: 'https://login.example',
      clientId: 'portal',
      clientSecret: 'a secret',
      groupId,
      allowsOtherWays: true,
      hasSecondStep: false,
      domains: [`${mark}.example`],
    },
  ]),
  // A literal address that nobody may be asked at: nothing is looked up.
  'user/company/signIn/test': other(({ companyId: id }) => [{ id, issuer: 'https://10.0.0.1' }]),
  'user/company/signIn/prove': other(({ companyId: id, mark }) => [{ id, domain: `${mark}.example` }]),
  'user/company/signIn/del': other(({ companyId: id }) => [{ id }]),
  'user/company/del': other(({ companyId: id }) => [{ id }]),
  'audit/list': search(({ mark, email, sid }) => [
    {},
    { filters: { keywords: mark } },
    { filters: { user_email: email } },
    { filters: { object: sid } },
  ]),
  'dashboard/user/summary': self(),
  'dashboard/device/trend': self(),
  'overview/siteStatusCounts': search(sites),
};

/** The entry of a call whose request has only the fields of a plant, a device or a list; undefined for any other call. */
function derivedEntry(path: Path): Entry | undefined {
  const { request } = calls[path] as unknown as Call;
  const { type, shape = {} } = defOf(bare(request));
  if (type !== 'object') return undefined;
  const names = Object.keys(shape).toSorted().join(' ');
  if (names === '') return self();
  if (names === 'sid') return site;
  if (names === 'sid sn')
    return shape.sid?.safeParse(undefined).success ? device : plant(({ sid, sn }) => [{ sid, sn }]);
  if (!/^(filters )?page( sort)?$/.test(names)) return undefined;
  const filters = Object.entries(shape.filters ? (defOf(bare(shape.filters)).shape ?? {}) : {});
  if (filters.some(([name, schema]) => !(name in FILTERS) && defOf(bare(schema)).type !== 'enum')) return undefined;
  return search((thing) => [
    {},
    ...filters.flatMap(([name]) => (FILTERS[name]?.(thing) ?? []).map((value) => ({ filters: { [name]: value } }))),
  ]);
}

/** Values of a list's filters that can name a thing. */
const FILTERS: Readonly<Record<string, (thing: Thing) => string[]>> = {
  keywords: ({ mark, sn }) => [mark, sn],
  sid: ({ sid }) => [sid],
  sn: ({ sn }) => [sn],
};

export function entryOf(path: Path): Entry {
  const entry = ENTRIES[path] ?? derivedEntry(path);
  if (!entry)
    throw new Error(`server/test/matrix/entries.ts needs an entry for ${path}: its request has fields of its own`);
  return entry;
}
