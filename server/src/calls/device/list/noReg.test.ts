// device/list/noReg: numbers that send but belong to no plant; only administrators may look through them.
import { readFileSync } from 'node:fs';
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

await unregistered('50000001', '2026-06-15T09:58:00Z', [captured('frame_hex')]);
await unregistered('50000002', '2026-06-15T09:59:00Z', ['00', '01']);
await unregistered('60000003', '2026-06-14T09:00:00Z');
const { sn: registered } = await makeDevice(sql);
await sql`update serial_numbers set first_seen_at = now(), last_seen_at = now() where sn = ${registered}`;

test('device/list/noReg shows administrators every unregistered number, newest first, and finds them by their start', async () => {
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
  const found = await server.ask(
    'device/list/noReg',
    { filters: { sn: '5000' }, page: { size: 1, num: 1 } },
    { token: admin },
  );
  expect([found.list.map(({ sn }) => sn), found.total]).toEqual([['50000001'], 2]);
  const sorted = await server.ask('device/list/noReg', { sort: [{ field: 'sn', descending: true }] }, { token: admin });
  expect(sorted.list.map(({ sn }) => sn)).toEqual(['60000003', '50000002', '50000001']);
});

test('device/list/noReg decodes the newest frame with the default model of its kind', async () => {
  const { list } = await server.ask('device/list/noReg', { filters: { sn: '50000001' } }, { token: admin });
  expect(list[0]!.now).toBeCloseTo(Number(captured('power_w')), 1);
  // What is no frame has no value, and one that is too old is no value of now.
  const others = await server.ask('device/list/noReg', {}, { token: admin });
  expect(others.list.filter(({ sn }) => sn !== '50000001').map(({ now }) => now)).toEqual([null, null]);
});

test('device/list/noReg lets others find a number in full and nothing else', async () => {
  const ask = async (filters: { sn?: string; keywords?: string }) =>
    (await server.ask('device/list/noReg', { filters }, { token: installer })).list.map(({ sn }) => sn);
  expect(await ask({})).toEqual([]);
  expect(await ask({ sn: '5000000' })).toEqual([]);
  expect(await ask({ keywords: '%' })).toEqual([]);
  expect(await ask({ sn: '50000001' })).toEqual(['50000001']);
  expect(await ask({ keywords: '50000002' })).toEqual(['50000002']);
  expect(await ask({ sn: registered })).toEqual([]);
});

test('device/list/noReg is closed to those without the page', async () => {
  const owner = await server.signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect(await server.call('device/list/noReg', {}, { token: owner })).toMatchObject({ status: 403, code: 403 });
});

test('device/list/noReg shows the power that a gateway told of a number, and how many numbers it told', async () => {
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
