// A plant with production limited by command: machines, meters and hybrids are consistent, and no counter decreases.
import { describe, expect, test } from 'vitest';
import type { AppliedSettings } from './commands.ts';
import { dayOf } from './daylight.ts';
import { fleet } from './fleet.ts';
import { rowsAt } from './gatewayReports.ts';
import { Withheld } from './withheld.ts';

const began = Date.UTC(2026, 5, 21, 9);
const MINUTE = 60_000;
const limited = (limitPercent: number, isOn = true): AppliedSettings => ({
  limitPercent,
  returns: null,
  isOn,
  firmware: null,
  restartedMs: null,
  parameters: {},
});

/** Plays a plant minute by minute; `settingsAt` returns a machine's settings at that minute. */
function* played(
  key: string,
  settingsAt: (index: number, minute: number) => AppliedSettings | undefined,
  minutes = 180,
) {
  const site = fleet(1, began).find((one) => one.key === key)!;
  const machines = site.gateways.flatMap((gateway) => gateway.machines).map((one) => ({ ...one, faults: [] }));
  const whole = { ...site, gateways: [{ ...site.gateways[0]!, faults: [], machines }] };
  const withheld = new Withheld();
  for (let minute = 0; minute < minutes; minute++) {
    const atMs = began + minute * MINUTE;
    const day = dayOf(site.timeZone, atMs);
    const would = rowsAt(whole, whole.gateways[0]!, atMs);
    const is = would.map(({ sn, q }) => {
      const index = machines.findIndex((one) => one.sn === sn);
      const machine = machines[index]!;
      return machine.inputs.length > 0 ? withheld.output(machine, q, settingsAt(index, minute), atMs, day) : q;
    });
    const kinds = would.map(({ sn }) => machines.find((one) => one.sn === sn)!);
    const rows = is.map((q, i) =>
      ['meter', 'hybrid'].includes(kinds[i]!.kind) && !withheld.isNone ? withheld.metered(kinds[i]!, q, atMs) : q,
    );
    yield { minute, kinds, would: would.map(({ q }) => q), is: rows, withheld };
  }
}

test('rows are unchanged without a command', () => {
  for (const { would, is } of played('amselweg', () => undefined, 10)) expect(is).toEqual(would);
});

test('a limit affects only its machine, and the grid supplies the difference', () => {
  const half = 12.5;
  let before: Record<string, number>[] | undefined;
  for (const { minute, kinds, would, is, withheld } of played('amselweg', (index, minute) =>
    index === 0 && minute >= 30 ? limited(half, minute < 120) : undefined,
  )) {
    const [ratedW, one] = [kinds[0]!.ratedW, is[0]!];
    if (minute < 30) expect(is).toEqual(would);
    else expect(one.powerW).toBeLessThanOrEqual(minute < 120 ? (ratedW * half) / 100 : 0);
    expect(is[1]).toEqual(would[1]);
    const meter = kinds.findIndex(({ kind }) => kind === 'meter');
    expect(
      Math.abs(is[meter]!.powerW! - would[meter]!.powerW! - withheld.powerAt(began + minute * MINUTE)),
    ).toBeLessThan(0.11);
    const phases = is[meter]!.l1PowerW! + is[meter]!.l2PowerW! + is[meter]!.l3PowerW!;
    expect(phases).toBeCloseTo(is[meter]!.powerW!, 6);
    for (const [i, q] of is.entries()) {
      for (const [name, value] of Object.entries(q)) {
        if (name.endsWith('Wh')) expect(value, name).toBeGreaterThanOrEqual(before?.[i]?.[name] ?? 0);
      }
    }
    before = is;
  }
});

test('counters follow the power that is produced', () => {
  const steps = [...played('amselweg', (index) => (index === 0 ? limited(20) : undefined))];
  const rise = (name: string): number => steps.at(-1)!.is[0]![name]! - steps[0]!.is[0]![name]!;
  let wh = 0;
  for (const [i, { is }] of steps.entries()) if (i > 0) wh += (is[0]!.powerW! + steps[i - 1]!.is[0]!.powerW!) / 2 / 60;
  expect(wh).toBeGreaterThan(100);
  for (const name of ['counterWh', 'counterDayWh']) expect(Math.abs(rise(name) - wh)).toBeLessThan(1);
  const meter = steps[0]!.kinds.findIndex(({ kind }) => kind === 'meter');
  const grid = (which: 'is' | 'would'): number =>
    steps.at(-1)![which][meter]!.importWh! -
    steps[0]![which][meter]!.importWh! -
    steps.at(-1)![which][meter]!.exportWh! +
    steps[0]![which][meter]!.exportWh!;
  const wouldWh = steps.at(-1)!.would[0]!.counterWh! - steps[0]!.would[0]!.counterWh!;
  expect(Math.abs(grid('is') - grid('would') - (wouldWh - wh))).toBeLessThan(3);
});

test('a sleeping machine withholds nothing, and no energy of the night is missing', () => {
  const site = fleet(1, began).find(({ key }) => key === 'amselweg')!;
  const machine = site.gateways[0]!.machines[0]!;
  const withheld = new Withheld();
  const off = limited(100, false);
  const q = { powerW: 30, counterWh: 1_000, counterDayWh: 200 };
  withheld.output(machine, q, off, began, '2026-06-21');
  expect([withheld.powerAt(began), withheld.powerAt(began + 9 * 3_600_000)]).toEqual([30, 0]);
  const morning = { powerW: 30, counterWh: 1_000.2, counterDayWh: 0.2 };
  expect(withheld.output(machine, morning, off, began + 9 * 3_600_000, '2026-06-22')).toEqual({
    powerW: 0,
    counterWh: 1_000.2,
    counterDayWh: 0.2,
  });
});

describe('a hybrid that is switched off', () => {
  test('draws its load from the grid and still balances', () => {
    for (const { is } of played('birkenhof', () => limited(100, false), 60)) {
      const q = is[0]!;
      expect(q.powerW).toBe(0);
      expect(Math.abs(q.powerW! + q.gridPowerW! + q.batteryPowerW! - q.loadPowerW!)).toBeLessThan(0.31);
    }
  });

  test('is replaced by the generator without a grid', () => {
    for (const { is, would } of played('hochalm', () => limited(100, false), 60)) {
      const missing = would[0]!.powerW!;
      expect(Math.abs(is[0]!.generatorPowerW! - would[0]!.generatorPowerW! - missing)).toBeLessThan(0.11);
    }
  });
});
