// site/layoutInfo: what public API clients read, current values of each module, and a proposal for a plant without a layout.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { judgedPlant } from '../../../test/judgedPlant.ts';
import { updateAllProblems } from '../../../test/problems.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { shareDays } from '../../energy/modules/shareDays.ts';
import { judgeModules } from '../../problems/modules/judgeModules.ts';

const server = await testServer();
const { sql, context } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const read = (sid: string) => server.ask('site/layoutInfo', { sid }, { token });

test('returns the fields public API clients read for a plant without modules', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, name: 'Roof 7' });
  expect(await read(sid)).toMatchObject({
    sid,
    siteName: 'Roof 7',
    layoutPic: '',
    layoutScale: 0.01,
    photo: null,
    version: 0,
    changedBy: '',
    changeable: true,
    isProposal: false,
    zones: [],
    modules: [],
    scaleW: null,
  });
});

test('returns the power of each module as on its own page, and null where there is none', async () => {
  server.clock.set('2026-06-15T10:00:30Z');
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  await makeDevice(sql, { sid });
  const quantities = {
    input1VoltageV: 40,
    input1PowerW: 210,
    input2VoltageV: 40,
    input2PowerW: 0,
    input3VoltageV: 41,
    input3PowerW: 205.5,
  };
  await makeSample(sql, { sid, sn, at: '2026-06-15T10:00:00Z', powerW: 415.5, quantities, statusBits: 0x800 });
  const { modules, scaleW, isDark } = await read(sid);
  const own = (await server.ask('device/modules', { sn }, { token })).list;
  expect(modules.filter((one) => one.sn === sn).map(({ input, now }) => [input, now])).toEqual(
    own.map(({ addr, now }) => [addr, now]),
  );
  expect(modules.map(({ now }) => now)).toEqual([210, 0, 205.5, null]);
  expect(isDark).toBe(false);
  // The maximum: a third of 2250 W, as three inputs have a panel, or all of 400 W.
  expect(scaleW).toBeGreaterThan(400);
  expect(modules.map(({ fault }) => fault !== '')).toEqual([true, true, true, false]);
  server.clock.set('2026-06-15T23:30:00Z');
  const later = await server.signedIn(user.id);
  expect((await server.ask('site/layoutInfo', { sid }, { token: later })).isDark).toBe(true);
});

test('proposes zones of modules with the same orientation until a layout is saved', async () => {
  server.clock.set('2026-06-15T10:00:30Z');
  const sid = await makeSite(sql, { companyId: user.companyId });
  for (let n = 0; n < 12; n++) {
    const { sn } = await makeDevice(sql, { sid });
    await sql`update devices set tilt_deg = 30, azimuth_deg = ${n < 8 ? 180 : 90}, orientation = 'portrait', string_number = ${n % 2} where sn = ${sn}`;
  }
  const { isProposal, zones, version } = await read(sid);
  expect({ isProposal, version }).toEqual({ isProposal: true, version: 0 });
  expect(zones.map(({ azimuth, modules }) => [azimuth, modules.length])).toEqual([
    [90, 4],
    [180, 8],
  ]);
  // An emptied layout stays empty until a proposal is requested.
  const other = await makeSite(sql, { companyId: user.companyId });
  await makeDevice(sql, { sid: other });
  await server.ask('site/updateLayoutInfo', { sid: other, version: 0, zones: [] }, { token });
  expect(await read(other)).toMatchObject({ isProposal: false, zones: [], version: 1 });
  const requested = await server.ask('site/layoutInfo', { sid: other, arranged: true }, { token });
  expect(requested).toMatchObject({ isProposal: true, zones: [{ modules: [{ row: 1, column: 1 }] }], version: 1 });
  // A proposal can be saved unchanged.
  expect(await server.ask('site/updateLayoutInfo', { sid, version, zones }, { token })).toEqual({ version: 1 });
  expect(await read(sid)).toMatchObject({ isProposal: false, zones: zones.map(({ modules: _, ...zone }) => zone) });
});

test('returns the energy of each module as on its own page, before and after its days are divided', async () => {
  server.clock.set('2026-06-15T10:00:30Z');
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const { sn: single } = await makeDevice(sql, { sid, product: 'BDM-400' });
  const { sn: silent } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const powers = ([one, two, three]: readonly [number, number, number]) => ({
    input1PowerW: one,
    input2PowerW: two,
    input3PowerW: three,
  });
  // A total that no module reported, days by power of two months, one by counters, and today.
  await makeDay(sql, { sid, sn, day: '2025-12-31', energyWh: 8000, source: 'imported' });
  const days: [day: string, energyWh: number, shares: [number, number, number]][] = [
    ['2026-03-02', 1000, [100, 300, 0]],
    ['2026-05-31', 3000, [10, 20, 30]],
    ['2026-06-01', 2000, [10, 20, 70]],
  ];
  for (const [day, energyWh, shares] of days) {
    await makeDay(sql, { sid, sn, day, energyWh });
    await makeSample(sql, { sid, sn, at: `${day}T10:00:00Z`, powerW: 400, quantities: powers(shares) });
  }
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 600 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 60, quantities: powers([10, 20, 30]) });
  await makeDay(sql, { sid, sn: single, day: '2026-05-31', energyWh: 700 });
  await makeDay(sql, { sid, sn: single, day: '2026-06-02', energyWh: 300 });
  await makeDay(sql, { sid, sn: single, day: '2026-06-15', energyWh: 50 });

  const energies = async () =>
    (await read(sid)).modules.map(({ sn: of, input, todayKwh, monthKwh, lifetimeKwh }) => ({
      ...{ sn: of, input, todayKwh, monthKwh, lifetimeKwh },
    }));
  const pages = async () =>
    await Promise.all(
      (await energies()).map(async ({ sn: of, input }) => {
        const page = await server.ask('device/modules/statistics/overview', { sn: of, input }, { token });
        return {
          ...{ sn: of, input, todayKwh: page.today.energy, monthKwh: page.month.energy },
          lifetimeKwh: page.total!.energy,
        };
      }),
    );
  const undivided = await pages();
  // Nothing is said of months with a day that is not divided yet.
  expect(await energies()).toEqual(
    undivided.map((page) => (page.sn === sn ? { ...page, monthKwh: null, lifetimeKwh: null } : page)),
  );
  expect(await shareDays(context)).toBe(6);
  expect(await energies()).toEqual(undivided);
  expect(await pages()).toEqual(undivided);
  const ofDevice = undivided.filter((page) => page.sn === sn);
  expect(ofDevice.map(({ todayKwh, monthKwh, lifetimeKwh }) => [todayKwh, monthKwh, lifetimeKwh])).toEqual([
    [0.1, 0.3, 1.05],
    [0.2, 0.6, 2.35],
    [0.3, 1.7, 3.2],
  ]);
  expect((await read(sid)).modules.filter((one) => one.sn === sn).map(({ undividedKwh }) => undividedKwh)).toEqual([
    ...[8, 8, 8],
  ]);
  expect(undivided.filter((page) => page.sn === single)).toEqual([
    { sn: single, input: 1, todayKwh: 0.05, monthKwh: 0.35, lifetimeKwh: 1.05 },
  ]);
  expect(undivided.find((page) => page.sn === silent)).toMatchObject({ todayKwh: null, lifetimeKwh: null });
  const { list } = await server.ask('site/modules', { sid }, { token });
  const listed = list.flatMap((device) =>
    device.modules.map(({ addr, todayPower, totalPower }) => [device.sn, addr, todayPower, totalPower]),
  );
  expect(listed.toSorted()).toEqual(
    undivided.map(({ sn: of, input, todayKwh, lifetimeKwh }) => [of, input, todayKwh, lifetimeKwh]).toSorted(),
  );
  // The next run has nothing to do.
  expect(await shareDays(context)).toBe(0);
});

test('marks open problems of modules and devices at night, whatever they produce', async () => {
  server.clock.set('2026-06-11T23:00:00Z');
  const { sid, one, other, day } = await judgedPlant(sql, user.companyId);
  await day('2026-06-11', (sn, input, hour) => (sn === one && input === 2 && hour >= 10 ? 0 : 0.8));
  await judgeModules(context);
  // Silent since noon; an error of the grid is open, and one that is normal at dusk.
  await sql`update device_live set status = -1, at = '2026-06-11T12:00:00Z' where sid = ${sid} and sn = ${other}`;
  await sql`update device_live set status = 1, status_bits = 18, at = '2026-06-11T21:00:00Z' where sid = ${sid} and sn = ${one}`;
  for (const code of ['0010', '0002'])
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${one}, ${code}, '2026-06-11T20:00:00Z')`;
  async function problemsOf() {
    await updateAllProblems(context);
    return Object.fromEntries(
      (await read(sid)).modules.map(({ sn, input, problems }) => [
        `${sn === one ? 'one' : 'other'} ${input}`,
        problems.map(({ code, level, sinceIso }) => `${code} ${level} ${sinceIso}`),
      ]),
    );
  }
  const grid = '0010 warning 2026-06-11T22:00:00+02:00';
  const silent = ['silence fault 2026-06-11T14:00:00+02:00'];
  const marked = {
    'one 1': [grid],
    'one 2': ['deadModule fault 2026-06-11T12:00:00+02:00', grid],
    'one 3': [grid],
    'one 4': [grid],
    'other 1': silent,
    'other 2': silent,
    'other 3': silent,
    'other 4': silent,
  };
  expect(await problemsOf()).toEqual(marked);
  const { modules } = await read(sid);
  expect(modules.find(({ sn, input }) => sn === one && input === 2)!.problems[0]!.title).toBe(
    'Module on input 2 produces nothing',
  );
  // It produces again.
  server.clock.set('2026-06-12T23:00:00Z');
  await day('2026-06-12', () => 0.8);
  await judgeModules(context);
  await sql`update device_live set status = 0, status_bits = 0, at = '2026-06-12T22:59:00Z' where sid = ${sid}`;
  await sql`update events set closed_at = '2026-06-12T22:59:00Z' where sid = ${sid} and code in ('0010', '0002')`;
  expect(Object.values(await problemsOf()).flat()).toEqual([]);
});
