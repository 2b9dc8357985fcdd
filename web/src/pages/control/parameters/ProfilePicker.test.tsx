// A grid profile that a product supports only in part: the missing values are listed before it is applied, as a partial profile looks like a complete one.
import { GRID_PROFILES } from '@heliograph/contract/gridProfiles.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { ProfilePicker } from './ProfilePicker.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'parameters']);
});

const profile = GRID_PROFILES.find(({ id }) => id === 'de-4105-2011')!;
const wide = Object.keys(profile.values).map((name) => ({ name, min: 0, max: 1000, step: 0.01 }));

test.each<[string, typeof wide, string | undefined]>([
  ['supports all of its values', wide, undefined],
  ['lacks one of its parameters', wide.filter(({ name }) => name !== 'reconnectTimeS'), 'Reconnect time'],
  [
    'has another range for one parameter',
    wide.map((one) => (one.name === 'overFrequencyHz' ? { ...one, min: 61 } : one)),
    'Over frequency protection',
  ],
])('lists the values of a profile that are not filled in for a product that %s', async (_, parameters, unsupported) => {
  const applied: Record<string, number>[] = [];
  render(
    <MantineProvider>
      <ProfilePicker parameters={parameters} onApply={(values) => applied.push(values)} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('combobox'));
  fireEvent.click(await screen.findByText('DE · VDE-AR-N 4105:2011'));
  const notice = screen.queryByText(/These values are not filled in/)?.textContent;
  if (unsupported === undefined) expect(notice).toBeUndefined();
  else expect(notice).toContain(`: ${unsupported}.`);
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(Object.keys(applied[0]!)).toHaveLength(
    Object.keys(profile.values).length - (unsupported === undefined ? 0 : 1),
  );
});
