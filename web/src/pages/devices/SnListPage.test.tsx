// List of serial numbers: restriction with a reason, its cancellation, and removal from the list.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, openPage, refused, typeIn } from '../../../test/page.tsx';

type Row = Response<'product/sn/list'>['list'][number];
const number = (change: Partial<Row> = {}): Row => ({
  sn: '5CD00001',
  topFewSN: '5CD0',
  model: 400,
  modelName: 'BDM-400',
  stockOf: '',
  isActivated: true,
  sid: SID,
  activatedIso: '2026-06-01T08:00:00Z',
  activatedBy: 'rosa@example.com',
  siteName: 'Mill Lane',
  isBlack: false,
  restrictedIso: null,
  restrictedReason: '',
  lastSeenIso: null,
  rights: { restrict: true, remove: false },
  ...change,
});
const stockNumber = number({
  sn: '5CD00003',
  sid: '',
  siteName: '',
  isActivated: false,
  activatedIso: null,
  activatedBy: '',
  stockOf: 'Solar Nord',
  rights: { restrict: false, remove: true },
});
const numbers = (list: Row[]): Answers => ({ 'product/sn/list': { list, total: list.length, hasMore: false } });
const open = (list: Row[], answers: Answers = {}) =>
  openPage(
    '/snList',
    {
      ...numbers(list),
      'product/list': { list: [], total: 0 },
      'product/sn/requests': { list: [], total: 0 },
      'product/sn/ownership': { list: [], total: 0 },
      ...answers,
    },
    { role: 'manager' },
  );
const rowOf = async (sn: string) => (await screen.findByText(sn)).closest('tr')!;
const openAction = async (sn: string, action: string) => {
  fireEvent.click(await screen.findByLabelText(`Actions for ${sn}`));
  fireEvent.click(await screen.findByText(action));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, confirm: () => fireEvent.click(dialog.getByText(action, { selector: 'button *' })) };
};

test('shows each number with its product, plant and activation', async () => {
  await open([number(), stockNumber]);
  const row = within(await rowOf('5CD00001'));
  for (const text of ['BDM-400', 'Activated']) row.getByText(text);
  expect(row.getByText('Mill Lane').closest('a')!.getAttribute('href')).toContain(SID);
  within(await rowOf('5CD00003')).getByText('Not activated');
});

test('shows who announces numbers of the stock, and releases or refuses them after a confirmation', async () => {
  const id = '00000000-0000-4000-8000-00000000000';
  const request = { companyName: 'Sun & Sons', askedIso: '2026-06-10T08:00:00Z', dueIso: '2026-06-17T08:00:00Z' };
  const list = [1, 2].map((n) => ({ ...request, id: `${id}${n}`, sn: `5CD0001${n}` }));
  const { requests } = await open([stockNumber], {
    'product/sn/requests': { list, total: 2 },
    'product/sn/requests/answer': {},
  });
  await screen.findByText(/2 numbers of your stock are announced/);
  expect((await screen.findByText('5CD00011')).parentElement!.textContent).toContain('Sun & Sons, Jun 10, 2026');
  const press = async (button: string, n: number) => {
    fireEvent.click(screen.getAllByRole('button', { name: button })[n]!);
    const dialog = within(await screen.findByRole('dialog', { name: /Sun & Sons/ }));
    fireEvent.click(dialog.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await press('Release', 0);
  await press('Refuse', 1);
  expect(requests('product/sn/requests/answer')).toEqual([
    { id: `${id}1`, sn: '5CD00011', accepts: true },
    { id: `${id}2`, sn: '5CD00012', accepts: false },
  ]);
});

test('requires a reason to restrict a number and shows it in the list', async () => {
  const { answer, requests } = await open([number()], { 'device/joinBlack': {} });
  const { dialog, confirm } = await openAction('5CD00001', 'Restrict');
  confirm();
  await dialog.findByText('Enter a reason, so that others understand it later.');
  typeIn(dialog.getByLabelText(/^Reason/), 'Stolen from the roof');
  const restricted = { isBlack: true, restrictedReason: 'Stolen from the roof', restrictedIso: '2026-06-10T08:00:00Z' };
  answer(numbers([number(restricted)]));
  confirm();
  await screen.findByText('Stolen from the roof');
  expect(requests('device/joinBlack')).toEqual([{ sn: '5CD00001', reason: 'Stolen from the roof' }]);
});

test('cancels the restriction of a number', async () => {
  const restricted = { isBlack: true, restrictedReason: 'Stolen', restrictedIso: '2026-06-10T08:00:00Z' };
  const { answer, requests } = await open([number(restricted)], { 'device/removeBlack': {} });
  const { confirm } = await openAction('5CD00001', 'Cancel restriction');
  answer(numbers([number()]));
  confirm();
  await waitFor(() => expect(screen.queryByText('Stolen')).toBeNull());
  expect(requests('device/removeBlack')).toEqual([{ sn: '5CD00001' }]);
});

test('removes stock from the list and shows the reason when it cannot', async () => {
  const { answer, requests } = await open([number(), stockNumber], {
    'product/sn/del': refused('deviceNotFound', 'It is in a plant.'),
  });
  const { dialog, confirm } = await openAction('5CD00003', 'Remove');
  confirm();
  await dialog.findByText('It is in a plant.');
  answer({ 'product/sn/del': { removed: 1 }, ...numbers([number()]) });
  confirm();
  await waitFor(() => expect(screen.queryByText('5CD00003')).toBeNull());
  expect(requests('product/sn/del').at(-1)).toEqual({ sn: ['5CD00003'] });
});

test('shows administrators both sides of an ownership claim, and sends the decision with the days that move', async () => {
  const id = '00000000-0000-4000-8000-000000000003';
  const claim = {
    ...{ id, sn: '5CD00021', reason: 'On the barn since May', claimedIso: '2026-06-10T08:00:00Z' },
    ...{
      proofs: ['image/webp' as const],
      firstSeenIso: null,
      lastSeenIso: null,
      network: '203.0.113.7',
      stockCompany: '',
    },
    ...{ isRestricted: false, withheld: 0 },
    claimant: { sid: SID, siteName: 'Right roof', companyName: 'Right', isConfirmed: false, email: 'r@example.com' },
    kind: 'bought' as const,
    holder: {
      ...{ sid: 'DE_20260101_bbbbbb', siteName: 'Wrong roof', companyName: 'Wrong', sinceIso: null, attached: 0 },
      ...{ askedIso: '2026-06-10T09:00:00Z', answerUntilIso: '2026-06-17T09:00:00Z' },
      answer: {
        ...{ agrees: false, text: 'Ours since 2024', proofs: ['application/pdf' as const] },
        answeredIso: '2026-06-11T09:00:00Z',
      },
    },
  };
  const { requests } = await open([number()], {
    'product/sn/ownership': { list: [claim], total: 1 },
    'product/sn/ownership/decide': { moved: ['5CD00021'] },
  });
  fireEvent.click(await screen.findByText('Review'));
  const dialog = within(await screen.findByRole('dialog'));
  for (const text of [/On the barn since May/, '203.0.113.7', 'Right roof', 'Wrong roof']) dialog.getByText(text);
  for (const text of [/Ours since 2024/, 'Picture 1', 'Answer: PDF 1']) dialog.getByText(text);
  fireEvent.click(dialog.getByText('None'));
  typeIn(dialog.getByLabelText(/^Answer/), 'Label seen');
  fireEvent.click(dialog.getByText('Accept and move'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('product/sn/ownership/decide')).toEqual([
    { id, accepts: true, text: 'Label seen', withoutHistory: true },
  ]);
});
