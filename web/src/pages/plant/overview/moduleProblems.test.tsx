// Problems of modules among the open problems of a plant: their cost, and the link to the module.
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openProblem, overview, SID, siteChart, siteDetail } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.tsx';

const problem = (sn: string, change: Partial<Problem>): Problem =>
  openProblem({ sn, input: null, concerns: [{ sn, input: change.input ?? null }], code: 'weakModule', ...change });
const problems = [
  problem('A1000001', { input: 1, title: 'produces 38% less than its neighbours' }),
  problem('', { code: 'silence', modules: 0, devices: 4, title: 'No data' }),
  problem('A1000002', { code: 'deadModule', input: 2, title: 'produces nothing' }),
  problem('A1000003', { code: 'swappedModules', title: 'seems swapped with A1000004', costs: false }),
];

test('shows the cost of a weak module with a link to it, and a swap without cost once the list is expanded', async () => {
  await openPage(
    `/pvPlant/detail?sid=${SID}`,
    {
      'site/overview': overview({ problems }),
      'site/detail': siteDetail(),
      'site/statistics/echarts': siteChart('W', { '2026-06-10T12:00:00+02:00': 7000 }),
    },
    { role: 'installer' },
  );
  const weakModule = (await screen.findByText(/produces 38% less than its neighbours/)).closest('li')!;
  expect(weakModule.textContent).toMatch(/A1000001.*900.Wh.*6\.30.kWh/);
  const link = within(weakModule).getByText('Module').closest('a')!;
  expect(link.getAttribute('href')).toMatch(/^\/devices\/module\/detail\?(?=.*sn=A1000001)(?=.*input=1)/);
  expect(screen.queryByText(/seems swapped/)).toBeNull();
  fireEvent.click(screen.getByText('Show all 4'));
  const swap = screen.getByText(/seems swapped with A1000004/).closest('li')!;
  expect(swap.textContent).toContain('A1000003');
  expect(swap.textContent).not.toContain('kWh');
});
