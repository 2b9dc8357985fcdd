// Status lines shown while jobs run for a plant.
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import SiteJobs from './SiteJobs.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});

type Jobs = Parameters<typeof SiteJobs>[0]['jobs'];
const show = (jobs: Jobs) =>
  render(
    <MantineProvider>
      <SiteJobs jobs={jobs} />
    </MantineProvider>,
  );
const startedAtIso = '2026-06-15T10:00:00+02:00';

test('shows how many devices are recomputed, and that stored frames are being added', () => {
  show([
    { kind: 'recompute', done: 3, total: 20, startedAtIso },
    { kind: 'takeKept', done: 0, total: null, startedAtIso },
  ]);
  expect(screen.getByText(/recomputed/).textContent).toContain('3 of 20');
  screen.getByText('Importing earlier data.');
});

test('shows no status line without running jobs, nor for a removed plant', () => {
  show([{ kind: 'removeHistory', done: 0, total: 5, startedAtIso }]);
  expect(screen.queryByText(/of 5/)).toBeNull();
  expect(document.querySelector('.mantine-Loader-root')).toBeNull();
});
