// A plant's day: load = production + grid + battery + generator at each instant and over days, independent of which day is computed first.
import { describe, expect, test } from 'vitest';
import { isQuick, sampled } from '../../server/test/sampling.ts';
import { appliedStrategy } from './battery.ts';
import { dayOf } from './daylight.ts';
import { fleet } from './fleet.ts';
import type { FleetSite } from './fleetSite.ts';
import {
  energyAt,
  type FlowName,
  lifeAt,
  momentAt,
  momentIn,
  type PlantMoment,
  plantDay,
  powerAt,
  storedAt,
  withStrategy,
} from './plantDay.ts';

const began = Date.UTC(2026, 5, 21, 9);
const dayMs = 86_400_000;
const sites = fleet(1, began).filter(({ home }) => home !== null);
const named = (key: string, all: readonly FleetSite[] = sites): FleetSite => all.find((site) => site.key === key)!;

const balance = (of: (name: FlowName) => number): number =>
  of('made') + of('grid') + of('battery') + of('generator') - of('load');
const net = (moment: PlantMoment, name: FlowName): number => {
  const { upWh, downWh } = lifeAt(moment, name);
  return upWh - downWh;
};

describe.each(sampled(sites, isQuick ? 6 : 3).map((site) => [site.key, site] as const))('%s', (_, site) => {
  const instants = Array.from({ length: 400 }, (_, i) => began - 3 * dayMs + i * 1_234_567).filter((at) => at < began);

  test('balances at each instant, also between points, and since commissioning', () => {
    for (const atMs of instants) {
      const moment = momentAt(site, atMs);
      expect(balance((name) => powerAt(moment, moment.plant.flows[name]))).toBeCloseTo(0, 6);
      expect(balance((name) => net(moment, name))).toBeCloseTo(0, 3);
    }
  });

  test('production of the machines sums to that of the plant', () => {
    for (const atMs of instants.slice(0, 60)) {
      const moment = momentAt(site, atMs);
      const { machines, flows } = moment.plant;
      const sum = [...machines.values()].reduce((watts, { ac }) => watts + powerAt(moment, ac), 0);
      expect(sum).toBeCloseTo(powerAt(moment, flows.made), 6);
      for (const { ac, inputs } of machines.values()) {
        const dcW = inputs.reduce((watts, input) => watts + powerAt(moment, input), 0);
        expect(powerAt(moment, ac)).toBeLessThanOrEqual(dcW + 1e-9);
      }
    }
  });

  test('counters never decrease, and continue over midnight', () => {
    let before: number[] = [];
    for (let atMs = began - 2 * dayMs; atMs < began; atMs += 97_000) {
      const moment = momentAt(site, atMs);
      const counters = (['load', 'grid', 'battery', 'made', 'generator', 'backup'] as const).flatMap((name) => {
        const { upWh, downWh } = lifeAt(moment, name);
        return [upWh, downWh];
      });
      for (const [i, wh] of counters.entries()) expect(wh).toBeGreaterThanOrEqual((before[i] ?? 0) - 1e-6);
      before = counters;
    }
  });

  test('each energy is the integral of its power', () => {
    const day = plantDay(site, dayOf(site.timeZone, began - dayMs));
    const { startMs, endMs } = day.light;
    for (const name of ['load', 'grid', 'battery'] as const) {
      let sum = 0;
      for (let atMs = startMs + 15_000; atMs < endMs; atMs += 30_000) {
        sum += Math.max(0, powerAt(momentIn(day, atMs), day.flows[name])) / 120;
      }
      expect(Math.abs(energyAt(momentIn(day, endMs), day.flows[name]).upWh - sum)).toBeLessThan(2 + sum * 1e-3);
    }
  });
});

test('a day does not depend on which day is computed first', () => {
  const [one, other] = [named('moorgate', fleet(1, began)), named('moorgate', fleet(1, began))];
  for (const daysAgo of [1, 40, 3, 80, 2]) momentAt(one, began - daysAgo * dayMs);
  for (const atMs of [began - dayMs, began - 40 * dayMs]) {
    const [here, there] = [momentAt(one, atMs), momentAt(other, atMs)];
    expect(storedAt(here)).toBe(storedAt(there));
    expect(lifeAt(here, 'grid')).toEqual(lifeAt(there, 'grid'));
  }
});

test('the powers of a day end where the next day begins, also at daylight-saving changes', () => {
  const site = named('birkenhof', fleet(1, Date.UTC(2026, 3, 20)));
  for (let day = '2026-03-25'; day < '2026-04-02'; day = Temporal.PlainDate.from(day).add({ days: 1 }).toString()) {
    const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
    const [one, other] = [plantDay(site, day), plantDay(site, next)];
    for (const name of ['load', 'grid', 'battery', 'made'] as const) {
      expect(one.flows[name].atPoint.at(-1), `${day} ${name}`).toBeCloseTo(other.flows[name].atPoint[0]!, 9);
    }
  }
});

test('batteries follow their strategies', () => {
  const at = (key: string, hour: number) => momentAt(named(key), Date.UTC(2026, 5, 20, hour));
  // Self-consumption: full by the afternoon of a June day.
  expect(storedAt(at('birkenhof', 15))).toBeGreaterThan(0.6 * 10_240);
  // Charged from the grid at night (the time zone is an hour behind).
  const night = at('moorgate', 1);
  if (storedAt(night) < 0.68 * 7_400) expect(powerAt(night, night.plant.flows.grid)).toBeGreaterThan(0);
  for (const day of ['2026-06-18', '2026-06-19', '2026-06-20']) {
    const { flows, storedWh } = plantDay(named('hochalm'), day);
    expect(Math.max(...flows.grid.atPoint.map(Math.abs))).toBe(0);
    expect(Math.min(...storedWh)).toBeGreaterThanOrEqual(0.149 * 19_200);
    expect(Math.max(...flows.generator.atPoint)).toBeLessThan(6_500);
  }
});

test('the generator of the hut runs in winter, and the stored energy stays above the reserve', () => {
  const hut = named('hochalm', fleet(1, Date.UTC(2026, 0, 20)));
  let ranWh = 0;
  for (let day = '2026-01-05'; day < '2026-01-15'; day = Temporal.PlainDate.from(day).add({ days: 1 }).toString()) {
    const { flows, storedWh } = plantDay(hut, day);
    ranWh += flows.generator.upWh.at(-1)!;
    expect(Math.min(...storedWh)).toBeGreaterThan(0.14 * 19_200);
  }
  expect(ranWh).toBeGreaterThan(1_000);
});

describe('a battery with a new strategy', () => {
  const site = named('birkenhof');
  const toldMs = began + 3_600_000;
  const settings = { mode: 'backup', reservePercent: 12, shutdownPercent: 5, peakW: 0, periods: [] } as const;
  const changed = withStrategy(site, toldMs, appliedStrategy(site.home!.battery!, settings));

  test('is unchanged before the change', () => {
    for (const atMs of [began - 3 * dayMs, began - 7_000_000, began, toldMs - 300_000, toldMs, toldMs + 1_000]) {
      const [was, is] = [momentAt(site, atMs), momentAt(changed, atMs)];
      expect(storedAt(is)).toBe(storedAt(was));
      expect(lifeAt(is, 'battery')).toEqual(lifeAt(was, 'battery'));
      expect(lifeAt(is, 'grid')).toEqual(lifeAt(was, 'grid'));
    }
  });

  test('follows it from then on, over midnight, and the plant still balances', () => {
    const nightMs = began + 20 * 3_600_000;
    const givenSince = (of: FleetSite) => lifeAt(momentAt(of, nightMs), 'battery').upWh;
    const at = momentAt(changed, nightMs);
    expect(storedAt(at) / site.home!.battery!.capacityWh).toBeGreaterThan(0.95);
    // Its discharge before the change, and in the interval already begun.
    expect(givenSince(changed)).toBeLessThan(givenSince(site));
    for (let atMs = toldMs; atMs < nightMs; atMs += 711_000) {
      const moment = momentAt(changed, atMs);
      expect(balance((name) => powerAt(moment, moment.plant.flows[name]))).toBeCloseTo(0, 6);
    }
  });

  test('has counters that never decrease', () => {
    let before = [0, 0, 0, 0];
    for (let atMs = toldMs - 600_000; atMs < toldMs + 3_600_000; atMs += 41_000) {
      const moment = momentAt(atMs < toldMs ? site : changed, atMs);
      const now = (['battery', 'grid'] as const).flatMap((name) => Object.values(lifeAt(moment, name)));
      for (const [i, wh] of now.entries()) expect(wh).toBeGreaterThanOrEqual(before[i]! - 1e-6);
      before = now;
    }
  });

  test('throws at a plant without a battery', () => {
    const without = sites.find(({ home }) => home!.battery === null)!;
    expect(() => withStrategy(without, toldMs, { kind: 'ownUse', reservePercent: 10 })).toThrow(RangeError);
  });
});
