// What comes back after a reload is what was kept, of this plant and this user alone, and never what has another form.
import { beforeEach, expect, test } from 'vitest';
import { storeDraft } from '../../components/form/draft.ts';
import { type Kept, loadKept } from './keptDraft.ts';

const SID = 'site-1';
const kept: Kept = {
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

test('comes back as it was, to who made it and where', () => {
  store(kept);
  expect(loadKept(SID, 7)).toEqual(kept);
  expect(loadKept(SID, 8)).toBeNull();
  expect(loadKept('site-2', 7)).toBeNull();
});

test.each([
  ['no version', { ...kept, version: undefined }],
  ['no zones', { ...kept, draft: { ...kept.draft, zones: {} } }],
  ['a zone without a size', { ...kept, draft: { ...kept.draft, zones: [{ ...kept.draft.zones[0], rows: '2' }] } }],
  [
    'a module without a number',
    { ...kept, draft: { ...kept.draft, zones: [{ ...kept.draft.zones[0], modules: [{}] }] } },
  ],
  ['a photo without a name', { ...kept, draft: { ...kept.draft, photo: { width: 1 } } }],
])('%s: nothing comes back', (_, value) => {
  store(value);
  expect(loadKept(SID, 7)).toBeNull();
});
