// Tests that the page of operators names the state of backups, a disk that fills up, and what is not known.
import type { Response } from '@heliograph/contract/calls.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/page.tsx';

const STATE: Response<'operation/state'> = {
  version: '0.1.0',
  database: '15.4',
  backup: { state: 'ok', madeIso: '2026-06-15T01:00:00.000Z', checkedIso: '2026-06-15T02:00:00.000Z', bytes: 1.24e9 },
  disk: { databaseBytes: 3.21e9, freeBytes: 12.3e9, growthBytesPerDay: 4.1e6, daysLeft: 3000 },
  damagedDays: 0,
  tables: [{ table: 'sample_blocks', rows: 1234567, bytes: 2.1e9 }],
};

const open = (state: Partial<Response<'operation/state'>>) =>
  openPage('/system/operation', { 'operation/state': { ...STATE, ...state } }, { role: 'administrator' });

test('shows a readable backup, sizes and the largest tables', async () => {
  await open({});
  expect(await screen.findByText('The newest backup can be read.')).toBeDefined();
  expect(screen.getByText('1.2 GB')).toBeDefined();
  expect(screen.getByText('4.1 MB a day')).toBeDefined();
  expect(screen.getByText('3,000 days')).toBeDefined();
  expect(screen.getByRole('row', { name: 'sample_blocks 1,234,567 2.1 GB' })).toBeDefined();
});

test('warns of a damaged backup, damaged days and a disk that is full soon', async () => {
  await open({
    backup: { ...STATE.backup, state: 'damaged' },
    disk: { ...STATE.disk, daysLeft: 12 },
    damagedDays: 2,
  });
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'The newest backup cannot be restored. “doctor” on the server says why.',
    '2 days of samples are damaged. Restore them from a backup.',
  ]);
  expect(screen.getByText('At its present growth, the database fills the disk in 12 days.')).toBeDefined();
});

test('says what is not known instead of a figure', async () => {
  await open({
    backup: { state: 'notWatched', madeIso: null, checkedIso: null, bytes: 0 },
    disk: { ...STATE.disk, freeBytes: null, growthBytesPerDay: null, daysLeft: null },
  });
  expect(await screen.findByText(/Backups are not checked/)).toBeDefined();
  expect(screen.getByText('Known after a week')).toBeDefined();
  expect(screen.getByText('Unknown: the database is on another machine')).toBeDefined();
  expect(screen.queryByText('Lasts')).toBeNull();
});

test('an archived log is as good as a backup, and one that is not archived is a fault', async () => {
  await open({ backup: { state: 'archiveFails', madeIso: '2026-06-15T01:00:00.000Z', checkedIso: null, bytes: 0 } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^PostgreSQL cannot archive its log/);
  expect(screen.getByText('Made')).toBeDefined();
  // The size is unknown.
  expect(screen.getAllByText('Size')).toHaveLength(1);
});
