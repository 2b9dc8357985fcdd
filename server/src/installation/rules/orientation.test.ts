// Orientation of a module: from its zone, else its own values, else its device; each of the three values separately.
import { expect, test } from 'vitest';
import { resolveOrientation } from './orientation.ts';

const device = { tiltDeg: 10, azimuthDeg: 90, orientation: 'landscape' } as const;
const none = { tiltDeg: null, azimuthDeg: null, orientation: null };
const noZone = { zoneTiltDeg: null, zoneAzimuthDeg: null, zoneOrientation: null };

test.each([
  ['its device without a row of its own', undefined, device],
  ['its device with a row without orientation', { ...none, ...noZone }, device],
  ['its own azimuth', { ...none, ...noZone, azimuthDeg: 0 }, { ...device, azimuthDeg: 0 }],
  [
    'a zone with two of three values, which override its own',
    {
      ...none,
      tiltDeg: 20,
      azimuthDeg: 100,
      zoneTiltDeg: 0,
      zoneAzimuthDeg: null,
      zoneOrientation: 'portrait' as const,
    },
    { tiltDeg: 0, azimuthDeg: 100, orientation: 'portrait' },
  ],
])('a module takes its orientation from %s', (_, override, expected) =>
  expect(resolveOrientation(device, override)).toEqual(expected),
);
