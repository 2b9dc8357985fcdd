// Tests the people of the demonstration: they live in many countries and registered on different days, as the dashboard and its links show.
import { fleet } from '@heliograph/simulator/fleet.ts';
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { rollupCounts } from '../fleet/rollupCounts.ts';
import { createFleet, DEMO_PASSWORD } from './createFleet.ts';

const { ask, sql, context, clock } = await testServer({ DEMO: 'on' });
await createFleet(context, 1, fleet);
await rollupCounts(context);
const { tokenInfo } = await ask('sign-in', { account: 'admin@example.com', password: DEMO_PASSWORD });
const administrator = { token: tokenInfo.token };

test('shows users in many countries and on many days of the last week and the last twelve weeks', async () => {
  const summary = await ask('dashboard/user/summary', {}, administrator);
  expect(summary.countries.length).toBeGreaterThan(15);
  expect(summary.countries.map(({ code }) => code)).not.toContain('');
  const barsOf = (slots: readonly { users: number }[]) => slots.filter(({ users }) => users > 0).length;
  expect(barsOf(summary.days)).toBeGreaterThan(1);
  expect(barsOf(summary.weeks)).toBeGreaterThan(8);
});

test('shows plants and devices that were installed in different weeks', async () => {
  const { weeks } = await ask('dashboard/device/trend', {}, administrator);
  for (const what of ['sites', 'devices'] as const)
    expect(weeks.filter((week) => (week[what] ?? 0) > 0).length, what).toBeGreaterThan(2);
});

test('has companies on different days, none older than the one above it, and no manager before the company', async () => {
  const companies = await sql<{ createdAt: Date; isTooOld: boolean; isBefore: boolean }[]>`
    select c.created_at, coalesce(c.created_at < p.created_at, false) as is_too_old,
      exists (select from memberships m where m.company_id = c.id and m.created_at < c.created_at) as is_before
    from companies c left join companies p on p.id = c.parent_id`;
  expect(new Set(companies.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))).size).toBe(companies.length);
  expect(companies.filter(({ isTooOld, isBefore }) => isTooOld || isBefore)).toEqual([]);
  expect(companies.every(({ createdAt }) => createdAt < clock.now())).toBe(true);
});
