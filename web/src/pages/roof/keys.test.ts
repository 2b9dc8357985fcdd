// What keys do in the editor of a layout: each drag has one.
import { expect, test } from 'vitest';
import type { Zone } from '../../components/roof/plan.ts';
import { keyAct } from './keys.ts';

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
  chosen: new Set<string>(),
  zones: new Set<number>(),
  placed: new Set(['A_1']),
};
const press = (
  key: string,
  more: Partial<typeof editing> = {},
  held: 'altKey' | 'ctrlKey' | 'shiftKey' | null = null,
) =>
  keyAct(
    { key, altKey: false, ctrlKey: false, shiftKey: false, metaKey: false, ...(held && { [held]: true }) },
    { ...editing, ...more },
  );

test('Space chooses the module at the place and lets it go, Ctrl A chooses all, Escape none', () => {
  expect(press(' ')).toEqual({ chosen: new Set(['A_1']) });
  expect(press(' ', { chosen: new Set(['A_1']) })).toEqual({ chosen: new Set() });
  expect(press(' ', { place: { zone: 1, row: 1, column: 2 } })).toBeNull();
  expect(press('a', {}, 'ctrlKey')).toEqual({ chosen: new Set(['A_1']) });
  expect(press('Escape')).toEqual({ chosen: new Set(), zones: new Set() });
});

test('Enter puts what is chosen at the place, Delete takes it out, or the module that is there', () => {
  expect(press('Enter')).toBeNull();
  expect(press('Enter', { chosen: new Set(['A_1']) })).toEqual({ puts: true });
  expect(press('Delete')).toMatchObject({ out: 1, draft: { zones: [{ modules: [] }] } });
  expect(press('Delete', { place: { zone: 1, row: 1, column: 2 } })).toBeNull();
});

test('Alt and arrows move the chosen zones, else the one that is looked at', () => {
  expect(press('ArrowRight', {}, 'altKey')).toMatchObject({ draft: { zones: [{ x: 0.25, y: 0 }] } });
  expect(press('ArrowUp', { zones: new Set([1]) }, 'altKey')).toMatchObject({ draft: { zones: [{ x: 0, y: -0.25 }] } });
  expect(press('ArrowRight')).toBeNull();
});

test('R turns the zone that is looked at by five degrees, with Shift back; without one it is no key, and with Ctrl the page’s', () => {
  expect(press('r')).toMatchObject({ turnedTo: 5, draft: { zones: [{ rotation: 5 }] } });
  expect(press('R', {}, 'shiftKey')).toMatchObject({ turnedTo: -5, draft: { zones: [{ rotation: -5 }] } });
  expect(press('r', {}, 'ctrlKey')).toBeNull();
  expect(
    keyAct({ key: 'r', altKey: false, ctrlKey: false, shiftKey: false, metaKey: false }, { ...editing, zone: null }),
  ).toBeNull();
});
