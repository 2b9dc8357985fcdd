// Keys of the layout editor: an equivalent for each drag.
import { expect, test } from 'vitest';
import type { Zone } from '../../components/roof/plan.ts';
import { keyEffect } from './keys.ts';

const zone: Zone = {
  id: 1,
  name: '',
  x: 0,
  y: 0,
  rotation: 0,
  tilt: null,
  azimuth: null,
  orientation: 'portrait',
  rows: 1,
  columns: 2,
  modules: [{ sn: 'A', input: 1, row: 1, column: 1 }],
};
const editing = {
  draft: { zones: [zone], photo: null, photoScale: 1 },
  place: { zone: 1, row: 1, column: 1 },
  zone: 1,
  selectedKeys: new Set<string>(),
  zones: new Set<number>(),
  placed: new Set(['A_1']),
};
const press = (
  key: string,
  more: Partial<typeof editing> = {},
  modifier: 'altKey' | 'ctrlKey' | 'shiftKey' | null = null,
) =>
  keyEffect(
    { key, altKey: false, ctrlKey: false, shiftKey: false, metaKey: false, ...(modifier && { [modifier]: true }) },
    { ...editing, ...more },
  );

test('selects and deselects the module at the place with Space, all with Ctrl+A, and none with Escape', () => {
  expect(press(' ')).toEqual({ selectedKeys: new Set(['A_1']) });
  expect(press(' ', { selectedKeys: new Set(['A_1']) })).toEqual({ selectedKeys: new Set() });
  expect(press(' ', { place: { zone: 1, row: 1, column: 2 } })).toBeNull();
  expect(press('a', {}, 'ctrlKey')).toEqual({ selectedKeys: new Set(['A_1']) });
  expect(press('Escape')).toEqual({ selectedKeys: new Set(), zones: new Set() });
});

test('places the selection with Enter, and removes it or the module at the place with Delete', () => {
  expect(press('Enter')).toBeNull();
  expect(press('Enter', { selectedKeys: new Set(['A_1']) })).toEqual({ placesSelection: true });
  expect(press('Delete')).toMatchObject({ removedCount: 1, draft: { zones: [{ modules: [] }] } });
  expect(press('Delete', { place: { zone: 1, row: 1, column: 2 } })).toBeNull();
});

test('moves the selected zones, else the current zone, with Alt and arrow keys', () => {
  expect(press('ArrowRight', {}, 'altKey')).toMatchObject({ draft: { zones: [{ x: 0.25, y: 0 }] } });
  expect(press('ArrowUp', { zones: new Set([1]) }, 'altKey')).toMatchObject({ draft: { zones: [{ x: 0, y: -0.25 }] } });
  expect(press('ArrowRight')).toBeNull();
});

test('rotates the current zone by five degrees with R and back with Shift+R, and ignores R without a zone or with Ctrl', () => {
  expect(press('r')).toMatchObject({ rotation: 5, draft: { zones: [{ rotation: 5 }] } });
  expect(press('R', {}, 'shiftKey')).toMatchObject({ rotation: -5, draft: { zones: [{ rotation: -5 }] } });
  expect(press('r', {}, 'ctrlKey')).toBeNull();
  expect(
    keyEffect({ key: 'r', altKey: false, ctrlKey: false, shiftKey: false, metaKey: false }, { ...editing, zone: null }),
  ).toBeNull();
});
