// The privacy policy names the external services that the operator has set up.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { portal } from '../../brand/portal.ts';

test('names the tile host and the geocoder that the operator has set up', async () => {
  Object.assign(portal, {
    mapTiles: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '' },
    asksGeocoder: true,
  });
  await openPage('/privacyPolicy', {}, { role: 'owner', isSignedIn: false });
  await screen.findByText(/Map images come from tiles\.example\.com\./);
  screen.getByText(/to a map service/);
  expect(screen.queryByText(/No other service is contacted/)).toBeNull();
});
