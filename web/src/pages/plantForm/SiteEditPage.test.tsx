// The wizard of a new plant: what a place fills in, what is missing, what is sent, and what is kept for later.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn, userInfo } from '../../../test/page.tsx';
import { newDevice } from './devices.ts';
import { type Draft, loadDraft, saveDraft } from './draft.ts';
import { EMPTY_SITE } from './siteForm.ts';

const place = {
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  temperatureUnit: 'Celsius',
  timezones: [] as string[],
} as const;
const found = { modelName: 'HG-S5', announcedModel: 0, lastSeenIso: null } as const;
const lists: Answers = {
  'common/country': {
    list: [
      { code: 'DE', name: 'Germany', ...place },
      { code: 'FR', name: 'France', ...place },
    ],
  },
  'common/state': { list: [] },
  'common/timezone': { list: [{ code: 'Europe/Berlin', name: 'Central European Time', offset: '+01:00' }] },
  'common/currency': { list: [{ code: 'EUR', name: 'Euro', symbol: '€' }] },
  'common/addressInfo': { country: 'DE', countryName: 'Germany', ...place },
  'product/sn': ({ sn }) => ({
    list: sn.map((number) => ({ ...found, sn: number, model: 5, state: 'free' as const })),
    products: [{ model: 5, modelName: 'HG-S5', kind: 'inverter', inputs: 2 }],
  }),
};
/** What a made plant is asked on the last screen. */
const made: Answers = {
  'site/createFast': ({ sn }) => ({ sid: SID, sn: sn.map((one) => one.sn), credentials: [] }),
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'device/list': { list: [], total: 0, kinds: {}, models: [] },
  'site/setUp/checks': {
    from: '2026-06-07',
    to: '2026-06-10',
    timezone: 'Europe/Berlin',
    list: [],
    mayTurn: true,
    jobs: [],
  },
};
const open = (answers: Answers = {}, role: 'installer' | 'owner' = 'installer') =>
  openPage('/pvPlant/edit', { ...lists, ...made, ...answers }, { role });

const draft: Draft = {
  form: {
    ...EMPTY_SITE,
    siteName: 'Mill Lane',
    powerMaxKw: 9.9,
    countryCode: 'DE',
    latitude: 48.4,
    longitude: 9.98,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    electricityPrice: 0.34,
  },
  devices: [],
  step: 'devices',
  group: 'basics',
  savedAtMs: Date.now() - 120_000,
};
const openDraft = async (answers: Answers = {}, change: Partial<Draft> = {}) => {
  saveDraft(userInfo.uid, { ...draft, ...change });
  return await open(answers);
};
const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' });
const pressed = (word: RegExp | string) => fireEvent.click(screen.getByText(word, { selector: 'button *' }));
const addNumbers = async (numbers: string) => {
  const box = await screen.findByLabelText('Serial numbers');
  typeIn(box, numbers);
  await press('Enter', box);
};

test('makes a plant without devices from what was typed, in watts and with what the country fills in', async () => {
  const { requests } = await open();
  await screen.findByText('New plant');
  typeIn(field(/^Plant name/), ' Mill Lane ');
  typeIn(field(/^Peak power of the modules/), '9.9');
  await choose(field(/^Country/), 'Germany');
  typeIn(field(/^Latitude/), '48.4');
  typeIn(field(/^Longitude/), '9.98');
  typeIn(field(/^Electricity price/), '0.34');
  await waitFor(() => expect((field(/^Time zone/) as HTMLInputElement).value).toContain('Berlin'));
  await press('Enter', field(/^Plant name/));
  fireEvent.click(await screen.findByText('Skip and create the plant'));
  await screen.findByText('Congratulations!');
  expect(requests('site/createFast')).toMatchObject([
    {
      siteName: 'Mill Lane',
      powerMax: 9900,
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      electricityPrice: 0.34,
      feedInPrice: null,
      commissionDate: null,
      sn: [],
    },
  ]);
});

test('says what is missing and stays at the first step', async () => {
  const { requests } = await open();
  await screen.findByText('New plant');
  typeIn(field(/^Plant name/), 'Mill Lane');
  pressed('Next');
  expect((await screen.findAllByText('This Field is required.')).length).toBeGreaterThan(3);
  expect(field(/^Plant name/).getAttribute('aria-invalid')).not.toBe('true');
  expect(field(/^Peak power of the modules/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Skip and create the plant')).toBeNull();
  expect(requests('site/createFast')).toEqual([]);
});

test('continues the plant that was begun, and starts over when one wants', async () => {
  await openDraft({}, { step: 'plant' });
  await screen.findByText(/^You are continuing/);
  expect((field(/^Plant name/) as HTMLInputElement).value).toBe('Mill Lane');
  pressed('Start over');
  await waitFor(() => expect((field(/^Plant name/) as HTMLInputElement).value).toBe(''));
  expect(loadDraft(userInfo.uid)).toBeNull();
});

test('keeps what was typed for the next visit', async () => {
  await open();
  await screen.findByText('New plant');
  typeIn(field(/^Plant name/), 'Old Barn');
  await waitFor(() => expect(loadDraft(userInfo.uid)?.form.siteName).toBe('Old Barn'));
});

test('makes a plant with the devices whose numbers were typed at once', async () => {
  const { requests } = await openDraft();
  await addNumbers('A1000001, A1000002');
  await waitFor(() => expect(screen.getAllByText('Can be added')).toHaveLength(2));
  pressed(/^Create the plant with 2 devices/);
  await screen.findByText('Congratulations!');
  expect(requests('product/sn')).toEqual([{ sn: ['A1000001', 'A1000002'] }]);
  expect(requests('site/createFast')[0]!.sn.map(({ sn }) => sn)).toEqual(['A1000001', 'A1000002']);
  screen.getByText('0 of 2 devices have reported');
  expect(loadDraft(userInfo.uid)).toBeNull();
});

test('names what is no serial number and what is in the list already', async () => {
  const { requests } = await openDraft();
  await addNumbers('A1000001 no!');
  await screen.findByText(/Not a serial number: no!/i);
  await addNumbers('A1000001');
  await screen.findByText('In the list already: A1000001');
  expect(requests('product/sn')).toHaveLength(1);
});

test('takes devices out that belong to another plant of one’s own before it makes the plant', async () => {
  const { requests } = await openDraft({
    'product/sn': ({ sn }) => ({
      list: sn.map((number) => ({ ...found, sn: number, model: 5, state: number === 'A1000002' ? 'yours' : 'free' })),
      products: [],
    }),
  });
  await addNumbers('A1000001 A1000002');
  await screen.findByText(/^1 device cannot be added/);
  pressed(/^Create the plant with 2 devices/);
  await screen.findByText(/^Some devices are not ready yet/);
  expect(requests('site/createFast')).toEqual([]);
  const notice = screen.getByText(/^1 device cannot be added/).closest<HTMLElement>('[role=status]')!;
  fireEvent.click(within(notice).getByRole('button'));
  pressed(/^Create the plant with 1 device/);
  await waitFor(() => expect(requests('site/createFast')[0]!.sn.map(({ sn }) => sn)).toEqual(['A1000001']));
});

test('asks for the product of a number that nobody knows, and sends it', async () => {
  const { requests } = await openDraft(
    {
      'product/sn': ({ sn }) => ({
        list: sn.map((number) => ({ ...found, sn: number, model: 0, modelName: '', state: 'unknown' })),
        products: [{ model: 5, modelName: 'HG-S5', kind: 'inverter', inputs: 2 }],
      }),
    },
    { devices: [newDevice('A1000003')] },
  );
  await screen.findByText('Choose its product');
  await choose(screen.getByLabelText('Product of A1000003', { selector: 'input' }), 'HG-S5');
  await screen.findByText('Can be added');
  pressed(/^Create the plant with 1 device/);
  await waitFor(() => expect(requests('site/createFast')[0]!.sn).toEqual([{ sn: 'A1000003', model: 5 }]));
});

test('shows beside the devices why the plant cannot be made, and keeps them', async () => {
  const { answer } = await openDraft(
    { 'site/createFast': refused('serialNumberFailed', 'A1000001 cannot be added.') },
    { devices: [newDevice('A1000001')] },
  );
  await screen.findByText('Can be added');
  pressed(/^Create the plant with 1 device/);
  await screen.findByText('A1000001 cannot be added.');
  answer(made);
  pressed(/^Create the plant with 1 device/);
  await screen.findByText('Congratulations!');
});

test('goes back to the field that the server refuses', async () => {
  await openDraft({ 'site/createFast': refused('unknownTimezone', 'This time zone is not known.') });
  fireEvent.click(await screen.findByText('Skip and create the plant'));
  const reason = await screen.findByText('This time zone is not known.');
  expect(field(/^Time zone/).getAttribute('aria-describedby')).toContain(reason.id);
});

test('says on the last screen that the time zone does not fit the place', async () => {
  await openDraft({ 'site/detail': siteDetail({ timezoneFits: false, sunNoon: '05:20' }) });
  fireEvent.click(await screen.findByText('Skip and create the plant'));
  await screen.findByText(/05:20.*Europe\/Berlin does not fit the place/);
  expect(screen.getByText('Correct it').closest('a')!.getAttribute('href')).toContain(`sid=${SID}`);
});

test('tells an owner, who makes no plants, whom to ask', async () => {
  const { requests } = await open({}, 'owner');
  await screen.findByText(/^You may not create or change plants here/);
  expect(requests('common/country')).toEqual([]);
});
