// A person without plants chooses one of three ways, and asks for a plant by the serial number of a device.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID, siteCounts, siteRow } from '../../../test/answers.ts';
import { openPage, refused, typeIn } from '../../../test/page.tsx';

const NOTHING = { 'site/listWithSN': { list: [], total: 0 }, 'account/offers': { list: [] } };
const request = (sn: string, state: 'waiting' | 'accepted') => ({
  sn,
  message: '',
  askedIso: '2026-06-10T08:00:00Z',
  expiresIso: '2026-07-10T08:00:00Z',
  state,
});

test('shows three ways to a plant, and asks for one by a number in any case', async () => {
  const { requests, answer } = await openPage(
    '/pvPlant',
    { ...NOTHING, 'account/joinRequests/make': { expiresIso: '2026-07-10T08:00:00Z' } },
    { role: 'owner' },
  );
  const main = within(await screen.findByRole('main'));
  await main.findByLabelText('Serial number of a device');
  expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Set up a plant',
    'Ask with a device',
    'Get invited',
  ]);
  fireEvent.click(main.getByRole('button', { name: 'Ask for access' }));
  await main.findByText(/Enter the serial number on the device/);
  typeIn(main.getByLabelText('Serial number of a device'), '0000');
  fireEvent.click(main.getByRole('button', { name: 'Ask for access' }));
  expect(requests('account/joinRequests/make')).toEqual([]);
  answer({ 'account/joinRequests': { list: [request('7A000001', 'waiting')], total: 1 } });
  typeIn(main.getByLabelText('Serial number of a device'), ' 7a000001 ');
  typeIn(main.getByLabelText('Message (optional)'), 'I live there');
  fireEvent.click(main.getByRole('button', { name: 'Ask for access' }));
  await main.findByText(/If a plant has this device/);
  expect(requests('account/joinRequests/make')).toEqual([{ sn: '7A000001', message: 'I live there' }]);
  const own = within(await main.findByRole('region', { name: 'Your requests' }));
  expect(own.getByRole('listitem').textContent).toContain('Waiting');
});

test('shows why the server refuses a request', async () => {
  await openPage(
    '/pvPlant',
    { ...NOTHING, 'account/joinRequests/make': refused('addressNotProven', 'Confirm your address') },
    { role: 'owner' },
  );
  typeIn(await screen.findByLabelText('Serial number of a device'), '7A000001');
  fireEvent.click(screen.getByRole('button', { name: 'Ask for access' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Confirm your address');
});

test('lists and withdraws requests, also of a person who has plants', async () => {
  const { requests } = await openPage(
    '/pvPlant',
    {
      'site/listWithSN': { list: Array.from({ length: 5 }, (_, n) => siteRow({ sid: `${SID}${n}` })), total: 5 },
      'overview/siteStatusCounts': siteCounts({ siteCount: 5 }),
      'account/joinRequests': { list: [request('7A000002', 'waiting'), request('7A000001', 'accepted')], total: 2 },
      'account/joinRequests/withdraw': {},
    },
    { role: 'owner' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Join a plant' }));
  const own = within(await screen.findByRole('region', { name: 'Your requests' }));
  expect(own.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/7A000002.*Waiting.*Withdraw/),
    expect.stringMatching(/7A000001.*Accepted.*Remove/),
  ]);
  fireEvent.click(own.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(requests('account/joinRequests/withdraw')).toEqual([{ sn: '7A000002' }]));
});
