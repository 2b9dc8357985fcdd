// Clear-sky power: against the published formula, and properties of any plane.
import { describe, expect, it } from 'vitest';
import { clearSkyOf, defaultOrientation, type Plane } from './clearSky.ts';

const KONSTANZ = { latitude: 47.66, longitude: 9.18 };
const plane = (overrides: Partial<Plane>): Plane => ({
  peakW: 1000,
  tiltDeg: 0,
  azimuthDeg: 180,
  ratedW: 1e9,
  ...overrides,
});
const at = (iso: string) => Date.parse(iso);
/** Every five minutes of a day in UTC. */
const dayOf = (day: string, overrides: Partial<Plane>, location = KONSTANZ) =>
  Array.from({ length: 288 }, (_, slot) =>
    clearSkyOf(location, [plane(overrides)])(at(`${day}T00:00:00Z`) + slot * 300_000),
  );
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe('clearSkyOf', () => {
  it('equals the global irradiance of Haurwitz on level modules: 938 W/m2 at 65.8 degrees, 85 % of it as power', () => {
    // 21 June, solar noon at 9.18 degrees east.
    expect(clearSkyOf(KONSTANZ, [plane({})])(at('2026-06-21T11:25:00Z'))).toBeCloseTo(0.85 * 938, -1);
    expect(clearSkyOf(KONSTANZ, [plane({ azimuthDeg: 0 })])(at('2026-06-21T11:25:00Z'))).toBeCloseTo(0.85 * 938, -1);
  });
  it('is zero while the sun is down, and never negative', () => {
    expect(clearSkyOf(KONSTANZ, [plane({})])(at('2026-06-21T00:00:00Z'))).toBe(0);
    expect(Math.min(...dayOf('2026-12-21', { tiltDeg: 90, azimuthDeg: 0 }))).toBe(0);
  });
  it('is limited to the rated power of the inverters, separately for each plane', () => {
    const noon = at('2026-06-21T11:25:00Z');
    expect(clearSkyOf(KONSTANZ, [plane({ ratedW: 400 }), plane({})])(noon)).toBeCloseTo(400 + 0.85 * 938, -1);
  });
  it('peaks early on east planes and late on west planes', () => {
    const top = (azimuthDeg: number) => {
      const powers = dayOf('2026-06-21', { tiltDeg: 35, azimuthDeg });
      return powers.indexOf(Math.max(...powers)) / 12;
    };
    expect(top(90)).toBeLessThan(top(180) - 1);
    expect(top(270)).toBeGreaterThan(top(180) + 1);
  });
  it('yields 1,100 to 2,100 kWh per kWp in a cloudless year', () => {
    const perMonth = Array.from({ length: 12 }, (_, month) =>
      sum(dayOf(`2026-${String(month + 1).padStart(2, '0')}-15`, { tiltDeg: 30 })),
    );
    const kWhAYear = (sum(perMonth) / 12 / 12) * 365 * 1e-3;
    expect(kWhAYear).toBeGreaterThan(1100);
    expect(kWhAYear).toBeLessThan(2100);
  });
  it('assumes modules that face the equator, flatter near it', () => {
    expect(defaultOrientation(47.66)).toEqual({ tiltDeg: expect.closeTo(33.4, 1), azimuthDeg: 180 });
    expect(defaultOrientation(-33.9).azimuthDeg).toBe(0);
    expect(defaultOrientation(1).tiltDeg).toBe(10);
    const south = { latitude: -33.9, longitude: 18.4 };
    const facing = (azimuthDeg: number) => sum(dayOf('2026-06-21', { tiltDeg: 25, azimuthDeg }, south));
    expect(facing(0)).toBeGreaterThan(facing(180));
  });
});
