// The status chips have the same tone as the badges in the rows.
import { type SiteStatus, STATUS } from '@heliograph/contract/statuses.ts';
import { expect, test } from 'vitest';
import { lookOf } from '../../components/SiteStatusBadge.tsx';
import { TONES } from './siteCounts.ts';

test.each(Object.keys(STATUS) as SiteStatus[])('gives the chip of status %s the tone of its badge', (status) => {
  expect(TONES[status]).toBe(lookOf({ status: STATUS[status] }).tone);
});

test('gives the chip of sleeping plants the tone of their badge', () => {
  expect(TONES.asleep).toBe(lookOf({ status: STATUS.online, isAsleep: true }).tone);
});
