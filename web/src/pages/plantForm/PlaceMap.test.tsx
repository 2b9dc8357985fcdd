// Whose map it is: the operator's tiles and nothing else where there are some, else the outlines that come with the portal.
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { portal } from '../../brand/portal.ts';
import { addTexts, startTexts } from '../../i18n/start.ts';
import PlaceMap from './PlaceMap.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['map']);
  HTMLCanvasElement.prototype.getContext = () => null;
});
afterEach(() => {
  portal.mapTiles = null;
  vi.restoreAllMocks();
});

/** jsdom lays nothing out: a map without a size asks for no tile. */
function open() {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  const { container } = render(
    <MantineProvider env="test">
      <PlaceMap at={[47.66, 9.17]} countryCode="DE" onPlace={() => undefined} />
    </MantineProvider>,
  );
  return [...container.querySelectorAll('img')].map(({ src }) => src);
}

test('asks the operator’s host alone for the pictures of a map, and names it below', () => {
  portal.mapTiles = {
    url: 'https://tiles.example.com/{z}/{x}/{y}.svg',
    attribution: 'Maps of the operator https://maps.example.com/terms',
  };
  const tiles = open();
  expect(tiles.length).toBeGreaterThan(0);
  for (const src of tiles) expect(src).toMatch(/^https:\/\/tiles\.example\.com\/16\/\d+\/\d+\.svg$/);
  expect(screen.getByText('Maps of the operator').getAttribute('href')).toBe('https://maps.example.com/terms');
});
