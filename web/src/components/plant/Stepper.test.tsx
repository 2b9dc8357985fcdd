// A changed day is spoken once, together with what was found for it.
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { t } from '../../i18n/translation.ts';
import { addLiveRegion } from '../../ui/announcer.ts';
import { DayStepper } from './Stepper.tsx';
import { chartResult, energyResult } from './spokenResult.ts';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});
beforeEach(() => addLiveRegion().replaceChildren());

const spoken = () => [...addLiveRegion().children].map(({ textContent }) => textContent);
const stepper = (day: string, result?: string | null) => (
  <MantineProvider>
    <DayStepper day={day} today="2026-06-15" onDay={vi.fn()} result={result} />
  </MantineProvider>
);

test('speaks a day with its result once it is known, and no newer result of the same day', () => {
  const { rerender } = render(stepper('2026-06-14', '3 kWh'));
  expect(spoken()).toEqual([]);
  rerender(stepper('2026-06-13', null));
  expect(spoken()).toEqual([]);
  rerender(stepper('2026-06-13', 'no data'));
  expect(spoken()).toEqual(['Jun 13, 2026: no data']);
  rerender(stepper('2026-06-13', '4 kWh'));
  expect(spoken()).toEqual(['Jun 13, 2026: no data']);
});

test('speaks the day alone where nothing is looked up, or after a failure', () => {
  const { rerender } = render(stepper('2026-06-14'));
  rerender(stepper('2026-06-13'));
  rerender(stepper('2026-06-12', ''));
  expect(spoken()).toEqual(['Jun 13, 2026', 'Jun 12, 2026']);
});

test('waits for the answer, then has the energy or says that there are no data', () => {
  const loaded = { isPlaceholderData: false, error: null };
  expect(energyResult({ ...loaded, data: undefined }, t)).toBeNull();
  expect(energyResult({ ...loaded, data: { power: '3.2' } }, t)).toBe('3.20 kWh');
  expect(energyResult({ ...loaded, data: { power: '' } }, t)).toBe('no data');
  expect(energyResult({ ...loaded, error: new Error('broken'), data: undefined }, t)).toBe('');
  const series = (values: (number | null)[]) => ({ series: [{ data: values }] });
  expect(chartResult({ ...loaded, isPlaceholderData: true, data: series([1]) }, t)).toBeNull();
  expect(chartResult({ ...loaded, data: series([null, null]) }, t)).toBe('no data');
  expect(chartResult({ ...loaded, data: series([null, 1]) }, t)).toBe('');
});
