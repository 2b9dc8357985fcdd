// device/alerts: events of a plant's devices with level, start, end and texts, filtered and paged.
import { EVENT_CODES, levelOf } from '@heliograph/contract/events.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call, signedIn } = server;
const user = await makeUser(sql);
const token = await signedIn(user.id);
const sid = await makeSite(sql, { companyId: user.companyId });
const { sn } = await makeDevice(sql, { sid, sn: 'AAAA0001' });
const { sn: other } = await makeDevice(sql, { sid, sn: 'AAAA0002' });

/** The clock is set to 2026-06-15T10:00:00Z. */
await sql`
  insert into events (sid, sn, code, opened_at, closed_at, detail) values
    (${sid}, ${sn}, '0800', '2026-06-15T09:30:00Z', null, null),
    (${sid}, ${sn}, '0002', '2026-06-14T03:00:00Z', '2026-06-14T03:20:00Z', null),
    (${sid}, ${other}, 'silence', '2026-06-13T20:30:00.5Z', '2026-06-14T06:00:00Z', null),
    (${sid}, ${other}, 'firmware', '2026-06-12T08:00:00Z', '2026-06-12T08:00:00Z', '{"from": "11", "to": "12"}'),
    (${sid}, ${other}, 'secondSource', '2026-06-15T08:00:00Z', null, '{"usual": "192.0.2.1", "other": "198.51.100.7"}')`;
// Belongs to another plant of the same branch: never listed here.
const neighbour = await makeSite(sql, { companyId: user.companyId });
await makeDevice(sql, { sid: neighbour, sn: 'BBBB0001' });
await sql`insert into events (sid, sn, code, opened_at) values (${neighbour}, 'BBBB0001', '2000', '2026-06-15T09:00:00Z')`;

const codes = async (body: object) => {
  const { list, total } = await ask('device/alerts', { sid, ...body }, { token });
  expect(total).toBe(list.length);
  return list.map(({ code }) => code);
};

test('returns each event with level, icon, start, end, duration and advice', async () => {
  const { list, total, open, mayAcknowledge } = await ask('device/alerts', { sid }, { token });
  expect({ total, open, mayAcknowledge }).toEqual({ total: 5, open: 2, mayAcknowledge: true });
  expect(list.map(({ code, sign, state, durationS }) => [code, sign, state, durationS])).toEqual([
    ['0800', 'begins', 'open', 1800],
    ['secondSource', 'begins', 'open', 7200],
    ['0002', 'ends', 'closed', 1200],
    ['silence', 'ends', 'closed', 34_200],
    ['firmware', 'ends', 'closed', 0],
  ]);
  expect(list[0]).toMatchObject({
    sid,
    sn,
    modelName: 'BDM-400',
    level: 'warning',
    title: 'Temperature over',
    startMs: Date.parse('2026-06-15T09:30:00Z'),
    startTime: '2026-06-15 11:30:00',
    startIso: '2026-06-15T11:30:00+02:00',
    endTime: '',
    endIso: null,
    note: '',
    acknowledgedBy: '',
    acknowledgedIso: null,
  });
  expect(list[1]!.desc).toContain('198.51.100.7');
  expect(list[4]!.desc).toBe('The device now reports firmware 12; before it was 11.');
});

test('returns level, title and explanation of every code in each language', async () => {
  await sql`delete from events where sid = ${neighbour}`;
  for (const [index, code] of EVENT_CODES.entries()) {
    // The name of the blocked source is always included.
    const detail = JSON.stringify(code === 'refusedChild' ? { gateway: 'GW0001' } : {});
    await sql`
      insert into events (sid, sn, code, opened_at, detail)
      values (${neighbour}, 'BBBB0001', ${code}, ${new Date(1_781_500_000_000 + index)}, ${detail}::text::jsonb)`;
  }
  const texts: string[][] = [];
  for (const lan of ['1', '2', '3']) {
    const { list } = await ask(
      'device/alerts',
      { sid: neighbour, page: { size: 50, num: 0 } },
      { token, headers: { lan } },
    );
    expect(list.map(({ code }) => code).toReversed()).toEqual(EVENT_CODES);
    for (const { code, level, title, desc } of list) {
      expect(level).toBe(levelOf(code));
      expect(title.length).toBeGreaterThan(1);
      expect(desc.length).toBeGreaterThan(10);
    }
    texts.push(list.map(({ title }) => title));
  }
  expect(new Set(texts.map((titles) => titles.join())).size).toBe(3);
});

test.each([
  [{ sn: 'AAAA0002' }, ['secondSource', 'silence', 'firmware']],
  [{ filters: { state: 'open' } }, ['0800', 'secondSource']],
  [{ filters: { state: 'acknowledged' } }, []],
  [{ filters: { state: 'closed', level: 'fault' } }, ['silence']],
  [{ filters: { level: 'info' } }, ['0002', 'firmware']],
  [{ filters: { code: 'silence', state: '' } }, ['silence']],
  // Days of the plant: the silence began on the 13th at 22:30 local time and lasted into the 14th.
  [{ filters: { start_date: '2026-06-14', end_date: '2026-06-14' } }, ['0002', 'silence']],
  [{ filters: { end_date: '2026-06-13' } }, ['silence', 'firmware']],
  [{ sort: [{ field: 'start', descending: false }] }, ['firmware', 'silence', '0002', 'secondSource', '0800']],
  [{ sort: [{ field: 'code', descending: false }], sn: 'AAAA0001' }, ['0002', '0800']],
])('filters and sorts: %j', async (body, expected) => {
  expect(await codes(body)).toEqual(expected);
});

test('returns events of a gateway and of its attached devices', async () => {
  const { sn: gatewaySn } = await makeDevice(sql, { sid: neighbour, product: 'HG-1' });
  const { sn: child } = await makeDevice(sql, { sid: neighbour });
  const { sn: moved } = await makeDevice(sql, { sid: neighbour });
  await sql`update devices set gateway_sn = ${gatewaySn} where sn in (${child}, ${moved})`;
  await sql`update devices set removed_at = now() where sn = ${moved}`;
  await sql`
    insert into events (sid, sn, code, opened_at) values (${neighbour}, ${gatewaySn}, 'firmware', '2026-06-14T09:00:00Z'),
      (${neighbour}, ${child}, '0004', '2026-06-14T08:00:00Z'), (${neighbour}, ${moved}, '0001', '2026-06-14T07:00:00Z')`;
  const { list, total, open } = await ask('device/alerts', { sid: neighbour, gatewaySn }, { token });
  expect(list.map(({ sn: of, code }) => [of, code])).toEqual([
    [gatewaySn, 'firmware'],
    [child, '0004'],
  ]);
  expect([total, open]).toEqual([2, 2]);
  expect(await call('device/alerts', { sid, gatewaySn }, { token })).toMatchObject({ code: 1006 });
});

test('returns each event once over all pages, in the same order', async () => {
  const pages = [];
  for (const num of [0, 1, 2]) pages.push(await ask('device/alerts', { sid, page: { size: 2, num } }, { token }));
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  expect(pages.flatMap(({ list }) => list.map(({ code }) => code))).toEqual(await codes({}));
});

test('shows a guest events without addresses, and no right to acknowledge', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  await sql`update sites set shared_with = array[${guest.id}::int], seen_by = seen_by || ${guest.id}::int where sid = ${sid}`;
  const shared = await signedIn(guest.id);
  const { list, mayAcknowledge } = await ask('device/alerts', { sid }, { token: shared });
  expect(mayAcknowledge).toBe(false);
  expect(list).toHaveLength(5);
  expect(JSON.stringify(list)).not.toMatch(/192\.0\.2|198\.51\.100/);
});

test('hides the plant from strangers, and refuses reversed days and unknown filters', async () => {
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('device/alerts', { sid }, { token: stranger })).toMatchObject({ code: 1005, data: {} });
  expect(await call('device/alerts', { sid, sn: 'BBBB0001' }, { token })).toMatchObject({ code: 1006 });
  const filters = { start_date: '2026-06-14', end_date: '2026-06-13' };
  expect(await call('device/alerts', { sid, filters }, { token })).toMatchObject({ code: 1017 });
  for (const wrong of [{ state: 'gone' }, { level: 3 }, { code: '0003' }, { start_date: '2026-02-30' }])
    expect(await call('device/alerts', { sid, filters: wrong }, { token })).toMatchObject({ code: 400 });
});
