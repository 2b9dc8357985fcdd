// The weather of a plant: seven days on the overview, lines behind the power chart, and messages when the service fails.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, SID, siteChart, siteDetail, siteSums } from '../../../../test/answers.ts';
import { type Answers, openPage, unavailable } from '../../../../test/page.tsx';
import { portal } from '../../../brand/portal.ts';

beforeEach(() => {
  portal.asksWeather = true;
  vi.useFakeTimers({ now: Date.parse('2026-06-10T14:00:00+02:00'), toFake: ['Date'] });
});
afterEach(() => {
  portal.asksWeather = false;
  vi.useRealTimers();
});

type Weather = Response<'site/weather7Day'>;
type Hours = Response<'site/weatherHours'>;
const WEEK = ['Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue'];
const week: Weather = {
  sid: SID,
  days: 7,
  temperatureUnit: 'Celsius',
  service: 'asked',
  askedAtIso: '2026-06-10T12:00:00+02:00',
  list: WEEK.map((day, n) => ({
    datetime: `2026-06-${10 + n}`,
    temp: 8,
    tempMax: 12.4,
    tempMin: -3.4,
    icon: 'rain',
    week: day,
    conditions: 'Rain',
    rain: 4,
    sun: 2.5,
  })),
};
const noWeek: Weather = { ...week, service: 'failed', askedAtIso: null, list: [] };
const hours = (change: Partial<Hours> = {}): Hours => ({
  sid: SID,
  day: '2026-06-10',
  service: 'asked',
  list: [{ atIso: '2026-06-10T12:00:00+02:00', temperature: 21.5, clouds: 40, sun: 310 }],
  ...change,
});
const slots = { '2026-06-10T12:00:00+02:00': 7000, '2026-06-10T12:05:00+02:00': 7300 };
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/statistics/echarts': siteChart('W', slots),
  'site/statistics/date': siteSums(),
  'site/weather7Day': week,
  'site/weatherHours': hours(),
};
const open = (search = '', answers: Answers = {}) =>
  openPage(`/pvPlant/detail?sid=${SID}${search}`, { ...plant, ...answers }, { role: 'installer' });

test('shows seven days of weather on the overview, with their source', async () => {
  await open();
  const card = (await screen.findByText('Weather')).closest('section')!;
  await waitFor(() => expect(card.querySelectorAll('tbody tr')).toHaveLength(7));
  const [first] = card.querySelectorAll('tbody tr');
  expect([...first!.children].map(({ textContent }) => textContent)).toEqual(['Wed', 'Rain', '2.5', '-3', '12']);
  expect(card.textContent).toContain('Open-Meteo.com');
});

test.each([
  ['does not answer', noWeek],
  ['cannot be reached', unavailable],
] as const)('shows a message instead of the forecast when the weather service %s', async (_, response) => {
  await open('', { 'site/weather7Day': response });
  const card = (await screen.findByText('Weather')).closest('section')!;
  await waitFor(() => expect(card.querySelector('p')).not.toBeNull());
  if (response === noWeek) expect(card.textContent).toContain('The weather service is not answering at the moment.');
  expect(card.querySelector('table')).toBeNull();
});

test('draws temperature and clouds behind the power of a day, and keeps the selection in the URL', async () => {
  const { address, requests } = await open('&view=power');
  const clouds = await screen.findByText('Cloud cover');
  expect(clouds.closest('button')!.getAttribute('aria-pressed')).toBe('false');
  expect(requests('site/weatherHours')).toEqual([]);
  fireEvent.click(clouds);
  await waitFor(() => expect(address()).toContain('Weather+Clouds'));
  fireEvent.click(screen.getByText('Outdoor temperature', { selector: 'button' }));
  await screen.findByText(/^Weather by Open-Meteo.com for the plant’s surroundings/);
  await waitFor(() => screen.getByRole('img', { name: /Outdoor temperature, Cloud cover/ }));
  expect(requests('site/weatherHours')).toEqual([{ sid: SID, day: '2026-06-10' }]);
});

test.each([
  ['2026-06-10', hours({ service: 'failed', list: [] }), 'the weather service is not answering'],
  ['2025-11-22', hours({ day: '2025-11-22', service: 'tooOld', list: [] }), 'the weather service goes back 92 days'],
  ['2026-06-09', unavailable, 'could not be loaded'],
] as const)('shows why %s has no weather', async (day, response, message) => {
  await open(`&view=power&day=${day}&lines=["Weather Sun"]`, { 'site/weatherHours': response });
  await screen.findByText(new RegExp(`^Weather data for this day .*${message}`));
});

test('offers no weather where the portal uses no weather service', async () => {
  portal.asksWeather = false;
  await open('&view=power');
  await screen.findByText('Highest power');
  expect(screen.queryByText('Cloud cover')).toBeNull();
});

test('states in the privacy policy that a weather service is used', async () => {
  await openPage('/privacyPolicy', { 'common/privacyPolicy': { text: '' } }, { role: 'owner', isSignedIn: false });
  await screen.findByText(/^This server asks a weather service/);
});
