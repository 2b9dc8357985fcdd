// Year-on-year comparison: plain change, weather-corrected change and its basis; no card without a second year.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { YearOnYear } from './YearOnYear.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant', 'device']);
});
afterEach(() => vi.unstubAllGlobals());

function renderYears(list: object[]) {
  const fetchMock = vi.fn(async () => new Response(JSON.stringify({ code: 200, msg: '', data: { list } })));
  vi.stubGlobal('fetch', fetchMock);
  const { container } = render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <YearOnYear sid="DE_1" sn="A1" input={2} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { fetchMock, container };
}
const YEAR = { energy: 1200.5, before: 1400, days: 300, from: '2026-01-01', to: '2026-11-20', change: -0.143 };

test('shows each year with both changes and their basis', async () => {
  const { fetchMock } = renderYears([
    { ...YEAR, year: 2026, corrected: { change: 0.012, basis: 'clearDays', days: 21 } },
    { ...YEAR, year: 2025, corrected: { change: -0.02, basis: 'sensors', days: 1 } },
    { ...YEAR, year: 2024, corrected: null },
  ]);
  await screen.findByRole('table', { name: 'Year on year' });
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows[1]).toEqual([
    ...['2026', '1,200.50', '1,400.00', '-14.3%', '+1.2%'],
    expect.stringMatching(/^300 days, .*2026.*; 21 clear days$/),
  ]);
  expect(rows[2]![5]).toContain('irradiance measured on one day');
  expect(rows[3]!.slice(4)).toEqual(['–', expect.stringContaining('weather unknown')]);
  expect(JSON.parse((fetchMock.mock.calls as unknown as [string, { body: string }][])[0]![1].body)).toEqual({
    sid: 'DE_1',
    sn: 'A1',
    input: 2,
  });
});

test('shows no card without a second year', async () => {
  const { fetchMock, container } = renderYears([]);
  await waitFor(() => expect(fetchMock).toHaveBeenCalled());
  expect(container.querySelector('table')).toBeNull();
  expect(screen.queryByText('Year on year')).toBeNull();
});
