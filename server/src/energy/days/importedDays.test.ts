// Imported day totals of a previous system together with samples of the same days.
import { describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { expectTotals, storedRows } from '../../../test/readings.ts';
import { reportServer, twoDays } from '../../../test/reportServer.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { readDevices } from '../../installation/knownDevices.ts';
import { rejectedValues } from '../../platform/metrics.ts';
import { maxDayWh } from '../rules/deviceEnergy.ts';
import { importDayTotals } from './importedDays.ts';

const { sql, context } = await reportServer();

describe('day totals of a previous system', () => {
  test('are counted once, are replaced by samples and never replace samples', async () => {
    const { sid, sn } = await makeDevice(sql);
    const totals = [
      { sn, day: '2026-06-12', energyWh: 1500, peakW: 300 },
      { sn, day: '2026-06-13', energyWh: 1600 },
    ];
    expect(await importDayTotals(context, totals)).toEqual({ taken: 2, known: 0, impossible: 0, unknown: 0 });
    expect(await importDayTotals(context, totals)).toEqual({ taken: 0, known: 2, impossible: 0, unknown: 0 });
    await expectTotals(sql, sid);
    await ingestReports(context, twoDays(sn));
    await expectTotals(sql, sid);
    expect(await importDayTotals(context, totals)).toEqual({ taken: 0, known: 2, impossible: 0, unknown: 0 });
    const { days } = await storedRows(sql, sid);
    expect(days.map(({ day, energyWh, source }) => [day, energyWh, source])).toEqual([
      ['2026-06-12', 1500, 'imported'],
      ['2026-06-13', 310, 'counted'],
      ['2026-06-14', 310, 'counted'],
    ]);
    expect(await importDayTotals(context, [{ sn: 'FFFFFF00', day: '2026-06-12', energyWh: 1 }])).toMatchObject({
      unknown: 1,
    });
    await importDayTotals(context, [{ sn, day: '2026-06-12', energyWh: 1400 }]);
    await expectTotals(sql, sid);
  });
});

test('refuses a day total above what daylight and rated power allow, and drops a peak above it', async () => {
  // 400 W; the longest day at this latitude has 16.8 h of sun, a polar night none.
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { latitude: 52.5, longitude: 13.4 }) });
  const source = (await readDevices(sql, [sn])).get(sn)!.source;
  const maxWh = maxDayWh('2026-06-21', source);
  expect(maxWh).toBeGreaterThan(1.3 * 400 * 16.5);
  expect(maxWh).toBeLessThan(1.3 * 400 * 17.2);
  const rejectedCount = async () =>
    (await rejectedValues.get()).values.find(({ labels }) => labels.reason === 'aboveDaylight')?.value ?? 0;
  const before = await rejectedCount();
  const totals = [
    { sn, day: '2026-06-20', energyWh: maxWh + 100, peakW: 300 },
    { sn, day: '2026-06-21', energyWh: maxWh, peakW: 601 },
    { sn, day: '2026-12-21', energyWh: maxWh },
  ];
  expect(await importDayTotals(context, totals)).toEqual({ taken: 1, known: 0, impossible: 2, unknown: 0 });
  expect(await rejectedCount()).toBe(before + 2);
  const { days } = await storedRows(sql, sid);
  expect(days.map(({ day, energyWh, peakW }) => [day, energyWh, peakW])).toEqual([['2026-06-21', maxWh, null]]);
  await expectTotals(sql, sid);
});
