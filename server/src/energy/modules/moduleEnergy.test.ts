// Energy of one module over years: what it costs does not grow with the number of days.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { hashToken, readSession } from '../../access/session.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { moduleEnergies } from './moduleEnergy.ts';

const { sql, clock, signedIn } = await testServer();

test('runs as many statements for four years of divided days as for one day', async () => {
  const user = await makeUser(sql);
  const token = await signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const [{ sn: young }, { sn: old }] = [
    await makeDevice(sql, { sid, product: 'BDM-800' }),
    await makeDevice(sql, { sid, product: 'BDM-800' }),
  ];
  for (const sn of [young, old]) await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1000 });
  await sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s, samples)
    select ${sid}, ${old}, day::date, 1000, 'counted', 30000, 100 from generate_series('2022-06-14'::date, '2026-06-13'::date, '1 day') day`;
  await sql`update device_days set input_shares = '{0.75,0.25}', shares_basis = 'counted' where sid = ${sid}`;
  const session = (await readSession(sql, hashToken(token), clock.now()))!;
  const read = async (sn: string) =>
    await sql.begin('read only', async (tx) => {
      const device = await accessibleDevice({ sql: tx, session, at: clock.now() }, { sid, sn });
      let statements = 0;
      const counting = new Proxy(tx, {
        apply(target, of, values) {
          statements++;
          return Reflect.apply(target, of, values);
        },
      }) as Transaction;
      const energies = await moduleEnergies(counting, device, 1, standardPeriods('2026-06-15'), clock.now());
      return { statements, energiesWh: energies.map(({ energyWh }) => energyWh) };
    });
  const [one, years] = [await read(young), await read(old)];
  expect(one.energiesWh).toEqual([null, 750, 750, 750, 750]);
  expect(years.energiesWh).toEqual([null, 750, 14 * 750, 165 * 750, 1462 * 750]);
  expect(years.statements).toBe(one.statements);
});
