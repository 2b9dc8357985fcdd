// site/detail: settings of a plant, with today's price and the permissions of the session.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, clock } = server;
clock.set('2026-06-15T10:00:00Z');

test('returns the price valid today, the people, and an owner’s permissions', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, {
    ownerId: owner.id,
    sharedWith: [guest.id],
    price: 0.3,
    commissionedOn: '2026-02-03',
  });
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2026-06-01', 0.35), (${sid}, '2027-01-01', 0.5)`;
  const { sn } = await makeDevice(sql, { sid });
  const detail = await server.ask(
    'site/detail',
    { sid },
    { token: await server.signedIn(owner.id), headers: { lan: '3' } },
  );
  expect(detail).toMatchObject({
    electricityPrice: 0.35,
    userEmail: owner.email,
    shareWith: [guest.email],
    sn: [sn],
    countryName: 'Deutschland',
    commission: true,
    commissionDate: '03/02/2026 00:00',
    commissionDay: '2026-02-03',
    registerDateIso: '2026-01-01T01:00:00+01:00',
    rights: { update: true, delete: false, addDevices: true, removeDevices: true },
  });
});

test('hides the plant from a stranger', async () => {
  const sid = await makeSite(sql);
  const stranger = await server.signedIn((await makeUser(sql)).id);
  expect(await server.call('site/detail', { sid }, { token: stranger })).toMatchObject({ status: 200, code: 1005 });
});

test('reports whether the time zone is possible for the location', async () => {
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const ask = async (timezone: string) => {
    const sid = await makeSite(sql, { companyId: user.companyId, timezone });
    const { timezoneFits, sunNoon } = await server.ask('site/detail', { sid }, { token });
    return [timezoneFits, sunNoon];
  };
  expect(await ask('Europe/Berlin')).toEqual([true, '13:23']);
  expect(await ask('America/Denver')).toEqual([false, '05:23']);
});

test('returns the stored remark, and each later one', async () => {
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const { sid } = await server.ask(
    'site/createFast',
    {
      siteName: 'Barn',
      countryCode: 'DE',
      latitude: 47.66,
      longitude: 9.18,
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      electricityPrice: 0.3,
      powerMax: 800,
      remark: ' Key at the neighbour’s\nDog bites ',
    },
    { token },
  );
  const remark = async () => (await server.ask('site/detail', { sid }, { token })).remark;
  expect(await remark()).toBe('Key at the neighbour’s\nDog bites');
  await server.ask('site/updateFast', { sid, siteName: 'Barn 2' }, { token });
  expect(await remark()).toBe('Key at the neighbour’s\nDog bites');
  await server.ask('site/updateFast', { sid, remark: '' }, { token });
  expect(await remark()).toBe('');
});
