// Simulated microinverters over whole days: nights without frames, consistent counters and visible faults.
import { describe, expect, test } from 'vitest';
import type { BdmReading } from './bdmFrame.ts';
import { dayBounds, dayOf } from './daylight.ts';
import { dayEnergyWh, frameAt, framesOfDay, nextSendMs, readingAt } from './device.ts';
import type { Fault } from './faults.ts';
import { fleet } from './fleet.ts';
import type { FleetDevice, FleetSite } from './fleetSite.ts';
import { bdmTraits } from './models.ts';

const began = Date.UTC(2026, 10, 21, 9);
const sites = fleet(1, began);
const minuteMs = 60_000;

function siteOf(key: string): FleetSite {
  return sites.find((site) => site.key === key)!;
}

function withoutFaults(device: FleetDevice): FleetDevice {
  return { ...device, faults: [] };
}

function withFaults(device: FleetDevice, ...faults: Fault[]): FleetDevice {
  return { ...device, faults };
}

function readings(site: FleetSite, device: FleetDevice, day: string, everyMs = 5 * minuteMs): BdmReading[] {
  const { startMs, endMs } = dayBounds(site.timeZone, day);
  const all: BdmReading[] = [];
  for (let atMs = startMs; atMs < endMs; atMs += everyMs) {
    const reading = readingAt(site, device, atMs);
    if (reading) all.push(reading);
  }
  return all;
}

function trapezoidWh(all: readonly BdmReading[]): number {
  return all.reduce((sum, now, i) => {
    const before = all[i - 1] ?? now;
    return sum + (((before.powerW + now.powerW) / 2) * (now.atMs - before.atMs)) / 3_600_000;
  }, 0);
}

describe('energy', () => {
  test.each([
    ['anger', '2026-06-12'],
    ['anger', '2026-12-21'],
    ['anger', '2026-03-29'],
    ['anger', '2026-10-25'],
    ['manly', '2026-01-10'],
    ['lakeside', '2026-05-05'],
    ['banana', '2026-08-08'],
    ['seeblick', '2026-07-01'],
  ])('of %s on %s is equal by readings, by counter and by day', (key, day) => {
    const site = siteOf(key);
    const device = site.devices[0]!;
    const all = readings(site, device, day);
    const { energyWh, peakW } = dayEnergyWh(site, device, day);
    expect(energyWh).toBeGreaterThan(20);
    expect(Math.abs(trapezoidWh(all) / energyWh - 1)).toBeLessThan(0.01);
    expect(Math.abs(all.at(-1)!.energyTodayWh / energyWh - 1)).toBeLessThan(0.002);
    expect(Math.abs(Math.max(...all.map((one) => one.powerW)) / peakW - 1)).toBeLessThan(0.02);
    for (let i = 1; i < all.length; i++) {
      expect(all[i]!.energyTodayWh).toBeGreaterThanOrEqual(all[i - 1]!.energyTodayWh);
    }
  });

  test('of the inputs sums to that of the device, in power and in counters', () => {
    const site = siteOf('seeblick');
    for (const reading of readings(site, site.devices[1]!, '2026-06-12')) {
      const sum = (pick: (input: BdmReading['inputs'][number]) => number): number =>
        reading.inputs.reduce((total, input) => total + pick(input), 0);
      expect(sum((input) => input.powerW)).toBeCloseTo(reading.powerW, 6);
      expect(sum((input) => input.energyTodayWh)).toBeCloseTo(reading.energyTodayWh, 6);
    }
  });

  test('is counted from zero each dawn', () => {
    const site = siteOf('anger');
    const first = ['2026-06-12', '2026-06-13'].map((day) => readings(site, site.devices[0]!, day)[0]!);
    for (const reading of first) expect(reading.energyTodayWh).toBeLessThan(3);
  });
});

describe('readings', () => {
  test('exist only by day, at every plant', () => {
    for (const site of sites.filter((one) => one.devices.length > 0)) {
      const device = withoutFaults(site.devices[0]!);
      for (const reading of readings(site, device, '2026-11-10', 10 * minuteMs)) {
        const localHour = Temporal.Instant.fromEpochMilliseconds(reading.atMs).toZonedDateTimeISO(site.timeZone).hour;
        expect(localHour, site.name).toBeGreaterThanOrEqual(4);
        expect(localHour, site.name).toBeLessThan(21);
        expect(reading.powerW).toBeLessThanOrEqual(bdmTraits[device.model].ratedW);
        expect(reading.status).toBe(0);
      }
    }
  });

  test('are equal for the same seed and different for another', () => {
    const at = Date.UTC(2026, 5, 12, 10, 3);
    const [again, other] = [fleet(1, began), fleet(2, began)].map((all) => all.find((site) => site.key === 'anger')!);
    const site = siteOf('anger');
    const reading = readingAt(site, site.devices[3]!, at);
    expect(reading).not.toBeNull();
    expect(readingAt(again!, again!.devices[3]!, at)).toEqual(reading);
    expect(readingAt(other!, other!.devices[3]!, at)).not.toEqual(reading);
  });

  test('are clipped at the rating on a clear noon where modules are oversized', () => {
    const site = siteOf('saguaro');
    const device = site.devices[0]!;
    const peaks = Array.from({ length: 60 }, (_, i) => {
      const day = Temporal.PlainDate.from('2026-02-15').add({ days: i }).toString();
      return dayEnergyWh(site, device, day).peakW;
    });
    expect(Math.max(...peaks)).toBe(1200);
  });
});

describe('frames of a day', () => {
  test('are those of each instant, ordered and evenly spaced', () => {
    const site = siteOf('seeblick');
    const device = site.devices[2]!;
    const frames = [...framesOfDay(site, device, '2026-11-18', 300)];
    expect(frames.length).toBeGreaterThan(90);
    expect(frames.length).toBeLessThan(125);
    for (const [i, { atMs, ...frame }] of frames.entries()) {
      expect(frameAt(site, device, atMs)).toEqual(frame);
      expect(dayOf(site.timeZone, atMs)).toBe('2026-11-18');
      if (i > 0) expect(atMs - frames[i - 1]!.atMs).toBe(300_000);
    }
    expect(nextSendMs(device, 300, frames[0]!.atMs)).toBe(frames[0]!.atMs);
  });

  test('follow the clock of a device whose counter restarts at noon', () => {
    const site = siteOf('kazimierz');
    const device = site.devices[3]!;
    for (const { atMs, ...frame } of framesOfDay(site, device, '2026-11-18', 600)) {
      expect(frameAt(site, device, atMs)).toEqual(frame);
    }
  });
});

describe('faults', () => {
  const site = siteOf('seeblick');
  const day = '2026-06-12';
  const noon = Date.UTC(2026, 5, 12, 10);
  const device = withoutFaults(site.devices[0]!);
  const whole = dayEnergyWh(site, device, day).energyWh;

  test('a dead module produces nothing, but its socket is not empty', () => {
    const dead = withFaults(device, { kind: 'deadModule', input: 1, fromMs: 0 });
    const reading = readingAt(site, dead, noon)!;
    expect(reading.inputs[1]!.powerW).toBe(0);
    expect(reading.inputs[1]!.voltageV).toBeGreaterThan(5);
    expect(reading.inputs[0]!.powerW).toBeGreaterThan(20);
    expect(dayEnergyWh(site, dead, day).energyWh / whole).toBeCloseTo(0.75, 1);
  });

  test('a fault has an effect from its instant on', () => {
    const dead = withFaults(device, { kind: 'deadModule', input: 1, fromMs: noon });
    expect(readingAt(site, dead, noon - 1)!.inputs[1]!.powerW).toBeGreaterThan(20);
    expect(readingAt(site, dead, noon)!.inputs[1]!.powerW).toBe(0);
  });

  test('dirt reduces the power by its share', () => {
    const dirty = withFaults(device, { kind: 'dirt', share: 0.3, fromMs: 0 });
    expect(dayEnergyWh(site, dirty, day).energyWh / whole).toBeCloseTo(0.7, 1);
  });

  test('error bits appear in the status word, stop production and disappear', () => {
    const tripped = withFaults(device, {
      kind: 'errorBits',
      bits: 0x0010,
      powerShare: 0,
      fromMs: noon,
      toMs: noon + 3_600_000,
    });
    expect(readingAt(site, tripped, noon - 1)!.status).toBe(0);
    expect(readingAt(site, tripped, noon)).toMatchObject({ status: 0x0010, powerW: 0, mode: 'awake' });
    expect(readingAt(site, tripped, noon)!.frequencyHz).toBeGreaterThan(51);
    expect(readingAt(site, tripped, noon + 3_600_000)!.status).toBe(0);
  });

  test('a silent device sends nothing but loses no energy', () => {
    const silent = withFaults(device, { kind: 'silence', fromMs: noon });
    expect(readingAt(site, silent, noon)).toBeNull();
    expect(readingAt(site, silent, noon - 1)).not.toBeNull();
    expect([...framesOfDay(site, silent, day, 300)].every((frame) => frame.atMs < noon)).toBe(true);
    expect(dayEnergyWh(site, silent, day).energyWh).toBe(whole);
  });

  test('a wrong clock restarts the counter once during the day, and the previous day is counted until then', () => {
    const wrong = withFaults(device, { kind: 'wrongClock', resetAfterMidnightS: 43_200, fromMs: 0 });
    const counters = readings(site, wrong, day).map((reading) => reading.energyTodayWh);
    const drops = counters.filter((wh, i) => i > 0 && wh < counters[i - 1]!);
    expect(drops).toHaveLength(1);
    expect(counters[0]).toBeGreaterThan(100);
    const gained = counters.at(-1)! + Math.max(...counters) - counters[0]!;
    expect(Math.abs(gained / whole - 1)).toBeLessThan(0.03);
  });

  test('a loss of DC sets the counter back for the rest of the day', () => {
    const warped = withFaults(device, { kind: 'warpBack', fromMs: noon, lostWh: 150 });
    const before = readingAt(site, warped, noon - 1000)!.energyTodayWh;
    expect(readingAt(site, warped, noon)!.energyTodayWh).toBeLessThan(before - 140);
    expect(readings(site, warped, day).at(-1)!.energyTodayWh).toBeCloseTo(whole - 150, -1);
    expect(readings(site, warped, '2026-06-13').at(-1)!.energyTodayWh).toBeCloseTo(
      dayEnergyWh(site, device, '2026-06-13').energyWh,
      0,
    );
  });
});
