// Properties of totals: whatever the days of devices are and in whichever order they arrive, days, devices and totals add up to the last watt-hour.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { expectTotals } from '../../../test/readings.ts';
import { runs } from '../../../test/sampling.ts';
import { testServer } from '../../../test/testServer.ts';
import { addDays } from '../../platform/calendar/rules/localDays.ts';
import { wholeWh, wholeWhOf } from '../../platform/texts/numbers.ts';
import { importDayTotals } from './importedDays.ts';

const server = await testServer();
const { sql, context, clock, ask } = server;
clock.set('2026-06-15T10:00:00Z');
const FIRST = '2026-05-20';

/** Energies with thousandths and millionths of a watt-hour, many of them near one half. */
const energies = fc
  .tuple(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(0, 0.5, 0.4996, 0.4994, 0.500001, 0.25, 0.3333, 0.999999))
  .map(([whole, rest]) => whole + rest);

const batches = fc.array(
  fc.array(fc.record({ device: fc.nat(2), offset: fc.nat(24), energyWh: energies }), { minLength: 1, maxLength: 20 }),
  { minLength: 1, maxLength: 4 },
);

const inWh = (kWh: number | null): number => Math.round((kWh ?? 0) * 1000);

test('days, devices and totals of a plant add up to the last watt-hour in each of its answers', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (reported) => {
      const owner = await makeUser(sql, { role: 'owner' });
      const sid = await makeSite(sql, { ownerId: owner.id, latitude: 52.5, longitude: 13.4 });
      const sns: string[] = [];
      for (let count = 0; count < 3; count++) sns.push((await makeDevice(sql, { sid })).sn);
      for (const batch of reported)
        await importDayTotals(
          context,
          batch.map(({ device, offset, energyWh }) => ({
            sn: sns[device]!,
            day: addDays(FIRST, offset),
            energyWh,
          })),
        );
      await expectTotals(sql, sid);

      const token = await server.signedIn(owner.id);
      await sql`delete from tries`;
      const report = await ask('site/report', { sid, from: FIRST, to: '2026-06-14' }, { token });
      const chart = await ask(
        'site/statistics/echarts',
        { sid, types: 3, rangeDate: `${FIRST}~2026-06-14` },
        { token },
      );
      const total = inWh(report.energy);
      expect(report.rows.reduce((sum, { energy }) => sum + inWh(energy), 0)).toBe(total);
      expect(report.devices.reduce((sum, { energy }) => sum + inWh(energy), 0)).toBe(total);
      expect(chart.series[0]!.data.reduce<number>((sum, kWh) => sum + inWh(kWh), 0)).toBe(total);
      const { list } = await ask('site/listWithSN', {}, { token });
      expect(inWh(list.find((row) => row.sid === sid)!.totalPower)).toBe(total);
    }),
    { numRuns: runs(20) },
  );
}, 120_000);

test('rounds to whole watt-hours alike in code and in the database', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(energies, { minLength: 1, maxLength: 50 }), async (list) => {
      const rows = await sql<{ wh: number }[]>`
        select ${wholeWhOf(sql, sql`wh`)} as wh
        from unnest(${`{${list.join(',')}}`}::text::float8[]) with ordinality as e (wh, place) order by place`;
      expect(rows.map(({ wh }) => wh)).toEqual(list.map(wholeWh));
    }),
    { numRuns: runs(20) },
  );
});
