// A user's columns remain valid in other versions of the list, and settings are cached per user and list.
import { beforeEach, describe, expect, test } from 'vitest';
import { KEYS, store } from '../../session/storage.ts';
import { completeChoice, moveColumn, storedChoice } from './columnChoice.ts';
import { cachedSettings, cacheSettings } from './settingsCache.ts';

const OFFER = { ids: ['status', 'name', 'now', 'today', 'total'], hiddenAtFirst: ['total'], fixed: ['status', 'name'] };

beforeEach(() => store(KEYS.listViews, null));

describe('the choice of columns', () => {
  test('is by default that of the list', () => {
    expect(completeChoice(undefined, OFFER)).toEqual({ order: OFFER.ids, hidden: ['total'] });
  });
  test('drops a removed column and inserts a new one at its default position', () => {
    const stored = { order: ['status', 'name', 'gone', 'total', 'now'], hidden: ['gone'] };
    expect(completeChoice(stored, OFFER)).toEqual({ order: ['status', 'name', 'total', 'today', 'now'], hidden: [] });
  });
  test('keeps fixed columns first and visible, whatever is stored', () => {
    const stored = { order: ['now', 'name', 'status', 'today', 'total'], hidden: ['name', 'now'] };
    expect(completeChoice(stored, OFFER)).toEqual({
      order: ['status', 'name', 'now', 'today', 'total'],
      hidden: ['now'],
    });
  });
  test('moves a column among the movable ones only', () => {
    const start = completeChoice(undefined, OFFER);
    expect(moveColumn(start, 'today', -1, OFFER.fixed).order).toEqual(['status', 'name', 'today', 'now', 'total']);
    expect(moveColumn(start, 'now', -1, OFFER.fixed)).toBe(start);
    expect(moveColumn(start, 'total', 1, OFFER.fixed)).toBe(start);
    expect(moveColumn(start, 'name', 1, OFFER.fixed)).toBe(start);
  });
});

test('a choice of columns of one table leaves the columns of another table unchanged', () => {
  // Stored for a device with power and state of charge; chosen for one with power and temperature.
  const stored = { order: ['time', 'power', 'soc'], hidden: ['soc'] };
  const offer = { ids: ['time', 'power', 'temperature'], fixed: ['time'] };
  const choice = { ...completeChoice(stored, offer), hidden: ['power'] };
  const saved = storedChoice(choice, stored, offer);
  expect(saved).toEqual({ order: ['time', 'power', 'temperature', 'soc'], hidden: ['power', 'soc'] });
  expect(completeChoice(saved, { ids: ['time', 'power', 'soc'], fixed: ['time'] }).hidden).toEqual(['power', 'soc']);
  expect(storedChoice(choice, { order: Array.from({ length: 150 }, (_, n) => `gone${n}`) }, offer).order).toHaveLength(
    100,
  );
});

describe('the settings cache', () => {
  const settings = { columns: { order: ['status', 'name', 'total', 'today', 'now'], hidden: ['now'] }, views: [] };
  test('holds settings per user and list', () => {
    cacheSettings(1, 'sites', settings);
    expect(cachedSettings(1, 'sites')).toEqual(settings);
    expect(cachedSettings(2, 'sites')).toBeUndefined();
    expect(cachedSettings(1, 'devices')).toBeUndefined();
  });
  test('ignores corrupt storage', () => {
    for (const text of ['{"1:sites":{"columns":{"order":7},"views":[]}}', '{"1:sites":{"columns":null}}', 'nonsense']) {
      store(KEYS.listViews, text);
      expect(cachedSettings(1, 'sites')).toBeUndefined();
    }
  });
});
