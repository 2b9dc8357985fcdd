// Filters of the alerts of all plants: company, kind, day and text, each stored in the address, and saved as a view.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alert, alerts, problemRow, problemSummary } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, typeIn } from '../../../test/page.tsx';
import { t } from '../../i18n/translation.ts';

const branch = [
  { id: 3, name: 'Solar Nord' },
  { id: 4, name: 'Solar Süd' },
];
const answers: Answers = {
  'problem/list': { list: [problemRow()], total: 1 },
  'problem/summary': problemSummary({ faults: 1 }),
  'device/alerts': alerts([alert()]),
  'device/alerts/codes': {
    list: [
      { code: '0800', level: 'warning', title: 'Temperature over' },
      { code: '4000', level: 'fault', title: 'Relay error' },
    ],
  },
  'device/alerts/companies': { list: branch, more: false },
};
const open = (given: Answers = {}, address = '/alerts') =>
  openPage(address, { ...answers, ...given }, { role: 'installer' });
const firstProblem = () => screen.findByText('No data');
const firstAlert = () => screen.findByText('Grid voltage too high');

test('shows alerts of the chosen company’s branch', async () => {
  const { address, requests } = await open();
  await firstProblem();
  await choose(await screen.findByLabelText('Company'), 'Solar Süd');
  await waitFor(() => expect(address()).toBe('/alerts?company=4'));
  await waitFor(() => expect(requests('problem/list').at(-1)!.filters.company).toBe(4));
});

test('shows an empty state for a branch without alerts', async () => {
  await open({ 'problem/list': { list: [], total: 0 } }, '/alerts?company=4');
  await screen.findByText(t('alerts.noneFound'));
});

test('offers no choice of companies to a user with one company', async () => {
  await open({ 'device/alerts/companies': { list: branch.slice(0, 1), more: false } });
  await firstProblem();
  expect(screen.queryByLabelText('Company')).toBeNull();
});

test('names the company in the address even when the list does not contain it', async () => {
  await open(
    {
      'device/alerts/companies': ({ id }) =>
        id === 507 ? { list: [{ id, name: 'Sun works 507' }], more: false } : { list: branch, more: true },
    },
    '/alerts?company=507',
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Company', { selector: 'input' });
  await waitFor(() => expect(field.value).toBe('Sun works 507'));
});

test('filters by a kind that is chosen by its title', async () => {
  const { address, requests } = await open();
  await firstProblem();
  await choose(screen.getByLabelText('Alert type'), 'Temperature over (0800)');
  await waitFor(() => expect(address()).toContain('code='));
  await waitFor(() => expect(requests('problem/list').at(-1)!.filters.code).toBe('0800'));
});

test('requests the filters in the address: text, state, kind and days', async () => {
  const { requests } = await open({}, '/alerts?q=barn&state=closed&code=4000&from=2026-06-01&to=2026-06-04');
  await firstAlert();
  expect(requests('device/alerts')[0]!.filters).toMatchObject({
    keywords: 'barn',
    state: 'closed',
    code: '4000',
    start_date: '2026-06-01',
    end_date: '2026-06-04',
  });
});

test('offers days and information for the history of alerts, not for open problems', async () => {
  await open();
  await firstProblem();
  expect(screen.queryByLabelText('From')).toBeNull();
  fireEvent.click(screen.getByText('Ended'));
  await firstAlert();
  screen.getByLabelText('From');
  fireEvent.click(screen.getByLabelText('Level'));
  within(await screen.findByRole('listbox')).getByText('Information');
});

test('counts the set filters on the button that opens them on a phone', async () => {
  await open({}, '/alerts?level=fault&company=4');
  const button = await screen.findByRole('button', { name: /^Filters\s*2$/ });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test('searches plants and serial numbers while the user types', async () => {
  const { address, requests } = await open();
  await firstProblem();
  typeIn(screen.getByLabelText('Search plant or serial number'), 'barn');
  await waitFor(() => expect(address()).toBe('/alerts?q=barn'));
  await waitFor(() => expect(requests('problem/list').at(-1)!.filters.keywords).toBe('barn'));
});

test('saves the filters under a name and restores them', async () => {
  const { address, requests } = await open({ 'account/saveViews': {} }, '/alerts?company=4');
  await firstProblem();
  fireEvent.click(screen.getByText('Views'));
  const name = await screen.findByLabelText('View name');
  typeIn(name, 'The south');
  await press('Enter', name);
  const saved = await screen.findByText('The south');
  expect(saved.closest('button')!.getAttribute('aria-current')).toBe('true');
  expect(requests('account/saveViews')).toMatchObject([
    { list: 'device/alerts', views: [{ name: 'The south', search: 'company=4' }] },
  ]);
  fireEvent.click(screen.getByText('Ended'));
  await waitFor(() => expect(address()).toContain('state=closed'));
  fireEvent.click(saved);
  await waitFor(() => expect(address()).toBe('/alerts?company=4'));
});

test('links a code to the documents of its product if there are any', async () => {
  const listed = alerts([alert({ code: '0800', documentedProduct: 'BDM-800' }), alert({ title: 'Relay error' })]);
  await open({ 'device/alerts': listed }, '/alerts?state=closed');
  const documents = async (row: Promise<HTMLElement>) =>
    within((await row).closest('li')!).queryByText(t('menu.Documentation'));
  expect((await documents(firstAlert()))!.closest('a')!.getAttribute('href')).toBe('/documentation?product=BDM-800');
  expect(await documents(screen.findByText('Relay error'))).toBeNull();
});

test('counts the alerts that the bulk button acknowledges', async () => {
  const barn = alert({ sn: 'A1000002', alias: 'Barn', title: 'Relay error', code: '4000' });
  await open({ 'device/alerts': alerts([alert(), barn]) }, '/alerts?state=all');
  await firstAlert();
  screen.getByText('Acknowledge all 2');
  fireEvent.click(screen.getByLabelText(/^Select: Relay error, Barn/));
  screen.getByText('Acknowledge 1 selected');
});
