// A day without data: the text is over an empty drawing, but above one with the clear-sky curve.
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../i18n/start.ts';
import chart from './chart/chart.module.css';
import { PowerChart } from './PowerChart.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});

const xAxisIso = Array.from({ length: 24 }, (_, hour) => `2026-06-15T${String(hour).padStart(2, '0')}:00:00+02:00`);
const nothing = xAxisIso.map(() => null);
const data = {
  xAxisIso,
  series: [{ name: 'Production', unit: 'W', data: nothing, stack: '' }],
  sun: { rise: xAxisIso[5]!, set: xAxisIso[21]! },
  peak: null,
  expected: { data: xAxisIso.map((_, hour) => 100 * hour), basis: 'placement' as const, clearDays: 3 },
};

test.each([
  ['above the clear-sky curve', data, false],
  ['over an empty drawing', { ...data, expected: null }, true],
])('says %s that there are no data', (_, shown, isOver) => {
  render(
    <MantineProvider>
      <PowerChart data={shown as never} name="Home" day="2026-06-15" timeZone="Europe/Berlin" />
    </MantineProvider>,
  );
  const text = screen.getByText('No data for this day');
  expect(text.closest(`.${chart.over}`) !== null).toBe(isOver);
});
