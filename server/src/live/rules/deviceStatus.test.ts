// Silence by day and by night, and alert.
import { type SiteStatus, statusName } from '@heliograph/contract/statuses.ts';
import { describe, expect, it } from 'vitest';
import { deviceStatus } from './deviceStatus.ts';

const konstanz = { latitude: 47.66, longitude: 9.18 };
const tromso = { latitude: 69.65, longitude: 18.96 };
const heard = (
  last: string | null,
  now: string,
  more: { statusBits?: number; registered?: boolean; sleeps?: boolean; latitude?: number; longitude?: number } = {},
  everyS = 300,
) =>
  statusName(
    deviceStatus(
      {
        registered: true,
        statusBits: 0,
        sleeps: true,
        lastAtMs: last === null ? null : Date.parse(last),
        ...konstanz,
        ...more,
      },
      Date.parse(now),
      everyS,
    ),
  );

describe('a device', () => {
  it.each<[string, SiteStatus, SiteStatus]>([
    ['just heard at noon', heard('2026-06-15T10:00Z', '2026-06-15T10:04Z'), 'online'],
    ['two missed uploads at noon', heard('2026-06-15T10:00Z', '2026-06-15T10:15Z'), 'online'],
    ['three missed uploads at noon', heard('2026-06-15T10:00Z', '2026-06-15T10:15:01Z'), 'offline'],
    ['silent all night', heard('2026-06-15T19:20Z', '2026-06-16T03:20Z'), 'online'],
    ['still silent well after sunrise', heard('2026-06-15T19:20Z', '2026-06-16T05:00Z'), 'offline'],
    ['silent since yesterday noon, now night', heard('2026-06-15T10:00Z', '2026-06-16T00:00Z'), 'offline'],
    ['slept late in the first sun', heard('2026-06-15T19:20Z', '2026-06-16T04:20Z'), 'online'],
    ['silent in the polar night', heard('2026-12-01T10:00Z', '2026-12-20T10:00Z', tromso), 'online'],
    ['a meter at night', heard('2026-06-15T23:00Z', '2026-06-15T23:14Z', { sleeps: false }), 'online'],
    ['a silent meter at night', heard('2026-06-15T23:00Z', '2026-06-15T23:16Z', { sleeps: false }), 'offline'],
    [
      'a silent meter in the polar night',
      heard('2026-12-20T10:00Z', '2026-12-20T10:16Z', { ...tromso, sleeps: false }),
      'offline',
    ],
    ['silent under the midnight sun', heard('2026-06-20T23:00Z', '2026-06-20T23:16Z', tromso), 'offline'],
    ['silent for two years', heard('2024-06-20T23:00Z', '2026-06-20T23:16Z', tromso), 'offline'],
    ['uploads every half hour', heard('2026-06-15T10:00Z', '2026-06-15T11:00Z', {}, 1800), 'online'],
    ['an error bit', heard('2026-06-15T10:00Z', '2026-06-15T10:04Z', { statusBits: 0x20 }), 'alert'],
    ['an error bit, but silent since', heard('2026-06-15T10:00Z', '2026-06-15T12:00Z', { statusBits: 1 }), 'offline'],
    ['never heard', heard(null, '2026-06-15T10:00Z'), 'uncommissioned'],
    ['not registered', heard('2026-06-15T10:00Z', '2026-06-15T10:00Z', { registered: false }), 'notRegistered'],
  ])('%s', (_, status, expected) => expect(status).toBe(expected));
});
