// device/modules/add: attaches microinverters to their gateway before it announces them, with the pages of their modules.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const plant = async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn: gatewaySn } = await makeDevice(sql, { sid, product: 'HG-1' });
  return { sid, gatewaySn };
};
const registered = async (sid: string) =>
  await sql`select sn, gateway_sn, string_number, tilt_deg from devices where sid = ${sid} and gateway_sn <> '' order by sn`;

test('attaches microinverters to a gateway, which signs in for them, and stores the settings of each input', async () => {
  const { sid, gatewaySn } = await plant();
  await sql`insert into gateways (sn, sid, interval_s) values (${gatewaySn}, ${sid}, 120)`;
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 3, 'West roof', 1)`;
  const inputs = [
    { input: 1, stringNumber: 4, tilt: 12.5, orientation: 'landscape' as const, page: 0 },
    { input: 2, azimuth: 270, label: 'West 1', product: 'Panel 430', peakPower: 430, page: 3 },
  ];
  const devices = [
    { sn: '1F90CC01', model: 800, stringNumber: 3, tilt: 30, azimuth: 90, inputs },
    { sn: '1F90CC02', model: 10_001 },
  ];
  expect(await server.ask('device/modules/add', { sid, gatewaySn, devices }, { token })).toEqual({ count: 2 });
  expect(await registered(sid)).toEqual([
    { sn: '1F90CC01', gatewaySn, stringNumber: 3, tiltDeg: 30 },
    { sn: '1F90CC02', gatewaySn, stringNumber: null, tiltDeg: null },
  ]);
  const { list } = await server.ask('device/modules', { sn: '1F90CC01' }, { token });
  expect(list).toMatchObject([
    {
      addr: 1,
      label: '',
      stringNumber: 4,
      tilt: 12.5,
      azimuth: 90,
      orientation: 'landscape',
      peakPower: null,
      page: 0,
    },
    {
      addr: 2,
      label: 'West 1',
      product: 'Panel 430',
      peakPower: 430,
      tilt: 30,
      azimuth: 270,
      own: ['azimuth'],
      page: 3,
      pageName: 'West roof',
    },
  ]);
  const connection = await server.ask('device/connection', { sid, sn: gatewaySn }, { token });
  expect(connection.children).toMatchObject([
    { sn: '1F90CC01', isAnnounced: false, lastUpdateIso: null, staleAfterS: 360 },
    { sn: '1F90CC02', isAnnounced: false },
  ]);
  // Neither has a password of its own.
  const issued = await sql`select from serial_numbers where sid = ${sid} and credential is not null`;
  expect(issued).toHaveLength(0);
});

test('adds all devices or none', async () => {
  const { sid, gatewaySn } = await plant();
  const { sn: claimed } = await makeDevice(sql, { product: 'BDM-800' });
  const good = { sn: '1F90CC11', model: 800 };
  const refused = async (devices: object[], code: number, more: object = {}) => {
    const response = await server.call(
      'device/modules/add',
      { sid, gatewaySn, devices: devices as [], ...more },
      { token },
    );
    expect(response, JSON.stringify(devices)).toMatchObject({ code, data: {} });
    expect(await registered(sid)).toEqual([]);
  };
  await refused([good, good], 1012);
  await refused([good, { sn: '1F90CC12' }], 1007);
  await refused([good, { sn: claimed, model: 800 }], 1311);
  await refused([good, { sn: '1F90CC13', model: 10_005 }], 1411);
  await refused([{ ...good, inputs: [{ input: 3 }] }], 1412);
  await refused([{ ...good, inputs: [{ input: 1 }, { input: 1 }] }], 400);
  await refused([{ ...good, inputs: [{ input: 1, page: 9 }] }], 1413);
  await refused([good], 1006, { gatewaySn: 'HGNOWHERE' });
  const { sn: micro } = await makeDevice(sql, { sid });
  await refused([good], 1410, { gatewaySn: micro });
  const foreign = await plant();
  await sql`update devices set removed_at = now() where sid = ${foreign.sid}`;
  await refused([good], 1006, foreign.sid === sid ? {} : { gatewaySn: foreign.gatewaySn });
});

test('limits a gateway to 255 attached devices', async () => {
  const { sid, gatewaySn } = await plant();
  await sql`
    insert into devices (sid, sn, product_id, gateway_sn, created_at)
    select ${sid}, upper(to_hex(536870912 + n)), (select id from products where name = 'BDM-800'), ${gatewaySn}, now()
    from generate_series(1, 255) n`;
  const devices = [{ sn: '1F90CC21', model: 800 }];
  expect(await server.call('device/modules/add', { sid, gatewaySn, devices }, { token })).toMatchObject({ code: 1416 });
});

test('treats a plant of another company as missing', async () => {
  const { sid, sn: gatewaySn } = await makeDevice(sql, { product: 'HG-1' });
  const devices = [{ sn: '1F90CC31', model: 800 }];
  expect(await server.call('device/modules/add', { sid, gatewaySn, devices }, { token })).toMatchObject({ code: 1005 });
});
