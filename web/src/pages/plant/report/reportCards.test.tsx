// The balance takes the full width without alerts, and half of it next to alerts.
import type { Response } from '@heliograph/contract/calls.ts';
import type { PlantBalance } from '@heliograph/contract/entities/statistics.ts';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import classes from '../../../components/plant/plant.module.css';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { ReportCards } from './ReportCards.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant', 'report']);
});

const figure = (energy: number | null) => ({
  energy,
  unit: 'kWh' as const,
  source: 'counted' as const,
  completeness: 1,
  spread: 0,
  missing: [],
});
const balance: PlantBalance = {
  production: figure(10),
  fromGrid: figure(2),
  toGrid: figure(3),
  charge: figure(null),
  home: figure(9),
  discharge: figure(null),
  generator: figure(null),
  measuredHome: figure(null),
  ownUse: figure(7),
  unmeasured: figure(null),
  autarchy: 0.78,
  money: null,
};

async function areSideBySide(change: Partial<Response<'site/report'>>): Promise<boolean> {
  const report = { sid: 'DE_1', balance, money: null, negativePrices: null, currency: 'EUR', ...change };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ReportCards report={report as Response<'site/report'>} /> }),
    history: createMemoryHistory(),
  });
  const { container, unmount } = render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByText('Balance');
  const sideBySide = container.querySelector(`.${classes.reportCards}`) !== null;
  // At full width, the balance shows its lines in columns.
  expect(container.querySelector(`.${classes.pairsInColumns}`) === null).toBe(sideBySide);
  unmount();
  return sideBySide;
}

test('places the balance next to the alerts only where there are alerts', async () => {
  const none = { fault: 0, warning: 0, info: 0, most: [] };
  expect(await areSideBySide({ alerts: none })).toBe(false);
  expect(await areSideBySide({ alerts: { ...none, fault: 1284 } })).toBe(true);
  // Two cards with one line each have the same height.
  expect(await areSideBySide({ alerts: none, balance: null })).toBe(true);
});
