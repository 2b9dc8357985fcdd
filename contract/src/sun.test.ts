// Compares the sun with published positions, and its integrals with plain sums.
import { describe, expect, it } from 'vitest';
import { daylightSeconds, sunPosition, sunTimes, sunWeight } from './sun.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (text: string): number => Date.parse(text);

describe('sunPosition', () => {
  it("agrees with NREL's published example (Golden, 2003-10-17)", () => {
    // Reda and Andreas, Solar Position Algorithm, table A5: zenith 50.11162, azimuth 194.34024
    const sun = sunPosition(at('2003-10-17T12:30:30-07:00'), 39.742476, -105.1786);
    expect(sun.elevationDeg).toBeCloseTo(90 - 50.11162, 1);
    expect(sun.azimuthDeg).toBeCloseTo(194.34024, 1);
  });

  it.each([
    ['overhead at the tropic at the June solstice', '2026-06-21T12:02:00Z', 23.44, 0, 89.7, 90],
    ['at the horizon at the equator at the equinox', '2026-03-20T06:07:30Z', 0, 0, -0.2, 0.2],
    ['up at midnight beyond the polar circle', '2026-06-21T23:00:00Z', 69.65, 18.96, 2, 5],
    ['down at noon in the polar night', '2026-12-21T11:00:00Z', 69.65, 18.96, -5, -2],
  ])('stands %s', (_what, when, latitude, longitude, low, high) => {
    const { elevationDeg } = sunPosition(at(when), latitude, longitude);
    expect(elevationDeg).toBeGreaterThan(low);
    expect(elevationDeg).toBeLessThan(high);
  });

  it('moves from east over south to west in the north, over north in the south', () => {
    const azimuths = [6, 12, 18].map(
      (hour) => sunPosition(at('2026-06-21T00:00:00Z') + hour * hourMs, 50, 0).azimuthDeg,
    );
    expect(azimuths[0]).toBeLessThan(90);
    expect(Math.abs(azimuths[1]! - 180)).toBeLessThan(3);
    expect(azimuths[2]).toBeGreaterThan(270);
    const southern = sunPosition(at('2026-06-21T12:00:00Z'), -34, 0).azimuthDeg;
    expect(Math.min(southern, 360 - southern)).toBeLessThan(3);
  });
});

describe('integrals', () => {
  const places: [string, number, number][] = [
    ['Berlin', 52.52, 13.4],
    ['Quito', -0.18, -78.47],
    ['Kiritimati', 1.87, -157.4],
    ['Tromso', 69.65, 18.96],
    ['Invercargill', -46.41, 168.35],
  ];
  it.each(places)('agree with a sum over minutes in %s', (_name, latitude, longitude) => {
    for (const day of ['2026-01-15', '2026-03-20', '2026-06-21', '2026-10-25', '2026-11-26']) {
      const startMs = at(`${day}T00:00:00Z`);
      let seconds = 0;
      let weight = 0;
      for (let ms = startMs + 30_000; ms < startMs + dayMs; ms += 60_000) {
        const { elevationDeg } = sunPosition(ms, latitude, longitude);
        if (elevationDeg > 0) seconds += 60;
        weight += 60 * Math.max(0, Math.sin((elevationDeg * Math.PI) / 180));
      }
      // Near the polar circle the sun grazes the horizon, where a small angle is a long time.
      const tolerance = Math.abs(latitude) > 60 ? 600 : 120;
      expect(Math.abs(daylightSeconds(startMs, startMs + dayMs, latitude, longitude) - seconds)).toBeLessThan(
        tolerance,
      );
      expect(Math.abs(sunWeight(startMs, startMs + dayMs, latitude, longitude) - weight)).toBeLessThan(30);
    }
  });

  it('add up over any cut', () => {
    const fromMs = at('2026-05-30T03:17:00Z');
    const whole = sunWeight(fromMs, fromMs + 2 * dayMs, 48, 11);
    let sum = 0;
    for (let part = 0; part < 96; part++) {
      sum += sunWeight(fromMs + part * 1_800_000, fromMs + (part + 1) * 1_800_000, 48, 11);
    }
    expect(sum).toBeCloseTo(whole, 6);
  });

  it('are zero for an empty or backward interval', () => {
    expect(daylightSeconds(5, 5, 0, 0)).toBe(0);
    expect(sunWeight(dayMs, 0, 0, 0)).toBe(0);
  });
});

describe('sunTimes', () => {
  it('gives rise and set where the elevation is zero', () => {
    const startMs = at('2026-05-30T00:00:00+02:00');
    const { riseMs, setMs, always } = sunTimes(startMs, startMs + dayMs, 52.52, 13.4);
    expect(always).toBeNull();
    expect(Math.abs(sunPosition(riseMs!, 52.52, 13.4).elevationDeg)).toBeLessThan(0.1);
    expect(Math.abs(sunPosition(setMs!, 52.52, 13.4).elevationDeg)).toBeLessThan(0.1);
    expect((setMs! - riseMs!) / 1000).toBeCloseTo(daylightSeconds(startMs, startMs + dayMs, 52.52, 13.4), -2);
  });

  it('knows polar day and polar night', () => {
    const june = at('2026-06-21T00:00:00+02:00');
    const december = at('2026-12-21T00:00:00+01:00');
    expect(sunTimes(june, june + dayMs, 69.65, 18.96)).toEqual({ riseMs: null, setMs: null, always: 'up' });
    expect(sunTimes(december, december + dayMs, 69.65, 18.96)).toEqual({ riseMs: null, setMs: null, always: 'down' });
    expect(daylightSeconds(june, june + dayMs, 69.65, 18.96)).toBe(86_400);
    expect(daylightSeconds(december, december + dayMs, 69.65, 18.96)).toBe(0);
    expect(sunTimes(june, june + dayMs, 90, 0).always).toBe('up');
  });

  it('finds the set of a UTC day that starts in daylight', () => {
    const startMs = at('2026-06-21T00:00:00Z');
    const { riseMs, setMs } = sunTimes(startMs, startMs + dayMs, 1.87, -157.4);
    expect(setMs!).toBeLessThan(riseMs!);
  });
});
