// The global search by keyboard: opens typed text, hits selected by arrow keys, and recent entries.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { device, siteCounts, siteRow } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn } from '../../../test/page.tsx';
import { session } from '../../session/session.ts';
import { KEYS, stored } from '../../session/storage.ts';

const lake = siteRow({ sid: 'DE_20260101_aaaaaa', siteName: 'House at the lake' });
const hill = siteRow({ sid: 'DE_20260101_bbbbbb', siteName: 'House on the hill' });
const base: Answers = {
  'site/listWithSN': ({ filters }) => {
    const list = [lake, hill].filter(({ siteName }) => siteName.toLowerCase().includes(filters.keywords ?? ''));
    return { list, total: list.length };
  },
  'overview/siteStatusCounts': siteCounts(),
  'device/list': ({ filters }) => {
    const list =
      filters.keywords === '0c0d'
        ? [{ ...device({ sn: '0C0D0E01', kind: 'sensor' }), problem: null, currency: 'EUR' }]
        : [];
    return { list, total: list.length, kinds: {}, models: [] };
  },
  'site/overview': refused('siteNotFound', 'There is no such plant.'),
  'site/detail': refused('siteNotFound', 'There is no such plant.'),
  'device/detail': refused('deviceNotFound', 'There is no such device.'),
  'device/powerParamateMap': refused('deviceNotFound', 'There is no such device.'),
  'common/country': { list: [] },
  'common/timezone': { list: [] },
  'common/currency': { list: [] },
};
/** Opens the list of plants with the search above it. */
async function search(answers: Answers = {}) {
  const page = await openPage('/pvPlant', { ...base, ...answers }, { role: 'installer' });
  await screen.findByText('House at the lake');
  await openSearch();
  return page;
}
/** Opens the search by its shortcut. */
const openSearch = async () => {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return await box();
};
const options = () => [...document.querySelectorAll('[role=option]')];
const box = () => screen.findByLabelText(/^Search plants/, { selector: 'input' });
const enter = async (text: string) => {
  typeIn(await box(), text);
  await press('Enter', await box());
};
const closed = () => waitFor(() => expect(screen.queryByLabelText(/^Search plants/, { selector: 'input' })).toBeNull());

test('opens the typed plant when Enter was pressed before the answer arrived', async () => {
  const { address } = await search();
  await enter('at the');
  await waitFor(() => expect(address()).toContain('/pvPlant/detail?sid=DE_20260101_aaaaaa'));
  await closed();
});

test('opens the plant selected by arrow keys, and lists it as recent the next time', async () => {
  const { address } = await search();
  typeIn(await box(), 'house');
  await waitFor(() => expect(options()).toHaveLength(2));
  await press('ArrowDown', await box());
  const [first, second] = options();
  expect(first!.getAttribute('aria-selected')).toBe('false');
  expect(second!.getAttribute('aria-selected')).toBe('true');
  expect(address()).toBe('/pvPlant');
  await press('Enter', await box());
  await waitFor(() => expect(address()).toContain('sid=DE_20260101_bbbbbb'));
  await closed();
  await openSearch();
  const recent = screen.getByLabelText('Recent').querySelectorAll('[role=option]');
  expect(recent[0]!.textContent).toContain('House on the hill');
});

test('opens a device by the beginning of its serial number', async () => {
  const { address } = await search();
  await enter('0c0d');
  await waitFor(() => expect(address()).toContain('sn=0C0D0E01'));
});

test('opens a page by the beginning of its name', async () => {
  const { address } = await search();
  await enter('new plant');
  await waitFor(() => expect(address()).toBe('/pvPlant/edit'));
});

test('closes with Escape and opens nothing', async () => {
  const { address } = await search();
  typeIn(await box(), 'house');
  await press('Escape', await box());
  await closed();
  expect(address()).toBe('/pvPlant');
});

test('shows a name with markup as text', async () => {
  const name = '=1+1<img src=x onerror=window.ran=1>';
  await search({ 'site/listWithSN': { list: [lake, { ...hill, siteName: name }], total: 2 } });
  typeIn(await box(), '1+1<img');
  await waitFor(() => expect(options()[0]!.textContent).toContain(name));
  expect(document.querySelector('img[src="x"]')).toBeNull();
});

test('changes the appearance', async () => {
  await search();
  await enter('dark');
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  await openSearch();
  await enter('light');
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light'));
});

test('changes the language', async () => {
  await search({ 'account/update': {} });
  await enter('deutsch');
  await waitFor(() => expect(stored(KEYS.language)).toBe('de'));
});

test('signs out', async () => {
  const { address, requests } = await search({ 'account/loginOut': {} });
  await enter('sign out');
  await waitFor(() => expect(session().token).toBe(''));
  await waitFor(() => expect(address()).toMatch(/^\/(\?|$)/));
  expect(requests('account/loginOut')).toHaveLength(1);
});

test('opens a section of the guide by a word of its text', async () => {
  const { address } = await search();
  typeIn(await box(), 'tilt');
  await waitFor(() => expect(screen.getByRole('group', { name: 'Guide' }).textContent).toContain('Roof layout'));
  await press('Enter', await box());
  await waitFor(() => expect(address()).toMatch(/^\/guide#/));
});
