// device/alerts/acknowledge: who acknowledged an event and when, with a note; all requested events or none.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, call, clock, signedIn } = await testServer();
const user = await makeUser(sql);
await sql`update users set name = 'Ada' where id = ${user.id}`;
const token = await signedIn(user.id);
const sid = await makeSite(sql, { companyId: user.companyId });
const { sn } = await makeDevice(sql, { sid });
await sql`
  insert into events (sid, sn, code, opened_at, closed_at) values
    (${sid}, ${sn}, '0800', '2026-06-15T09:30:00Z', null), (${sid}, ${sn}, '2000', '2026-06-15T09:40:00.123456Z', null)`;
const hot = { sn, code: '0800', startMs: Date.parse('2026-06-15T09:30:00Z') } as const;
const earth = { sn, code: '2000', startMs: Date.parse('2026-06-15T09:40:00.123Z') } as const;
const states = async () => {
  const { list, open } = await ask('device/alerts', { sid }, { token });
  return { open, of: Object.fromEntries(list.map(({ code, ...row }) => [code, row])) };
};

test('keeps the first acknowledgement, keeps a note until it is rewritten, and can be undone', async () => {
  expect(await ask('device/alerts/acknowledge', { sid, alerts: [hot], note: 'fan ordered' }, { token })).toEqual({
    count: 1,
  });
  clock.forward(60);
  const colleague = await makeUser(sql, { companyId: user.companyId });
  const theirs = await signedIn(colleague.id);
  expect(await ask('device/alerts/acknowledge', { sid, alerts: [hot, earth, hot] }, { token: theirs })).toEqual({
    count: 2,
  });
  const { open, of } = await states();
  expect(open).toBe(0);
  expect(of['0800']).toMatchObject({
    state: 'acknowledged',
    note: 'fan ordered',
    acknowledgedBy: 'Ada',
    acknowledgedIso: '2026-06-15T12:00:00+02:00',
  });
  expect(of['2000']).toMatchObject({ state: 'acknowledged', note: '', acknowledgedIso: '2026-06-15T12:01:00+02:00' });
  await ask('device/alerts/acknowledge', { sid, alerts: [hot], acknowledged: false, note: '' }, { token });
  expect((await states()).of['0800']).toMatchObject({
    state: 'open',
    note: '',
    acknowledgedBy: '',
    acknowledgedIso: null,
  });
});

test('changes nothing when one of the events is missing', async () => {
  const before = await states();
  const missing = { ...hot, startMs: hot.startMs + 1 };
  expect(await call('device/alerts/acknowledge', { sid, alerts: [hot, missing] }, { token })).toMatchObject({
    code: 1022,
  });
  expect(await states()).toEqual(before);
});

test('refuses to overwrite a note that the writer has not seen', async () => {
  await ask('device/alerts/acknowledge', { sid, alerts: [hot], note: 'fan ordered' }, { token });
  const write = (note: string, knownNotes: string[]) =>
    call('device/alerts/acknowledge', { sid, alerts: [hot, earth], note, knownNotes }, { token });
  expect(await write('fan replaced', [''])).toMatchObject({ code: 1486 });
  expect((await states()).of['0800']).toMatchObject({ note: 'fan ordered' });
  expect(await write('fan replaced', ['', 'fan ordered'])).toMatchObject({ code: 200 });
  // The same note by another person is no conflict.
  expect(await write('fan replaced', [])).toMatchObject({ code: 200 });
  expect((await states()).of['0800']).toMatchObject({ note: 'fan replaced' });
});

test('refuses an event of another plant, an empty list and a note that is too long', async () => {
  const neighbour = await makeSite(sql, { companyId: user.companyId });
  const refused = async (body: Parameters<typeof ask<'device/alerts/acknowledge'>>[1]) =>
    (await call('device/alerts/acknowledge', body, { token })).code;
  expect(await refused({ sid: neighbour, alerts: [hot] })).toBe(1022);
  expect(await refused({ sid, alerts: [] })).toBe(400);
  expect(await refused({ sid, alerts: Array.from({ length: 201 }, () => hot) })).toBe(400);
  expect(await refused({ sid, alerts: [hot], note: 'x'.repeat(501) })).toBe(400);
  expect(await refused({ sid, alerts: [{ ...hot, startMs: 1e18 }] })).toBe(400);
});

test('refuses a guest, and hides the plant from a stranger', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
  await sql`update sites set shared_with = array[${guest.id}::int], seen_by = seen_by || ${guest.id}::int where sid = ${sid}`;
  const body = { sid, alerts: [hot] };
  expect((await call('device/alerts/acknowledge', body, { token: await signedIn(guest.id) })).code).toBe(1301);
  expect(
    (await call('device/alerts/acknowledge', body, { token: await signedIn((await makeUser(sql)).id) })).code,
  ).toBe(1005);
});

test('hides events from a role that cannot see devices', async () => {
  await sql`
    delete from role_menus where menu_id in (select id from menus where name = 'SiteDevices')
      and role_id = (select role_id from memberships where user_id = ${user.id} limit 1)`;
  const blind = await signedIn(user.id);
  expect((await call('device/alerts/acknowledge', { sid, alerts: [hot] }, { token: blind })).code).toBe(1022);
});
