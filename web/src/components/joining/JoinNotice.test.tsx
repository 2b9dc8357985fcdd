// People who may share plants see that somebody asks for access, and answer.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage } from '../../../test/page.tsx';

const OTHER = 'DE_20260101_bbbbbb';
const request = (given: Partial<Response<'site/joinRequests'>['list'][number]> = {}) => ({
  ...{ sid: SID, siteName: 'Mill Lane', email: 'nora@example.com', name: 'Nora', sn: '7A000001' },
  ...{ message: 'I live there', askedIso: '2026-06-10T08:00:00Z', expiresIso: '2026-07-10T08:00:00Z' },
  mayMakeOwner: false,
  ...given,
});
const two: Answers = {
  'site/joinRequests': {
    list: [
      request(),
      request({ sid: OTHER, siteName: 'Barn', email: 'otto@example.com', name: '', mayMakeOwner: true }),
    ],
    total: 2,
  },
  'site/joinRequests/answer': { sid: SID },
};

test('opens the requests of all plants from the plant list, and answers after a confirmation', async () => {
  const { requests } = await openPage('/pvPlant', two, { role: 'installer' });
  await screen.findByText(/2 people request access/);
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const [nora, otto] = (await within(await screen.findByRole('dialog')).findAllByRole('listitem')) as [
    HTMLElement,
    HTMLElement,
  ];
  expect(nora.textContent).toMatch(/Nora.*nora@example\.com, device 7A000001.*Mill Lane.*I live there/);
  expect(otto.textContent).toMatch(/^otto@example\.com/);
  expect(within(nora).queryByRole('button', { name: 'Make owner' })).toBeNull();
  const confirm = async (row: HTMLElement, button: string, title: RegExp) => {
    fireEvent.click(within(row).getByRole('button', { name: button }));
    const question = within(await screen.findByRole('dialog', { name: title }));
    fireEvent.click(question.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  };
  await confirm(nora, 'Allow viewing', /Allow nora@example\.com to view Mill Lane/);
  await confirm(otto, 'Make owner', /Make otto@example\.com the owner of Barn/);
  await confirm(otto, 'Decline', /Decline otto@example\.com/);
  expect(requests('site/joinRequests/answer')).toEqual([
    { sid: SID, email: 'nora@example.com', answer: 'guest' },
    { sid: OTHER, email: 'otto@example.com', answer: 'owner' },
    { sid: OTHER, email: 'otto@example.com', answer: 'decline' },
  ]);
});

test('shows nothing without requests', async () => {
  const answers: Answers = { 'site/joinRequests': { list: [], total: 0 } };
  const shown = await openPage('/pvPlant', answers, { role: 'installer' });
  await waitFor(() => expect(shown.requests('site/joinRequests')).toHaveLength(1));
  expect(screen.queryByText(/for access/)).toBeNull();
});

test('does not request them without the permission to share', async () => {
  const hidden = await openPage('/pvPlant', two, { role: 'installer', without: ['SiteUpdate'] });
  await waitFor(() => expect(hidden.requests('site/listWithSN').length).toBeGreaterThan(0));
  expect(hidden.requests('site/joinRequests')).toEqual([]);
});

test('shows the requests for a plant where it is shared', async () => {
  const { requests } = await openPage(
    `/pvPlant/edit?sid=${SID}&at=shareWith`,
    {
      ...two,
      'site/joinRequests': { list: [request()], total: 1 },
      'site/detail': siteDetail({ siteName: 'Mill Lane' }),
      'site/offers': { list: [], userEmail: '', mayOffer: false, care: null, mayEndCare: false, sendsMail: true },
      'site/publicLinks': { list: [], mayChange: true, firstDay: '2026-06-10', lastDay: '2027-06-10' },
    },
    { role: 'installer', without: ['SiteDevices'] },
  );
  const card = within(await screen.findByRole('region', { name: 'Requests for access' }));
  await card.findByText('Nora');
  expect(requests('site/joinRequests').every(({ sid }) => sid === SID)).toBe(true);
});
