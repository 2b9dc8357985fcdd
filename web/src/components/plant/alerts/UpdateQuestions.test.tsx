// Updates awaiting the owner's approval: the owner answers or postpones them, and others see that they are pending.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteChart, siteDetail } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.tsx';

const ID = '0197a0b0-0000-4000-8000-000000000001';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
type Question = Response<'site/updates'>['list'][number];
const question = (mayAnswer: boolean): Question => ({
  id: ID,
  isRollout: false,
  company: 'Solar Nord',
  description: '',
  askedIso: inDays(0),
  endsIso: inDays(14),
  devices: [{ sn: 'GWOTA001', alias: '', modelName: 'HG-1', before: '1.8.0', versionName: '1.9.0' }],
  answer: '',
  laterIso: null,
  answeredIso: null,
  rights: { answer: mayAnswer },
});
const open = (mayAnswer: boolean) =>
  openPage(
    `/pvPlant/detail?sid=${SID}`,
    {
      'site/overview': overview({ updates: 1 }),
      'site/detail': siteDetail(),
      'site/statistics/echarts': siteChart('W', { '2026-06-10T12:00:00+02:00': 7000 }),
      'site/updates': { list: [question(mayAnswer)] },
      'site/updates/answer': { question: question(mayAnswer) },
    },
    { role: mayAnswer ? 'owner' : 'installer' },
  );
const questionCard = async () => within((await screen.findByText('Firmware 1.9.0')).closest('section')!);

test('asks the owner for approval and sends the agreement', async () => {
  const { requests } = await open(true);
  const card = await questionCard();
  card.getByText(/^May these devices be updated\?/);
  card.getByText('GWOTA001 (now 1.8.0)');
  card.getByText(/^Requested by Solar Nord on/);
  fireEvent.click(card.getByText('Agree'));
  await waitFor(() => expect(requests('site/updates/answer')).toEqual([{ sid: SID, id: ID, answer: 'yes' }]));
});

test('requires a day to postpone the question', async () => {
  const { requests } = await open(true);
  fireEvent.click((await questionCard()).getByText('Ask me later'));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByLabelText('Ask me again on', { selector: 'input' });
  expect(dialog.getByText('Ask me later', { selector: 'button *' }).closest('button')!.disabled).toBe(true);
  expect(requests('site/updates/answer')).toEqual([]);
});

test('shows other users that the update awaits the owner, without buttons to answer', async () => {
  await open(false);
  const card = await questionCard();
  card.getByText(/^Waiting for the owner of the plant until/);
  expect(card.queryByText('Agree')).toBeNull();
});
