// The prices of a plant in its settings: flat or by the hour, validation, and confirmation before past revenue changes.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID, siteDetail } from '../../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn } from '../../../../test/page.tsx';

type Prices = Response<'site/prices'>;
const flat: Prices['list'][number] = {
  validFrom: '2000-01-01',
  kind: 'flat',
  price: 0.3,
  feedInPrice: null,
  ownUseShare: null,
  periods: [],
  fixedCharge: null,
  fixedPer: 'month',
};
const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2, feedInPrice: null };
const byHour: Prices['list'][number] = { ...flat, validFrom: '2031-01-01', kind: 'timeOfUse', periods: [night] };
const prices = (list: Prices['list'], change: Partial<Prices> = {}): Prices => ({
  sid: SID,
  version: 1,
  today: '2026-06-10',
  firstDay: '2026-06-07',
  currency: 'EUR',
  list,
  ...change,
});
const answers: Answers = {
  'site/detail': siteDetail(),
  'site/prices': prices([flat]),
  'site/offers': { list: [], userEmail: '', mayOffer: false, care: null, mayEndCare: false, sendsMail: true },
  'site/publicLinks': { list: [], mayChange: false, firstDay: '2026-06-10', lastDay: '2027-06-10' },
  'common/country': { list: [] },
  'common/state': { list: [] },
  'common/timezone': { list: [] },
  'common/currency': { list: [] },
};
const open = async (overrides: Answers = {}) => {
  const page = await openPage(
    `/pvPlant/edit?sid=${SID}`,
    { ...answers, ...overrides },
    { role: 'installer', without: ['SiteDevices'] },
  );
  await screen.findByText('Add prices');
  return page;
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
type Within = Awaited<ReturnType<typeof dialog>>;
const clickButton = (inside: Within, word: string) => fireEvent.click(inside.getByText(word, { selector: 'button *' }));
const field = (inside: Within, label: string | RegExp) => inside.getByLabelText(label, { selector: 'input' });
const period = (inside: Within, name: string) => within(inside.getByLabelText(name));

test('adds prices by weekday and hour, shows their faults, and previews their week', async () => {
  const { answer, requests } = await open({ 'site/prices/setUp': { sid: SID, version: 2 } });
  fireEvent.click(screen.getByText('Add prices'));
  const adding = await dialog('Add prices');
  fireEvent.click(adding.getByLabelText('By weekday and hour'));
  typeIn(field(adding, /^All other hours/), '');
  clickButton(adding, 'Save');
  await adding.findByText('Enter the import price.');
  const first = period(adding, 'Period 1');
  typeIn(field(first, 'Import price'), '0.2');
  await adding.findByText(/^Some hours have no price: add a period for them/);
  typeIn(field(adding, /^All other hours/), '0.3');
  clickButton(adding, 'Add a period');
  const peak = period(adding, 'Period 2');
  for (const day of ['Sat', 'Sun']) fireEvent.click(peak.getByText(day));
  await choose(peak.getByLabelText('From'), '05:00');
  typeIn(field(peak, 'Import price'), '0.45');
  clickButton(adding, 'Save');
  await adding.findByText('Some hours have two prices: periods must not overlap.');
  expect(requests('site/prices/setUp')).toEqual([]);
  await choose(peak.getByLabelText('From', { selector: 'input, button' }), '17:00');
  await choose(peak.getByLabelText('To', { selector: 'input, button' }), '20:00');
  typeIn(field(adding, /^Fixed charge/), '12.5');
  adding.getByText('Mon–Fri');
  expect(adding.getByText('17:00–20:00', { exact: false, selector: 'dd span' }).textContent).toBe('17:00–20:00 0.45');
  const cells = (day: string) =>
    [...adding.getByText(day, { selector: 'th' }).closest('tr')!.querySelectorAll('td')].map(
      (cell) => cell.textContent,
    );
  expect([cells('Sat')[18], cells('Mon')[18], cells('Mon')[23]]).toEqual(['0.30', '0.45', '0.20']);
  const peakHours = { weekdays: [1, 2, 3, 4, 5], fromHour: 17, toHour: 20, price: 0.45, feedInPrice: null };
  const added = { ...byHour, validFrom: '2026-06-10', periods: [night, peakHours], fixedCharge: 12.5 };
  answer({
    'site/prices': prices([flat, added], { version: 2 }),
    'site/updateFast': { sid: SID, version: 3, credentials: [] },
  });
  clickButton(adding, 'Save');
  await screen.findByText('0.20–0.45');
  expect(requests('site/prices/setUp')).toEqual([{ sid: SID, version: 1, list: [flat, added], rewrite: false }]);
  // The plant's form continues with the version created by the change of prices.
  const name = screen.getByLabelText(/^Plant name/, { selector: 'input' });
  typeIn(name, 'By the hour');
  await press('Enter', name);
  await waitFor(() => expect(requests('site/updateFast')).toMatchObject([{ version: 2, siteName: 'By the hour' }]));
});

test('saves no text that is no number as an empty price or charge', async () => {
  const { requests } = await open({ 'site/prices/setUp': { sid: SID, version: 2 } });
  fireEvent.click(screen.getByText('Add prices'));
  const adding = await dialog('Add prices');
  const refuses = async (at: HTMLElement, text: string, mended: string) => {
    typeIn(at, text);
    clickButton(adding, 'Save');
    await waitFor(() => expect(at.getAttribute('aria-invalid')).toBe('true'));
    expect(adding.getAllByText('Enter a number').length).toBeGreaterThan(0);
    expect(requests('site/prices/setUp')).toEqual([]);
    typeIn(at, mended);
    await waitFor(() => expect(adding.queryByText('Enter a number')).toBeNull());
  };
  await refuses(field(adding, /^Import price/), '0.30 €', '0.3');
  await refuses(field(adding, /^Export price/), '8 ct', '');
  await refuses(field(adding, /^Fixed charge/), '12,50 EUR', '12.5');
  fireEvent.click(adding.getByLabelText('By weekday and hour'));
  await refuses(field(adding, /^All other hours/), '30 ct', '0.3');
  const first = period(adding, 'Period 1');
  await refuses(field(first, 'Import price'), '20 ct', '0.2');
  await refuses(field(first, /^Export price/), '8 ct', '');
  clickButton(adding, 'Save');
  await waitFor(() => expect(requests('site/prices/setUp')).toHaveLength(1));
  expect(requests('site/prices/setUp')[0]!.list[1]).toMatchObject({ price: 0.3, feedInPrice: null, fixedCharge: 12.5 });
});

test('shows prices by the hour in the list only, not in the form', async () => {
  await open({ 'site/detail': siteDetail({ priceKind: 'timeOfUse' }), 'site/prices': prices([byHour]) });
  expect(screen.queryByLabelText(/^Electricity price per kWh/)).toBeNull();
});

test('changes revenue of past days only after a confirmation that names them', async () => {
  const { answer, requests } = await open({ 'site/prices/setUp': refused('pastPrices', 'Past days would change.') });
  fireEvent.click(screen.getByLabelText('Edit prices: From the start'));
  const editing = await dialog('Edit prices');
  typeIn(field(editing, /^Import price/), '0.5');
  clickButton(editing, 'Save');
  const question = await dialog('Change past days?');
  question.getByText(/^Amounts from Jun 7, 2026 to Jun 9, 2026 would change/);
  await press('Escape', question.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByText('Change past days?')).toBeNull());
  expect((field(editing, /^Import price/) as HTMLInputElement).value).toContain('0.5');
  clickButton(editing, 'Save');
  const secondQuestion = await dialog('Change past days?');
  answer({ 'site/prices/setUp': { sid: SID, version: 2 }, 'site/prices': prices([{ ...flat, price: 0.5 }]) });
  clickButton(secondQuestion, 'Recompute these days');
  await screen.findByText('0.50');
  expect(requests('site/prices/setUp').map(({ rewrite }) => rewrite)).toEqual([false, false, true]);
  expect(requests('site/prices/setUp').at(-1)!.list).toMatchObject([{ price: 0.5 }]);
});

test('removes a version of the prices after confirmation', async () => {
  const { answer, requests } = await open({
    'site/prices': prices([flat, byHour]),
    'site/prices/setUp': { sid: SID, version: 2 },
  });
  fireEvent.click(screen.getByLabelText('Remove prices: Jan 1, 2031'));
  const confirmation = within(await screen.findByRole('dialog'));
  answer({ 'site/prices': prices([flat]) });
  clickButton(confirmation, 'Delete');
  await waitFor(() => expect(screen.queryByLabelText('Edit prices: Jan 1, 2031')).toBeNull());
  expect(requests('site/prices/setUp')).toMatchObject([{ list: [{ validFrom: '2000-01-01' }] }]);
});
