// Guests of a plant may change nothing, and its owner may do everything; matrix.test covers other guests and strangers.

import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { BATTERY_SET, BATTERY_VALUES, tellBattery } from './batterySets.ts';
import {
  makeClaimRequest,
  makeCommand,
  makeCompany,
  makeDevice,
  makeJoinRequest,
  makeOwnershipClaim,
  makePicture,
  makePublicLink,
  makeSite,
  makeUser,
  type RoleCode,
} from './factories.ts';
import { makeFirmware, tellVersions } from './firmware.ts';
import { drawnPng } from './multipart.ts';
import { makeQuestion } from './rolloutPlants.ts';
import { testServer } from './testServer.ts';

const { call, sql, signedIn } = await testServer({ BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}` });

/** Guests have every permission, so that only the plant can refuse them. */
await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
const roles = (await sql<{ code: RoleCode }[]>`select code from roles where scope <> 'all' order by code`).map(
  ({ code }) => code,
);
const guest = async (role: RoleCode) => {
  const { id, email } = await makeUser(sql, { role, companyId: await makeCompany(sql) });
  return { id, email, token: await signedIn(id) };
};
const guests: Record<string, Awaited<ReturnType<typeof guest>>> = {};
for (const role of roles) guests[`a guest in the role ${role}`] = await guest(role);
/** Installer of a company outside the branch, named in an edit: sees the plant as a guest. */
const foreignInstaller = await guest('installer');
const guestsByName = { ...guests, 'an installer of another company': foreignInstaller };

const owner = await makeUser(sql, { role: 'owner' });
const ownerToken = await signedIn(owner.id);
await sql`update sessions set second_factor = 'code'`;
const sid = await makeSite(sql, {
  ownerId: owner.id,
  installerId: foreignInstaller.id,
  sharedWith: Object.values(guests).map(({ id }) => id),
});
const { sn } = await makeDevice(sql, { sid });
const photo = await drawnPng();
const meter = await makeDevice(sql, { sid, product: 'Meter' });
const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
/** Battery that has reported its settings. */
const scheduled = await makeDevice(sql, { sid, product: 'Battery' });
await tellBattery(sql, scheduled, { ...BATTERY_VALUES, batteryMode: 1 });
/** Devices that the owner deletes, moves and replaces. */
const spare = await makeDevice(sql, { sid });
const moving = await makeDevice(sql, { sid });
const worn = await makeDevice(sql, { sid });
const otherSid = await makeSite(sql, { ownerId: owner.id });
/** A removal that can be restored. */
const REMOVAL = '00000000-0000-4000-8000-000000000000';
await sql`
  insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, state)
  values (${sid}, ${sn}, ${REMOVAL}, '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-02', 'tried', now(), ${owner.id}, 'removed')`;
/** Link to the public page. */
const LINK = '00000000-0000-4000-8000-000000000001';
/** Picture of the plant. */
const PICTURE = 'x'.repeat(22);
await makePicture(sql, { sid, name: PICTURE });
await makePublicLink(sql, { sid, id: LINK, by: owner.id });
const QUESTION = await makeQuestion(sql, { sid });
const COMMAND = await makeCommand(sql, { sid, sn: gateway.sn, companyId: owner.companyId });
const FIRMWARE = await makeFirmware(sql);
await tellVersions(sql, gateway);
const battery = await makeDevice(sql, { sid, product: 'Battery' });
const asker = await makeUser(sql, { role: 'owner', email: 'next@example.com' });
/** Announced by a gateway, and not in the plant yet. */
const WAITING = '5FFFFFF1';
await makeClaimRequest(sql, { sid, sn: WAITING });
const CONTESTED = await makeOwnershipClaim(sql, { sid: await makeSite(sql), sn });
const CLAIM = await makeOwnershipClaim(sql, { sid, sn: WAITING });
await makeJoinRequest(sql, { userId: asker.id, sn: battery.sn, sid });
const hybrid = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
const inverter = await makeDevice(sql, { sid, product: 'Inverter' });
const micro = await makeDevice(sql, { sid, product: 'BDM-800' });
await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1), (${sid}, 2, 'West', 2)`;
await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'silence', to_timestamp(0))`;
await sql`
  insert into problems (sid, seen_by, sn, code, opened_at, cause, is_lead, level)
  select sid, seen_by, ${sn}, 'silence', to_timestamp(0), 'silence', true, 3 from sites where sid = ${sid}`;

const NEW_PLANT = {
  siteName: 'Mine',
  countryCode: 'DE',
  latitude: 47,
  longitude: 9,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.3,
  powerMax: 400,
};
/** Bodies of calls that require more than the plant or the device; several for a call that changes several things. */
const BODIES: Partial<Record<Path, (email: string) => object[]>> = {
  'site/createFast': () => [{ ...NEW_PLANT, sn: [sn] }],
  'site/updateFast': (email) => [
    { sid, siteName: 'Mine' },
    { sid, userEmail: email },
    { sid, shareWith: [email] },
    { sid, installerEmail: email },
    { sid, removeSn: [sn] },
    { sid, sn: [{ sn: '7ABCDEF0', model: 400 }] },
    { sid, latitude: 48 },
  ],
  'gateway/bsg/server': () => [{ sid, sn: gateway.sn, waitS: 0, write: [{ name: 'reconnectTimeS', value: 90 }] }],
  'gateway/commands/answer': () => [{ sid, id: COMMAND, answer: 'withdraw' }],
  'battery/hx/params/setting': () => [{ ...battery, ...BATTERY_SET }],
  'battery/hx/params/view': () => [battery],
  'battery/hx/params/read': () => [battery],
  'battery/hx/params/ownerAccess': () => [{ sid, isAllowed: false }],
  'battery/hx/scheduling': () => [{ sid, sn: scheduled.sn, periods: [] }],
  'ksp/cureParamateMap': () => [hybrid],
  'ksp/paramateCure': () => [{ ...hybrid, ...BATTERY_SET }],
  'ksp/recordTime': () => [hybrid],
  'configuration/ota/update': () => [{ sid, sn: gateway.sn, id: FIRMWARE }],
  // Enabled once more, because the following calls send commands.
  'gateway/control': () => [
    { sid, isOff: true },
    { sid, isOff: false },
  ],
  'gateway/parameters': () => [{ sid, sn: gateway.sn }],
  'site/limitRule': () => [{ sid }],
  'site/updates': () => [{ sid }],
  'site/updates/answer': () => [{ sid, id: QUESTION, answer: 'no' }],
  'site/limitRule/setUp': () => [{ sid, kind: 'none' }],
  'account/offers/answer': () => [{ sid, kind: 'owner', accepts: true }],
  'account/joinRequests/make': () => [{ sn }],
  'account/joinRequests/withdraw': () => [{ sn }],
  'device/claim/withdraw': () => [{ sid, sn: WAITING }],
  'device/ownership/claim': () => [{ sid, sn: '5FFFFFE1', reason: 'Mine', proof: photo }],
  'device/ownership/withdraw': () => [{ sid, id: CLAIM }],
  'device/ownership/answer': () => [{ sid, id: CONTESTED, answer: 'theirs', text: '' }],
  'product/sn/ownership/decide': () => [],
  'site/joinRequests': () => [{ sid }],
  'site/joinRequests/answer': () => [{ sid, email: 'next@example.com', answer: 'guest' }],
  'site/endCare': () => [{ sid }],
  'site/offers/make': () => [{ sid, email: 'next@example.com' }],
  'site/offers/withdraw': () => [{ sid, kind: 'owner' }],
  'site/picture': () => [{ sid, picture: photo }],
  'site/removePicture': () => [{ sid, name: PICTURE }],
  'site/publicLinks/make': () => [{ sid, lastDay: '2026-06-15' }],
  'site/publicLinks/revoke': () => [{ sid, id: LINK }],
  // Serial numbers without a plant; their own tests cover others.
  'product/sn/create': () => [],
  'product/sn/requests/answer': () => [],
  'product/sn/del': () => [],
  'bdmPassword/generate': () => [{ sn: [micro.sn], purpose: 'Grid profile', minutes: 15 }],
  'device/credential': () => [{ sn: gateway.sn }],
  'device/joinBlack': () => [{ sn: gateway.sn, reason: 'mine' }],
  'device/removeBlack': () => [{ sn: gateway.sn }],
  'device/list/noReg/forget': () => [{ sn }],
  'device/alerts/acknowledge': () => [{ sid, alerts: [{ sn, code: 'silence', startMs: 0 }] }],
  'problem/assign': () => [{ sid, problems: [{ sn, code: 'silence', startMs: 0 }], assigned: null }],
  'device/meter/setUp': () => [{ sid, sn: meter.sn, list: [{ validFrom: '2026-01-01', reversed: true }] }],
  'device/delete': () => [{ sid, sn: spare.sn }],
  'device/move': () => [{ sid, sn: moving.sn, to: otherSid }],
  'device/replace': () => [{ sid, sn: worn.sn, by: '6ABCDEF2' }],
  'device/changeTimezone': () => [{ sn: meter.sn, timezone: 'Asia/Tokyo' }],
  'device/deleteHistory': () => [{ sid, sn, start: '2026-01-01', reason: 'mine' }],
  'device/history/restore': () => [{ sid, sn, id: REMOVAL }],
  'site/updateLayoutInfo': () => [{ sid, version: 0, zones: [] }],
  'site/layoutPhoto': () => [{ sid, photo }],
  'site/setUp/checks': () => [{ sid }, { sid, sn }],
  'site/prices': () => [{ sid }],
  'site/sn/report/settings': () => [{ sid }, { sn }],
  'site/sn/report/setUp': () => [{ sid, optionsDaily: true, recipients: [] }],
  'site/report/download': () => [{ sid, from: '2026-01-01', to: '2026-01-31' }],
  'site/report': () => [{ sid, from: '2026-01-01', to: '2026-01-31' }],
  'site/prices/setUp': () => [{ sid, list: [{ validFrom: '2000-01-01', kind: 'flat', price: 0.4 }] }],
  'site/statistics/echarts': () => [{ sid, types: 1 }],
  'site/statistics/date': () => [{ sid, types: 1 }],
  'site/weather7Day': () => [{ sid }],
  'site/weatherHours': () => [{ sid, day: '2026-06-15' }],
  'device/statistics/echarts': () => [{ sid, sn, types: 1 }],
  'device/modules/add': () => [{ sid, gatewaySn: gateway.sn, devices: [{ sn: '7ABCDEF1', model: 800 }] }],
  'device/modules/edit': () => [{ sid, sn: micro.sn, list: [{ input: 2, label: 'East 2' }] }],
  'device/modules/move/batch': () => [{ sid, page: 1, list: [{ sn: micro.sn, input: 1 }] }],
  'device/modules/page/add': () => [{ sid, name: 'South' }],
  'device/modules/page/edit': () => [{ sid, page: 1, name: 'South-east' }],
  'device/modules/page/del': () => [{ sid, page: 2 }],
  'device/modules/findings': () => [{ sid, sn, input: 1 }],
  'device/voltage': () => [{ sid, sn, start: '2026-06-15' }],
  'device/voltage/download': () => [{ sid, sn, start: '2026-06-15' }],
  'device/modules/statistics/overview': () => [{ sid, sn, input: 1 }],
  'device/modules/statistics/echarts': () => [{ sid, sn, input: 1, types: 1 }],
  'device/modules/statistics/date': () => [{ sid, sn, input: 1, types: 1 }],
  'device/statistics/years': () => [{ sid, sn }],
  'device/statistics/date': () => [{ sid, sn, types: 1 }],
  'device/playback': () => [{ sid, sn, start: '2026-06-15' }],
  'device/history': () => [{ sid, sn, start: '2026-06-15' }],
  'device/history/electricity': () => [{ sid, sn, start: '2026-06-15' }],
  'device/history/files/ask': () => [{ sid, sn, start: '2026-06-15', format: 'xlsx' }],
  'site/history/files/ask': () => [{ sid, start: '2026-06-15', format: 'xlsx' }],
  'device/history/download': () => [{ sid, sn, start: '2026-06-15' }],
  'device/strings': () => [inverter],
  'bdnz/three/overview': () => [meter],
  'bdnz/three/echarts': () => [
    { ...meter, types: 1 },
    { ...meter, types: 1, lines: ['From grid'] },
    { ...meter, types: 5 },
  ],
  'bdnz/three/history': () => [{ ...meter, start: '2026-06-15' }],
  'bdnz/three/history/download': () => [{ ...meter, start: '2026-06-15' }],
  'battery/hx/overview': () => [battery],
  'battery/hx/health': () => [battery],
  'battery/hx/ota': () => [battery],
  'battery/hx/statistics/overview': () => [battery],
  'battery/hx/history': () => [{ ...battery, start: '2026-06-15' }],
  'battery/hx/echarts': () => [{ ...battery, types: 1 }],
  'ksp/overview': () => [hybrid],
  'ksp/history': () => [{ ...hybrid, start: '2026-06-15' }],
  'ksp/history/download': () => [{ ...hybrid, start: '2026-06-15' }],
  'ksp/alert': () => [hybrid],
  'ksp/statistics/overview': () => [hybrid],
  'ksp/statistics/electricity': () => [{ ...hybrid, types: 5 }],
  'ksp/statistics/electricityMap': () => [hybrid],
  'product/sn': () => [{ sn: [sn] }],
  'product/sn/info': () => [{ sn: [sn] }],
  'common/getHardwareValid': () => [{ sn: [sn] }],
};
/** Calls refused with another code, or allowed. */
const OTHERWISE: Partial<Record<Path, { status?: number; code: number }>> = {
  // The number is unknown to a guest: its product is checked first.
  'site/createFast': { code: ERROR_CODES.productNotFound },
  // The offer is for another user.
  'account/offers/answer': { code: ERROR_CODES.offerNotFound },
  // For administrators only, whatever the number.
  'device/list/noReg/forget': { status: 403, code: ERROR_CODES.forbidden },
  // A guest may export what the plant shows; that changes nothing.
  'device/history/files/ask': { code: 200 },
  'site/history/files/ask': { code: 200 },
};
const bodiesOf = (path: Path, email: string): object[] => BODIES[path]?.(email) ?? [{ sid, sn }];

/** A request that can name a plant or a device. */
const names = ({ request }: Call): boolean => {
  const { shape = {} } = request as unknown as { shape?: object };
  return 'sid' in shape || 'sn' in shape;
};
const naming = Object.entries(calls as Record<string, Call>).filter(([, one]) => one.access !== 'public' && names(one));
const pathsOf = (changes: boolean) => naming.filter(([, one]) => one.changes === changes).map(([path]) => path as Path);

test('every call that names a plant or a device has a valid body in this test', () => {
  const unread = naming.flatMap(([path, { request }]) =>
    bodiesOf(path as Path, owner.email)
      .filter((body) => !request.safeParse(body).success)
      .map(() => path),
  );
  expect(unread).toEqual([]);
});

for (const [who, { token }] of Object.entries(guestsByName)) {
  test(`${who} has no rights and is refused every change`, async () => {
    const nothing = { update: false, delete: false, addDevices: false, removeDevices: false };
    expect((await call('site/detail', { sid }, { token })).data.rights).toEqual(nothing);
    const { data } = await call('site/listWithSN', {}, { token });
    expect(data.list.map((row) => [row.sid, row.rights])).toEqual([[sid, nothing]]);
    expect((await call('device/list', {}, { token })).data.list.map((row) => row.sn)).toEqual([
      sn,
      meter.sn,
      gateway.sn,
      scheduled.sn,
      spare.sn,
      moving.sn,
      worn.sn,
      battery.sn,
      hybrid.sn,
      inverter.sn,
      micro.sn,
    ]);
    expect((await call('overview/overview', {}, { token })).data).toMatchObject({ siteCount: 1, deviceCount: 11 });
  });
}

test('the owner may make every change', async () => {
  expect((await call('site/detail', { sid }, { token: ownerToken })).data.rights).toEqual({
    update: true,
    delete: true,
    addDevices: true,
    removeDevices: true,
  });
  // The service company decides about the owner; deleting comes last.
  const others: Path[] = ['battery/hx/params/ownerAccess', 'site/delete'];
  for (const path of pathsOf(true).filter((one) => !(one in OTHERWISE) && !others.includes(one))) {
    for (const body of bodiesOf(path, owner.email)) {
      expect(await call(path, body as never, { token: ownerToken }), JSON.stringify(body)).toMatchObject({ code: 200 });
    }
  }
  expect(await call('site/delete', { sid }, { token: ownerToken })).toMatchObject({ code: 200 });
});
