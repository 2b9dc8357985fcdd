// Pages after a session expired, unknown and forbidden pages, and addresses without personal data.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { person, siteCounts, siteRow } from '../../test/answers.ts';
import { type Answers, openPage, press, typeIn } from '../../test/page.tsx';
import { session } from './session.ts';

const plants: Answers = {
  'site/listWithSN': { list: [siteRow(), siteRow({ sid: 'DE_20260101_bbbbbb', siteName: 'Old Barn' })], total: 2 },
  'overview/siteStatusCounts': siteCounts({ siteCount: 2 }),
};

test('leads to sign-in when the session has expired and remembers where the reader was', async () => {
  const { address, answer } = await openPage('/pvPlant?q=lake', plants, { role: 'installer' });
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  expect(search.value).toBe('lake');
  answer({ 'site/listWithSN': { httpStatus: 401 }, 'overview/siteStatusCounts': { httpStatus: 401 } });
  typeIn(search, 'lake house');
  await press('Enter', search);
  await screen.findByText('Login has expired, please log in again');
  expect(address()).toMatch(/^\/\?redirect=%2FpvPlant%3Fq%3Dlake/);
  expect(session().token).toBe('');
});

test('shows that a page does not exist and links to the plant list', async () => {
  const { address } = await openPage('/nothing-here', plants, { role: 'owner' });
  await screen.findByRole('heading', { level: 1, name: 'The page does not exist' });
  fireEvent.click(screen.getByText('Go to plant list'));
  await screen.findByText('Old Barn');
  expect(address()).toBe('/pvPlant');
});

test('opens no page that the role does not have', async () => {
  const { address } = await openPage('/noRegGatewayList', {}, { role: 'owner' });
  await screen.findByRole('heading', { level: 1, name: 'Not authorized' });
  expect(address()).toBe('/403');
});

test('keeps a searched e-mail address out of the address of the page', async () => {
  const { address, requests } = await openPage(
    '/users?q=iris%40example.com',
    { 'user/list': { list: [person()], total: 1 } },
    { role: 'installer' },
  );
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  expect(search.value).toBe('iris@example.com');
  await waitFor(() => expect(address()).not.toMatch(/%40|@/));
  typeIn(search, 'max@example.com');
  await press('Enter', search);
  await waitFor(() => expect(requests('user/list').at(-1)!.filters.keywords).toBe('max@example.com'));
  expect(address()).toMatch(/^\/users\?q=/);
  expect(address()).not.toMatch(/%40|@/);
});
