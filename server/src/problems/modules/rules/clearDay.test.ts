// Clear days: an even overcast sky shows neither the curve of a module nor the yield of a roof face.
import { expect, test } from 'vitest';
import { dayBounds } from '../../../platform/calendar/rules/localDays.ts';
import { clearFacts } from './clearDay.ts';
import { lightOf } from './plantDay.ts';

const light = lightOf(dayBounds('2026-06-15', 'Europe/Berlin'), { latitude: 47.66, longitude: 9.18 });
const slots = light.sunDeg.length;
const clearW = Float64Array.from(light.sunDeg, (deg) => Math.max(0, Math.sin((deg * Math.PI) / 180)));
const moduleAt = (index: number, share: number) => ({
  sn: `7000000${index}`,
  input: 1,
  model: 1,
  peakW: 400,
  ratedW: 400,
  neighbours: [],
  powerW: clearW.map((watts) => 400 * watts * share),
  voltageV: new Float64Array(slots).fill(34),
  excused: new Uint8Array(slots),
});
const faces = [
  { key: 'steep', clearW, modules: [0, 1, 2] },
  { key: 'flat', clearW, modules: [3, 4, 5] },
];

test.each([
  ['a clear day', 1, 0.7],
  ['an even overcast day, which gives a flat face more', 0.3, null],
])('compares roof faces on %s or not at all', (_sky, brightness, share) => {
  const modules = [0.7, 0.7, 0.7, 1, 1, 1].map((part, index) => moduleAt(index, part * brightness));
  const facts = clearFacts(light, modules, faces);
  if (share === null) expect(facts).toBeNull();
  else expect(facts!.get(0)!.faceShare).toBeCloseTo(share, 5);
});
