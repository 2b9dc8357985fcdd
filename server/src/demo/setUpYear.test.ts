// Tests set-up checks over a year of the demo plants without faults: they doubt none in any season, cloud cover and load, and find each one when it is reversed.
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

interface WindowData {
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

const windows: WindowData[] = [];

function windowData(site: FleetSite, endMs: number): WindowData {
  const fromMs = endMs - SLOTS * STEP_S * 1000;
  const reported = new Map<string, Record<string, Series>>();
  for (let slot = 0; slot < SLOTS; slot++)
    for (const gateway of site.gateways)
      for (const { sn, q } of rowsAt(site, gateway, fromMs + slot * STEP_S * 1000)) {
        const series = reported.get(sn) ?? {};
        reported.set(sn, series);
        for (const [name, value] of Object.entries(q)) {
          series[name] ??= new Float64Array(SLOTS).fill(Number.NaN);
          series[name][slot] = value;
        }
      }
  const machines = site.gateways.flatMap((gateway) => gateway.machines);
  const ofKind = (kind: string) =>
    reported.get(machines.find((machine) => machine.kind === kind && !machine.atModules)?.sn ?? '');
  const [meter, hybrid, battery] = [ofKind('meter'), ofKind('hybrid'), ofKind('battery')];
  const producedW = new Float64Array(SLOTS);
  for (const { sn, inputs, atModules } of machines)
    if (inputs.length > 0 || atModules)
      for (const [slot, watts] of (reported.get(sn)?.powerW ?? []).entries()) producedW[slot]! += watts || 0;
  const phaseSeries = (before: string, after: string) =>
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
    powersW: phaseSeries('l', 'PowerW'),
    voltagesV: phaseSeries('l', 'VoltageV'),
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
      const recent = { ...site, commissionedOn: localDay(endMs - 6 * 86_400_000, site.timeZone) };
      windows.push(windowData(recent, endMs));
    }
}, 180_000);

const negated = (series: Series): Series => series.map((watts) => -watts);
const sumOf = (a: Series, b: Series): Series => a.map((watts, slot) => watts + b[slot]!);
const verdicts = <T>(check: (data: WindowData) => { verdict: T } | null): Map<T, string[]> => {
  const keys = new Map<T, string[]>();
  for (const data of windows) {
    const verdict = check(data)?.verdict;
    if (verdict !== undefined) keys.set(verdict, [...(keys.get(verdict) ?? []), data.key]);
  }
  return keys;
};
/** Expects that all are ok, except a limited number that cannot be judged yet. */
const expectOk = (byVerdict: Map<string, string[]>, maxNotYet = 0) => {
  expect({ wrong: byVerdict.get('wrong') ?? [], suspect: byVerdict.get('suspect') ?? [] }).toEqual({
    wrong: [],
    suspect: [],
  });
  expect(byVerdict.get('notYet') ?? []).toHaveLength(Math.min(maxNotYet, byVerdict.get('notYet')?.length ?? 0));
  expect(byVerdict.get('ok')!.length).toBeGreaterThan(windows.length / 6);
};
const expectWrong = (byVerdict: Map<string, string[]>, maxNotYet = 0) => {
  expect({ ok: byVerdict.get('ok') ?? [], suspect: byVerdict.get('suspect') ?? [] }).toEqual({ ok: [], suspect: [] });
  expect(byVerdict.get('notYet') ?? []).toHaveLength(Math.min(maxNotYet, byVerdict.get('notYet')?.length ?? 0));
};

const gridOf = (data: WindowData, change: (series: Series) => Series) =>
  data.gridW &&
  gridSign({ ...data, stepS: STEP_S, judgedW: change(data.gridW), restW: sumOf(data.producedW, data.batteryW) });
const batteryOf = (data: WindowData, change: (series: Series) => Series) =>
  data.soc &&
  batterySign({
    ...data,
    stepS: STEP_S,
    judgedW: change(data.batteryW),
    restW: data.gridW ? sumOf(data.producedW, data.gridW) : data.producedW,
  });
const unchanged = (series: Series): Series => series;

test('judges the sign of the grid, right and reversed', () => {
  expectOk(verdicts((data) => gridOf(data, unchanged)));
  expectWrong(verdicts((data) => gridOf(data, negated)));
});

test('judges the sign of a battery by its charge, right and reversed', () => {
  expectOk(
    verdicts((data) => batteryOf(data, unchanged)),
    3,
  );
  expectWrong(
    verdicts((data) => batteryOf(data, negated)),
    3,
  );
});

/** Windows of four days with too few steady hours; seven days decide. */
const MAX_UNDECIDED = 8;

test('judges phases that are right, swapped, rotated and reversed', () => {
  type Change = (powers: [Series, Series, Series]) => [Series, Series, Series];
  const phasesOf = (change: Change) =>
    verdicts((data) =>
      data.powersW && data.voltagesV
        ? phases({ powersW: change(data.powersW), voltagesV: data.voltagesV, producedW: data.producedW })
        : null,
    );
  expectOk(
    phasesOf((powers) => powers),
    MAX_UNDECIDED,
  );
  expectWrong(
    phasesOf(([a, b, c]) => [b, a, c]),
    MAX_UNDECIDED,
  );
  expectWrong(
    phasesOf(([a, b, c]) => [b, c, a]),
    MAX_UNDECIDED,
  );
  expectWrong(
    phasesOf(([a, b, c]) => [a, negated(b), c]),
    MAX_UNDECIDED,
  );
});

test('judges production by the sun, and a clock that is two hours behind', () => {
  const timesOf = (slots: number) =>
    verdicts((data) =>
      sunTime(
        { ...data, stepS: STEP_S },
        {
          producedW: Float64Array.from(data.producedW, (_, slot) => data.producedW[slot + slots] ?? 0),
          expectedW: data.sunDeg.map((sun) => Math.max(0, Math.sin((sun * Math.PI) / 180))),
          days: data.days,
        },
      ),
    );
  expectOk(timesOf(0), 6);
  const behind = timesOf(24);
  expect(behind.get('ok') ?? []).toEqual([]);
});
