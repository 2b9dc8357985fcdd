// The privacy policy: the brand's own text, else the portal's, which names the external services that the operator has set up.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, unavailable } from '../../../test/page.tsx';
import { portal } from '../../brand/portal.ts';

test('names the tile host and the geocoder that the operator has set up', async () => {
  Object.assign(portal, {
    mapTiles: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '' },
    asksGeocoder: true,
  });
  await openPage('/privacyPolicy', { 'common/privacyPolicy': { text: '' } }, { role: 'owner', isSignedIn: false });
  await screen.findByText(/Map images come from tiles\.example\.com\./);
  screen.getByText(/to a map service/);
  expect(screen.queryByText(/No other service is contacted/)).toBeNull();
});

test('shows the brand’s own policy with its line breaks in place of the portal’s', async () => {
  const text = 'Northlight keeps nothing.\n\nWrite to us.';
  await openPage('/privacyPolicy', { 'common/privacyPolicy': { text } }, { role: 'owner', isSignedIn: false });
  const shown = await screen.findByText(/Northlight keeps nothing/);
  expect(shown.textContent).toBe(text);
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
});

test('shows no policy while the brand’s own is unknown, and offers to try again', async () => {
  await openPage('/privacyPolicy', { 'common/privacyPolicy': unavailable }, { role: 'owner', isSignedIn: false });
  await screen.findByText('Try again');
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
});
