// A user's columns survive other versions of the list, and the last answer is at hand per user and list.
import { beforeEach, describe, expect, test } from 'vitest';
import { KEYS, store } from '../../session/storage.ts';
import { completeChoice, moveColumn, storedChoice } from './columnChoice.ts';
import { cachedSettings, cacheSettings } from './settingsCache.ts';

const OFFER = { ids: ['status', 'name', 'now', 'today', 'total'], hiddenAtFirst: ['total'], fixed: ['status', 'name'] };

beforeEach(() => store(KEYS.listViews, null));

describe('choice of columns', () => {
  test('starts as the list offers it', () => {
    expect(completeChoice(undefined, OFFER)).toEqual({ order: OFFER.ids, hidden: ['total'] });
  });
  test('a column that is gone is dropped, a new one comes at its usual place', () => {
    const stored = { order: ['status', 'name', 'gone', 'total', 'now'], hidden: ['gone'] };
    expect(completeChoice(stored, OFFER)).toEqual({ order: ['status', 'name', 'total', 'today', 'now'], hidden: [] });
  });
  test('fixed columns stay first and shown, whatever is stored', () => {
    const stored = { order: ['now', 'name', 'status', 'today', 'total'], hidden: ['name', 'now'] };
    expect(completeChoice(stored, OFFER)).toEqual({
      order: ['status', 'name', 'now', 'today', 'total'],
      hidden: ['now'],
    });
  });
  test('moves within the movable ones', () => {
    const start = completeChoice(undefined, OFFER);
    expect(moveColumn(start, 'today', -1, OFFER.fixed).order).toEqual(['status', 'name', 'today', 'now', 'total']);
    expect(moveColumn(start, 'now', -1, OFFER.fixed)).toBe(start);
    expect(moveColumn(start, 'total', 1, OFFER.fixed)).toBe(start);
    expect(moveColumn(start, 'name', 1, OFFER.fixed)).toBe(start);
  });
});

test('a choice of columns of one table leaves those of another as they were', () => {
  // Kept for a device that has power and state of charge; chosen on one that has power and temperature.
  const stored = { order: ['time', 'power', 'soc'], hidden: ['soc'] };
  const offer = { ids: ['time', 'power', 'temperature'], fixed: ['time'] };
  const choice = { ...completeChoice(stored, offer), hidden: ['power'] };
  const kept = storedChoice(choice, stored, offer);
  expect(kept).toEqual({ order: ['time', 'power', 'temperature', 'soc'], hidden: ['power', 'soc'] });
  expect(completeChoice(kept, { ids: ['time', 'power', 'soc'], fixed: ['time'] }).hidden).toEqual(['power', 'soc']);
  expect(storedChoice(choice, { order: Array.from({ length: 150 }, (_, n) => `gone${n}`) }, offer).order).toHaveLength(
    100,
  );
});

describe('what was last heard', () => {
  const kept = { columns: { order: ['status', 'name', 'total', 'today', 'now'], hidden: ['now'] }, views: [] };
  test('is at hand per user and per list', () => {
    cacheSettings(1, 'sites', kept);
    expect(cachedSettings(1, 'sites')).toEqual(kept);
    expect(cachedSettings(2, 'sites')).toBeUndefined();
    expect(cachedSettings(1, 'devices')).toBeUndefined();
  });
  test('broken storage is as good as none', () => {
    for (const text of ['{"1:sites":{"columns":{"order":7},"views":[]}}', '{"1:sites":{"columns":null}}', 'nonsense']) {
      store(KEYS.listViews, text);
      expect(cachedSettings(1, 'sites')).toBeUndefined();
    }
  });
});
