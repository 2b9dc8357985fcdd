// Loading of a stored draft: only of this plant and this user, and only in the current format.
import { beforeEach, expect, test } from 'vitest';
import { storeDraft } from '../../components/form/draft.ts';
import { loadUnsaved, type UnsavedLayout } from './unsavedLayout.ts';

const SID = 'site-1';
const unsaved: UnsavedLayout = {
  version: 3,
  savedAtMs: 1_780_000_000_000,
  draft: {
    zones: [
      {
        id: 1,
        name: 'Barn',
        x: 0.5,
        y: 0,
        rotation: -15,
        tilt: 30,
        azimuth: null,
        orientation: 'portrait',
        rows: 1,
        columns: 2,
        modules: [{ sn: 'A', input: 1, row: 1, column: 2 }],
      },
    ],
    photo: null,
    photoScale: 0.01,
  },
};
const store = (value: object) => storeDraft(`layout ${SID}`, 7, value);

beforeEach(() => localStorage.clear());

test('loads a stored draft only for its user and plant', () => {
  store(unsaved);
  expect(loadUnsaved(SID, 7)).toEqual(unsaved);
  expect(loadUnsaved(SID, 8)).toBeNull();
  expect(loadUnsaved('site-2', 7)).toBeNull();
});

test.each([
  ['no version', { ...unsaved, version: undefined }],
  ['no zones', { ...unsaved, draft: { ...unsaved.draft, zones: {} } }],
  [
    'a zone without a size',
    { ...unsaved, draft: { ...unsaved.draft, zones: [{ ...unsaved.draft.zones[0], rows: '2' }] } },
  ],
  [
    'a module without a number',
    { ...unsaved, draft: { ...unsaved.draft, zones: [{ ...unsaved.draft.zones[0], modules: [{}] }] } },
  ],
  ['a photo without a name', { ...unsaved, draft: { ...unsaved.draft, photo: { width: 1 } } }],
])('ignores a stored draft with %s', (_, value) => {
  store(value);
  expect(loadUnsaved(SID, 7)).toBeNull();
});
