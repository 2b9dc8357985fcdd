// A year of the demonstration's sound plants: no check of set-up doubts any of them, whatever the season, the clouds and the loads; and turned about, each is found.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { rowsAt } from '@heliograph/simulator/gatewayReports.ts';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayBounds, localDay } from '../platform/calendar/rules/localDays.ts';
import { phases } from '../problems/setUp/rules/phases.ts';
import type { Series } from '../problems/setUp/rules/series.ts';
import { batterySign, gridSign } from '../problems/setUp/rules/signs.ts';
import { sunTime } from '../problems/setUp/rules/sunTime.ts';

const STEP_S = 300;
const DAYS = 4;
const SLOTS = (DAYS * 86_400) / STEP_S;
const WINDOWS = Array.from({ length: 18 }, (_, n) => Date.parse('2026-01-08T14:00:00Z') + n * 20 * 86_400_000);

interface Seen {
  key: string;
  fromMs: number;
  sunDeg: Series;
  producedW: Series;
  batteryW: Series;
  soc: Series | null;
  gridW: Series | null;
  powersW: [Series, Series, Series] | null;
  voltagesV: [Series, Series, Series] | null;
  days: { from: number; to: number }[];
}

const seen: Seen[] = [];

function see(site: FleetSite, endMs: number): Seen {
  const fromMs = endMs - SLOTS * STEP_S * 1000;
  const told = new Map<string, Record<string, Series>>();
  for (let slot = 0; slot < SLOTS; slot++)
    for (const gateway of site.gateways)
      for (const { sn, q } of rowsAt(site, gateway, fromMs + slot * STEP_S * 1000)) {
        const series = told.get(sn) ?? {};
        told.set(sn, series);
        for (const [name, value] of Object.entries(q)) {
          series[name] ??= new Float64Array(SLOTS).fill(Number.NaN);
          series[name][slot] = value;
        }
      }
  const machines = site.gateways.flatMap((gateway) => gateway.machines);
  const ofKind = (kind: string) =>
    told.get(machines.find((machine) => machine.kind === kind && !machine.atModules)?.sn ?? '');
  const [meter, hybrid, battery] = [ofKind('meter'), ofKind('hybrid'), ofKind('battery')];
  const producedW = new Float64Array(SLOTS);
  for (const { sn, inputs, atModules } of machines)
    if (inputs.length > 0 || atModules)
      for (const [slot, watts] of (told.get(sn)?.powerW ?? []).entries()) producedW[slot]! += watts || 0;
  const three = (before: string, after: string) =>
    meter?.[`${before}1${after}`]
      ? ([1, 2, 3].map((n) => meter[`${before}${n}${after}`]) as [Series, Series, Series])
      : null;
  return {
    key: `${site.key} ${new Date(endMs).toISOString().slice(0, 10)}`,
    fromMs,
    sunDeg: Float64Array.from(
      { length: SLOTS },
      (_, slot) => sunPosition(fromMs + (slot + 0.5) * STEP_S * 1000, site.latitude, site.longitude).elevationDeg,
    ),
    producedW,
    batteryW: hybrid?.batteryPowerW ?? battery?.powerW ?? new Float64Array(SLOTS),
    soc: hybrid?.batterySocPercent ?? battery?.socPercent ?? null,
    gridW: meter?.powerW ?? hybrid?.gridPowerW ?? null,
    powersW: three('l', 'PowerW'),
    voltagesV: three('l', 'VoltageV'),
    days: [1, 2].map((ago) => {
      const { startMs, endMs: over } = dayBounds(addDays(localDay(endMs, site.timeZone), -ago), site.timeZone);
      return { from: (startMs - fromMs) / 1000 / STEP_S, to: (over - fromMs) / 1000 / STEP_S };
    }),
  };
}

beforeAll(() => {
  for (const endMs of WINDOWS)
    for (const site of fleet(1, endMs)) {
      if (site.gateways.length === 0 || site.key === 'werkhof') continue;
      const born = { ...site, commissionedOn: localDay(endMs - 6 * 86_400_000, site.timeZone) };
      seen.push(see(born, endMs));
    }
}, 180_000);

const turned = (series: Series): Series => series.map((watts) => -watts);
const summed = (one: Series, other: Series): Series => one.map((watts, slot) => watts + other[slot]!);
const verdicts = <T>(of: (one: Seen) => { verdict: T } | null): Map<T, string[]> => {
  const found = new Map<T, string[]>();
  for (const one of seen) {
    const verdict = of(one)?.verdict;
    if (verdict !== undefined) found.set(verdict, [...(found.get(verdict) ?? []), one.key]);
  }
  return found;
};
/** All are right, but those that cannot be told yet. */
const expectOk = (found: Map<string, string[]>, notYetAtMost = 0) => {
  expect({ wrong: found.get('wrong') ?? [], suspect: found.get('suspect') ?? [] }).toEqual({ wrong: [], suspect: [] });
  expect(found.get('notYet') ?? []).toHaveLength(Math.min(notYetAtMost, found.get('notYet')?.length ?? 0));
  expect(found.get('ok')!.length).toBeGreaterThan(seen.length / 6);
};
const expectWrong = (found: Map<string, string[]>, notYetAtMost = 0) => {
  expect({ ok: found.get('ok') ?? [], suspect: found.get('suspect') ?? [] }).toEqual({ ok: [], suspect: [] });
  expect(found.get('notYet') ?? []).toHaveLength(Math.min(notYetAtMost, found.get('notYet')?.length ?? 0));
};

const gridOf = (one: Seen, way: (series: Series) => Series) =>
  one.gridW && gridSign({ ...one, stepS: STEP_S, judgedW: way(one.gridW), restW: summed(one.producedW, one.batteryW) });
const batteryOf = (one: Seen, way: (series: Series) => Series) =>
  one.soc &&
  batterySign({
    ...one,
    stepS: STEP_S,
    judgedW: way(one.batteryW),
    restW: one.gridW ? summed(one.producedW, one.gridW) : one.producedW,
  });
const as = (series: Series): Series => series;

test('the sign of the grid', () => {
  expectOk(verdicts((one) => gridOf(one, as)));
  expectWrong(verdicts((one) => gridOf(one, turned)));
});

test('the sign of a battery by its charge', () => {
  expectOk(
    verdicts((one) => batteryOf(one, as)),
    3,
  );
  expectWrong(
    verdicts((one) => batteryOf(one, turned)),
    3,
  );
});

test('phases, swapped, turned round and as they are', () => {
  type Way = (powers: [Series, Series, Series]) => [Series, Series, Series];
  const phasesOf = (way: Way) =>
    verdicts((one) => (one.powersW && one.voltagesV ? phases(way(one.powersW), one.voltagesV) : null));
  expectOk(
    phasesOf((powers) => powers),
    4,
  );
  expectWrong(
    phasesOf(([a, b, c]) => [b, a, c]),
    4,
  );
  expectWrong(
    phasesOf(([a, b, c]) => [b, c, a]),
    4,
  );
  expectWrong(
    phasesOf(([a, b, c]) => [a, turned(b), c]),
    4,
  );
});

test('production and the sun, and a clock that is two hours behind', () => {
  const timesOf = (slots: number) =>
    verdicts((one) =>
      sunTime(
        { ...one, stepS: STEP_S },
        {
          producedW: Float64Array.from(one.producedW, (_, slot) => one.producedW[slot + slots] ?? 0),
          expectedW: one.sunDeg.map((sun) => Math.max(0, Math.sin((sun * Math.PI) / 180))),
          days: one.days,
        },
      ),
    );
  expectOk(timesOf(0), 6);
  const behind = timesOf(24);
  expect(behind.get('ok') ?? []).toEqual([]);
});
