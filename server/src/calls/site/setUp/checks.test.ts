// site/setUp/checks: checks of a plant and of one device with the compared figures; visibility and cost.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser, shareSite } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { measuredPowers, playHome, RIGHT } from '../../../../test/threePhaseHome.ts';
import { readingOfRow } from '../../../families/rows.ts';
import { ingestReports } from '../../../ingest/ingestReports.ts';

/** It is 2026-06-15T10:00:00Z. */
const { sql, context, clock, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);

const checksOf = async (body: { sid: string; sn?: string }) =>
  (await ask('site/setUp/checks', body, { token })).list.map(
    ({ check, sn, verdict, finding }) => `${check} ${sn} ${verdict} ${finding}`,
  );

/** A home without modules, and with a strong response of its voltages. */
const HOME = {
  seed: 4004,
  days: 7,
  latitude: 48,
  longitude: 9,
  lineOhm: 0.3,
  streetV: 0.5,
  streetSunV: 0,
  peakW: 0,
  inverterPhases: 3,
  heatPumpW: 0,
} as const;

/** A night of a home drawing 600 W, as reported by its meter. */
const night = (sn: string, watts: number) =>
  ingestReports(
    context,
    Array.from({ length: 48 }, (_, n) =>
      readingOfRow({
        gateway: sn,
        sn,
        at: new Date(Date.parse('2026-06-14T20:00:00Z') + n * 600_000),
        quantities: { gridPowerW: watts },
      }),
    ),
  );

test('returns no findings for a plant without devices, or with devices that never reported', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  expect(await checksOf({ sid })).toEqual(['counts  notYet noDevices', 'timeZone  ok zoneFits']);
  const { sn } = await makeDevice(sql, { sid });
  expect(await checksOf({ sid })).toEqual([
    'counts  wrong notHeard',
    'timeZone  ok zoneFits',
    'sunTime  notYet needsSun',
  ]);
  await sql`update devices set created_at = ${new Date(clock.now().getTime() - 3_600_000)} where sid = ${sid} and sn = ${sn}`;
  expect((await checksOf({ sid }))[0]).toBe('counts  notYet waiting');
});

test('names twenty serial numbers in a sentence, and the number of others', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  for (let n = 0; n < 23; n++) await makeDevice(sql, { sid });
  const { list } = await ask('site/setUp/checks', { sid }, { token });
  expect(list[0]).toMatchObject({ finding: 'notHeard', compared: { count: 0, of: 23, moreNumbers: 3 } });
  expect(list[0]!.compared.numbers).toHaveLength(20);
});

test('reports the local time of solar noon for a time zone that does not fit the location', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'America/New_York' });
  const { list } = await ask('site/setUp/checks', { sid }, { token });
  expect(list.find(({ check }) => check === 'timeZone')).toMatchObject({
    verdict: 'wrong',
    finding: 'zoneOff',
    compared: { clock: '07:23' },
  });
});

test('detects a reversed meter by one night, with figures and day, unless it is a load meter', async () => {
  const { sid, sn } = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId: user.companyId }),
    product: 'Meter',
  });
  const other = await makeDevice(sql, { sid, product: 'Meter' });
  await night(sn, -600);
  const { list, mayTurn, from, to, timezone } = await ask('site/setUp/checks', { sid, sn }, { token });
  expect({ mayTurn, from, to, timezone }).toEqual({
    mayTurn: true,
    from: '2026-06-12',
    to: '2026-06-15',
    timezone: 'Europe/Berlin',
  });
  expect(list.map(({ check }) => check)).toEqual(['gridSign']);
  expect(list[0]).toMatchObject({
    sn,
    kind: 'meter',
    verdict: 'wrong',
    finding: 'exportAtNight',
    turn: { side: 'grid', validFrom: '2026-06-14' },
  });
  const { compared } = list[0]!;
  expect(compared.energyWh).toBeGreaterThan(1500);
  expect(compared.sunBelowDeg).toBeCloseTo(19, 0);
  expect(compared.fromIso).toMatch(/^2026-06-14T22:/);
  expect((await checksOf({ sid })).filter((row) => row.includes(other.sn))).toEqual([]);
  await ask('device/meter/setUp', { sid, sn, list: [{ validFrom: '2026-06-14', role: 'load' }] }, { token });
  expect(await checksOf({ sid, sn })).toEqual([`meterSign ${sn} wrong otherWay`]);
});

test('checks the devices attached to a gateway with it', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  const child = await makeDevice(sql, { sid, product: 'Microinverter' });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  await makeDevice(sql, { sid });
  await sql`update devices set gateway_sn = ${gateway.sn} where sid = ${sid} and sn in (${child.sn}, ${meter.sn})`;
  const children = [
    { sn: child.sn, kind: 'microinverter', model: '', hardware: '', firmware: '', inputs: 2 },
    { sn: '5F00AA01', kind: 'meter', model: '', hardware: '', firmware: '', refused: 'otherPlant' },
  ];
  await sql`insert into gateways (sn, sid, kind, children) values (${gateway.sn}, ${sid}, 'gateway', ${JSON.stringify(children)}::text::jsonb)`;
  await night(meter.sn, 600);
  expect(await checksOf({ sid, sn: gateway.sn })).toEqual([
    `counts ${gateway.sn} wrong refusedChildren`,
    `modules ${gateway.sn} notYet modulesWaiting`,
    `sunTime ${gateway.sn} notYet needsSun`,
    `gridSign ${meter.sn} ok homeAboveZero`,
  ]);
});

test('is read-only to a guest, and hides the plant from strangers and devices of other plants', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const guest = await makeUser(sql, { role: 'owner' });
  await shareSite(sql, sid, guest.id);
  expect(await ask('site/setUp/checks', { sid }, { token: await signedIn(guest.id) })).toMatchObject({
    mayTurn: false,
  });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('site/setUp/checks', { sid }, { token: stranger })).toMatchObject({ code: 1005 });
  const { sn } = await makeDevice(sql, { product: 'Meter' });
  expect(await call('site/setUp/checks', { sid, sn }, { token })).toMatchObject({ code: 1006 });
});

test('finds a stuck irradiance sensor', async () => {
  const { sid, sn } = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId: user.companyId }),
    product: 'Sensor',
  });
  const readings = Array.from({ length: 48 }, (_, n) =>
    readingOfRow({
      gateway: sn,
      sn,
      at: new Date(Date.parse('2026-06-14T06:00:00Z') + n * 900_000),
      quantities: { irradianceWm2: 311 },
    }),
  );
  await ingestReports(context, readings);
  expect(await checksOf({ sid, sn })).toEqual([`irradiance ${sn} wrong sensorStuck`]);
});

test('finds exchanged phases of a meter that reports every quarter of an hour, and does not call it reversed', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const homes = [RIGHT, { clamps: [1, 2, 0], turns: [1, 1, 1] }, { clamps: [0, 1, 2], turns: [-1, -1, -1] }] as const;
  const sns: string[] = [];
  for (const wiring of homes) {
    const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
    sns.push(sn);
    const readings: ReturnType<typeof readingOfRow>[] = [];
    // Until an hour ago.
    const fromMs = Date.parse('2026-06-08T09:00:00Z');
    playHome({ ...HOME, fromMs }, (atMs, instant) => {
      if (atMs % 900_000 !== 0) return;
      const [l1PowerW, l2PowerW, l3PowerW] = measuredPowers(instant, wiring);
      const [l1VoltageV, l2VoltageV, l3VoltageV] = instant.voltagesV;
      const quantities = { gridPowerW: l1PowerW + l2PowerW + l3PowerW, l1PowerW, l2PowerW, l3PowerW };
      readings.push(
        readingOfRow({
          gateway: sn,
          sn,
          at: new Date(atMs),
          quantities: { ...quantities, l1VoltageV, l2VoltageV, l3VoltageV },
        }),
      );
    });
    await ingestReports(context, readings);
  }
  const found = async (n: number) => {
    const { list } = await ask('site/setUp/checks', { sid, sn: sns[n]! }, { token });
    return list.filter(({ check }) => check === 'gridSign' || check === 'phases').map(({ finding }) => finding);
  };
  expect(await found(0)).toContain('phasesFollow');
  expect(await found(1)).toEqual(['phasesFirst', 'phasesSwapped']);
  expect(await found(2)).toEqual(['exportAtNight', 'phasesFollow']);
});

test('finds the clock of one device that is an hour off, and names no other one', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const sns: string[] = [];
  for (const lateMs of [0, 3_600_000, 0]) {
    const { sn } = await makeDevice(sql, { sid, product: 'Inverter' });
    sns.push(sn);
    const readings = Array.from({ length: 5 * 96 }, (_, n) => {
      const atMs = Date.parse('2026-06-10T00:00:00Z') + n * 900_000;
      const sun = sunPosition(atMs - lateMs, 47.7, 9.2).elevationDeg;
      const quantities = { powerW: Math.round(5000 * Math.max(0, Math.sin((sun * Math.PI) / 180))) };
      return readingOfRow({ gateway: sn, sn, at: new Date(atMs), quantities });
    });
    await ingestReports(context, readings);
  }
  const { list } = await ask('site/setUp/checks', { sid }, { token });
  const found = list.find(({ check }) => check === 'sunTime')!;
  expect(found).toMatchObject({ verdict: 'wrong', finding: 'clockOff', compared: { numbers: [sns[1]] } });
  expect(Math.abs(found.compared.minutes! - 60)).toBeLessThan(15);
});
