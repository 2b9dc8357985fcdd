// Checks the clocks of a plant: production against the sun and against other devices, and counters of the day.
import type { Finding } from '@heliograph/contract/setUpChecks.ts';
import { placedPower } from '../../energy/expected/expected.ts';
import { producesEnergy } from '../../families/kinds.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type ClockOff, clockOfNeighbours, darkClock, edgesOf } from './rules/clockOffset.ts';
import type { Series } from './rules/series.ts';
import { counterDay, sunTime } from './rules/sunTime.ts';
import { byGateway, type Device, type Parts, spread } from './setUpParts.ts';
import { productionOf, STEP_S, seriesOf, type Window, windowOf } from './setUpSeries.ts';

/** Past days whose begin and end of production are compared, and today. */
const DAYS = 11;
/** Producers whose edges are compared; of a larger plant, spread over all of them. */
const MAX_PRODUCERS = 48;

type Plant = Parameters<typeof windowOf>[0] & Parameters<typeof placedPower>[1];
type CheckedClock = { group: string } & (
  | ({ check: 'sunTime' } & Finding<'sunTime'>)
  | ({ check: 'counterDay' } & Finding<'counterDay'>)
);

/** Returns the checks of each gateway's devices, and of devices without one. */
export async function checkClocks(
  sql: Transaction,
  plant: Plant,
  devices: readonly Device[],
  { production, counters }: Parts,
  window: Window,
  at: Date,
): Promise<CheckedClock[]> {
  const { fromMs, stepS, sunDeg } = window;
  // Computed from the entered roof: judged by its own clear days, a plant with a wrong clock would be right.
  const placed = await placedPower(sql, plant, { fromMs, stepS, count: sunDeg.length });
  const expectedW = placed
    ? Float64Array.from(placed, (watts) => watts ?? 0)
    : sunDeg.map((sun) => Math.max(0, Math.sin((sun * Math.PI) / 180)));
  const over = window.days.filter(({ isOver }) => isOver);
  const off = await clocksOff(sql, plant, devices, at);
  return [...byGateway(devices)].flatMap(([group, ofGroup]): CheckedClock[] => {
    if (!ofGroup.some(({ kind }) => producesEnergy(kind))) return [];
    const series = ofGroup.flatMap(({ sn }) => production.get(sn) ?? []);
    const groupCounters = new Map(ofGroup.flatMap(({ sn }) => (counters.has(sn) ? [[sn, counters.get(sn)!]] : [])));
    const byCurve = sunTime(window, { producedW: productionOf(series, window), expectedW, days: over });
    const wrong = ofGroup.flatMap(({ sn }) => (off.has(sn) ? [{ sn, ...off.get(sn)! }] : []));
    return [
      { group, check: 'sunTime', ...(clockFinding(wrong) ?? byCurve) },
      ...(groupCounters.size > 0
        ? [{ group, check: 'counterDay' as const, ...counterDay(window, groupCounters, over) }]
        : []),
    ];
  });
}

function clockFinding(wrong: readonly (ClockOff & { sn: string })[]): Finding<'sunTime'> | null {
  const [first] = wrong.toSorted((one, other) => other.count - one.count);
  if (!first) return null;
  const numbers = wrong.map(({ sn }) => sn);
  return {
    verdict: 'wrong',
    finding: 'clockOff',
    compared: { minutes: first.minutes, count: first.count, numbers },
  };
}

/** Returns the devices whose clocks are off, by serial number: in the dark, else beside others that are right. */
async function clocksOff(
  sql: Transaction,
  plant: Plant,
  devices: readonly Device[],
  at: Date,
): Promise<Map<string, ClockOff>> {
  const producers = spread(
    devices.filter(({ kind, names }) => producesEnergy(kind) && names.includes('powerW')),
    MAX_PRODUCERS,
  );
  const window = windowOf(plant, DAYS, at, STEP_S);
  const sns = producers.map(({ sn }) => sn);
  const seriesBySn = await seriesOf(sql, plant.sid, sns, window, ['powerW']);
  const over = window.days.filter(({ isOver }) => isOver);
  const edges = new Map(
    [...seriesBySn].flatMap(([sn, { powerW }]) =>
      powerW ? [[sn, edgesOf(window, withoutGaps(powerW), over)] as const] : [],
    ),
  );
  const off = new Map<string, ClockOff>();
  for (const [sn, own] of edges) {
    const found = darkClock(own, STEP_S);
    if (found) off.set(sn, found);
  }
  const right = [...edges].filter(([sn]) => !off.has(sn));
  for (const [sn, own] of right) {
    const others = right.filter(([other]) => other !== sn).map(([, each]) => each);
    const found = clockOfNeighbours(own, others, STEP_S);
    if (found) off.set(sn, found);
  }
  return off;
}

/** Returns the series with single missing slots filled in: a report may miss its slot by a second. */
const withoutGaps = (powerW: Series): Series =>
  powerW.map((watts, slot) =>
    Number.isNaN(watts) ? ((powerW[slot - 1] ?? Number.NaN) + (powerW[slot + 1] ?? Number.NaN)) / 2 : watts,
  );
