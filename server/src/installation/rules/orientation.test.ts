// How a module lies: its zone is asked first, then what is said of itself, then its device; each of the three by itself.
import { expect, test } from 'vitest';
import { resolveOrientation } from './orientation.ts';

const device = { tiltDeg: 10, azimuthDeg: 90, orientation: 'landscape' } as const;
const none = { tiltDeg: null, azimuthDeg: null, orientation: null };
const noZone = { zoneTiltDeg: null, zoneAzimuthDeg: null, zoneOrientation: null };

test.each([
  ['nothing is said of it', undefined, device],
  ['its row says something else', { ...none, ...noZone }, device],
  ['its own azimuth', { ...none, ...noZone, azimuthDeg: 0 }, { ...device, azimuthDeg: 0 }],
  [
    'a zone that says two of three, over its own',
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
])('%s', (_, said, lies) => expect(resolveOrientation(device, said)).toEqual(lies));
