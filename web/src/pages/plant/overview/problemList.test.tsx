// The cost of an open problem is shown only where energy was lost.
import type { Response } from '@heliograph/contract/calls.ts';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { storeMenus } from '../../../session/session.ts';
import { ProblemList } from './ProblemList.tsx';

type Site = Response<'site/overview'>;

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
  // A session without the permission for money.
  storeMenus([]);
});

async function listText(cost: Pick<Site['problems'][number], 'lostKwh' | 'weekKwh'>): Promise<string> {
  const problem = {
    sn: '',
    alias: '',
    devices: 7,
    modules: 0,
    input: null,
    code: 'silence',
    title: 'No data',
    desc: '',
    sinceIso: null,
    costs: true,
    lostMoney: '0',
    weekMoney: '0',
    ...cost,
  };
  const site = { sid: 'DE_1', timezone: 'UTC', problems: [problem], statisticsProduction: { totalMoneyUnit: 'EUR' } };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ProblemList site={site as unknown as Site} /> }),
    history: createMemoryHistory(),
  });
  const { container, unmount } = render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByText(/No data/);
  const text = container.textContent.replaceAll('\u00a0', ' ');
  unmount();
  return text;
}

test('shows a loss of zero once and in words, never as "about 0 Wh"', async () => {
  const withoutLoss = await listText({ lostKwh: 0, weekKwh: 0 });
  expect(withoutLoss).toContain('nothing lost so far');
  expect(withoutLoss).not.toContain('0 Wh');
  const withWeeklyLoss = await listText({ lostKwh: 0, weekKwh: 18.4 });
  expect(withWeeklyLoss).toContain('about 18.4 kWh a week');
  expect(withWeeklyLoss).not.toMatch(/lost|0 Wh/);
  expect(await listText({ lostKwh: null, weekKwh: null })).toContain('loss not known');
});
