// site/updateLayoutInfo: the whole layout has one version; invalid layouts are refused without changes.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

type Layout = Request<'site/updateLayoutInfo'>;
type Zone = Layout['zones'][number];
const save = (body: object) => server.call('site/updateLayoutInfo', body as Layout, { token });
const read = (sid: string) => server.ask('site/layoutInfo', { sid }, { token });
const zoneWith = (modules: Zone['modules'], more: Partial<Zone> = {}): Zone => ({
  id: 1,
  name: 'South',
  x: 0,
  y: 0,
  rotation: 0,
  tilt: 30,
  azimuth: 180,
  orientation: 'portrait',
  rows: 2,
  columns: 3,
  modules,
  ...more,
});

async function plant(inputs = 'BDM-800') {
  const sid = await makeSite(sql, { companyId: user.companyId, powerMaxW: 800 });
  const { sn } = await makeDevice(sql, { sid, product: inputs });
  return { sid, sn };
}

test('stores zones, cells and scale, and increments the version', async () => {
  const { sid, sn } = await plant();
  const zones = [
    zoneWith([
      { sn, input: 1, row: 1, column: 1 },
      { sn, input: 2, row: 2, column: 3 },
    ]),
    zoneWith([], {
      id: 7,
      name: '',
      x: 12.5,
      y: -3.25,
      rotation: 15,
      tilt: null,
      azimuth: null,
      orientation: 'landscape',
    }),
  ];
  expect(await save({ sid, version: 0, zones, layoutScale: 0.02 })).toMatchObject({ code: 200, data: { version: 1 } });
  expect(await read(sid)).toMatchObject({
    version: 1,
    changedBy: user.email,
    isProposal: false,
    layoutScale: 0.02,
    zones,
  });
  // One moves to the cell of another.
  const swapped = [
    zoneWith([
      { sn, input: 2, row: 1, column: 1 },
      { sn, input: 1, row: 2, column: 3 },
    ]),
  ];
  expect(await save({ sid, version: 1, zones: swapped })).toMatchObject({ code: 200, data: { version: 2 } });
  const { zones: after, layoutScale } = await read(sid);
  expect(after).toMatchObject([{ ...swapped[0], modules: expect.arrayContaining(swapped[0]!.modules) }]);
  expect(layoutScale).toBe(0.02);
  // Emptied on purpose: no new proposal.
  await save({ sid, version: 2, zones: [] });
  expect(await read(sid)).toMatchObject({ version: 3, zones: [], isProposal: false });
  expect(await sql`select from modules where sid = ${sid}`).toHaveLength(0);
});

test('refuses a save based on an older version, naming who saved and when', async () => {
  const { sid, sn } = await plant();
  const other = await makeUser(sql, { companyId: user.companyId });
  const otherToken = await server.signedIn(other.id);
  server.clock.set('2026-06-15T09:30:00Z');
  const theirs = { sid, version: 0, zones: [zoneWith([{ sn, input: 1, row: 1, column: 1 }])] };
  await server.ask('site/updateLayoutInfo', theirs, { token: otherToken });
  const refused = await save({ sid, version: 0, zones: [zoneWith([], { name: 'Mine' })] });
  expect(refused).toMatchObject({ code: 1445 });
  expect(refused.msg).toContain(other.email);
  expect(refused.msg).toContain('15/06/2026 11:30');
  expect(await read(sid)).toMatchObject({ version: 1, changedBy: other.email, zones: theirs.zones });
  // With the version read meanwhile, the user may overwrite it.
  expect(await save({ sid, version: 1, zones: [] })).toMatchObject({ code: 200 });
});

test('accepts one of two concurrent saves and refuses the other', async () => {
  const { sid } = await plant();
  const responses = await Promise.all(
    ['One', 'Two'].map((name) => save({ sid, version: 0, zones: [zoneWith([], { name })] })),
  );
  expect(responses.map(({ code }) => code).toSorted()).toEqual([1445, 200].toSorted());
  expect((await read(sid)).version).toBe(1);
});

test('refuses a duplicate number, a duplicate or missing cell, and a foreign module', async () => {
  const { sid, sn } = await plant();
  const foreign = await plant();
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const stored = [zoneWith([{ sn, input: 1, row: 1, column: 1 }])];
  await save({ sid, version: 0, zones: stored });
  const before = await read(sid);
  const at = (row: number, column: number, input = 1, of = sn) => ({ sn: of, input, row, column });
  const refused: [code: number, zones: Zone[]][] = [
    [1446, [zoneWith([at(1, 1), at(1, 2)])]],
    [1446, [zoneWith([at(1, 1)]), zoneWith([at(1, 1)], { id: 2 })]],
    [1447, [zoneWith([at(1, 1), at(1, 1, 2)])]],
    [1448, [zoneWith([at(3, 1)])]],
    [1448, [zoneWith([at(1, 4)])]],
    [1412, [zoneWith([at(1, 1, 1, foreign.sn)])]],
    [1412, [zoneWith([at(1, 1, 3)])]],
    [1412, [zoneWith([at(1, 1, 1, meter.sn)])]],
    [400, [zoneWith([]), zoneWith([])]],
    [400, [zoneWith([], { rows: 101 })]],
    [400, [zoneWith([], { rows: 0 })]],
    [400, [zoneWith([], { tilt: 91 })]],
    [400, [zoneWith([], { x: 1e9 })]],
    [400, Array.from({ length: 101 }, (_, n) => zoneWith([], { id: n + 1 }))],
  ];
  for (const [code, zones] of refused)
    expect(await save({ sid, version: 1, zones }), `${code}`).toMatchObject({ code });
  const photo = { name: 'x'.repeat(22), x: 0, y: 0, opacity: 1 };
  expect(await save({ sid, version: 1, zones: stored, photo })).toMatchObject({ code: 1431 });
  expect(await read(sid)).toEqual(before);
});

test('agrees with the module pages: tilt, azimuth and orientation are those of the zone', async () => {
  const { sid, sn } = await plant();
  await sql`update devices set tilt_deg = 10, azimuth_deg = 90, orientation = 'landscape' where sn = ${sn}`;
  await server.ask('device/modules/edit', { sid, sn, list: [{ input: 1, tilt: 20 }] }, { token });
  const zones = [
    zoneWith([
      { sn, input: 1, row: 1, column: 1 },
      { sn, input: 2, row: 1, column: 2 },
    ]),
  ];
  await save({ sid, version: 0, zones });
  const modules = async () => (await server.ask('device/modules', { sn }, { token })).list;
  const zoneValues = {
    tilt: 30,
    azimuth: 180,
    orientation: 'portrait',
    own: [],
    byZone: ['tilt', 'azimuth', 'orientation'],
  };
  expect(await modules()).toMatchObject([
    { ...zoneValues, zone: { id: 1, name: 'South', row: 1, column: 1 } },
    { ...zoneValues, zone: { id: 1, name: 'South', row: 1, column: 2 } },
  ]);
  expect((await server.ask('site/modules', { sid }, { token })).list[0]!.modules[0]).toMatchObject(zoneValues);
  expect((await read(sid)).modules[0]).toMatchObject({ tilt: 30, azimuth: 180, orientation: 'portrait' });
  // The zone overrides all others; equal or missing values are accepted.
  const edit = (body: object) =>
    server.call('device/modules/edit', { sid, sn, list: [{ input: 1, ...body }] }, { token });
  expect(await edit({ azimuth: 90 })).toMatchObject({ code: 1449 });
  expect(await edit({ tilt: 30, label: 'First' })).toMatchObject({ code: 200 });
  // Outside the zone they have their previous values.
  await save({ sid, version: 1, zones: [] });
  expect(await modules()).toMatchObject([
    { tilt: 30, azimuth: 90, orientation: 'landscape', own: ['tilt'], byZone: [], zone: null },
    { tilt: 10, azimuth: 90, orientation: 'landscape', own: [], byZone: [], zone: null },
  ]);
});

test('shifts the expected curve to the morning for a zone facing east', async () => {
  const { sid, sn } = await plant();
  await sql`update devices set tilt_deg = 35, azimuth_deg = 180 where sn = ${sn}`;
  server.clock.set('2026-06-15T18:00:00Z');
  const ask = async () => {
    const { expected, xAxisData } = await server.ask(
      'site/statistics/echarts',
      { sid, types: 1, withExpected: true, date: '2026-06-15' },
      { token },
    );
    const at = (time: string) => expected!.data[xAxisData.findIndex((one) => one.endsWith(time))] ?? 0;
    return { morning: at('08:00'), afternoon: at('19:00'), basis: expected!.basis };
  };
  const south = await ask();
  const inputs = [1, 2].map((input, n) => ({ sn, input, row: 1, column: n + 1 }));
  await save({ sid, version: 0, zones: [zoneWith(inputs, { azimuth: 90, tilt: 45 })] });
  const east = await ask();
  expect(east.morning).toBeGreaterThan(1.5 * south.morning);
  expect(east.afternoon).toBeLessThan(south.afternoon);
  expect(east.basis).toBe('placement');
  // One facing east, one west: half of each.
  const halves = inputs.map((module, n) =>
    zoneWith([{ ...module, column: 1 }], { id: n + 1, azimuth: n === 0 ? 90 : 270, tilt: 45 }),
  );
  await save({ sid, version: 1, zones: halves });
  const both = await ask();
  expect(both.morning).toBeLessThan(east.morning);
  expect(both.morning).toBeGreaterThan(both.afternoon / 3);
});

test('removes the cells of a released device, and passes them to its replacement', async () => {
  const { sid, sn } = await plant();
  const { sn: leaving } = await makeDevice(sql, { sid });
  const zones = [
    zoneWith([
      { sn, input: 1, row: 1, column: 1 },
      { sn, input: 2, row: 1, column: 2 },
      { sn: leaving, input: 1, row: 2, column: 1 },
    ]),
  ];
  await save({ sid, version: 0, zones });
  await server.ask('device/delete', { sid, sn: leaving, reason: 'gone' }, { token });
  const placed = async () =>
    (await read(sid)).zones[0]!.modules.map((one) => `${one.sn}_${one.input} ${one.row} ${one.column}`);
  expect(await placed()).toEqual([`${sn}_1 1 1`, `${sn}_2 1 2`]);
  await server.ask('device/replace', { sid, sn, by: '6ABCDE10', model: 400, reason: 'worn' }, { token });
  // It has one input.
  expect(await placed()).toEqual(['6ABCDE10_1 1 1']);
});

test('is read-only to a guest, hides the plant from strangers, and is refused to a role without devices', async () => {
  const { sid } = await plant();
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  const guestToken = await server.signedIn(guest.id);
  expect(await server.ask('site/layoutInfo', { sid }, { token: guestToken })).toMatchObject({ changeable: false });
  const body = { sid, version: 0, zones: [] };
  expect(await server.call('site/updateLayoutInfo', body, { token: guestToken })).toMatchObject({ code: 1301 });
  const stranger = await server.signedIn((await makeUser(sql)).id);
  expect(await server.call('site/updateLayoutInfo', body, { token: stranger })).toMatchObject({ code: 1005 });
  expect(await server.call('site/layoutInfo', { sid }, { token: stranger })).toMatchObject({ code: 1005 });
});
