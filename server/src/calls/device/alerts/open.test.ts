// device/alerts/open, and device/alerts of all plants: accessible events only, open ones first, counted, filtered, paged.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { updateChangedProblems } from '../../../problems/updateProblems.ts';

/** It is 2026-06-15T10:00:00Z. */
const { sql, ask, call, context, signedIn } = await testServer();
const dealer = await makeUser(sql, { role: 'dealer' });
const below = await makeCompany(sql, { parentId: dealer.companyId });
const user = await makeUser(sql, { companyId: below });
const [branchToken, token] = [await signedIn(dealer.id), await signedIn(user.id)];
const [roof, barn] = [
  await makeSite(sql, { companyId: below, name: 'Roof 12' }),
  await makeSite(sql, { companyId: dealer.companyId, name: 'Barn', timezone: 'America/New_York' }),
];
const foreign = await makeSite(sql);
await makeDevice(sql, { sid: roof, sn: 'AAAA0001' });
await makeDevice(sql, { sid: barn, sn: 'BBBB0001' });
await makeDevice(sql, { sid: foreign, sn: 'CCCC0001' });
await sql`
  insert into events (sid, sn, code, opened_at, closed_at, acknowledged_at, acknowledged_by) values
    (${roof}, 'AAAA0001', '0800', '2026-06-15T09:00:00Z', null, null, null),
    (${roof}, 'AAAA0001', '2000', '2026-06-15T09:30:00Z', null, '2026-06-15T09:40:00Z', ${user.id}),
    (${roof}, 'AAAA0001', '0002', '2026-06-15T03:00:00Z', '2026-06-15T03:30:00Z', null, null),
    (${roof}, 'AAAA0001', 'silence', '2025-06-15T03:00:00Z', '2025-06-15T08:30:00Z', null, null),
    (${barn}, 'BBBB0001', 'silence', '2026-06-14T02:00:00Z', null, null, null),
    (${barn}, 'BBBB0001', '0002', '2026-06-15T08:00:00Z', null, null, null),
    (${foreign}, 'CCCC0001', 'silence', '2026-06-15T09:00:00Z', null, null, null)`;

const linesFor = async (body: object, as = branchToken) =>
  (await ask('device/alerts', body, { token: as })).list.map(
    ({ siteName, code, state }) => `${siteName} ${code} ${state}`,
  );

test('lists open events of the branch first, then acknowledged ones, then those that ended in the last month', async () => {
  expect(await linesFor({})).toEqual([
    'Roof 12 0800 open',
    'Barn 0002 open',
    'Barn silence open',
    'Roof 12 2000 acknowledged',
    'Roof 12 0002 closed',
  ]);
  expect(await linesFor({}, token)).toEqual(['Roof 12 0800 open', 'Roof 12 2000 acknowledged', 'Roof 12 0002 closed']);
  const { list, total, open } = await ask('device/alerts', {}, { token: branchToken });
  expect({ total, open }).toEqual({ total: 5, open: 3 });
  // Each in its plant's time zone.
  expect(list[1]).toMatchObject({
    timezone: 'America/New_York',
    startIso: '2026-06-15T04:00:00-04:00',
    mayAcknowledge: true,
  });
  expect(list[3]!.acknowledgedBy).not.toBe('');
});

test.each([
  [{ filters: { state: 'open', level: 'fault' } }, ['Barn silence open']],
  [{ filters: { state: 'open', code: '0800' } }, ['Roof 12 0800 open']],
  [{ filters: { state: 'acknowledged' } }, ['Roof 12 2000 acknowledged']],
  [{ filters: { keywords: 'oof 1' } }, ['Roof 12 0800 open', 'Roof 12 2000 acknowledged', 'Roof 12 0002 closed']],
  [{ filters: { keywords: 'BBBB', state: 'open' } }, ['Barn 0002 open', 'Barn silence open']],
  [{ filters: { keywords: '%' } }, []],
  // Still the 13th in New York.
  [{ filters: { state: 'open', end_date: '2026-06-13' } }, ['Barn silence open']],
  [{ filters: { state: 'closed', start_date: '2025-06-01', end_date: '2025-06-30' } }, ['Roof 12 silence closed']],
  [{ sn: 'BBBB0001' }, ['Barn 0002 open', 'Barn silence open']],
])('filters: %j', async (body, expected) => {
  expect(await linesFor(body)).toEqual(expected);
});

test('returns each event once over all pages, and the count beyond the last page', async () => {
  const pages = [];
  for (const num of [0, 1, 2, 9])
    pages.push(await ask('device/alerts', { page: { size: 2, num } }, { token: branchToken }));
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  expect(pages.map(({ list }) => list.length)).toEqual([2, 2, 1, 0]);
  expect(new Set(pages.flatMap(({ list }) => list.map(({ code, startMs }) => `${code} ${startMs}`))).size).toBe(5);
});

test('counts unacknowledged problems for the menu badge', async () => {
  await updateChangedProblems(context);
  const countOf = async (as: string) => await ask('device/alerts/open', {}, { token: as });
  expect(await countOf(branchToken)).toEqual({ count: 2, more: false, level: 'fault' });
  expect(await countOf(token)).toEqual({ count: 1, more: false, level: 'warning' });
  const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  expect((await countOf(administrator)).count).toBe(3);
  await sql`
    insert into problems (sid, seen_by, sn, code, opened_at, cause, is_lead, level)
    select sid, seen_by, 'AAAA0001', '0010', '2026-06-01'::timestamptz + n * interval '1 minute', n::text, true, 2
    from sites, generate_series(1, 1200) n where sid = ${roof}`;
  expect(await countOf(token)).toEqual({ count: 999, more: true, level: 'warning' });
  await updateChangedProblems(context);
  expect((await countOf(token)).count).toBe(1);
});

test('shows a guest shared events without addresses and no right to acknowledge, and nothing to a stranger', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  await shareSite(sql, barn, guest.id);
  const shared = await ask('device/alerts', {}, { token: await signedIn(guest.id) });
  expect(shared).toMatchObject({ total: 2, open: 2, mayAcknowledge: false });
  expect(shared.list.every(({ siteName, mayAcknowledge }) => siteName === 'Barn' && !mayAcknowledge)).toBe(true);
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await ask('device/alerts', {}, { token: stranger })).toEqual({
    list: [],
    total: 0,
    open: 0,
    mayAcknowledge: false,
  });
  expect(await ask('device/alerts/open', {}, { token: stranger })).toEqual({ count: 0, more: false, level: null });
  const filters = { start_date: '2026-06-14', end_date: '2026-06-13' };
  expect(await call('device/alerts', { filters }, { token })).toMatchObject({ code: 1017 });
});
