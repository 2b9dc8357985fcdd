// Devices without a plant: announcements, the devices of a waiting gateway, and numbers that are restricted or forgotten.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastData, siteCounts, siteRow } from '../../../test/answers.ts';
import { type Answers, openPage, typeIn } from '../../../test/page.tsx';

const SN = 'GWWAITING1';
type List = Response<'device/list/noReg'>;
const waiting = (change: Partial<List['list'][number]> = {}): List['list'][number] => ({
  sn: SN,
  model: 10_000,
  modelName: 'HG-1',
  firstSeen: '',
  firstSeenIso: lastData(60).lastUpdateIso,
  frames: 0,
  now: null,
  nowUnit: 'W',
  nowGuessedAs: null,
  status: 0,
  statusTitle: 'Online',
  children: 24,
  gatewaySn: '',
  signalDbm: -61,
  announced: { kind: 'gateway', model: 'HG-1', hardware: '2.1', firmware: '1.8.0' },
  online: true,
  onlineSinceIso: lastData(60).lastUpdateIso,
  restrictedIso: null,
  restrictedReason: '',
  rights: { restrict: true, forget: true },
  WIFIVersion: '',
  ...lastData(60),
  ...change,
});
const child = (n: number) =>
  waiting({
    sn: `1FA0BB${n}`,
    children: 0,
    gatewaySn: SN,
    signalDbm: null,
    online: null,
    onlineSinceIso: null,
    announced: { kind: 'microinverter', model: 'BDM-800', hardware: '', firmware: '12' },
  });
const answerOf = (list: List['list'], change: Partial<List> = {}): List => ({
  list,
  total: list.length,
  told: 24,
  restricted: 0,
  ...change,
});
const children = Array.from({ length: 24 }, (_, n) => child(n + 10));
const open = (answers: Answers = {}, search = '') =>
  openPage(
    `/noRegGatewayList${search}`,
    {
      'device/list/noReg': ({ filters }) => answerOf(filters.gateway ? children : [waiting()]),
      'site/listWithSN': { list: [siteRow()], total: 1 },
      'overview/siteStatusCounts': siteCounts(),
      ...answers,
    },
    { role: 'administrator' },
  );
const row = async (sn = SN) => (await screen.findByText(sn, { selector: 'b' })).closest('tr')!;
const dialog = async () => within(await screen.findByRole('dialog'));
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const openAction = async (name: string) => {
  fireEvent.click(await screen.findByLabelText(`Actions for ${SN}`));
  fireEvent.click(await screen.findByText(name));
};

test('shows the announcement of a waiting gateway and whether it is connected', async () => {
  const disconnected = waiting({ sn: 'GWWAITING2', online: false });
  await open({ 'device/list/noReg': answerOf([waiting(), disconnected]) });
  const text = (await row()).textContent;
  for (const part of ['HG-1', 'Gateway', '1.8.0', '-61', 'Connected']) expect(text).toContain(part);
  expect((await row('GWWAITING2')).textContent).toContain('Not connected');
});

test('lists the devices of a gateway on demand and returns to the full list', async () => {
  const { requests } = await open();
  await row();
  expect(requests('device/list/noReg')[0]!.filters.children).toBe('folded');
  fireEvent.click(screen.getByLabelText(`24 devices on ${SN}`));
  expect((await row('1FA0BB33')).textContent).toContain('Microinverter');
  expect(requests('device/list/noReg').at(-1)!.filters.gateway).toBe(SN);
  fireEvent.click(screen.getByText(`via ${SN}`, { selector: 'button, button *' }));
  await row();
});

test('announces that the devices of a gateway are added to its plant too, and preselects the announced product', async () => {
  await open({
    'product/sn': {
      list: [{ sn: SN, model: 0, modelName: '', announcedModel: 10_000, lastSeenIso: null, state: 'free' }],
      products: [{ model: 10_000, modelName: 'HG-1', kind: 'gateway', inputs: 0 }],
    },
  });
  fireEvent.click(within(await row()).getByText('Add to a plant'));
  const adding = await dialog();
  adding.getByText(new RegExp(`^The 24 devices on ${SN} are added with their stored data once`));
  const product = await adding.findByLabelText<HTMLInputElement>('Product', { selector: 'input' });
  expect(product.value).toBe('HG-1');
  expect(adding.queryByText(/frames/)).toBeNull();
});

test('requires a reason to restrict a number', async () => {
  const { answer, requests } = await open({ 'device/joinBlack': {} });
  await openAction('Restrict');
  const prompt = await dialog();
  fireEvent.click(prompt.getByText('Restrict', { selector: 'button *' }));
  prompt.getByText(/^Enter a reason/);
  typeIn(prompt.getByLabelText(/^Reason/), 'Reported as stolen');
  answer({ 'device/list/noReg': answerOf([], { restricted: 1 }) });
  fireEvent.click(prompt.getByText('Restrict', { selector: 'button *' }));
  await dialogClosed();
  await waitFor(() => expect(screen.queryByText(SN, { selector: 'b' })).toBeNull());
  expect(requests('device/joinBlack')).toEqual([{ sn: SN, reason: 'Reported as stolen' }]);
});

test('lists restricted numbers with their reason and cancels a restriction', async () => {
  const restricted = waiting({ restrictedIso: lastData(60).lastUpdateIso, restrictedReason: 'Reported as stolen' });
  const { requests } = await open({
    'device/list/noReg': ({ filters }) => answerOf(filters.restricted ? [restricted] : [], { restricted: 1 }),
    'device/removeBlack': {},
  });
  fireEvent.click(await screen.findByText(/^Restricted/));
  expect((await row()).textContent).toContain('Reported as stolen');
  fireEvent.click(within(await row()).getByText('Cancel restriction'));
  fireEvent.click((await dialog()).getByText('Cancel restriction', { selector: 'button *' }));
  await screen.findByText(`${SN} is no longer restricted.`);
  expect(requests('device/removeBlack')).toEqual([{ sn: SN }]);
});

test('forgets a gateway together with the devices known only through it', async () => {
  const { requests } = await open({
    'device/list/noReg': answerOf([waiting({ children: 1 })]),
    'device/list/noReg/forget': { numbers: 2, frames: 0 },
  });
  await openAction('Forget');
  const prompt = await dialog();
  prompt.getByText(/The 1 device known only through it is removed, too\./);
  fireEvent.click(prompt.getByText('Forget', { selector: 'button *' }));
  await dialogClosed();
  expect(requests('device/list/noReg/forget')).toEqual([{ sn: SN }]);
});

test('shows an empty state when no device matches', async () => {
  await open({ 'device/list/noReg': answerOf([], { told: 0 }) }, '?q=1FA0CC01');
  await screen.findByText('No devices found');
});
