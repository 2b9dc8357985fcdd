// battery/hx/health: the end of each month, of batteries and of hybrids' batteries.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, clock, count, device, expectRefusals, tell } = await createReportingPlant();

test('returns health and cycles as last reported in each month, including the current one', async () => {
  const battery = await device('Battery');
  for (const [now, cycles, soh] of [
    ['2026-04-29T10:00:00Z', 200, 98.9],
    // Already May in Berlin.
    ['2026-04-30T22:30:00Z', 201, 98.84],
    ['2026-05-30T10:00:00Z', 211, 98.2],
    ['2026-06-14T10:00:00Z', 215, 98],
    ['2026-06-15T10:00:00Z', 216, null],
  ] as const) {
    clock.set(now);
    const energies = { chargeWh: cycles * 5000, dischargeWh: cycles * 4800 };
    await tell(battery.sn, 'battery', [
      [now, { powerW: 100, cycles, ...energies, ...(soh === null ? {} : { sohPercent: soh }) }],
    ]);
  }
  expect(await asked('battery/hx/health', battery)).toEqual({
    sid: battery.sid,
    sn: battery.sn,
    sohUnit: '%',
    list: [
      { month: '2026-04', soh: 98.9, cycles: 200 },
      { month: '2026-05', soh: 98.2, cycles: 211 },
      { month: '2026-06', soh: 98, cycles: 216 },
    ],
  });
});

test('returns no cycles for a hybrid that does not report them, and no months for a battery that never reported', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const hybrid = await device('Hybrid inverter');
  await count(hybrid.sn, 'hybrid', '2026-06-14', 36, { batteryChargeWh: 100 } as object);
  await tell(hybrid.sn, 'hybrid', [['2026-06-15T09:59:00Z', { powerW: 10, batterySohPercent: 91 }]]);
  expect((await asked('battery/hx/health', hybrid)).list).toEqual([{ month: '2026-06', soh: 91, cycles: null }]);
  expect((await asked('battery/hx/health', await device('Battery'))).list).toEqual([]);
});

test('refuses other kinds of devices and inaccessible batteries', async () => {
  await expectRefusals('battery/hx/health', 'Battery');
});
