// A plant that never existed, is not accessible, or was deleted while it was shown.
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteChart, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage, refused } from '../../../test/page.tsx';
import { queryClient } from '../../api/useCall.ts';

const notFound = refused('siteNotFound', 'There is no such plant.');
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/statistics/echarts': siteChart('W', { '2026-06-10T12:00:00+02:00': 7000 }),
};
const noPlant: Answers = { 'site/overview': notFound, 'site/detail': notFound };
test.each(
  ['DE_20200101_abcdef1', 'nonsense', "'; drop table sites", '42'].flatMap((sid) => [
    ['/pvPlant/detail', sid] as const,
    ['/pvPlant/edit', sid] as const,
  ]),
)('shows at %s that the plant %s is not found', async (path, sid) => {
  const { container } = await openPage(`${path}?sid=${encodeURIComponent(sid)}`, noPlant, { role: 'installer' });
  await screen.findByText('Plant not found');
  expect(screen.getByText('Go to plant list').closest('a')!.getAttribute('href')).toBe('/pvPlant');
  expect(container.querySelector('main')!.textContent).not.toMatch(/pattern|invalid|badRequest/i);
});

test('shows that the plant is not found when the id is missing', async () => {
  await openPage('/pvPlant/detail', {}, { role: 'installer' });
  await screen.findByText('Plant not found');
});

test('hides a plant that another user deletes while it is open', async () => {
  const { answer } = await openPage(`/pvPlant/detail?sid=${SID}`, plant, { role: 'installer' });
  await screen.findByText('Highest today');
  answer(noPlant);
  await act(() => queryClient.invalidateQueries());
  await screen.findByText('Plant not found');
  expect(screen.queryByText('Mill Lane')).toBeNull();
});
