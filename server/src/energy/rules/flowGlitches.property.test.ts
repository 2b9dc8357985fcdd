// Plays errors of transmission into days of a home: none changes a figure by more than the energy of the sample it replaces, and each is counted; no real load is rejected.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLOW_QUANTITIES, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { describe, expect, it } from 'vitest';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { balanceOfDays, type DayOfPlant, type Measure } from './balance.ts';
import type { FlowRow, FlowSource } from './flowDays.ts';
import { aggregateFlow } from './flowEnergy.ts';
import { type FlowSample, flowSampleOf } from './flowSamples.ts';

const source: FlowSource = { timeZone: 'Europe/Berlin', mostPowerW: 1_000_000 };
const startMs = Date.parse('2026-05-30T00:00:00+02:00');
/** AC power of a roof in Colorado, W, every 15 minutes. */
const MEASURED = join(import.meta.dirname, '../../../test/data/pv/serf_east_15min_ac_power.csv');
const MINUTE_MS = 60_000;
const STEP_MIN = 5;
const FLOWS = ['fromGrid', 'toGrid', 'charge', 'discharge'] as const satisfies MeasuredFlow[];
type HomeFlow = (typeof FLOWS)[number];

/** Returns a generator of numbers from 0 to 1, the same for each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Sample {
  atMs: number;
  quantities: Quantities;
}
type Days = Record<HomeFlow, FlowRow[]>;

/** Wh that a counter with this step shows; null: the devices have no counters. */
type Step = 1 | 10 | 100 | null;

/**
 * Samples of the grid meter and the battery of a home with 8 kWp, simulated by the minute: loads switch, clouds pass.
 * `producedWh`: by day. `energyWh`: of the samples until each one, by flow.
 */
function homeOf(days: number, step: Step, random: () => number) {
  const energyWh: Record<HomeFlow, number> = { fromGrid: 5000, toGrid: 8000, charge: 9000, discharge: 7000 };
  const samples: Sample[] = [];
  const flowed: Record<HomeFlow, number>[] = [];
  const producedWh: number[] = Array.from({ length: days }, () => 0);
  let storedWh = 2000;
  let [baseW, loadW, cloud, loadUntil] = [300, 0, 1, 0];
  for (let minute = 0; minute <= days * 1440; minute++) {
    const hour = (minute / 60) % 24;
    if (random() < 0.05) baseW = 150 + 400 * random();
    if (minute >= loadUntil) loadW = 0;
    if (minute >= loadUntil && random() < 0.01) {
      loadW = [2000, 2200, 1500, 7400, 3000, 9000][Math.floor(random() * 6)]!;
      loadUntil = minute + 3 + Math.floor(random() * 40);
    }
    if (random() < 0.1) cloud = 0.2 + 0.8 * random();
    const producedW = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * 8000 * cloud;
    const netW = baseW + loadW - producedW;
    const isRoom = netW < 0 ? storedWh < 5000 : storedWh > 200;
    const batteryW = isRoom ? Math.max(-3000, Math.min(3000, netW)) : 0;
    storedWh -= batteryW / 60;
    const gridW = netW - batteryW;
    if (minute % STEP_MIN === 0) {
      const quantities: Quantities = { gridPowerW: Math.round(gridW), batteryPowerW: Math.round(batteryW) };
      if (step !== null)
        for (const flow of FLOWS) quantities[FLOW_QUANTITIES[flow].counter] = Math.floor(energyWh[flow] / step) * step;
      samples.push({ atMs: startMs + minute * MINUTE_MS, quantities });
      flowed.push({ ...energyWh });
    }
    if (minute === days * 1440) break;
    producedWh[Math.floor(minute / 1440)]! += producedW / 60;
    energyWh[gridW > 0 ? 'fromGrid' : 'toGrid'] += Math.abs(gridW) / 60;
    energyWh[batteryW > 0 ? 'discharge' : 'charge'] += Math.abs(batteryW) / 60;
  }
  const byFlow: Samples = ofFlows((flow) => samples.map((sample) => flowSampleOf(flow, sample)!));
  return { samples, byFlow, flowed, producedWh };
}

type Home = ReturnType<typeof homeOf>;

type Samples = Record<HomeFlow, FlowSample[]>;

const ofFlows = <Value>(of: (flow: HomeFlow) => Value): Record<HomeFlow, Value> => ({
  fromGrid: of('fromGrid'),
  toGrid: of('toGrid'),
  charge: of('charge'),
  discharge: of('discharge'),
});

const aggregate = (samples: readonly FlowSample[]): FlowRow[] => aggregateFlow(null, samples, source).days;

/** Every figure of every day, Wh, in the same order for the same home. */
function figuresOf({ producedWh }: Home, days: Days): number[] {
  const measureOf = (energyWh: number): Measure => ({ energyWh, spreadWh: 0, source: 'counted', completeness: 1 });
  return producedWh.flatMap((production, index) => {
    const day: DayOfPlant = {
      day: days.fromGrid[index]!.day,
      lengthS: 86_400,
      measures: {
        production: measureOf(production),
        fromGrid: measureOf(days.fromGrid[index]!.energyWh),
        toGrid: measureOf(days.toGrid[index]!.energyWh),
        charge: measureOf(days.charge[index]!.energyWh),
        discharge: measureOf(days.discharge[index]!.energyWh),
        home: 'absent',
        generator: 'absent',
      },
    };
    const balance = balanceOfDays([day]);
    return (['production', ...FLOWS, 'home'] as const).map((name) => balance[name].energyWh!);
  });
}

const rejectedIn = (days: Days, kind: 'rejectedPowers' | 'rejectedReadings'): number =>
  Math.max(...FLOWS.map((flow) => days[flow].reduce((sum, day) => sum + day[kind], 0)));

/** Energy that flowed in both directions since the sample before and until the one after, as the devices show it. */
function energyOf({ samples, flowed }: Home, index: number, flows: readonly HomeFlow[], step: Step): number {
  const power = FLOW_QUANTITIES[flows[0]!].power;
  const [before, at, after] = [-1, 0, 1].map((offset) => Math.abs(samples[index + offset]!.quantities[power]!));
  const shown = ((before! + 2 * at! + after!) / 2) * (STEP_MIN / 60);
  if (step === null) return shown;
  const counted = flows.reduce((sum, flow) => sum + flowed[index + 1]![flow] - flowed[index - 1]![flow], 0);
  return Math.max(shown, counted) + 2 * step;
}

/** A power that no home has, in either direction. */
const wrongPower = (random: () => number): number =>
  (random() < 0.5 ? -1 : 1) * 35_000 * Math.exp(random() * Math.log(40));

/** Zero, any earlier reading, another meter's, or a flipped digit. */
function wrongReading(random: () => number, wh: number): number {
  const kind = Math.floor(random() * 5);
  if (kind === 0) return 0;
  if (kind === 1) return Math.floor(wh * random());
  if (kind === 2) return Math.floor(4e9 * random());
  return wh + 10 ** (3 + Math.floor(random() * 4)) * (1 + Math.floor(random() * 9));
}

const GLITCHES: [name: string, kind: 'power' | 'counter', step: Step, count: number][] = [
  ['power of devices without counters', 'power', null, 400],
  ['power of devices with counters', 'power', 10, 100],
  ['counters of a watt-hour', 'counter', 1, 200],
  ['counters of 10 watt-hours', 'counter', 10, 200],
  ['counters of 100 watt-hours', 'counter', 100, 100],
];

describe('1,000 errors of transmission', () => {
  it.each(GLITCHES)('of the %s', (_, kind, step, count) => {
    const random = randomFrom(count + (step ?? 0));
    const home = homeOf(2, step, random);
    const { samples, byFlow } = home;
    const whole: Days = ofFlows((flow) => aggregate(byFlow[flow]));
    const figures = figuresOf(home, whole);
    expect(rejectedIn(whole, 'rejectedPowers') + rejectedIn(whole, 'rejectedReadings')).toBe(0);
    for (let glitch = 0; glitch < count; glitch++) {
      const index = 2 + Math.floor(random() * (samples.length - 5));
      const flows: readonly HomeFlow[] = random() < 0.5 ? ['fromGrid', 'toGrid'] : ['charge', 'discharge'];
      const { power, counter } = FLOW_QUANTITIES[flows[Math.floor(random() * 2)]!];
      const name: QuantityName = kind === 'power' ? power : counter;
      const { atMs, quantities } = samples[index]!;
      const wrong = kind === 'power' ? wrongPower(random) : wrongReading(random, quantities[counter]!);
      const played = { atMs, quantities: { ...quantities, [name]: wrong } };
      const days = { ...whole };
      for (const flow of flows) days[flow] = aggregate(byFlow[flow].with(index, flowSampleOf(flow, played)!));
      const about = `${name} ${wrong} in place of ${quantities[name]} in sample ${index}`;
      const most = energyOf(home, index, flows, step) + 1e-3;
      const changed = figuresOf(home, days).map((figure, position) => Math.abs(figure - figures[position]!));
      expect(Math.max(...changed), about).toBeLessThanOrEqual(most);
      expect(rejectedIn(days, kind === 'power' ? 'rejectedPowers' : 'rejectedReadings'), about).toBe(1);
    }
  });
});

it('1,000 errors in the same 60 days change each day by no more than the energy of its wrong samples', () => {
  const random = randomFrom(60);
  const home = homeOf(60, null, random);
  const { samples, byFlow } = home;
  const wrong = new Set<number>();
  while (wrong.size < 1000) wrong.add(2 + Math.floor(random() * (samples.length - 5)));
  const most = new Map<string, number>();
  const played = { fromGrid: [...byFlow.fromGrid], toGrid: [...byFlow.toGrid] };
  for (const index of wrong) {
    const { atMs } = samples[index]!;
    const gridPowerW = wrongPower(random);
    played.fromGrid[index] = { ...played.fromGrid[index]!, powerW: gridPowerW };
    played.toGrid[index] = { ...played.toGrid[index]!, powerW: -gridPowerW };
    for (const dayMs of [atMs - STEP_MIN * MINUTE_MS, atMs + STEP_MIN * MINUTE_MS]) {
      const day = localDay(dayMs, source.timeZone);
      most.set(day, (most.get(day) ?? 0) + energyOf(home, index, ['fromGrid', 'toGrid'], null));
    }
  }
  for (const flow of ['fromGrid', 'toGrid'] as const) {
    const [right, actual] = [aggregate(byFlow[flow]), aggregate(played[flow])];
    expect(actual.reduce((sum, { rejectedPowers }) => sum + rejectedPowers, 0)).toBe(1000);
    for (const [index, { day, energyWh }] of actual.entries())
      expect(Math.abs(energyWh - right[index]!.energyWh), day).toBeLessThanOrEqual(most.get(day) ?? 0);
  }
});

describe('no real sample is rejected', () => {
  const rejectedOf = (samples: readonly FlowSample[]): number =>
    aggregate(samples).reduce((sum, day) => sum + day.rejectedPowers + day.rejectedReadings, 0);
  const everyMin = (minutes: number, powersW: readonly number[]): FlowSample[] =>
    powersW.map((powerW, step) => ({ atMs: startMs + step * minutes * MINUTE_MS, powerW, counterWh: null }));

  it('of a year in a home that gets a wallbox and a heat pump and heats water with 27 kW', () => {
    const random = randomFrom(365);
    let [carW, heatW] = [0, 0];
    const powersW = Array.from({ length: 365 * 288 }, (_, step) => {
      const day = step / 288;
      if (random() < 0.02) carW = day > 100 && random() < 0.2 ? 22_000 : 0;
      if (random() < 0.1) heatW = day > 200 && random() < 0.5 ? 9000 : 0;
      const waterW = random() < 0.01 ? 27_000 : 0;
      const sunW = Math.max(0, Math.sin((day % 1) * 2 * Math.PI - Math.PI / 2)) * 10_000 * random();
      return 300 + 2000 * random() + carW + heatW + waterW - sunW;
    });
    expect(rejectedOf(everyMin(5, powersW))).toBe(0);
    expect(
      rejectedOf(
        everyMin(
          5,
          powersW.map((powerW) => -powerW),
        ),
      ),
    ).toBe(0);
  });

  it.each([
    ['5 kW', 1],
    ['400 kW', 70],
  ])('of 104 measured days of a %s roof that feeds in everything', (_, scale) => {
    const rows = readFileSync(MEASURED, 'utf8').trim().split('\n').slice(1);
    const powersW = rows.map((row) => Number(row.split(',')[1]) * scale);
    expect(powersW.length).toBeGreaterThan(9000);
    expect(rejectedOf(everyMin(15, powersW))).toBe(0);
  });

  it('of a business from its first sample on, or of a load far above everything before', () => {
    const business = everyMin(5, [180_000, 175_000, 190_000, 60_000, 170_000, 3000, 185_000]);
    const fastCharger = everyMin(5, [500, 800, 600, 50_000, 48_000, 51_000, 49_000, 700, 50_000, 600]);
    const integralOf = (samples: readonly FlowSample[]): number =>
      samples.slice(1).reduce((sum, { powerW }, index) => sum + (samples[index]!.powerW! + powerW!) / 24, 0);
    for (const samples of [business, fastCharger]) {
      expect(rejectedOf(samples)).toBe(0);
      expect(aggregate(samples)[0]!.energyWh).toBeCloseTo(integralOf(samples), 3);
    }
  });
});
