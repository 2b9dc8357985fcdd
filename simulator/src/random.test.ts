// Random numbers must be reproducible and still look random.
import { expect, test } from 'vitest';
import { chance, drift, hash, jitter } from './random.ts';

test('returns the same number for the same keys on every machine, in every version', () => {
  expect(hash(1, 'a', 2)).toBe(674330076);
  expect(new Set([hash(1, 'a', 2), hash(1, 2, 'a'), hash(2, 'a', 1), hash(1, 'a', 2, 0)]).size).toBe(4);
  expect(new Set(Array.from({ length: 10_000 }, (_, i) => hash(7, i * 300_000 + 1.7e12))).size).toBeGreaterThan(9_990);
});

test('distributes numbers evenly', () => {
  const buckets = new Array<number>(10).fill(0);
  for (let i = 0; i < 20_000; i++) buckets[Math.floor(chance(3, i) * 10)]!++;
  for (const count of buckets) expect(Math.abs(count - 2000)).toBeLessThan(220);
  const jitters = Array.from({ length: 5000 }, (_, i) => jitter('noise', i));
  expect(Math.abs(jitters.reduce((a, b) => a + b) / 5000)).toBeLessThan(0.03);
  expect(Math.max(...jitters.map(Math.abs))).toBeLessThanOrEqual(1);
});

test('drifts between 0 and 1 without jumps', () => {
  for (let x = -50; x < 50; x += 0.01) {
    const step = Math.abs(drift(9, x) - drift(9, x + 0.01));
    expect(drift(9, x)).toBeGreaterThanOrEqual(0);
    expect(drift(9, x)).toBeLessThan(1);
    expect(step).toBeLessThan(0.02);
  }
});
