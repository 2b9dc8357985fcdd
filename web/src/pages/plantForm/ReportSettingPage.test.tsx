// The e-mail settings of a plant: selection, recipients and delivery.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, openPage, press, refused, typeIn } from '../../../test/page.tsx';

type Settings = Response<'site/sn/report/settings'>;
const settings = (change: Partial<Settings> = {}): Settings => ({
  sid: SID,
  sn: '',
  siteName: 'Mill Lane',
  timezone: 'Europe/Berlin',
  optionsDaily: 0,
  optionsWeekly: 0,
  optionsMonthly: 0,
  alertHourly: 0,
  alertTime: 0,
  alertStart: '8',
  alertEnd: '17',
  alertFound: 1,
  hour: 6,
  language: 'en',
  recipients: [],
  mails: [],
  sendsMail: true,
  mayChange: true,
  version: 0,
  ...change,
});
const rosa = { email: 'rosa@example.com', state: 'active' } as const;
const open = (answers: Answers = {}) =>
  openPage(
    `/pvPlant/reportSetting?sid=${SID}`,
    { 'site/sn/report/settings': settings(), ...answers },
    { role: 'installer' },
  );
const box = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const recipient = async (email: string) => (await screen.findByText(email, { selector: 'li span' })).closest('li')!;
const save = () => fireEvent.click(screen.getByText('Save', { selector: 'button *' }));

test('proposes the user as first recipient, and saves the settings with the version that was loaded', async () => {
  const { answer, requests } = await open({ 'site/sn/report/setUp': { version: 1 } });
  expect((await recipient('rosa@example.com')).textContent).toContain('not saved yet');
  fireEvent.click(box('Weekly, on Mondays'));
  fireEvent.click(box('During set hours'));
  const problemMails = box(/^E-mail when a module/);
  expect(problemMails.checked).toBe(true);
  fireEvent.click(problemMails);
  answer({ 'site/sn/report/settings': settings({ optionsWeekly: 1, recipients: [rosa], version: 1 }) });
  save();
  await waitFor(async () => expect((await recipient('rosa@example.com')).textContent).toContain('receives them'));
  expect(requests('site/sn/report/setUp')).toMatchObject([
    {
      sid: SID,
      version: 0,
      optionsDaily: false,
      optionsWeekly: true,
      optionsMonthly: false,
      alertFound: false,
      alertHourly: false,
      alertTime: true,
      alertStart: 8,
      alertEnd: 17,
      recipients: ['rosa@example.com'],
    },
  ]);
});

test('adds a recipient with Enter, and rejects an invalid or repeated address', async () => {
  await open({ 'site/sn/report/settings': settings({ recipients: [rosa], version: 1 }) });
  await recipient('rosa@example.com');
  const email = box('E-mail address');
  for (const [typed, message] of [
    ['nobody', 'Please enter a valid email address.'],
    ['Rosa@example.com', 'Already in the list'],
  ] as const) {
    typeIn(email, typed);
    await press('Enter', email);
    await screen.findByText(message);
  }
  typeIn(email, 'olga@example.com');
  await press('Enter', email);
  expect((await recipient('olga@example.com')).textContent).toContain('not saved yet');
});

test('shows which recipient has unsubscribed', async () => {
  const unsubscribed = { ...rosa, state: 'stopped' } as const;
  await open({ 'site/sn/report/settings': settings({ recipients: [unsubscribed], version: 1 }) });
  expect((await recipient('rosa@example.com')).textContent).toContain('has unsubscribed');
});

test('shows that the server sends no e-mail', async () => {
  await open({ 'site/sn/report/settings': settings({ sendsMail: false }) });
  await screen.findByText(/^This server sends no e-mail/);
});

test('loads the newer settings after another user has changed them', async () => {
  const { answer } = await open({
    'site/sn/report/setUp': refused('siteHasChanged', 'Somebody else has changed this plant.'),
  });
  await recipient('rosa@example.com');
  fireEvent.click(box('Daily'));
  save();
  await screen.findByText(/^Someone else has changed these settings/);
  answer({ 'site/sn/report/settings': settings({ optionsMonthly: 1, version: 4 }) });
  fireEvent.click(screen.getByText('Reload'));
  await waitFor(() => expect(box('Monthly, on the first').checked).toBe(true));
  expect(box('Daily').checked).toBe(false);
});
