// The counters above the list have the colours of the marks in its rows.
import { type SiteStatus, STATUS } from '@heliograph/contract/statuses.ts';
import { expect, test } from 'vitest';
import { lookOf } from '../../components/SiteStatusBadge.tsx';
import { TONES } from './siteCounts.ts';

test.each(Object.keys(STATUS) as SiteStatus[])('%s', (status) => {
  expect(TONES[status]).toBe(lookOf({ status: STATUS[status] }).tone);
});

test('asleep', () => {
  expect(TONES.asleep).toBe(lookOf({ status: STATUS.online, isAsleep: true }).tone);
});
