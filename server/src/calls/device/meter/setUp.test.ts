// device/meter/setUp: roles and polarity by day, applied to stored and new reports; errors.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { expectFlows, storedFlowDays } from '../../../../test/flows.ts';
import { testServer } from '../../../../test/testServer.ts';
import { PRODUCTS } from '../../../families/families.ts';
import { readingOfRow } from '../../../families/rows.ts';
import { ingestReports } from '../../../ingest/ingestReports.ts';
import { devices } from '../../../integrations/mcp/answers.ts';
import { runSiteJobs } from '../../../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, call, context, signedIn } = await testServer();
const user = await makeUser(sql);
const METER = PRODUCTS.find(({ name }) => name === 'Meter')!.model;
const NO_METER = ERROR_CODES.noMeter;
const token = await signedIn(user.id);

async function device(product: string) {
  const sid = await makeSite(sql, { companyId: user.companyId });
  return await makeDevice(sql, { sid, product });
}
/** 60 Wh an hour from the grid and 120 Wh to it, from midnight of 10 June on. */
const report = (sn: string, fromHour: number, toHour: number) =>
  ingestReports(
    context,
    Array.from({ length: toHour - fromHour }, (_, index) => {
      const hour = fromHour + index;
      const at = new Date(Date.parse('2026-06-10T00:00:00+02:00') + hour * 3_600_000);
      const quantities = { gridPowerW: -60, gridImportWh: 60 * hour, gridExportWh: 120 * hour };
      return readingOfRow({ gateway: 'GW', sn, at, quantities });
    }),
  );
const sums = async (sid: string) =>
  Object.fromEntries(
    (
      await sql<{ day: string; flow: string; wh: number }[]>`
        select day, flow, energy_wh as wh from site_flows where sid = ${sid} order by day, flow`
    ).map(({ day, flow, wh }) => [`${day.slice(8)} ${flow}`, wh]),
  );

test('registers a meter with its wiring and place, and shows and changes both', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const meters = [
    { sn: 'METER001', model: METER, meterType: 'threeWire', meterRole: 'load' },
    { sn: 'METER002', model: METER },
  ] as const;
  await ask('site/updateFast', { sid, sn: [...meters] }, { token });
  const settings = async (sn: string) => {
    const { meterType, role } = await ask('device/meter/settings', { sid, sn }, { token });
    return [meterType, role];
  };
  expect(await settings('METER001')).toEqual(['threeWire', 'load']);
  expect(await settings('METER002')).toEqual([null, 'grid']);
  expect(await ask('bdnz/three/overview', { sid, sn: 'METER001' }, { token })).toMatchObject({
    meterType: 'threeWire',
    powerMode: 'threeWire',
    role: 'load',
  });
  const list = [{ validFrom: '2026-06-10', role: 'production' as const, reversed: true, batteryReversed: true }];
  await ask('device/meter/setUp', { sid, sn: 'METER001', meterType: 'singlePhase', list }, { token });
  expect((await ask('device/detail', { sid, sn: 'METER001' }, { token })).meterType).toBe('singlePhase');
  expect((await settings('METER001'))[0]).toBe('singlePhase');
  const rows = await ask('device/list', { filters: { sid } }, { token });
  expect(rows.list.map(({ sn, meterType }) => [sn, meterType])).toEqual([
    ['METER001', 'singlePhase'],
    ['METER002', null],
  ]);
  expect(devices(rows)).toMatchObject({ devices: [{ meterType: 'singlePhase' }, { meterType: null }] });
  // Omitted, the wiring stays; null clears it.
  await ask('device/meter/setUp', { sid, sn: 'METER001', list: [] }, { token });
  expect(await settings('METER001')).toEqual(['singlePhase', 'grid']);
  await ask('device/meter/setUp', { sid, sn: 'METER001', meterType: null, list: [] }, { token });
  expect(await settings('METER001')).toEqual([null, 'grid']);
});

test('a meter that is moved or replaced keeps its wiring', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const to = await makeSite(sql, { companyId: user.companyId });
  await ask('site/updateFast', { sid, sn: [{ sn: 'METER003', model: METER, meterType: 'fourWire' }] }, { token });
  await ask('device/move', { sid, sn: 'METER003', to }, { token });
  expect((await ask('device/detail', { sid: to, sn: 'METER003' }, { token })).meterType).toBe('fourWire');
  await ask('device/replace', { sid: to, sn: 'METER003', by: 'METER004' }, { token });
  expect((await ask('device/detail', { sid: to, sn: 'METER004' }, { token })).meterType).toBe('fourWire');
});

test('refuses wiring and place for a device that is no meter', async () => {
  const { sid, sn } = await device('BDM-400');
  for (const more of [{ meterType: 'fourWire' }, { meterRole: 'load' }] as const)
    expect(
      (await call('site/updateFast', { sid, sn: [{ sn: '4A000001', model: 400, ...more }] }, { token })).code,
    ).toBe(NO_METER);
  expect(await sql`select from devices where sn = '4A000001'`).toEqual([]);
  expect((await call('device/meter/setUp', { sid, sn, meterType: 'fourWire', list: [] }, { token })).code).toBe(
    NO_METER,
  );
});

test('recounts a meter from the days on which it was reversed or moved', async () => {
  const { sid, sn } = await device('Meter');
  await report(sn, 0, 72);
  const list = [
    { validFrom: '2026-06-11', reversed: true },
    { validFrom: '2026-06-12', role: 'load' as const },
  ];
  await ask('device/meter/setUp', { sid, sn, list }, { token });
  const { jobs } = await ask('site/overview', { sid }, { token });
  expect(jobs.map(({ kind }) => kind)).toEqual(['readFlows']);
  await runSiteJobs(context);
  await expectFlows(sql, sid, [sn]);
  expect(await sums(sid)).toEqual({
    '10 fromGrid': 1440,
    '10 toGrid': 2880,
    '11 fromGrid': 2880,
    '11 toGrid': 1440,
    '12 home': 1380,
  });
  // New reports are parsed accordingly at once, in this process and after midnight.
  await report(sn, 72, 80);
  await expectFlows(sql, sid, [sn]);
  expect(await sums(sid)).toMatchObject({ '12 home': 1440, '13 home': 7 * 60 });
  expect((await storedFlowDays(sql, sid)).at(-1)).toMatchObject({ flow: 'toGrid', countsAs: null });

  await ask('device/meter/setUp', { sid, sn, list: [{ validFrom: '2020-01-01', role: 'production' }] }, { token });
  await runSiteJobs(context);
  await expectFlows(sql, sid, [sn]);
  expect(new Set(Object.keys(await sums(sid)).map((key) => key.slice(3)))).toEqual(new Set(['production']));

  await ask('device/meter/setUp', { sid, sn, list: [] }, { token });
  await runSiteJobs(context);
  await expectFlows(sql, sid, [sn]);
  expect((await storedFlowDays(sql, sid)).every(({ flow, countsAs }) => flow === countsAs)).toBe(true);
});

test('reverses a battery that is connected with the wrong polarity', async () => {
  const { sid, sn } = await device('Battery');
  const reported = (minute: number) =>
    readingOfRow({
      gateway: 'GW',
      sn,
      at: new Date(Date.UTC(2026, 5, 15, 8, minute)),
      quantities: { batteryPowerW: 600 },
    });
  await ingestReports(context, [reported(0), reported(10)]);
  expect(await sums(sid)).toEqual({ '15 charge': 0, '15 discharge': 100 });
  await ask('device/meter/setUp', { sid, sn, list: [{ validFrom: '2026-06-01', reversed: true }] }, { token });
  await runSiteJobs(context);
  await ingestReports(context, [reported(20)]);
  expect(await sums(sid)).toEqual({ '15 charge': 200, '15 discharge': 0 });
  await expectFlows(sql, sid, [sn]);
  expect(
    await call('device/meter/setUp', { sid, sn, list: [{ validFrom: '2026-06-01', role: 'load' }] }, { token }),
  ).toMatchObject({ code: 1024 });
});

test('reverses a hybrid inverter’s grid and battery measurements independently', async () => {
  const { sid, sn } = await device('Hybrid inverter');
  const reported = (minute: number) =>
    readingOfRow({
      gateway: 'GW',
      sn,
      at: new Date(Date.UTC(2026, 5, 15, 8, minute)),
      quantities: { batteryPowerW: 600, gridPowerW: 300, powerW: 0 },
    });
  await ingestReports(context, [reported(0), reported(10)]);
  const right = { '15 charge': 0, '15 discharge': 100, '15 fromGrid': 50, '15 toGrid': 0 };
  expect(await sums(sid)).toEqual(right);
  const reverse = async (what: object) => {
    await ask('device/meter/setUp', { sid, sn, list: [{ validFrom: '2026-06-01', ...what }] }, { token });
    await runSiteJobs(context);
    await expectFlows(sql, sid, [sn]);
    return await sums(sid);
  };
  expect(await reverse({ batteryReversed: true })).toEqual({ ...right, '15 charge': 100, '15 discharge': 0 });
  expect(await reverse({ reversed: true })).toEqual({ ...right, '15 fromGrid': 0, '15 toGrid': 50 });
  expect(await reverse({ reversed: true, batteryReversed: true })).toMatchObject({ '15 charge': 100, '15 toGrid': 50 });
  expect((await ask('device/meter/settings', { sn }, { token })).batteryReversed).toBe(true);
  expect(
    await call('device/meter/setUp', { sid, sn, list: [{ validFrom: '2026-06-01', role: 'load' }] }, { token }),
  ).toMatchObject({ code: 1024 });
});

test('refuses a microinverter, which has nothing to set, and a repeated day', async () => {
  const { sid, sn } = await device('BDM-400');
  expect(await call('device/meter/setUp', { sid, sn, list: [] }, { token })).toMatchObject({ code: 1024 });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const twice = [{ validFrom: '2026-06-01' }, { validFrom: '2026-06-01' }];
  expect(await call('device/meter/setUp', { ...meter, list: twice }, { token })).toMatchObject({ code: 400 });
});

test('refuses a stranger, a device of another plant and a released one', async () => {
  const { sid, sn } = await device('Meter');
  const list = [{ validFrom: '2026-06-01' }];
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('device/meter/setUp', { sid, sn, list }, { token: stranger })).toMatchObject({ code: 1005 });
  const other = await device('Meter');
  expect(await call('device/meter/setUp', { sid, sn: other.sn, list }, { token })).toMatchObject({ code: 1006 });
  await sql`update devices set removed_at = now() where sid = ${sid} and sn = ${sn}`;
  expect(await call('device/meter/setUp', { sid, sn, list }, { token })).toMatchObject({ code: 1006 });
});

test('refuses a guest of the plant', async () => {
  const { sid, sn } = await device('Meter');
  const guest = await makeUser(sql, { role: 'owner' });
  await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
  await sql`update sites set shared_with = array[${guest.id}::int], seen_by = seen_by || ${guest.id}::int where sid = ${sid}`;
  expect(await call('device/meter/setUp', { sid, sn, list: [] }, { token: await signedIn(guest.id) })).toMatchObject({
    code: 1301,
  });
});
