// A named set of which a product takes a part: said before it is taken, as half of it looks like the whole.
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
  ['has all of it', wide, undefined],
  ['does not have one of them', wide.filter(({ name }) => name !== 'reconnectTimeS'), 'Reconnect time'],
  [
    'takes another range of one',
    wide.map((one) => (one.name === 'overFrequencyHz' ? { ...one, min: 61 } : one)),
    'Over frequency protection',
  ],
])('a product that %s', async (_, parameters, left) => {
  const taken: Record<string, number>[] = [];
  render(
    <MantineProvider>
      <ProfilePicker parameters={parameters} onTake={(values) => taken.push(values)} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('combobox'));
  fireEvent.click(await screen.findByText('DE · VDE-AR-N 4105:2011'));
  const said = screen.queryByText(/These values are not filled in/)?.textContent;
  if (left === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(`: ${left}.`);
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }));
  expect(Object.keys(taken[0]!)).toHaveLength(Object.keys(profile.values).length - (left === undefined ? 0 : 1));
});
