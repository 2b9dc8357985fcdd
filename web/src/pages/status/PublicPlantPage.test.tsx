// The public page of a plant: whether something is wrong, in general words.
import type { Response } from '@heliograph/contract/calls.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';

const page = (change: Partial<Response<'public/plant'>> = {}): Response<'public/plant'> => ({
  title: 'Town hall',
  nowIso: '2026-06-15T12:00:00+02:00',
  day: '2026-06-15',
  powerMax: 6900,
  now: '2000',
  today: '8.1',
  month: '80',
  year: '800',
  total: '8000',
  co2: '4000',
  provenance: { source: 'counted', completeness: 1 },
  flow: overview().energy,
  curve: { xAxisIso: [], data: [] },
  peak: null,
  hasDevices: true,
  problems: 0,
  problem: null,
  isNight: false,
  lastUpdateIso: '2026-06-15T11:59:00+02:00',
  expectedUploadS: 300,
  ...change,
});

test.each([
  [{}, 'No known problems'],
  [
    { problems: 1, problem: { code: 'deadModule', level: 'fault', title: 'Module produces nothing' } },
    'Module produces nothing',
  ],
  [{ problems: 3, problem: { code: 'silence', level: 'fault', title: 'No data' } }, 'No data, 2 more problems'],
] as const)('says whether something is wrong: %#', async (change, text) => {
  await openPage('/public#token=abc', { 'public/plant': page(change) }, { role: 'owner', isSignedIn: false });
  expect(await screen.findByText(text)).toBeTruthy();
});
