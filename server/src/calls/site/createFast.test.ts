// site/createFast: all or nothing, with existing users and locations and free serial numbers; includes earlier history.
import type { Request } from '@heliograph/contract/calls.ts';
import { encodeShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { readingOf } from '../../../test/reportServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const server = await testServer();
const { sql, clock, context } = server;
clock.set('2026-06-15T10:00:00Z');
const installer = await makeUser(sql);
const token = await server.signedIn(installer.id);

type Create = Request<'site/createFast'>;
const plant = (more: Partial<Create> = {}): Create => ({
  siteName: 'New roof',
  countryCode: 'de',
  latitude: 47.66,
  longitude: 9.18,
  timezone: 'Europe/Berlin',
  currency: 'eur',
  electricityPrice: 0.31,
  powerMax: 800,
  ...more,
});
const create = (more: Partial<Create> = {}, as = token) => server.call('site/createFast', plant(more), { token: as });
let next = 0x61000000;
const newSn = () => (next++).toString(16).toUpperCase();

function frame(sn: string, powerW: number, energyWh: number) {
  return encodeShortFrame({
    gateway: 'ffffffffffffffff',
    sync: 'c3c3c3c3',
    sn,
    status: 0,
    reference: 0x1020,
    lastWord: 0,
    powerCount: Math.round(powerW * 100),
    energyCount: Math.round(energyWh / 0.2),
    frequencyCount: 12_800,
    temperatureCount: 3_500,
    mode: 6,
    firmware: 0x84,
    voltageCount: 5_900,
    currentCounts: [0, 40],
  });
}
const send = (sn: string, at: string, powerW: number, energyWh: number) =>
  ingestReports(context, [readingOf(frame(sn, powerW, energyWh), at)]);

test('creates a plant of the session’s company, which it can access at once', async () => {
  const sn = newSn();
  const { sid, sn: added } = await server.ask('site/createFast', plant({ sn: [{ sn, model: 400, tilt: 30 }] }), {
    token,
  });
  expect(sid).toMatch(/^DE_20260615_[0-9A-Za-z]{8}$/);
  expect(added).toEqual([sn]);
  const detail = await server.ask('site/detail', { sid }, { token });
  expect(detail).toMatchObject({
    siteName: 'New roof',
    countryCode: 'DE',
    currency: 'EUR',
    electricityPrice: 0.31,
    temperatureUnit: 'Celsius',
    companyId: installer.companyId,
    commission: false,
    sn: [sn],
    version: 1,
    rights: { update: true, delete: true, addDevices: true, removeDevices: true },
  });
  const [entry] = await sql`select user_id, action, object from audit_log where object = ${sid}`;
  expect(entry).toEqual({ userId: installer.id, action: 'site/createFast', object: sid });
});

test('includes the history of a device that reported before it was registered', async () => {
  const sn = newSn();
  await send(sn, '2026-06-15T08:00:00Z', 200, 100);
  await send(sn, '2026-06-15T08:05:00Z', 240, 120);
  const { sid } = await server.ask('site/createFast', plant({ sn: [sn] }), { token });
  expect((await server.ask('site/overview', { sid }, { token })).jobs).toMatchObject([{ kind: 'takeKept', done: 0 }]);
  await runSiteJobs(context);
  const { statisticsProduction, deviceList, jobs } = await server.ask('site/overview', { sid }, { token });
  expect(deviceList[0]).toMatchObject({ sn, modelName: 'BDM-400' });
  expect(jobs).toEqual([]);
  expect(Number(statisticsProduction.today)).toBeCloseTo(0.12, 3);
  expect((await sql`select from raw_reports where sn = ${sn}`).length).toBe(0);
  await send(sn, '2026-06-15T09:58:00Z', 300, 130);
  expect((await server.ask('site/overview', { sid }, { token })).statisticsProduction.totalNow).toBe('300');
});

test('creates nothing if one serial number is not available', async () => {
  const count = async () => (await sql`select from sites`).length;
  const claimed = (await makeDevice(sql)).sn;
  const restricted = newSn();
  await sql`insert into serial_numbers (sn, restricted_at) values (${restricted}, now())`;
  const free = { sn: newSn(), model: 400 };
  const before = await count();
  const failed = (sn: string) => ({
    status: 200,
    code: 1311,
    msg: `Failed verification, please check and try again!\n${sn}\nCompare with the label. If it is right, ask the seller or the former owner to release it, or prove ownership when you add it to a plant.`,
  });
  // Same error whether it is another company's, restricted or malformed.
  expect(await create({ sn: [free, { sn: claimed, model: 400 }] })).toMatchObject(failed(claimed));
  expect(await create({ sn: [free, { sn: restricted, model: 400 }] })).toMatchObject(failed(restricted));
  // Without a product, the error asks for the product of all of them, as for an unknown number.
  for (const sn of [claimed, restricted, newSn()])
    expect(await create({ sn: [free, sn] })).toMatchObject({ code: 1007, msg: `Choose the product of ${sn}.` });
  expect(await create({ sn: [free, newSn()] })).toMatchObject({ code: 1007 });
  expect(await create({ sn: [free, { sn: newSn(), model: 999 }] })).toMatchObject({ code: 1007 });
  expect(await create({ sn: [free, { sn: 'NOTAFRAME1', model: 400 }] })).toMatchObject(failed('NOTAFRAME1'));
  const own = (await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId }) })).sn;
  expect(await create({ sn: [free, own] })).toMatchObject({ code: 1009 });
  expect(await create({ sn: [free, free] })).toMatchObject({ code: 1012 });
  // The number of the user's own device.
  expect(await count()).toBe(before + 1);
  expect((await create({ sn: [free] })).code).toBe(200);
});

test('refuses unknown locations and users, and names invalid fields', async () => {
  expect(await create({ countryCode: 'ZZ' })).toMatchObject({ code: 1014 });
  expect(await create({ timezone: 'Europe/Atlantis' })).toMatchObject({ code: 1013 });
  expect(await create({ currency: 'ZZZ' })).toMatchObject({ code: 1015 });
  const foreign = await makeUser(sql);
  expect(await create({ installerEmail: foreign.email })).toMatchObject({ code: 1008 });
  const wrong = await create({ latitude: 91 });
  expect(wrong.code).toBe(400);
  expect(wrong.msg).toContain('latitude');
});

test('assigns the plant to the installer’s company, visible to owner and guests', async () => {
  const distributor = await makeUser(sql, { role: 'distributor' });
  const below = await makeUser(sql, { companyId: await makeCompany(sql, { parentId: distributor.companyId }) });
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql, { role: 'owner' });
  const { sid } = await server.ask(
    'site/createFast',
    plant({ installerEmail: below.email.toUpperCase(), userEmail: owner.email, shareWith: [guest.email] }),
    { token: await server.signedIn(distributor.id) },
  );
  for (const { id } of [below, owner, guest]) {
    const detail = await server.ask('site/detail', { sid }, { token: await server.signedIn(id) });
    expect(detail).toMatchObject({ companyId: below.companyId, installerEmail: below.email, userEmail: owner.email });
  }
});

test('lets owners create a plant of their own with its devices, and offer its service, but none of somebody else', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const as = await server.signedIn(owner.id);
  const [sn, more] = [newSn(), newSn()];
  const { sid } = await server.ask(
    'site/createFast',
    plant({ sn: [{ sn, model: 400 }], installerEmail: installer.email }),
    { token: as },
  );
  const detail = await server.ask('site/detail', { sid }, { token: as });
  expect(detail).toMatchObject({ userEmail: owner.email, companyId: owner.companyId, installerEmail: installer.email });
  expect(detail.rights).toEqual({ update: true, delete: false, addDevices: true, removeDevices: true });
  expect(await sql`select owner_id, company_id from sites where sid = ${sid}`).toEqual([
    { ownerId: owner.id, companyId: owner.companyId },
  ]);
  // The installer sees it, and services it only once they accept.
  const offers = await server.ask('account/offers', {}, { token });
  expect(offers.list).toMatchObject([{ sid, kind: 'installer', fromEmail: owner.email }]);
  await server.ask('site/updateFast', { sid, sn: [{ sn: more, model: 400 }], removeSn: [sn] }, { token: as });
  expect(
    (await server.ask('device/list', { filters: { sid } }, { token: as })).list.map((device) => device.sn),
  ).toEqual([more]);
  expect(await create({ userEmail: installer.email }, as)).toMatchObject({ status: 403 });
  expect(await sql`select from sites where created_by = ${owner.id}`).toHaveLength(1);
});

test('lets an owner change no device of a plant that is only shared with them', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { companyId: installer.companyId, sharedWith: [guest.id] });
  const { sn } = await makeDevice(sql, { sid });
  const as = { token: await server.signedIn(guest.id) };
  expect((await server.call('site/updateFast', { sid, removeSn: [sn] }, as)).code).not.toBe(200);
  expect((await server.call('site/updateFast', { sid, sn: [{ sn: newSn(), model: 400 }] }, as)).code).not.toBe(200);
  expect((await server.call('device/delete', { sid, sn }, as)).code).not.toBe(200);
  expect(await sql`select sn from devices where sid = ${sid} and removed_at is null`).toEqual([{ sn }]);
});

test('gives a serial number to one of two concurrent claims, and refuses the other', async () => {
  const sn = newSn();
  const other = await server.signedIn((await makeUser(sql)).id);
  const devices = [{ sn, model: 400 }];
  const codes = (
    await Promise.all([create({ sn: devices }), create({ sn: devices }, other), create({ sn: devices })])
  ).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  // 1009 for the user who already has it, 1311 for the other.
  expect(codes.every((code) => [200, 1009, 1311].includes(code))).toBe(true);
  expect((await sql`select from devices where sn = ${sn} and removed_at is null`).length).toBe(1);
});

test('creates one plant when sent twice with one key', async () => {
  const options = { token, headers: { 'idempotency-key': 'once' } };
  const [first, second] = await Promise.all([
    server.ask('site/createFast', plant({ siteName: 'Once' }), options),
    server.ask('site/createFast', plant({ siteName: 'Once' }), options),
  ]);
  expect(first.sid).toBe(second.sid);
  expect((await sql`select from sites where name = 'Once'`).length).toBe(1);
});

test('limits the number of claims per user', async () => {
  const busy = await server.signedIn((await makeUser(sql)).id);
  const many = () => Array.from({ length: 500 }, () => ({ sn: 'FFFF0000', model: 400 }));
  for (let n = 0; n < 4; n++) expect(await create({ sn: many() }, busy)).toMatchObject({ code: 1012 });
  expect(await create({ sn: [newSn()] }, busy)).toMatchObject({ code: 1000 });
});

test('prevents searching for numbers by claims: failed ones count, by user and by company', async () => {
  const companyId = await makeCompany(sql);
  const claimed: { sn: string; model: number }[] = [];
  for (let n = 0; n < 50; n++) claimed.push({ sn: (await makeDevice(sql)).sn, model: 400 });
  const found = async (): Promise<number> => {
    const searcher = await server.signedIn((await makeUser(sql, { companyId })).id);
    for (let n = 0; ; n++)
      if ((await create({ sn: [claimed[n % claimed.length]!] }, searcher)).code === 1000) {
        // Does not reveal one that is free, either.
        expect((await create({ sn: [{ sn: newSn(), model: 400 }] }, searcher)).code).toBe(1000);
        return n;
      }
  };
  expect(await found()).toBe(33);
  // Concurrent attempts are counted before any number is revealed.
  const otherToken = await server.signedIn((await makeUser(sql)).id);
  const response = await create({ sn: claimed }, otherToken);
  expect(response.code).toBe(1000);
  expect(response.msg).not.toContain(claimed[0]!.sn);
});

test('plants that name each other’s people at once are all created', async () => {
  const [ann, ben] = [await makeUser(sql), await makeUser(sql)];
  const installers: string[] = [];
  for (let n = 0; n < 20; n++) installers.push(await server.signedIn((await makeUser(sql)).id));
  const answers = await Promise.all(
    installers.map((by, n) => {
      const [owner, guest] = n % 2 === 0 ? [ann, ben] : [ben, ann];
      return create({ userEmail: owner.email, shareWith: [guest.email] }, by);
    }),
  );
  expect(answers.map(({ code }) => code)).toEqual(installers.map(() => 200));
});
