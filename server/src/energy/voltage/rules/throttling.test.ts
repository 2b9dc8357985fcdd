// Loss by throttling of played inverters whose true loss is known: limited at the voltage, reduced on a slope, or tripping, beside a free inverter and alone; and none of a device that is not throttled.
import { describe, expect, test } from 'vitest';
import { type Mode, PLACE, playThrottling } from '../../../../test/playedThrottling.ts';
import { clearSkyOf } from '../../rules/clearSky.ts';
import type { VoltageSlots } from './gridVoltage.ts';
import { shapeOf, throttlingOf, warmed } from './throttling.ts';

/** Returns 40 played days in slots of ten minutes, and their true loss. */
function play(mode: Mode, baseV: number, of: { azimuthDeg?: number; share?: number; seed?: number } = {}) {
  const azimuthDeg = of.azimuthDeg ?? 180;
  const clearSkyW = clearSkyOf(PLACE, [{ peakW: 1, tiltDeg: 30, azimuthDeg, ratedW: Number.POSITIVE_INFINITY }]);
  const played = playThrottling(mode, baseV, of);
  const days = played.map(({ fromMs, samples }): VoltageSlots => {
    const slots = (of: (values: number[]) => number, name: 'watts' | 'volts') =>
      Float64Array.from({ length: 144 }, (_, slot) =>
        of(samples.slice(slot * 5, slot * 5 + 5).map((sample) => sample[name])),
      );
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const powerW = slots(mean, 'watts');
    return {
      stepS: 600,
      lines: [{ line: 'grid', volts: slots(mean, 'volts'), nominalV: 230 }],
      saidTooHigh: new Uint8Array(144),
      powerW,
      lowW: slots((values) => Math.min(...values), 'watts'),
      highW: slots((values) => Math.max(...values), 'watts'),
      clearW: warmed(powerW.map((_, slot) => clearSkyW(fromMs + (slot + 0.5) * 600_000))),
    };
  });
  return { days, lostWh: played.reduce((sum, day) => sum + day.lostWh, 0) };
}

function lossOf(days: readonly VoltageSlots[], neighbours: readonly VoltageSlots[] = []) {
  let lostWh = 0;
  const bases = new Set<string | null>();
  for (const [n, day] of days.entries()) {
    // The curve comes from the 30 days before, as in voltageDays.
    const shape = shapeOf(days.slice(Math.max(0, n - 30), n + 1));
    const { throttled, expectedW, basis } = throttlingOf(day, neighbours[n] ? [neighbours[n]] : [], shape);
    bases.add(basis);
    for (const [slot, watts] of expectedW.entries())
      if (throttled[slot] === 1 && watts > 0) lostWh += Math.max(0, watts - day.powerW![slot]!) / 6;
  }
  return { lostWh, bases };
}

const THROTTLED: [Mode, number][] = [
  ['cap', 240],
  ['cap', 242],
  ['cap', 244],
  ['slope', 240],
  ['slope', 242],
  ['slope', 244],
  ['trip', 240],
  ['trip', 242],
  ['trip', 244],
];

describe('the loss of an inverter that is throttled by its voltage', () => {
  const free = play('none', 230, { share: 0.4 }).days;

  test.each(THROTTLED)('is within 20 per cent of the truth alone (%s, street at %i V)', (mode, baseV) => {
    const { days, lostWh } = play(mode, baseV);
    const found = lossOf(days);
    expect(found.lostWh / lostWh).toBeGreaterThan(0.8);
    expect(found.lostWh / lostWh).toBeLessThan(1.2);
    expect(found.bases).toEqual(new Set(['ownCurve', null]));
  });

  test.each(THROTTLED)(
    'is within 20 per cent of the truth beside a free inverter (%s, street at %i V)',
    (mode, baseV) => {
      const { days, lostWh } = play(mode, baseV);
      const found = lossOf(days, free);
      expect(found.lostWh / lostWh).toBeGreaterThan(0.8);
      expect(found.lostWh / lostWh).toBeLessThan(1.2);
      expect(found.bases).toContain('neighbours');
    },
  );

  test('does not use a neighbour that faces another direction', () => {
    const { days, lostWh } = play('cap', 242);
    const found = lossOf(days, play('none', 230, { azimuthDeg: 60 }).days);
    expect(found.lostWh / lostWh).toBeGreaterThan(0.8);
    expect(found.lostWh / lostWh).toBeLessThan(1.2);
  });

  test.each([230, 238, 242, 246])('is nearly none of a device with a higher limit (street at %i V)', (baseV) => {
    const { days } = play('none', baseV);
    const producedWh = days.flatMap(({ powerW }) => [...powerW!]).reduce((sum, watts) => sum + watts / 6, 0);
    expect(lossOf(days).lostWh / producedWh).toBeLessThan(0.015);
  });
});
