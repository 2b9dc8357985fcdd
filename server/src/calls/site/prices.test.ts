// site/prices: versions of a plant's prices, sorted by day, as they were set.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const FLAT = { validFrom: '2000-01-01', kind: 'flat' as const, price: 0.3 };
const PERIOD = { weekdays: [7, 6, 6], fromHour: 22, toHour: 6, price: 0.2 };

test('returns the list of versions sorted by day, with everything needed to edit it', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.3 });
  const before = await ask('site/prices', { sid }, { token });
  expect(before).toMatchObject({ sid, currency: 'EUR', today: '2026-06-15', firstDay: null });
  expect(before.list).toEqual([
    { ...FLAT, feedInPrice: null, ownUseShare: null, periods: [], fixedCharge: null, fixedPer: 'month' },
  ]);
  const later = {
    validFrom: '2026-07-01',
    kind: 'timeOfUse' as const,
    price: 0.3,
    feedInPrice: 0.08,
    periods: [PERIOD],
    fixedCharge: 12.5,
    fixedPer: 'day' as const,
  };
  const { version } = await ask('site/prices/setUp', { sid, list: [later, FLAT], version: before.version }, { token });
  expect(version).toBe(before.version + 1);
  const after = await ask('site/prices', { sid }, { token });
  expect(after).toMatchObject({ version, list: [FLAT, {}] });
  expect(after.list[1]).toEqual({
    ...later,
    ownUseShare: null,
    periods: [{ ...PERIOD, weekdays: [6, 7], feedInPrice: null }],
  });
  // The same list again is no change; a list based on an older one is refused.
  expect((await ask('site/prices/setUp', { sid, list: [FLAT, later] }, { token })).version).toBe(version);
  const older = { sid, version: before.version, list: [FLAT] };
  expect(await call('site/prices/setUp', older, { token })).toMatchObject({ code: 1019 });
});

test('returns the first day with figures', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  await makeDay(sql, { sid, sn, day: '2026-03-02', energyWh: 1000 });
  await makeDay(sql, { sid, sn, day: '2026-03-05', energyWh: 1000 });
  expect(await ask('site/prices', { sid }, { token })).toMatchObject({ firstDay: '2026-03-02' });
});
