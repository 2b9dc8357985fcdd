// Status of a device: silence by day and by night, and alerts.
import { type SiteStatus, statusName } from '@heliograph/contract/statuses.ts';
import { describe, expect, it } from 'vitest';
import { deviceStatus } from './deviceStatus.ts';

const konstanz = { latitude: 47.66, longitude: 9.18 };
const tromso = { latitude: 69.65, longitude: 18.96 };
const statusOf = (
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
    ['that just reported at noon', statusOf('2026-06-15T10:00Z', '2026-06-15T10:04Z'), 'online'],
    ['with two missed uploads at noon', statusOf('2026-06-15T10:00Z', '2026-06-15T10:15Z'), 'online'],
    ['with three missed uploads at noon', statusOf('2026-06-15T10:00Z', '2026-06-15T10:15:01Z'), 'offline'],
    ['that is silent all night', statusOf('2026-06-15T19:20Z', '2026-06-16T03:20Z'), 'online'],
    ['that is still silent well after sunrise', statusOf('2026-06-15T19:20Z', '2026-06-16T05:00Z'), 'offline'],
    [
      'that has been silent since yesterday noon, at night',
      statusOf('2026-06-15T10:00Z', '2026-06-16T00:00Z'),
      'offline',
    ],
    ['that is still silent shortly after sunrise', statusOf('2026-06-15T19:20Z', '2026-06-16T04:20Z'), 'online'],
    ['that is silent in the polar night', statusOf('2026-12-01T10:00Z', '2026-12-20T10:00Z', tromso), 'online'],
    [
      'that is a meter with recent reports at night',
      statusOf('2026-06-15T23:00Z', '2026-06-15T23:14Z', { sleeps: false }),
      'online',
    ],
    [
      'that is a silent meter at night',
      statusOf('2026-06-15T23:00Z', '2026-06-15T23:16Z', { sleeps: false }),
      'offline',
    ],
    [
      'that is a silent meter in the polar night',
      statusOf('2026-12-20T10:00Z', '2026-12-20T10:16Z', { ...tromso, sleeps: false }),
      'offline',
    ],
    ['that is silent under the midnight sun', statusOf('2026-06-20T23:00Z', '2026-06-20T23:16Z', tromso), 'offline'],
    ['that has been silent for two years', statusOf('2024-06-20T23:00Z', '2026-06-20T23:16Z', tromso), 'offline'],
    ['that uploads every half hour', statusOf('2026-06-15T10:00Z', '2026-06-15T11:00Z', {}, 1800), 'online'],
    ['with an error bit', statusOf('2026-06-15T10:00Z', '2026-06-15T10:04Z', { statusBits: 0x20 }), 'alert'],
    [
      'with an error bit, silent since',
      statusOf('2026-06-15T10:00Z', '2026-06-15T12:00Z', { statusBits: 1 }),
      'offline',
    ],
    ['that has never reported', statusOf(null, '2026-06-15T10:00Z'), 'uncommissioned'],
    [
      'that is not registered',
      statusOf('2026-06-15T10:00Z', '2026-06-15T10:00Z', { registered: false }),
      'notRegistered',
    ],
  ])('%s has the right status', (_, status, expected) => expect(status).toBe(expected));
});
