// Charts without a pointer: arrow keys read the values, other keys and buttons zoom and move what is shown.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import { EnergyChart } from '../EnergyChart.tsx';
import { PowerChart } from '../PowerChart.tsx';

vi.mock('./echarts.ts', () => ({ start: () => undefined }));
beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant']);
});

const xAxisIso = Array.from({ length: 24 }, (_, hour) => `2026-06-15T${String(hour).padStart(2, '0')}:00:00+02:00`);
const lines = (values: (number | null)[]) => ({
  xAxisIso,
  series: [
    { name: 'Production', unit: 'W', data: values, stack: '' },
    { name: 'Load Power', unit: 'W', data: values.map(() => 40), stack: '' },
  ],
  sun: { rise: xAxisIso[5]!, set: xAxisIso[21]! },
});
/** Noon has 1200 W; six o'clock and all hours after two have no value. */
const values = xAxisIso.map((_, hour) => (hour === 6 || hour > 14 ? null : hour * 100));

function showPower() {
  render(
    <MantineProvider>
      <PowerChart data={lines(values) as never} name="Home" day="2026-06-15" timeZone="Europe/Berlin" />
    </MantineProvider>,
  );
  return screen.getByRole('slider');
}
/** Presses a key and waits for its code; false: the browser does nothing with it. */
const press = (key: string, shiftKey = false) =>
  act(async () => {
    const isLeft = fireEvent.keyDown(screen.getByRole('slider'), { key, shiftKey });
    await import('./zoomTools.tsx');
    return isLeft;
  });
const reading = () => screen.getByRole('slider').getAttribute('aria-valuetext');
const shown = () =>
  ['aria-valuemin', 'aria-valuemax'].map((end) => Number(screen.getByRole('slider').getAttribute(end)));

test('reads the values of one time after the other by arrow keys', async () => {
  const chart = showPower();
  act(() => chart.focus());
  await press('Home');
  expect(reading()).toBe('00:00: Production 0 W, Load 40 W');
  await press('ArrowRight');
  expect(reading()).toBe('01:00: Production 100 W, Load 40 W');
  for (let hour = 1; hour < 6; hour++) await press('ArrowRight');
  expect(reading()).toBe('06:00: Load 40 W');
  await press('End');
  expect(reading()).toBe('23:00: Load 40 W');
  await press('ArrowRight');
  expect(reading()).toBe('23:00: Load 40 W');
});

test('leaves out lines that are switched off, and says where no value is left', async () => {
  showPower();
  await press('End');
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(reading()).toBe('23:00: no data');
});

test('zooms in around the cursor, moves by Shift and an arrow, and shows everything again', async () => {
  showPower();
  await press('Home');
  await press('+');
  expect(shown()).toEqual([0, 11]);
  await press('ArrowRight', true);
  expect(shown()).toEqual([6, 17]);
  await press('-');
  expect(shown()).toEqual([0, 23]);
  await press('+');
  await press('0');
  expect(shown()).toEqual([0, 23]);
  await press('+');
  await press('Escape');
  expect(shown()).toEqual([0, 23]);
});

test('zooms and moves by buttons, which are there for what can be done', async () => {
  showPower();
  const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
  act(() => screen.getByRole('slider').focus());
  await screen.findByRole('button', { name: 'Zoom in' });
  expect(button('Zoom out')).toBeNull();
  fireEvent.click(button('Zoom in')!);
  expect(shown()).toEqual([6, 17]);
  fireEvent.click(button('Show later')!);
  expect(shown()).toEqual([12, 23]);
  fireEvent.click(button('Show earlier')!);
  expect(shown()).toEqual([6, 17]);
  for (const expected of [5, 2]) {
    fireEvent.click(button('Zoom in')!);
    const [from = 0, to = 0] = shown();
    expect(to - from).toBe(expected);
  }
  expect(button('Zoom in')!.disabled).toBe(true);
  fireEvent.click(button('Reset zoom')!);
  expect(shown()).toEqual([0, 23]);
});

test('leaves other keys and combinations to the browser', async () => {
  showPower();
  expect(await press('Tab')).toBe(true);
  expect(fireEvent.keyDown(screen.getByRole('slider'), { key: '0', ctrlKey: true })).toBe(true);
  expect(await press('ArrowRight')).toBe(false);
});

test('has nothing to read or zoom without data', async () => {
  render(
    <MantineProvider>
      <PowerChart data={{ ...lines([]), series: [] } as never} name="Home" day="2026-06-15" timeZone="Europe/Berlin" />
    </MantineProvider>,
  );
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
});

test('opens the period of the bar under the cursor by Enter', async () => {
  const onPick = vi.fn();
  const slots = ['2026-01', '2026-02', '2026-03'].map((period, n) => ({
    period,
    label: period,
    longLabel: `Month ${period}`,
    energyKwh: n + 1,
    isOutside: false,
    provenance: null,
  }));
  render(
    <MantineProvider>
      <EnergyChart slots={slots as never} name="Home" range="2026" timeZone="Europe/Berlin" onPick={onPick} />
    </MantineProvider>,
  );
  await press('Home');
  await press('ArrowRight');
  expect(reading()).toBe('Month 2026-02: Production 2 kWh');
  await press('Enter');
  expect(onPick.mock.calls).toEqual([[1]]);
});
