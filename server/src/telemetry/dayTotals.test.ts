// Day totals of an old system beside samples of the same days.
import { describe, expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { expectTotals, storedRows } from '../../test/readings.ts';
import { reportServer, twoDays } from '../../test/reportServer.ts';
import { takeDayTotals } from './dayTotals.ts';
import { takeReports } from './takeReports.ts';

const { sql, context } = await reportServer();

describe('day totals of an old system', () => {
  test('count once, give way to samples, and never replace them', async () => {
    const { sid, sn } = await makeDevice(sql);
    const totals = [
      { sn, day: '2026-06-12', energyWh: 1500, peakW: 300 },
      { sn, day: '2026-06-13', energyWh: 1600 },
    ];
    expect(await takeDayTotals(context, totals)).toEqual({ taken: 2, known: 0, unknown: 0 });
    expect(await takeDayTotals(context, totals)).toEqual({ taken: 0, known: 2, unknown: 0 });
    await expectTotals(sql, sid);
    await takeReports(context, twoDays(sn));
    await expectTotals(sql, sid);
    expect(await takeDayTotals(context, totals)).toEqual({ taken: 0, known: 2, unknown: 0 });
    const { days } = await storedRows(sql, sid);
    expect(days.map(({ day, energyWh, source }) => [day, energyWh, source])).toEqual([
      ['2026-06-12', 1500, 'imported'],
      ['2026-06-13', 310, 'counted'],
      ['2026-06-14', 310, 'counted'],
    ]);
    expect(await takeDayTotals(context, [{ sn: 'FFFFFF00', day: '2026-06-12', energyWh: 1 }])).toMatchObject({
      unknown: 1,
    });
    await takeDayTotals(context, [{ sn, day: '2026-06-12', energyWh: 1400 }]);
    await expectTotals(sql, sid);
  });
});
