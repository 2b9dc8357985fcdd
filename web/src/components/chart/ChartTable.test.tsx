// A table with cards on a phone is folded to its first rows; on a screen and when it is short it has all of them.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { ChartTable } from './ChartTable.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});
afterEach(() => void vi.unstubAllGlobals());

const onPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('max-width: 700px'), media: query }),
  );
const show = (days: number) => {
  const rows = [
    { key: 'total', cells: ['Total', '42'] },
    ...Array.from({ length: days }, (_, day) => ({ key: String(day), cells: [`Day ${day}`, '1'] })),
  ];
  const columns = [
    { label: 'Period', isText: true },
    { label: 'Production', unit: 'kWh' },
  ];
  render(
    <MantineProvider>
      <ChartTable
        hasCards
        caption="Figures"
        columns={columns}
        rows={rows}
        fold={{ rows: 1, more: 'Show days', fewer: 'Show fewer' }}
      />
    </MantineProvider>,
  );
};
const rowCount = () => screen.getAllByRole('row').length - 1;

test('shows the total on a phone, and its days once the button is pressed', () => {
  onPhone();
  show(30);
  expect(rowCount()).toBe(1);
  screen.getByText('Total');
  fireEvent.click(screen.getByRole('button', { name: 'Show days' }));
  expect(rowCount()).toBe(31);
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(rowCount()).toBe(1);
});

test('folds neither a few rows on a phone nor any on a screen', () => {
  onPhone();
  show(3);
  expect(rowCount()).toBe(4);
  expect(screen.queryByRole('button')).toBeNull();
});

test('shows all rows on a screen', () => {
  show(30);
  expect(rowCount()).toBe(31);
});
