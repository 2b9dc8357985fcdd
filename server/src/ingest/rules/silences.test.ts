// Silences between samples that arrive late: by the device's interval, its sleep, and whether the present is watched already.
import { expect, test } from 'vitest';
import { silencesIn } from './silences.ts';

const device = { sleeps: true, latitude: 47.66, longitude: 9.18, everyS: null, isPolled: false };
const at = (time: string) => Date.parse(`2026-06-${time}:00Z`);
const samples = (...times: string[]) => times.map((time) => ({ atMs: at(time) }));
const later = { everyS: 300, nowMs: at('20T12:00') };

test.each([
  ['none within three intervals', samples('10T10:05', '10T10:20'), device, later, 0],
  ['one after more than three intervals', samples('10T10:05', '10T10:21'), device, later, 1],
  ['none for fifteen minutes, once learnt', samples('10T10:15', '10T10:30', '10T10:55', '10T11:25'), device, later, 0],
  ['one by the announced interval', samples('10T10:05'), { ...device, everyS: 60 }, later, 1],
  ['none that ends at present', samples('10T10:30'), device, { ...later, nowMs: at('10T10:31') }, 0],
  ['none between hourly values of a file', [{ atMs: at('10T11:00'), imported: true }], device, later, 0],
])('finds %s', (_, given, of, learnt, count) => {
  expect(silencesIn(at('10T10:00'), given, of, learnt)).toHaveLength(count);
});

test('finds a silence of a night only for a device that does not sleep', () => {
  const morning = samples('11T03:50');
  expect(silencesIn(at('10T19:10'), morning, device, later)).toEqual([]);
  expect(silencesIn(at('10T19:10'), morning, { ...device, sleeps: false }, later)).toEqual([
    { openedAtMs: at('10T19:10'), closedAtMs: at('11T03:50') },
  ]);
  expect(silencesIn(null, morning, device, later)).toEqual([]);
});
