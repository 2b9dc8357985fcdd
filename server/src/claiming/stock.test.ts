// A number in a company's stock is claimed only by plants of that company's branch, in whatever way it is claimed.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import type { Announced } from './announcements/announced.ts';
import { applyAnnounce } from './announcements/applyAnnounce.ts';

const { sql, call, context, signedIn } = await testServer();

interface Plant {
  sid: string;
  token: string;
  gatewaySn: string;
}

async function plantOf(companyId: number): Promise<Plant> {
  const user = await makeUser(sql, { companyId });
  const sid = await makeSite(sql, { companyId });
  const { sn: gatewaySn } = await makeDevice(sql, { sid, product: 'HG-1' });
  return { sid, gatewaySn, token: await signedIn(user.id) };
}

/** The ways of claiming a number. */
const WAYS: Record<string, (plant: Plant, sn: string) => Promise<unknown>> = {
  'site/createFast': ({ token }, sn) =>
    call(
      'site/createFast',
      {
        ...{ siteName: 'New roof', countryCode: 'de', latitude: 47.66, longitude: 9.18, timezone: 'Europe/Berlin' },
        ...{ currency: 'eur', electricityPrice: 0.31, powerMax: 800, sn: [{ sn, model: 400 }] },
      },
      { token },
    ),
  'site/updateFast': ({ sid, token }, sn) => call('site/updateFast', { sid, sn: [{ sn, model: 400 }] }, { token }),
  'device/modules/add': ({ sid, gatewaySn, token }, sn) =>
    call('device/modules/add', { sid, gatewaySn, devices: [{ sn, model: 400, inputs: [] }] }, { token }),
  'device/replace': async ({ sid, token }, sn) => {
    const old = await makeDevice(sql, { sid });
    return await call('device/replace', { sid, sn: old.sn, by: sn, model: 400 }, { token });
  },
  announcement: ({ sid, gatewaySn }, sn) =>
    applyAnnounce(context, { sid, sn: gatewaySn, source: '192.0.2.1' }, announced(sn)),
};

const announced = (sn: string): Announced => ({
  ...{ kind: 'gateway', model: 'HG-1', hardware: '', firmware: '', signalDbm: null, uptimeS: null, intervalS: 60 },
  children: [{ sn, kind: 'microinverter', model: 'BDM-400', hardware: '', firmware: '' }],
});

const companyOf = async (sn: string) =>
  (await sql`select s.company_id from serial_numbers n join sites s on s.sid = n.sid where n.sn = ${sn}`)[0]?.companyId;

let next = 0x41000000;
test.each(Object.keys(WAYS))('%s claims a number in stock for a plant of the branch only', async (way) => {
  const sn = (next++).toString(16).toUpperCase();
  const seller = await makeCompany(sql);
  const dealer = await makeCompany(sql, { parentId: seller });
  const stranger = await makeCompany(sql);
  await sql`
    insert into serial_numbers (sn, stock_of, entered_at, product_id)
    select ${sn}, ${seller}, now(), id from products where name = 'BDM-400'`;
  const refused = await WAYS[way]!(await plantOf(stranger), sn);
  expect(await companyOf(sn)).toBeUndefined();
  if (way !== 'announcement')
    expect(refused).toMatchObject({ code: ERROR_CODES.serialNumberFailed, msg: expect.stringContaining(sn) as string });
  await WAYS[way]!(await plantOf(dealer), sn);
  expect(await companyOf(sn)).toBe(dealer);
  expect(await sql`select stock_of from serial_numbers where sn = ${sn}`).toEqual([{ stockOf: seller }]);
});

test('device/move still moves a device of somebody’s stock out of the branch', async () => {
  const seller = await makeCompany(sql);
  const user = await makeUser(sql, { role: 'administrator' });
  const from = await makeSite(sql, { companyId: seller });
  const to = await makeSite(sql);
  const { sn } = await makeDevice(sql, { sid: from });
  await sql`update serial_numbers set stock_of = ${seller} where sn = ${sn}`;
  expect(await call('device/move', { sid: from, sn, to }, { token: await signedIn(user.id) })).toMatchObject({
    code: 200,
  });
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: to }]);
});
