// Edits of a layout: each module is placed at most once, modules are lost to the tray only, and none lies outside its zone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxOf, keyOf, type Zone } from '../../components/roof/plan.ts';
import * as act from './draft.ts';

const zone = (more: Partial<Zone> = {}): Zone => ({
  id: 1,
  name: '',
  x: 0,
  y: 0,
  rotation: 0,
  tilt: 30,
  azimuth: 180,
  orientation: 'portrait',
  rows: 2,
  columns: 3,
  modules: [],
  ...more,
});
const module = (n: number, row: number, column: number) => ({ sn: `SN${n}`, input: 1, row, column });
const draftOf = (...zones: Zone[]): act.Draft => ({ zones, photo: null, photoScale: 0.01 });
const placesOf = (draft: act.Draft) =>
  draft.zones
    .flatMap(({ id, modules }) => modules.map(({ sn, row, column }) => `${sn} ${id}:${row},${column}`))
    .toSorted();

test('swaps a module with the one at an occupied place', () => {
  const draft = draftOf(zone({ modules: [module(1, 1, 1), module(2, 2, 3)] }));
  expect(placesOf(act.putModules(draft, [module(1, 0, 0)], { zone: 1, row: 2, column: 3 }))).toEqual([
    'SN1 1:2,3',
    'SN2 1:1,1',
  ]);
  // A module from the tray takes the place, and the other one moves to the tray.
  expect(placesOf(act.putModules(draft, [module(9, 0, 0)], { zone: 1, row: 2, column: 3 }))).toEqual([
    'SN1 1:1,1',
    'SN9 1:2,3',
  ]);
});

test('keeps the arrangement of several modules where it fits, else fills the free places', () => {
  const two = [module(1, 1, 1), module(2, 2, 1)];
  const draft = draftOf(zone({ modules: two }));
  expect(placesOf(act.putModules(draft, two, { zone: 1, row: 1, column: 3 }))).toEqual(['SN1 1:1,3', 'SN2 1:2,3']);
  expect(placesOf(act.putModules(draft, two, { zone: 1, row: 2, column: 2 }))).toEqual(['SN1 1:2,2', 'SN2 1:2,3']);
  // One module finds no free place and stays.
  expect(placesOf(act.putModules(draft, two, { zone: 1, row: 2, column: 3 }))).toEqual(['SN1 1:2,3', 'SN2 1:2,1']);
});

test('fills a zone by rows or by columns, around placed modules', () => {
  const unplaced = [module(1, 0, 0), module(2, 0, 0), module(3, 0, 0)];
  const draft = draftOf(zone({ modules: [module(9, 1, 2)] }));
  expect(placesOf(act.fillZone(draft, 1, unplaced, 'rows'))).toEqual([
    'SN1 1:1,1',
    'SN2 1:1,3',
    'SN3 1:2,1',
    'SN9 1:1,2',
  ]);
  expect(placesOf(act.fillZone(draft, 1, unplaced, 'columns'))).toEqual([
    'SN1 1:1,1',
    'SN2 1:2,1',
    'SN3 1:2,2',
    'SN9 1:1,2',
  ]);
});

test('separates a row into its own zone at its position, and combines zones of the same orientation', () => {
  const modules = [module(1, 1, 1), module(2, 2, 2), module(3, 3, 3)];
  const draft = draftOf(zone({ rows: 3, rotation: 20, modules }));
  const separated = act.separateRow(draft, 1, 2);
  expect(separated.zones.map(({ id, rows }) => [id, rows])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(placesOf(separated)).toEqual(['SN1 1:1,1', 'SN2 2:1,2', 'SN3 3:1,3']);
  const boxes = [draft, separated].map(({ zones }) => zones.map(boxOf));
  expect(Math.max(...boxes[1]!.map(({ bottom }) => bottom))).toBeCloseTo(boxes[0]![0]!.bottom, 1);
  const combined = act.combineZones(act.combineZones(separated, 1, 2), 1, 3);
  expect(placesOf(combined)).toEqual(placesOf(draft));
  expect(combined.zones).toHaveLength(1);
  // When the first row is separated, the rest retains the id.
  expect(act.separateRow(draft, 1, 1).zones.map(({ id, rows }) => [id, rows])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(act.combineFault(zone(), zone({ azimuth: 90 }))).toBe('otherOrientation');
  expect(act.combineFault(zone({ rows: 60 }), zone({ rows: 60, y: 200 }))).toBe('tooLarge');
});

test('combines zones side by side if they lie side by side', () => {
  const left = zone({ modules: [module(1, 1, 1)] });
  const right = zone({ id: 2, x: 5, columns: 2, modules: [module(2, 2, 2)] });
  const combined = act.combineZones(draftOf(left, right), 2, 1);
  expect(combined.zones.map(({ id, rows, columns }) => [id, rows, columns])).toEqual([[2, 2, 5]]);
  expect(placesOf(combined)).toEqual(['SN1 2:1,1', 'SN2 2:2,5']);
});

test('snaps a dragged zone to the edge of another, else to the grid, and rotates a zone about its centre', () => {
  const draft = draftOf(zone(), zone({ id: 2, x: 10, y: 10 }));
  const edge = boxOf(draft.zones[0]!).right;
  expect(10 + act.snapDrag(draft, new Set([2]), { x: edge - 10 + 0.2, y: -3.1 }).x).toBeCloseTo(edge);
  expect(act.snapDrag(draft, new Set([2]), { x: 7.13, y: 7.13 })).toEqual({ x: 7.25, y: 7.25 });
  const middle = (boxed: Zone) => {
    const { left, right, top, bottom } = boxOf(boxed);
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const turned = act.turnZone(draft, 2, 37).zones[1]!;
  expect(turned.rotation).toBe(37);
  for (const [n, at] of middle(turned).entries()) expect(at).toBeCloseTo(middle(draft.zones[1]!)[n]!, 1);
});

test('moves modules outside a shrunk zone to the tray', () => {
  const draft = draftOf(zone({ modules: [module(1, 1, 1), module(2, 2, 3)] }));
  expect(placesOf(act.changeZone(draft, 1, { rows: 1 }))).toEqual(['SN1 1:1,1']);
});

test('places each module at most once, inside its zone and at a place of its own, after any sequence of edits', () => {
  const smallNumber = fc.integer({ min: 1, max: 8 });
  const edits = fc.array(
    fc.record({
      edit: fc.constantFrom('put', 'put2', 'fill', 'separate', 'combine', 'resize', 'turn', 'out', 'add'),
      a: smallNumber,
      b: smallNumber,
      c: smallNumber,
    }),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(edits, (list) => {
      let draft = draftOf(zone({ rows: 3 }), zone({ id: 2, x: 8 }));
      const keys = (n: number) => [n, n + 1].map((serial) => module(serial, 0, 0));
      for (const { edit, a, b, c } of list) {
        const [id] = [draft.zones[a % draft.zones.length]!.id];
        const { rows, columns } = act.zoneOf(draft, id)!;
        const place = { zone: id, row: (b % rows) + 1, column: (c % columns) + 1 };
        if (edit === 'put') draft = act.putModules(draft, [module(b, 0, 0)], place);
        else if (edit === 'put2') draft = act.putModules(draft, keys(c), place);
        else if (edit === 'fill') {
          const placed = new Set(draft.zones.flatMap(({ modules }) => modules.map(keyOf)));
          draft = act.fillZone(
            draft,
            id,
            keys(b).filter((key) => !placed.has(keyOf(key))),
            'columns',
          );
        } else if (edit === 'separate') draft = act.separateRow(draft, id, b);
        else if (edit === 'combine') draft = act.combineZones(draft, id, draft.zones[c % draft.zones.length]!.id);
        else if (edit === 'resize') draft = act.changeZone(draft, id, { rows: b, columns: c });
        else if (edit === 'turn') draft = act.turnZone(draft, id, b * 20);
        else if (edit === 'out') draft = act.removeModules(draft, new Set([`SN${b}_1`]));
        else draft = act.addZone(draft, zone({ rows: b, columns: c }));
        const modules = draft.zones.flatMap((owner) => owner.modules.map((placed) => ({ owner, placed })));
        expect(new Set(modules.map(({ placed }) => keyOf(placed))).size).toBe(modules.length);
        expect(new Set(modules.map(({ owner, placed }) => `${owner.id} ${placed.row} ${placed.column}`)).size).toBe(
          modules.length,
        );
        expect(modules.every(({ owner, placed }) => placed.row <= owner.rows && placed.column <= owner.columns)).toBe(
          true,
        );
        expect(new Set(draft.zones.map(({ id: zoneId }) => zoneId)).size).toBe(draft.zones.length);
      }
    }),
    { numRuns: 300 },
  );
});
