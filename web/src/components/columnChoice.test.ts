// A user's columns survive visits, other users and new versions of the list.
import { beforeEach, describe, expect, test } from 'vitest';
import { KEYS, store } from '../session/storage.ts';
import { completeChoice, loadColumns, moveColumn, saveColumns } from './columnChoice.ts';

const OFFER = { ids: ['status', 'name', 'now', 'today', 'total'], hiddenAtFirst: ['total'], fixed: ['status', 'name'] };

beforeEach(() => store(KEYS.listColumns, null));

describe('choice of columns', () => {
  test('starts as the list offers it', () => {
    expect(loadColumns(1, 'sites', OFFER)).toEqual({ order: OFFER.ids, hidden: ['total'] });
  });
  test('is kept per user and per list', () => {
    saveColumns(1, 'sites', { order: ['status', 'name', 'total', 'today', 'now'], hidden: ['now'] });
    expect(loadColumns(1, 'sites', OFFER)).toEqual({
      order: ['status', 'name', 'total', 'today', 'now'],
      hidden: ['now'],
    });
    expect(loadColumns(2, 'sites', OFFER).order).toEqual(OFFER.ids);
    expect(loadColumns(1, 'devices', OFFER).order).toEqual(OFFER.ids);
  });
  test('goes back to the usual columns', () => {
    saveColumns(1, 'sites', { order: ['status', 'name', 'total', 'today', 'now'], hidden: [] });
    saveColumns(1, 'sites', null);
    expect(loadColumns(1, 'sites', OFFER)).toEqual({ order: OFFER.ids, hidden: ['total'] });
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
  test('broken storage is as good as none', () => {
    store(KEYS.listColumns, '{"1:sites":{"order":7}}');
    expect(loadColumns(1, 'sites', OFFER).order).toEqual(OFFER.ids);
    store(KEYS.listColumns, 'nonsense');
    expect(loadColumns(1, 'sites', OFFER).order).toEqual(OFFER.ids);
  });
  test('moves within the movable ones', () => {
    const start = completeChoice(undefined, OFFER);
    expect(moveColumn(start, 'today', -1, OFFER.fixed).order).toEqual(['status', 'name', 'today', 'now', 'total']);
    expect(moveColumn(start, 'now', -1, OFFER.fixed)).toBe(start);
    expect(moveColumn(start, 'total', 1, OFFER.fixed)).toBe(start);
    expect(moveColumn(start, 'name', 1, OFFER.fixed)).toBe(start);
  });
});
