// The list of open problems: costs only where energy was lost, who can act, acknowledgements, and links.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openProblem } from '../../../../test/answers.ts';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { storeMenus } from '../../../session/session.ts';
import { ProblemList } from './ProblemList.tsx';

type Site = Response<'site/overview'>;

afterEach(cleanup);
beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
  // A session without the permission for money.
  storeMenus([]);
});

/** Shows the list of these problems; returns it, once it has the title of the first one. */
async function show(problems: readonly Problem[]): Promise<HTMLElement> {
  const site = { sid: 'DE_1', timezone: 'UTC', problems, statisticsProduction: { totalMoneyUnit: 'EUR' } };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ProblemList site={site as unknown as Site} /> }),
    history: createMemoryHistory(),
  });
  const { container } = render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByText(new RegExp(problems[0]!.title));
  return container;
}

async function listText(change: Partial<Problem>): Promise<string> {
  const container = await show([
    openProblem({
      ...{ sn: '', code: 'silence', title: 'No data', devices: 7, modules: 0, concerns: [], input: null },
      ...change,
    }),
  ]);
  const text = container.textContent.replaceAll('\u00a0', ' ');
  cleanup();
  return text;
}

test('shows a loss of zero once and in words, never as "about 0 Wh"', async () => {
  const withoutLoss = await listText({ lostKwh: 0, weekKwh: 0 });
  expect(withoutLoss).toContain('nothing lost so far');
  expect(withoutLoss).not.toContain('0 Wh');
  const withWeeklyLoss = await listText({ lostKwh: 0, weekKwh: 18.4 });
  expect(withWeeklyLoss).toContain('about 18.4 kWh a week');
  expect(withWeeklyLoss).not.toMatch(/lost|0 Wh/);
  expect(await listText({ lostKwh: null, weekKwh: null })).toContain('loss unknown');
});

const hrefs = (element: Element) =>
  [...element.querySelectorAll('a')].map(
    (link) => `${link.textContent} ${decodeURIComponent(link.getAttribute('href')!)}`,
  );

test('links a module to the roof, to its page and to the day on which it began, and names who can act', async () => {
  const list = await show([openProblem()]);
  expect(list.textContent).toMatch(/A1000001: Module on input 2 produces nothing.*needs an electrician/);
  const [roof, module, day] = hrefs(list);
  expect(roof).toMatch(/^On the roof .*(?=.*view=layout)(?=.*device=A1000001)(?=.*module=2)/);
  expect(module).toMatch(/^Module \/devices\/module\/detail\?(?=.*sn=A1000001)(?=.*input=2)/);
  expect(day).toMatch(/^First day .*(?=.*view=power)(?=.*day=2026-06-01)/);
});

test('links a finding of the set-up to the check that repairs it, and a shared problem to the alerts', async () => {
  const reversed = openProblem({
    code: 'reversedGrid',
    level: 'warning',
    title: 'Meter reversed',
    modules: 0,
    input: null,
  });
  const silent = openProblem({
    ...{ code: 'silence', title: 'No data', modules: 0, devices: 2, input: null },
    concerns: ['A1000001', 'A1000002'].map((sn) => ({ sn, input: null })),
  });
  const list = await show([reversed, silent]);
  const [first, second] = list.querySelectorAll('li');
  expect(hrefs(first!)).toEqual([expect.stringMatching(/^Check the set-up .*view=setUp/)]);
  within(first as HTMLElement).getByLabelText('Warning');
  expect(second!.textContent).toContain('2 devices: No data');
  expect(hrefs(second!)).toEqual([expect.stringMatching(/^Show .*view=alerts/)]);
});

test('folds what somebody has acknowledged, with the name and the note', async () => {
  const known = openProblem({
    ...{ title: 'Weak module', state: 'acknowledged', note: 'Ordered a module', acknowledgedBy: 'Rosa' },
    acknowledgedIso: '2026-06-02T08:00:00Z',
  });
  const list = await show([openProblem(), known]);
  const folded = list.querySelector('details:not([name])')!;
  expect(folded.hasAttribute('open')).toBe(false);
  expect(folded.textContent).toMatch(/^1 acknowledged.*Weak module.*Rosa.*Ordered a module/);
  expect(list.querySelector('section > ul')!.textContent).not.toContain('Weak module');
});
