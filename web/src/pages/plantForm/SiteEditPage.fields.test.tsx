// The fields of a plant's form: searchable lists, pairs of coordinates, days, addresses; and the confirmation before leaving.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID, siteCounts, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage, press, typeIn, userInfo } from '../../../test/page.tsx';
import { loadDraft } from './draft.ts';

const germany = {
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  temperatureUnit: 'Celsius',
  timezones: [] as string[],
} as const;
const america = { ...germany, timezone: 'America/New_York', currency: 'USD' } as const;
const plant = siteDetail({ siteName: 'Mill Lane', timezone: 'Europe/Berlin', countryCode: 'DE' });
const lists: Answers = {
  'site/detail': plant,
  'site/prices': { sid: SID, version: 1, today: '2026-06-10', firstDay: null, currency: 'EUR', list: [] },
  'site/offers': { list: [], userEmail: '', mayOffer: false, care: null, mayEndCare: false, sendsMail: true },
  'site/publicLinks': { list: [], mayChange: true, firstDay: '2026-06-10', lastDay: '2027-06-10' },
  'site/updateFast': { sid: SID, version: 2, credentials: [] },
  'device/list': { list: [], total: 0, kinds: {}, models: [] },
  'site/listWithSN': { list: [], total: 0 },
  'overview/siteStatusCounts': siteCounts(),
  'common/country': {
    list: [
      { code: 'AU', name: 'Australia', ...germany },
      { code: 'AT', name: 'Austria', ...germany },
      { code: 'DE', name: 'Germany', ...germany },
      { code: 'MU', name: 'Mauritius', ...germany },
      { code: 'US', name: 'United States', ...america },
    ],
  },
  'common/state': { list: [] },
  'common/timezone': {
    list: [
      { code: 'Europe/Berlin', name: 'Berlin', offset: '+01:00' },
      { code: 'Europe/Lisbon', name: 'Lisbon', offset: '+00:00' },
      { code: 'America/New_York', name: 'New York', offset: '-05:00' },
      { code: 'Asia/Tokyo', name: 'Tokyo', offset: '+09:00' },
    ],
  },
  'common/currency': {
    list: [
      { code: 'CHF', name: 'Swiss franc', symbol: 'CHF' },
      { code: 'EUR', name: 'Euro', symbol: '€' },
      { code: 'SEK', name: 'Swedish krona', symbol: 'kr' },
      { code: 'USD', name: 'US dollar', symbol: '$' },
    ],
  },
  'common/addressInfo': ({ country }) =>
    country === 'US'
      ? { country: 'US', countryName: 'United States', ...america }
      : { country: 'DE', countryName: 'Germany', ...germany },
};
const NEW = '/pvPlant/edit';
const EDIT = `${NEW}?sid=${SID}`;
const open = (address = EDIT, answers: Answers = {}) =>
  openPage(address, { ...lists, ...answers }, { role: 'installer', without: ['SiteDevices'] });
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const findField = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
const clickButton = (word: RegExp | string) => fireEvent.click(screen.getByText(word, { selector: 'button *' }));
/** Types into a field and moves the focus away. */
async function fill(label: RegExp, text: string): Promise<void> {
  typeIn(field(label), text);
  await act(async () => fireEvent.blur(field(label)));
}
/** Opens a list by a click, types, and presses Enter immediately. */
async function search(label: RegExp, text: string): Promise<void> {
  const input = field(label);
  fireEvent.click(input);
  typeIn(input, text);
  await act(async () => fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' }));
}

test('marks a field as missing until it is filled in by the user or by the country', async () => {
  await open(NEW);
  await screen.findByText('New plant');
  clickButton('Next');
  const missingCount = (await screen.findAllByText('This Field is required.')).length;
  await search(/^Country/, 'Germ');
  // The country also fills in time zone and currency.
  await waitFor(() => expect(screen.getAllByText('This Field is required.')).toHaveLength(missingCount - 3));
  expect(field(/^Currency/).value).toMatch(/EUR/);
  typeIn(field(/^Plant name/), 'Mill Lane');
  await waitFor(() => expect(screen.getAllByText('This Field is required.')).toHaveLength(missingCount - 4));
});

test('fills both coordinates from two numbers in one field, typed or pasted', async () => {
  await open(NEW);
  await findField(/^Latitude/);
  const coordinates = () => [field(/^Latitude/).value, field(/^Longitude/).value];
  await fill(/^Latitude/, '48.2, 16.37');
  expect(coordinates()).toEqual(['48.2', '16.37']);
  await fill(/^Longitude/, `47°39'36"N 9°10'12"E`);
  expect(coordinates()).toEqual(['47.66', '9.17']);
  await act(async () => fireEvent.paste(field(/^Latitude/), { clipboardData: { getData: () => '47,5; 9,25' } }));
  expect(coordinates()).toEqual(['47.5', '9.25']);
  await fill(/^Latitude/, 'north of the lake');
  await screen.findByText('Input format incorrect.');
});

test('submits coordinates typed just before Enter is pressed in their field', async () => {
  const { requests } = await open();
  await findField(/^Latitude/);
  typeIn(field(/^Latitude/), '47.75 9.5');
  await press('Enter', field(/^Latitude/));
  await screen.findByText('Modified successfully');
  expect(requests('site/updateFast')).toEqual([{ sid: SID, version: 1, latitude: 47.75, longitude: 9.5 }]);
});

test('accepts a day typed in the format of the user, or selected from the calendar', async () => {
  const { requests } = await open();
  const day = /^Commissioned on/;
  await findField(day);
  await waitFor(() => expect(field(day).readOnly).toBe(false));
  await fill(day, '3/15/2024');
  expect(field(day).value).toBe('03/15/2024');
  fireEvent.click(field(day));
  fireEvent.click(await screen.findByLabelText('Mar 20, 2024'));
  await waitFor(() => expect(field(day).value).toBe('03/20/2024'));
  clickButton('Save');
  await screen.findByText('Modified successfully');
  expect(requests('site/updateFast')).toEqual([{ sid: SID, version: 1, commissionDate: '2024-03-20' }]);
});

test('fills in place, country and time zone from the selected address', async () => {
  const { requests } = await open(NEW, {
    'common/places': {
      service: 'none',
      list: [
        {
          label: 'New York, United States',
          source: 'cities',
          countryCode: 'US',
          stateCode: '',
          city: 'New York',
          street: '',
          zipCode: '',
          latitude: 40.7,
          longitude: -74,
        },
      ],
    },
  });
  const address = await screen.findByLabelText('Find an address');
  typeIn(address, 'new york');
  await press('Enter', address);
  await screen.findByText(/No map service is set up/);
  fireEvent.click(screen.getByText('New York, United States'));
  await waitFor(() => expect(field(/^Time zone/).value).toMatch(/New York/));
  expect(field(/^Country/).value).toBe('United States');
  expect(field(/^City/).value).toBe('New York');
  expect(field(/^Latitude/).value).toBe('40.7');
  expect(requests('common/places')).toEqual([{ text: 'new york' }]);
  // Enter in the search does not submit the surrounding form.
  expect(screen.queryByText('This Field is required.')).toBeNull();
});

const leave = () => fireEvent.click(screen.getAllByText('PV Plant')[0]!);
const QUESTION = 'Leave without saving?';
const question = async () => (await screen.findByText(QUESTION)).closest<HTMLElement>('[role=dialog]')!;
const name = /^Plant name/;

test('asks for confirmation before a change is discarded, and stays on Cancel', async () => {
  const { address } = await open();
  await findField(name);
  typeIn(field(name), 'Old Barn');
  leave();
  fireEvent.click(within(await question()).getByText('Cancel'));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(address()).toBe(EDIT);
  expect(field(name).value).toBe('Old Barn');
  leave();
  fireEvent.click(within(await question()).getByText('Leave'));
  await waitFor(() => expect(address()).toBe('/pvPlant'));
});

test('asks for confirmation before another form replaces a changed one', async () => {
  const { address } = await open();
  await findField(name);
  typeIn(field(name), 'Old Barn');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const box = await screen.findByLabelText(/^Search plants/, { selector: 'input' });
  typeIn(box, 'new plant');
  await press('Enter', box);
  await question();
  expect(address()).toBe(EDIT);
});

test.each([
  ['the change is undone', () => typeIn(field(name), 'Mill Lane')],
  [
    'the change is saved',
    async () => {
      clickButton('Save');
      await screen.findByText('Modified successfully');
    },
  ],
])('leaves without confirmation once %s', async (_, resolveChange) => {
  const { address } = await open();
  await findField(name);
  typeIn(field(name), 'Old Barn');
  await resolveChange();
  leave();
  await waitFor(() => expect(address()).toBe('/pvPlant'));
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test('states that this browser keeps an unfinished new plant, and stores it', async () => {
  const { address } = await open(NEW);
  await screen.findByText('New plant');
  typeIn(field(name), 'Half a plant');
  leave();
  const confirmation = within(await question());
  confirmation.getByText(/This browser keeps them/);
  fireEvent.click(confirmation.getByText('Leave'));
  await waitFor(() => expect(address()).toBe('/pvPlant'));
  // The wizard stores the draft on unmount, which may happen after the URL has changed.
  await waitFor(() => expect(loadDraft(userInfo.uid)?.form.siteName).toBe('Half a plant'));
});
