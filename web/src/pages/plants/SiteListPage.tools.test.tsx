// The tools of the plant list: filters, columns, saved views, and CSV export.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { siteCounts, siteRow } from '../../../test/answers.ts';
import { type Answers, openPage, press, typeIn } from '../../../test/page.tsx';

const FORMULA = '=1+1<img src=x onerror=window.ran=1>';
const plants: Answers = {
  'site/listWithSN': { list: [siteRow()], total: 1 },
  'overview/siteStatusCounts': siteCounts({ siteCount: 1, statusMap: { '0': 1 } }),
  'account/saveViews': {},
  'common/country': { list: [] },
};
const open = (address = '/pvPlant', answers: Answers = {}) =>
  openPage(address, { ...plants, ...answers }, { role: 'installer' });
/** Opens the panel of a tool button. */
async function panel(name: string) {
  await screen.findByText('Mill Lane');
  fireEvent.click(screen.getByText(name, { selector: 'button *' }));
  return within(await screen.findByLabelText(name, { selector: '[role=dialog]' }));
}

test('filters the list with Enter, and clears all filters', async () => {
  const { address, requests } = await open();
  let filters = await panel('Filters');
  const field = filters.getByLabelText('Plant name');
  typeIn(field, 'hill');
  await press('Enter', field);
  await waitFor(() => expect(address()).toBe('/pvPlant?name=hill'));
  await waitFor(() => expect(JSON.stringify(requests('site/listWithSN').at(-1)!.filters)).toContain('hill'));
  filters = await panel('Filters');
  fireEvent.click(filters.getByText('Clear all filters'));
  await waitFor(() => expect(address()).toBe('/pvPlant'));
});

test('hides a column and saves the selection on the server', async () => {
  const { requests } = await open();
  const columns = await panel('Columns');
  screen.getByText('Owner', { selector: 'th, th *' });
  fireEvent.click(columns.getByLabelText('Owner'));
  await waitFor(() => expect(screen.queryByText('Owner', { selector: 'th, th *' })).toBeNull());
  const [saved] = requests('account/saveViews');
  expect(saved).toMatchObject({ list: 'site/listWithSN', columns: { hidden: expect.arrayContaining(['owner']) } });
  expect(saved).not.toHaveProperty('views');
});

test('shows the columns that the user selected in another browser', async () => {
  await open('/pvPlant', { 'account/views': { columns: { order: [], hidden: ['owner'] }, views: [] } });
  await screen.findByText('Mill Lane');
  expect(screen.queryByText('Owner', { selector: 'th, th *' })).toBeNull();
});

test('saves the current search as a named view', async () => {
  const { requests } = await open('/pvPlant?q=hill');
  const views = await panel('Views');
  typeIn(views.getByLabelText('View name'), 'On hills');
  await press('Enter', views.getByLabelText('View name'));
  await views.findByText('On hills');
  const list = [{ name: 'On hills', search: 'q=hill' }];
  expect(requests('account/saveViews')).toEqual([{ list: 'site/listWithSN', views: list }]);
});

test('opens and deletes views saved in another browser', async () => {
  const [hills, lakes] = ['hill', 'lake'].map((word) => ({ name: `By the ${word}`, search: `q=${word}` }));
  const { address, requests } = await open('/pvPlant', {
    'account/views': { columns: null, views: [hills!, lakes!] },
  });
  const views = await panel('Views');
  fireEvent.click(await views.findByLabelText('Delete the view By the lake'));
  await waitFor(() => expect(views.queryByText('By the lake')).toBeNull());
  expect(requests('account/saveViews')).toEqual([{ list: 'site/listWithSN', views: [hills] }]);
  fireEvent.click(views.getByText('By the hill'));
  await waitFor(() => expect(address()).toBe('/pvPlant?q=hill'));
});

test('writes a CSV file in which no cell begins like a formula', async () => {
  const files: Blob[] = [];
  // jsdom implements neither function.
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  try {
    const names = { siteName: FORMULA, city: FORMULA, street: FORMULA, deviceNames: [FORMULA, `Sun;${FORMULA}`] };
    await open('/pvPlant', { 'site/listWithSN': { list: [siteRow({ ...names, installerName: FORMULA })], total: 1 } });
    fireEvent.click(await screen.findByText('CSV'));
    await waitFor(() => expect(files).toHaveLength(1));
    const text = await files[0]!.text();
    expect(text).toContain(`'${FORMULA}`);
    expect(text.replace('\ufeff', '')).not.toMatch(/(^|[,;\t\n])"?\s*[=@]/m);
  } finally {
    vi.restoreAllMocks();
  }
});

test('shows a name that contains markup as text', async () => {
  const { container } = await open('/pvPlant', {
    'site/listWithSN': { list: [siteRow({ siteName: FORMULA })], total: 1 },
  });
  await screen.findByText(FORMULA);
  expect(container.querySelector('img[src="x"]')).toBeNull();
});
