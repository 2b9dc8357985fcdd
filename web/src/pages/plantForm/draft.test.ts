// The draft of a new plant is restored on the next visit: per user, complete, and until the plant is created.
import { beforeEach, describe, expect, test } from 'vitest';
import { KEYS, store, stored } from '../../session/storage.ts';
import { newDevice } from './devices.ts';
import { type Draft, isWorthSaving, loadDraft, saveDraft } from './draft.ts';
import { EMPTY_SITE } from './siteForm.ts';

const DRAFT: Draft = {
  form: { ...EMPTY_SITE, siteName: 'Seeblick 12', powerMaxKw: 6.9, shareWith: ['a@example.org'] },
  devices: [{ ...newDevice('31583078'), model: 120, tilt: 30, orientation: 'landscape' }],
  step: 'devices',
  group: 'people',
  savedAtMs: 1_795_000_000_000,
};

beforeEach(() => store(KEYS.formDrafts, null));

describe('the draft of a plant', () => {
  test('restores a draft as it was saved', () => {
    expect(loadDraft(7)).toBeNull();
    saveDraft(7, DRAFT);
    expect(loadDraft(7)).toEqual(DRAFT);
  });
  test('stores drafts per user', () => {
    saveDraft(7, DRAFT);
    saveDraft(8, { ...DRAFT, form: { ...EMPTY_SITE, siteName: 'Other' } });
    expect(loadDraft(7)?.form.siteName).toBe('Seeblick 12');
    saveDraft(7, null);
    expect(loadDraft(7)).toBeNull();
    expect(loadDraft(8)?.form.siteName).toBe('Other');
  });
  test('removes the storage entry with the last draft', () => {
    saveDraft(7, DRAFT);
    saveDraft(7, null);
    expect(stored(KEYS.formDrafts)).toBeNull();
  });
  test('restores the valid fields of a draft stored by an older version, and leaves the rest empty', () => {
    store(
      KEYS.formDrafts,
      JSON.stringify({
        '7:site': {
          form: { siteName: 'Old', powerMaxKw: true, gone: 1, shareWith: 'x' },
          devices: [{}, 'x', { sn: 'ABCD' }],
        },
      }),
    );
    expect(loadDraft(7)).toEqual({
      form: { ...EMPTY_SITE, siteName: 'Old' },
      devices: [newDevice('ABCD')],
      step: 'plant',
      group: 'basics',
      savedAtMs: 0,
    });
  });
  test('ignores a corrupt storage entry', () => {
    store(KEYS.formDrafts, '[1]');
    expect(loadDraft(7)).toBeNull();
    store(KEYS.formDrafts, '{"7:site":3}');
    expect(loadDraft(7)).toBeNull();
  });
  test('saves no draft of a wizard that was only opened', () => {
    expect(isWorthSaving({ ...EMPTY_SITE }, [], EMPTY_SITE)).toBe(false);
    expect(isWorthSaving({ ...EMPTY_SITE, city: 'Graz' }, [], EMPTY_SITE)).toBe(true);
    expect(isWorthSaving({ ...EMPTY_SITE }, [newDevice('31583078')], EMPTY_SITE)).toBe(true);
  });
});
