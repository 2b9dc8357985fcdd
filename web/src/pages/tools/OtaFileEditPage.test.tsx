// Firmware version: a roll-out is planned, stopped by its rule, paused, resumed and rolled back.
import type { Response } from '@heliograph/contract/calls.ts';
import { DEFAULT_PLAN } from '@heliograph/contract/rollouts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, openPage, typeIn } from '../../../test/page.tsx';

const ID = '0197a0b0-0000-7000-8000-000000000001';
const ROLLBACK_ID = '0197a0b0-0000-7000-8000-000000000002';
const AT = '2026-06-10T12:00:00Z';
type Rollout = Response<'configuration/ota/rollout/list'>['list'][number];
type Device = Response<'configuration/ota/rollout/devices'>['list'][number];
type Preview = Response<'configuration/ota/rollout/find'>;

const firmware: Response<'configuration/ota/detail'>['firmware'] = {
  id: 7,
  versionName: '1.9.7',
  model: 10_000,
  modelName: 'HG-1',
  hardware: '',
  description: '',
  fileName: 'gateway.bin',
  bytes: 200_000,
  received: 200_000,
  state: 'published',
  sha256: '',
  signature: '',
  isPublished: true,
  isForced: false,
  createdIso: AT,
  publishedIso: AT,
  rights: { update: false },
  revision: 1,
  addedBy: '',
};
const rollout = (change: Partial<Rollout> = {}): Rollout => ({
  id: ID,
  firmwareId: 7,
  versionName: '1.9.7',
  model: 10_000,
  modelName: 'HG-1',
  returns: null,
  asksOwners: false,
  state: 'running',
  reason: '',
  wave: 0,
  waves: 3,
  devices: 3,
  counts: { queued: 1, waiting: 2 },
  askedBy: 'rosa@example.com',
  askedIso: AT,
  endedIso: null,
  revision: 1,
  rights: { pause: true, resume: false, stop: true, back: false },
  ...change,
});
const preview = (change: Partial<Preview> = {}): Preview => ({
  devices: 3,
  isTooMany: false,
  leftOut: [],
  targets: [],
  missing: [],
  hardwares: [],
  companies: [],
  versions: [{ name: '1.8.0', devices: 3 }],
  countries: [],
  owned: 0,
  asksOwners: false,
  needsSecondFactor: false,
  ...change,
});
const device = (sn: string, wave: number, change: Partial<Device> = {}): Device => ({
  sid: SID,
  siteName: 'Mill Lane',
  sn,
  wave,
  step: 'skipped',
  reason: 'stopped',
  before: '1.8.0',
  versionName: '1.9.7',
  askedIso: AT,
  endedIso: AT,
  ...change,
});
const rollouts = (list: Rollout[]): Response<'configuration/ota/rollout/list'> => ({
  list,
  total: list.length,
  mayBegin: true,
  needsSecondFactor: false,
});
const detail = (of: Rollout): Response<'configuration/ota/rollout/detail'> => ({
  rollout: { ...of, plan: DEFAULT_PLAN, watchedIso: null },
  waves: [{ counts: { failed: 1 } }, { counts: { skipped: 1 } }, { counts: { skipped: 1 } }],
  history: [{ what: 'begun', atIso: AT, by: 'rosa@example.com', wave: 0, reason: '' }],
});
const baseAnswers: Answers = {
  'configuration/ota/detail': { firmware },
  'configuration/ota/rollout/list': rollouts([]),
  'configuration/ota/list/sn': { list: [], total: 0, needsSecondFactor: false },
  'configuration/ota/rollout/find': preview(),
  'configuration/ota/rollout/detail': detail(rollout()),
  'configuration/ota/rollout/devices': { list: [], total: 0 },
};
const open = (answers: Answers = {}) =>
  openPage('/hardwareConfig/otaFileEdit?id=7', { ...baseAnswers, ...answers }, { role: 'manager' });
const openDetails = async () => fireEvent.click(await screen.findByLabelText(/^Details: /));

test('counts the devices of each wave and starts a roll-out to exactly these devices', async () => {
  const { answer, requests } = await open({ 'configuration/ota/rollout/begin': { id: ID } });
  fireEvent.click(await screen.findByText('New roll-out'));
  await screen.findByText('3 devices will be updated');
  typeIn(screen.getByLabelText('Wave 1 goes up to'), '1');
  typeIn(screen.getByLabelText('Pause between waves'), '0');
  screen.getByText('Devices in each wave: 1, 1, 1');
  answer({ 'configuration/ota/rollout/list': rollouts([rollout()]) });
  fireEvent.click(screen.getByText('Roll out to 3 devices'));
  await screen.findByText('To 3 devices');
  screen.getByText('wave 1 of 3 in progress');
  expect(requests('configuration/ota/rollout/begin')).toMatchObject([
    {
      id: 7,
      devices: 3,
      asksOwners: false,
      plan: { watchMin: 0, waves: DEFAULT_PLAN.waves.with(0, { unit: 'devices', upTo: 1 }) },
    },
  ]);
});

test('rejects a plan whose waves do not increase', async () => {
  await open();
  fireEvent.click(await screen.findByText('New roll-out'));
  typeIn(await screen.findByLabelText('Wave 1 goes up to'), '0');
  expect(screen.getByText('Roll out to 3 devices').closest('button')!.disabled).toBe(true);
});

test('shows why a roll-out was stopped by its rule and why each device did not get the version', async () => {
  const stopped = rollout({
    state: 'stopped',
    reason: 'tooManyFailed',
    counts: { failed: 1, skipped: 2 },
    endedIso: AT,
    rights: { pause: false, resume: false, stop: false, back: false },
  });
  const list = [
    device('GWWAVE01', 0, { step: 'failed', reason: 'checksum' }),
    ...[device('GWWAVE02', 1), device('GWWAVE03', 2)],
  ];
  await open({
    'configuration/ota/rollout/list': rollouts([stopped]),
    'configuration/ota/rollout/detail': detail(stopped),
    'configuration/ota/rollout/devices': { list, total: 3 },
  });
  await screen.findByText('stopped: too many failed');
  await openDetails();
  const failed = (await screen.findByText('GWWAVE01')).closest('li')!.textContent;
  expect(failed).toContain('The downloaded file does not match');
  expect(screen.getAllByText(/the roll-out stopped before its turn/)).toHaveLength(2);
});

test('pauses and resumes a roll-out with the revision that was shown', async () => {
  const paused = rollout({
    state: 'paused',
    revision: 2,
    rights: { pause: false, resume: true, stop: true, back: false },
  });
  const { answer, requests } = await open({
    'configuration/ota/rollout/list': rollouts([rollout()]),
    'configuration/ota/rollout/answer': { rollout: paused },
  });
  await openDetails();
  fireEvent.click(await screen.findByText('Pause'));
  answer({
    'configuration/ota/rollout/list': rollouts([paused]),
    'configuration/ota/rollout/detail': detail(paused),
  });
  const resume = await screen.findByText('Resume', {}, { timeout: 20_000 });
  await screen.findByText('paused');
  fireEvent.click(resume);
  await waitFor(() =>
    expect(requests('configuration/ota/rollout/answer')).toEqual([
      { id: ID, answer: 'pause', revision: 1 },
      { id: ID, answer: 'resume', revision: 2 },
    ]),
  );
});

test('rolls the devices of a finished roll-out back to their previous versions', async () => {
  const finished = rollout({
    state: 'finished',
    counts: { updated: 3 },
    endedIso: AT,
    rights: { pause: false, resume: false, stop: false, back: true },
  });
  const { answer, requests } = await open({
    'configuration/ota/rollout/list': rollouts([finished]),
    'configuration/ota/rollout/detail': detail(finished),
    'configuration/ota/rollout/find': preview({ targets: [{ versionName: '1.8.0', devices: 3 }] }),
    'configuration/ota/rollout/begin': { id: ROLLBACK_ID },
  });
  await screen.findByText('finished');
  await openDetails();
  fireEvent.click(await screen.findByText('Roll back its devices', { selector: 'button *' }));
  await screen.findByText('Rolling back to: 1.8.0 (3)');
  answer({ 'configuration/ota/rollout/list': rollouts([rollout({ id: ROLLBACK_ID, returns: ID }), finished]) });
  fireEvent.click(screen.getByText('Roll back 3 devices'));
  await screen.findByText('3 devices rolled back');
  expect(requests('configuration/ota/rollout/begin')).toMatchObject([{ id: 7, returns: ID, devices: 3 }]);
  expect(within(screen.getByText('3 devices rolled back').closest('li')!).queryByText('finished')).toBeNull();
});
