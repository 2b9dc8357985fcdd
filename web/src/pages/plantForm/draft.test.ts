// An unfinished plant is there again on the next visit: for its user, whole, and only as long as it is unfinished.
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

describe('draft of a plant', () => {
  test('comes back as it was left', () => {
    expect(loadDraft(7)).toBeNull();
    saveDraft(7, DRAFT);
    expect(loadDraft(7)).toEqual(DRAFT);
  });
  test('is each user’s own', () => {
    saveDraft(7, DRAFT);
    saveDraft(8, { ...DRAFT, form: { ...EMPTY_SITE, siteName: 'Other' } });
    expect(loadDraft(7)?.form.siteName).toBe('Seeblick 12');
    saveDraft(7, null);
    expect(loadDraft(7)).toBeNull();
    expect(loadDraft(8)?.form.siteName).toBe('Other');
  });
  test('leaves nothing behind once the last is forgotten', () => {
    saveDraft(7, DRAFT);
    saveDraft(7, null);
    expect(stored(KEYS.formDrafts)).toBeNull();
  });
  test('of an older version: what is known is taken, the rest starts empty', () => {
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
  test('broken storage is as good as none', () => {
    store(KEYS.formDrafts, '[1]');
    expect(loadDraft(7)).toBeNull();
    store(KEYS.formDrafts, '{"7:site":3}');
    expect(loadDraft(7)).toBeNull();
  });
  test('a wizard that was only opened leaves no draft', () => {
    expect(isWorthSaving({ ...EMPTY_SITE }, [], EMPTY_SITE)).toBe(false);
    expect(isWorthSaving({ ...EMPTY_SITE, city: 'Graz' }, [], EMPTY_SITE)).toBe(true);
    expect(isWorthSaving({ ...EMPTY_SITE }, [newDevice('31583078')], EMPTY_SITE)).toBe(true);
  });
});
