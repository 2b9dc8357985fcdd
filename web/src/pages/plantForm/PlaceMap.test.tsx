// The map uses only the operator's tiles where these are configured, else the outlines shipped with the portal.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { portal } from '../../brand/portal.ts';
import { addTexts, startTexts } from '../../i18n/start.ts';
import PlaceMap from './PlaceMap.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['map']);
  // jsdom draws nothing.
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
});
afterEach(() => {
  portal.mapTiles = null;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Gives the map a size, as jsdom has no layout and a map without a size requests no tiles; returns the URLs of the tiles. */
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

test('requests map tiles from the operator’s host only, and shows the attribution below', () => {
  portal.mapTiles = {
    url: 'https://tiles.example.com/{z}/{x}/{y}.svg',
    attribution: 'Maps of the operator https://maps.example.com/terms',
  };
  const tiles = open();
  expect(tiles.length).toBeGreaterThan(0);
  for (const src of tiles) expect(src).toMatch(/^https:\/\/tiles\.example\.com\/16\/\d+\/\d+\.svg$/);
  expect(screen.getByText('Maps of the operator').getAttribute('href')).toBe('https://maps.example.com/terms');
});

test('draws the outlines and says so while no tile arrives, and only until one does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ lines: [], countries: [] }));
  portal.mapTiles = { url: 'https://tiles.example.com/{z}/{x}/{y}.svg', attribution: '' };
  open();
  expect(fetched).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(fetched).toHaveBeenCalledTimes(1);
  screen.getByText(/map tiles cannot be loaded/);
  const tile = document.querySelector('img[src*="tiles.example.com"]')!;
  await act(async () => void fireEvent.load(tile));
  expect(screen.queryByText(/map tiles cannot be loaded/)).toBeNull();
});
