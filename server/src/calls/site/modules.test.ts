// site/modules: a module for each input with a panel, with live values only while they are fresh.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('names modules by device and input, with the power of the device for a one-input model', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, sn: 'AABB1122' });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 900 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 600 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:07Z', powerW: 212.54 });
  const { list, total_plc, is_all } = await server.ask('site/modules', { sid }, { token });
  expect({ total_plc, is_all }).toEqual({ total_plc: 1, is_all: true });
  expect(list[0]).toMatchObject({
    sn,
    modelName: 'BDM-400',
    model: 400,
    status: 0,
    alertCode: '0000',
    lastUpdate: '2026-06-15 11:58:07',
  });
  expect(list[0]!.modules).toEqual([
    {
      plcSN: 'AABB1122_1',
      addr: 1,
      lastUpdate: '2026-06-15 11:58:07',
      lastUpdateIso: '2026-06-15T11:58:07+02:00',
      lastUpdateTime: Date.parse('2026-06-15T09:58:07Z') / 1000,
      now: 212.5,
      todayPower: 0.6,
      totalPower: 1.5,
      units: 'W',
      version: '',
      status: '0000',
      page: 0,
      pageName: '',
      label: '',
      product: '',
      peakPower: null,
      stringNumber: null,
      tilt: null,
      azimuth: null,
      orientation: null,
      own: [],
      byZone: [],
      zone: null,
      model: 400,
      model_name: 'BDM-400',
    },
  ]);
});

test('leaves out inputs without a panel, and returns no outdated current value', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn: fresh } = await makeDevice(sql, { sid, sn: '10000001', product: 'BDM-2250' });
  const { sn: stale } = await makeDevice(sql, { sid, sn: '10000002', product: 'BDM-2250' });
  const { sn: silent } = await makeDevice(sql, { sid, sn: '10000003', product: 'BDM-800' });
  const quantities = {
    input1VoltageV: 38,
    input1PowerW: 300,
    input1CounterWh: 1110,
    input3VoltageV: 39,
    input3PowerW: 0,
    input3CounterWh: 5,
  };
  await makeDay(sql, { sid, sn: fresh, day: '2026-06-15', energyWh: 1115 });
  await makeSample(sql, { sid, sn: fresh, at: '2026-06-15T09:58:00Z', powerW: 300, quantities });
  await makeSample(sql, { sid, sn: stale, at: '2026-06-15T09:44:59Z', powerW: 300, quantities });
  const { list, total_plc } = await server.ask('site/modules', { sid }, { token });
  const modulesOf = (sn: string) =>
    list.find((device) => device.sn === sn)!.modules.map(({ addr, now, todayPower }) => ({ addr, now, todayPower }));
  expect(modulesOf(fresh)).toEqual([
    { addr: 1, now: 300, todayPower: 1.11 },
    { addr: 3, now: 0, todayPower: 0.005 },
  ]);
  expect(modulesOf(stale)).toEqual([
    { addr: 1, now: null, todayPower: null },
    { addr: 3, now: null, todayPower: null },
  ]);
  expect(modulesOf(silent)).toEqual([
    { addr: 1, now: null, todayPower: null },
    { addr: 2, now: null, todayPower: null },
  ]);
  expect(total_plc).toBe(6);
});

test('returns the open error of a device, and none of released devices', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  const { sn: removed } = await makeDevice(sql, { sid });
  await sql`update devices set removed_at = now() where sn = ${removed}`;
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 0, statusBits: 0x0020 });
  const { list } = await server.ask('site/modules', { sid }, { token, headers: { lan: '6' } });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ sn, status: 1, alertCode: '0020', alertTitle: 'Frequency under' });
  expect(list[0]!.modules[0]!.status).toBe('0020');
});

test('treats a plant of another company as missing', async () => {
  const { sid } = await makeDevice(sql);
  expect(await server.call('site/modules', { sid }, { token })).toMatchObject({ code: 1005, data: {} });
});

test('pages by device, counts the modules of the whole plant and marks the last page', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  for (const sn of ['20000001', '20000002', '20000003']) await makeDevice(sql, { sid, sn, product: 'BDM-800' });
  const ask = async (page?: unknown) => {
    const { list, total_plc, is_all } = await server.ask(
      'site/modules',
      { sid, page: page as { num: number } },
      { token },
    );
    return [list.map(({ sn }) => sn.slice(-1)).join(''), total_plc, is_all];
  };
  expect(await ask({ size: 2, num: 0 })).toEqual(['12', 6, false]);
  expect(await ask({ size: 2, num: 1 })).toEqual(['3', 6, true]);
  expect(await ask({ size: 3, num: 0 })).toEqual(['123', 6, true]);
  expect(await ask({ size: 2, num: 7 })).toEqual(['', 6, true]);
  // An invalid page is ignored: old API clients send arbitrary values here.
  for (const odd of [undefined, null, 1, 'x']) expect(await ask(odd)).toEqual(['123', 6, true]);
});

test('returns three-phase devices, and the firmware of those that report it', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, sn: '30000001', product: 'BDM-2250' });
  const { sn: other } = await makeDevice(sql, { sid, sn: '30000002' });
  await sql`update device_live set firmware = '132' where sn = ${other}`;
  const { list } = await server.ask('site/modules', { sid }, { token });
  expect(list.map((device) => [device.sn, device.isPhase, device.version, device.modules[0]!.version])).toEqual([
    [sn, 1, '', ''],
    [other, 0, '132', '132'],
  ]);
});

test('filters modules by page, by no page and by search, grouped by device', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  for (const sn of ['40000001', '40000002', '40000003']) await makeDevice(sql, { sid, sn, product: 'BDM-800' });
  await sql`update devices set alias = 'Barn' where sid = ${sid} and sn = '40000003'`;
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'East', 1)`;
  await sql`
    insert into modules (sid, sn, input, page, label, product) values
      (${sid}, '40000001', 2, 1, 'Gable', ''), (${sid}, '40000002', 1, 1, '', 'Panel 430')`;
  const ask = async (more: { modulePage?: number; keywords?: string; page?: { size: number; num: number } }) => {
    const { list, total, total_plc, is_all } = await server.ask('site/modules', { sid, ...more }, { token });
    expect(total_plc).toBe(6);
    return [list.flatMap(({ modules }) => modules.map(({ plcSN }) => plcSN.slice(7))).join(' '), total, is_all];
  };
  expect(await ask({})).toEqual(['1_1 1_2 2_1 2_2 3_1 3_2', 3, true]);
  expect(await ask({ modulePage: 1 })).toEqual(['1_2 2_1', 2, true]);
  expect(await ask({ modulePage: 1, page: { size: 1, num: 0 } })).toEqual(['1_2', 2, false]);
  expect(await ask({ modulePage: 1, page: { size: 1, num: 1 } })).toEqual(['2_1', 2, true]);
  expect(await ask({ modulePage: 0 })).toEqual(['1_1 2_2 3_1 3_2', 3, true]);
  expect(await ask({ modulePage: 7 })).toEqual(['', 0, true]);
  expect(await ask({ keywords: '40000002' })).toEqual(['2_1 2_2', 1, true]);
  expect(await ask({ keywords: 'gable' })).toEqual(['1_2', 1, true]);
  expect(await ask({ keywords: 'panel' })).toEqual(['2_1', 1, true]);
  expect(await ask({ keywords: 'barn', modulePage: 0 })).toEqual(['3_1 3_2', 1, true]);
  expect(await ask({ keywords: '', modulePage: 1 })).toEqual(['1_2 2_1', 2, true]);
});
