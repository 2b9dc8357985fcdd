// The target of a press on the plan, and its effect on the selection.
import { describe, expect, test } from 'vitest';
import type { Zone } from '../../components/roof/plan.ts';
import { pressTarget, selectModule, selectZone } from './pressTarget.ts';
import { handleOf } from './turning.ts';

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
const view = { scale: 20, x: 0, y: 0 };
const photo = { name: 'p', path: 'p', width: 10, height: 10, x: 0, y: 0, opacity: 1 };
const plan = {
  draft: { zones: [zone], photo: null, photoScale: 1 },
  zones: new Set<number>(),
  movesPhoto: false,
  view,
};
const inside = { x: 0.5, y: 0.5 };
const handle = handleOf(zone, view);
const place = (column: number) => ({ zone: 1, row: 1, column });

describe('a press on the plan', () => {
  test.each([
    ['the module at the place', inside, place(1), {}, { kind: 'module', module: zone.modules[0], place: place(1) }],
    ['the zone where no module lies', inside, place(2), {}, { kind: 'zone', zone, place: place(2) }],
    ['the handle of the only selected zone', handle, null, { zones: new Set([1]) }, { kind: 'handle', zone }],
    ['no handle without a selected zone', handle, null, {}, { kind: 'ground' }],
    ['no handle while several zones are selected', handle, null, { zones: new Set([1, 2]) }, { kind: 'ground' }],
    ['the ground elsewhere', { x: 50, y: 50 }, null, {}, { kind: 'ground' }],
    [
      'the photo alone while it is moved',
      inside,
      place(1),
      { movesPhoto: true, draft: { ...plan.draft, photo } },
      { kind: 'photo' },
    ],
    ['the module when there is no photo to move', inside, place(1), { movesPhoto: true }, { kind: 'module' }],
  ])('hits %s', (_, at, pressed, more, target) => {
    expect(pressTarget(at, pressed, { ...plan, ...more })).toMatchObject(target);
  });
});

test.each([
  ['selects a module alone', ['B'], false, ['A']],
  [
    'leaves the selection as it is on a selected module, so that all of it can be dragged',
    ['A', 'B'],
    false,
    ['A', 'B'],
  ],
  ['adds a module with a modifier key', ['B'], true, ['B', 'A']],
  ['removes a selected module with a modifier key', ['A', 'B'], true, ['B']],
])('%s', (_, selected, extendsSelection, next) => {
  expect([...selectModule(new Set(selected), 'A', extendsSelection)]).toEqual(next);
});

test.each([
  ['selects a zone alone', [2], false, [1]],
  ['leaves the selection as it is on a selected zone', [1, 2], false, [1, 2]],
  ['adds a zone with a modifier key', [2], true, [2, 1]],
  ['does not remove a selected zone with a modifier key', [1, 2], true, [1, 2]],
])('%s', (_, selected, extendsSelection, next) => {
  expect([...selectZone(new Set(selected), 1, extendsSelection)]).toEqual(next);
});
