// device/list/noReg: numbers that send reports but belong to no plant; only administrators may browse them.
import { readFileSync } from 'node:fs';
import { encodeLongFrame } from '@heliograph/simulator/bdmFrame.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql, clock } = server;
clock.set('2026-06-15T10:00:00Z');
const admin = await server.signedIn((await makeUser(sql, { role: 'administrator' })).id);
const installer = await server.signedIn((await makeUser(sql)).id);

async function unregistered(sn: string, lastSeen: string, frames: string[] = ['00']): Promise<string> {
  await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values (${sn}, '2026-06-14T08:00:00Z', ${lastSeen})`;
  for (const [n, body] of frames.entries()) {
    await sql`
      insert into raw_reports (sn, received_at, path, body)
      values (${sn}, ${new Date(Date.parse(lastSeen) - (frames.length - 1 - n) * 300_000)}, '/i.php', decode(${body}, 'hex'))`;
  }
  return sn;
}
/** The first captured frame, of a BDM-400. */
const [columns, first] = readFileSync(new URL('../../../../test/data/bdm-frames.csv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(','));
const captured = (column: string) => first![columns!.indexOf(column)]!;

const LONG_FRAME = {
  gateway: '0000000000000000',
  sync: 'c3c3c3c3',
  status: 0,
  firmware: 0,
  mode: 6,
  powerCount: 1280,
  frequencyCount: 12_800,
  temperatureCount: 3_000,
  energyCount: 40,
  reference: 0,
  lastWord: 0,
  voltageCount: 35 * 256,
  gridVoltageCount: 6928,
  inputs: [{ voltageCount: 35 * 256, powerCount: 1280, energyCount: 40 }],
};

await unregistered('50000001', '2026-06-15T09:58:00Z', [captured('frame_hex')]);
await unregistered('50000002', '2026-06-15T09:59:00Z', ['00', '01']);
await unregistered('60000003', '2026-06-14T09:00:00Z');
const { sn: registered } = await makeDevice(sql);
await sql`update serial_numbers set first_seen_at = now(), last_seen_at = now() where sn = ${registered}`;

test('shows administrators every unregistered number, newest first, and finds numbers by prefix', async () => {
  const { list, total } = await server.ask('device/list/noReg', {}, { token: admin });
  expect(list.map(({ sn }) => sn)).toEqual(['50000002', '50000001', '60000003']);
  expect(total).toBe(3);
  expect(list[0]).toMatchObject({
    frames: 2,
    firstSeenIso: '2026-06-14T08:00:00+00:00',
    lastUpdateIso: '2026-06-15T09:59:00+00:00',
    status: 3,
    children: 0,
  });
  const matches = await server.ask(
    'device/list/noReg',
    { filters: { sn: '5000' }, page: { size: 1, num: 1 } },
    { token: admin },
  );
  expect([matches.list.map(({ sn }) => sn), matches.total]).toEqual([['50000001'], 2]);
  const sorted = await server.ask('device/list/noReg', { sort: [{ field: 'sn', descending: true }] }, { token: admin });
  expect(sorted.list.map(({ sn }) => sn)).toEqual(['60000003', '50000002', '50000001']);
});

test('decodes the newest frame with the default model of its kind', async () => {
  const { list } = await server.ask('device/list/noReg', { filters: { sn: '50000001' } }, { token: admin });
  expect(list[0]!.now).toBeCloseTo(Number(captured('power_w')), 1);
  expect(list[0]!.nowGuessedAs).toBe('BDM-400');
  // Invalid frames have no value, and an old one has no current value.
  const others = await server.ask('device/list/noReg', {}, { token: admin });
  expect(others.list.filter(({ sn }) => sn !== '50000001').map(({ now }) => now)).toEqual([null, null]);
});

test('says that the scale of a 69-byte frame is a guess until its number has a product', async () => {
  const frame = encodeLongFrame({ ...LONG_FRAME, sn: '80000004' });
  await unregistered('80000004', '2026-06-15T09:59:00Z', [Buffer.from(frame).toString('hex')]);
  const ask = async () =>
    (await server.ask('device/list/noReg', { filters: { sn: '80000004' } }, { token: admin })).list[0]!;
  expect(await ask()).toMatchObject({ now: 128, nowGuessedAs: 'BDM-2250' });
  await sql`update serial_numbers set product_id = (select id from products where name = 'BDM-1200-LV') where sn = '80000004'`;
  expect(await ask()).toMatchObject({ now: 50, nowGuessedAs: null });
  await sql`delete from serial_numbers where sn = '80000004'`;
});

test('lets others find a number only if given in full', async () => {
  const ask = async (filters: { sn?: string; keywords?: string }) =>
    (await server.ask('device/list/noReg', { filters }, { token: installer })).list.map(({ sn }) => sn);
  expect(await ask({})).toEqual([]);
  expect(await ask({ sn: '5000000' })).toEqual([]);
  expect(await ask({ keywords: '%' })).toEqual([]);
  expect(await ask({ sn: '50000001' })).toEqual(['50000001']);
  expect(await ask({ keywords: '50000002' })).toEqual(['50000002']);
  expect(await ask({ sn: registered })).toEqual([]);
});

test('refuses users without the page', async () => {
  const owner = await server.signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect(await server.call('device/list/noReg', {}, { token: owner })).toMatchObject({ status: 403, code: 403 });
});

test('returns the power a gateway reported for a number, and how many numbers it reported', async () => {
  const at = '2026-06-15T09:59:30Z';
  await unregistered('70000005', at, []);
  await unregistered('70000004', at, []);
  await sql`update serial_numbers set gateway_sn = '70000005' where sn = '70000004'`;
  const row = JSON.stringify({ gateway: '70000005', quantities: { powerW: 311.2 }, mode: 6 });
  await sql`
    insert into raw_reports (sn, received_at, path, body) values ('70000004', ${at}, 'gateway', ${Buffer.from(row)})`;
  const { list } = await server.ask('device/list/noReg', { filters: { sn: '7000000' } }, { token: admin });
  expect(list.map(({ sn, now, children, frames }) => [sn, now, children, frames])).toEqual([
    ['70000004', 311.2, 0, 1],
    ['70000005', null, 1, 0],
  ]);
});

/** A waiting gateway as it announces itself, with children that only it reported. */
async function waitingGateway(sn: string, children: string[]): Promise<void> {
  await unregistered(sn, '2026-06-15T09:59:00Z', []);
  await sql`update serial_numbers set source = '192.0.2.7' where sn = ${sn}`;
  const announcement = children.map((child) => ({
    sn: child,
    kind: 'microinverter',
    model: 'BDM-800',
    firmware: '12',
  }));
  await sql`
    insert into gateways (sn, kind, model, hardware, firmware, signal_dbm, announced_at, children, online, online_changed_at)
    values (${sn}, 'gateway', 'HG-1', '2.1', '1.8.0', -61, now(), ${JSON.stringify(announcement)}::text::jsonb, true, '2026-06-15T09:00:00Z')`;
  for (const child of children) {
    await unregistered(child, '2026-06-15T09:59:30Z', []);
    await sql`update serial_numbers set gateway_sn = ${sn} where sn = ${child}`;
  }
}

test('returns what a waiting gateway announced about itself and its children, and whether it is connected', async () => {
  await waitingGateway('8A000001', ['8A000002', '8A000003']);
  const { list } = await server.ask('device/list/noReg', { filters: { sn: '8A00000' } }, { token: admin });
  expect(list.find(({ sn }) => sn === '8A000001')).toMatchObject({
    announced: { kind: 'gateway', model: 'HG-1', hardware: '2.1', firmware: '1.8.0' },
    signalDbm: -61,
    online: true,
    onlineSinceIso: '2026-06-15T09:00:00+00:00',
    gatewaySn: '',
    children: 2,
  });
  expect(list.find(({ sn }) => sn === '8A000003')).toMatchObject({
    announced: { kind: 'microinverter', model: 'BDM-800', hardware: '', firmware: '12' },
    signalDbm: null,
    online: null,
    gatewaySn: '8A000001',
    children: 0,
  });
});

test('hides children of waiting gateways on request, lists those of one gateway, and counts both', async () => {
  await waitingGateway('8B000001', ['8B000002', '8B000003', '8B000004', '8B000005', '8B000006']);
  // In a plant, so it is not an unclaimed gateway.
  const claimed = await makeDevice(sql);
  await sql`update serial_numbers set sid = ${claimed.sid} where sn = '8B000006'`;
  await sql`update serial_numbers set restricted_at = now() where sn = '8B000005'`;
  // Also reports on its own, so no gateway hides it.
  await sql`update serial_numbers set source = '192.0.2.8' where sn = '8B000004'`;
  // From the same source as its gateway: it was announced.
  await sql`update serial_numbers set source = '192.0.2.7' where sn = '8B000003'`;
  const ask = (filters: object) =>
    server.ask('device/list/noReg', { filters, page: { size: 200, num: 0 } }, { token: admin });
  const all = await ask({});
  const folded = await ask({ children: 'folded' });
  const sns = (answer: typeof all) => answer.list.map(({ sn }) => sn);
  expect(all.total).toBe(all.list.length);
  expect(folded.total).toBe(folded.list.length);
  expect(all.total - folded.total).toBe(folded.told);
  expect(all.told).toBe(folded.told);
  expect(sns(folded)).toContain('8B000001');
  expect(sns(folded)).toContain('8B000004');
  expect(sns(folded)).not.toContain('8B000002');
  expect(sns(folded)).not.toContain('8B000003');
  const ofOne = await ask({ gateway: '8b000001', children: 'folded' });
  expect(sns(ofOne).toSorted()).toEqual(['8B000002', '8B000003', '8B000004']);
  expect(ofOne.total).toBe(all.list.find(({ sn }) => sn === '8B000001')!.children);
  expect(sns(await ask({ keywords: '8B000002', children: 'folded' }))).toEqual(['8B000002']);
});

test('lists both gateways that report each other', async () => {
  await waitingGateway('8C000001', []);
  await waitingGateway('8C000002', []);
  await sql`update serial_numbers set gateway_sn = '8C000002', source = '' where sn = '8C000001'`;
  await sql`update serial_numbers set gateway_sn = '8C000001', source = '' where sn = '8C000002'`;
  const { list } = await server.ask(
    'device/list/noReg',
    { filters: { children: 'folded' }, page: { size: 200, num: 0 } },
    { token: admin },
  );
  expect(list.filter(({ sn }) => sn.startsWith('8C'))).toHaveLength(2);
});

test('shows others what a waiting gateway announced if they enter its number in full, and not which numbers exist elsewhere', async () => {
  await waitingGateway('8D000001', ['8D000002', '8D000003', '8D000004']);
  await sql`update serial_numbers set sid = ${(await makeDevice(sql)).sid} where sn = '8D000003'`;
  await sql`delete from serial_numbers where sn = '8D000004'`;
  const list = async (filters: object) =>
    (await server.ask('device/list/noReg', { filters }, { token: installer })).list;
  const ask = async (gateway: string) => (await list({ gateway })).map(({ sn }) => sn);
  expect(await ask('8D00000')).toEqual([]);
  expect(await ask('8d000001')).toEqual(['8D000002', '8D000003', '8D000004']);
  const rows = (await list({ gateway: '8D000001' })).map(({ sn: _, ...row }) => row);
  expect(rows).toEqual([rows[0], rows[0], rows[0]]);
  expect(rows[0]).toMatchObject({ announced: { model: 'BDM-800' }, frames: 0, gatewaySn: '8D000001' });
  expect(await list({ sn: '8D000001' })).toMatchObject([{ children: 3 }]);
  for (const sn of ['8D000002', '8D000003', '8D000004']) expect(await list({ sn })).toEqual([]);
  await sql`update serial_numbers set sid = ${(await makeDevice(sql)).sid} where sn = '8D000001'`;
  expect(await ask('8D000001')).toEqual([]);
});
