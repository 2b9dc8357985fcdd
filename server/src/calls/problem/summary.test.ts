// problem/summary: money is left out where plants have different currencies.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { updateAllProblems } from '../../../test/problems.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, clock, context, signedIn } = await testServer();

test('sums energy of all plants, and money only of one currency', async () => {
  const user = await makeUser(sql);
  const token = await signedIn(user.id);
  for (const currency of ['EUR', 'JPY']) {
    const sid = await makeSite(sql, { companyId: user.companyId, price: 1 });
    await sql`update sites set currency = ${currency} where sid = ${sid}`;
    const [sound, silent] = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
    for (let day = 10; day <= 14; day++) await makeDay(sql, { ...sound, day: `2026-06-${day}`, energyWh: 1000 });
    await sql`
      update device_live set at = case when sn = ${silent.sn} then '2026-06-12T18:00:00Z' else ${clock.now()}::timestamptz end,
        status = case when sn = ${silent.sn} then -1 else 0 end, version = version + 1 where sid = ${sid}`;
    await updateAllProblems(context);
    const { weekKwh, weekMoney, currency: shown } = await ask('problem/summary', {}, { token });
    if (currency === 'EUR') expect([weekKwh, weekMoney, shown]).toEqual([7, '7.00', 'EUR']);
    else expect([weekKwh, weekMoney, shown]).toEqual([14, '', '']);
  }
});
