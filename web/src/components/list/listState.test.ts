// The address of a list holds its whole state, and invalid parameters in it are ignored.
import { describe, expect, test } from 'vitest';
import { unregisteredList } from '../../pages/devices/unregistered/unregisteredList.ts';
import { siteList } from '../../pages/plants/siteList.ts';
import { auditLog } from '../../pages/system/audit/auditSearch.ts';

const { stateOf, searchOf, requestOf, nextSort, isFiltered, panelCount } = siteList;
type State = ReturnType<typeof stateOf>;
const DEFAULT = stateOf({});

describe('the address of a list', () => {
  test('without parameters shows the first twenty rows, problems first, as a table', () => {
    expect(requestOf(DEFAULT)).toMatchObject({
      page: { size: 20, num: 0 },
      sort: [{ field: 'problems', descending: false }],
      // Devices are shown on the plant's page; in the list each would take a tenth of its row.
      withDevices: false,
      withWeek: true,
    });
    expect(DEFAULT.view).toBe('table');
    expect(searchOf(DEFAULT)).toEqual({});
    expect(isFiltered(DEFAULT)).toBe(false);
  });
  test('restores every state', () => {
    const state: State = {
      q: 'Lindner 12',
      filters: {
        status: 'alert',
        name: 'Haus',
        owner: 'a@example.org',
        installer: 'b@example.org',
        country: 'AT',
        street: 'Hauptplatz',
        from: '2026-01-01',
        to: '2026-02-28',
        commissioned: 'no',
        heard: 'week',
      },
      sort: 'todayPower',
      descending: true,
      page: 6,
      row: '',
      size: 50,
      view: 'map',
      at: '47.66,-9.175,12',
    };
    expect(stateOf(searchOf(state))).toEqual(state);
    expect(stateOf(JSON.parse(JSON.stringify(searchOf(state))))).toEqual(state);
    expect(panelCount(state)).toBe(9);
  });
  test('has no map for a list without locations, and no map position for a table', () => {
    expect(unregisteredList.stateOf({ view: 'map' }).view).toBe('table');
    expect(searchOf(stateOf({ at: '1,2,3' }))).toEqual({});
  });
  test('counts pages from 1, and the call from 0', () => {
    expect(requestOf(stateOf({ page: 3 })).page).toEqual({ size: 20, num: 2 });
    expect(searchOf({ ...DEFAULT, page: 2 })).toEqual({ page: 3 });
  });
  test('holds the cursor row of a page in a list with cursors, but not on the first page or in other lists', () => {
    const request = (search: object) => auditLog.requestOf(auditLog.stateOf(search));
    expect(request({ page: 2, row: 'after-12' })).toMatchObject({
      page: { num: 1 },
      from: { side: 'after', id: 12 },
    });
    expect(auditLog.search({ page: '2', row: 'before-7' })).toEqual({ page: 2, row: 'before-7' });
    for (const search of [{ row: 'after-12' }, { page: 2, row: 'after-x' }, { page: 2, row: 'beside-3' }, { page: 2 }])
      expect(request(search)).not.toHaveProperty('from');
    expect(requestOf(stateOf({ page: 2, row: 'after-12' }))).not.toHaveProperty('from');
    expect(searchOf(stateOf({ page: 2, row: 'after-12' }))).toEqual({ page: 2 });
  });
  test('keeps a number in the search text as text', () => {
    expect(stateOf({ q: 12345678 }).q).toBe('12345678');
  });
  test.each([
    { page: -1 },
    { page: 'x' },
    { page: 1.5 },
    { size: 7 },
    { size: '1e9' },
    { sort: 'password' },
    { sort: '-' },
    { status: 'burning' },
    { from: 'yesterday' },
    { country: 'Germany' },
    { view: 'list' },
    { at: '47.66' },
    { at: '47.66,9.1,8;drop' },
    { q: { a: 1 } },
  ])('ignores the invalid %o', (search) => expect(stateOf(search)).toEqual(DEFAULT));
  test('sends the status as the wire’s integer, and online plants as awake or asleep', () => {
    expect(requestOf(stateOf({ status: 'online' })).filters?.status).toBe('awake');
    expect(requestOf(stateOf({ status: 'asleep' })).filters?.status).toBe('asleep');
    expect(requestOf(stateOf({ status: 'alert' })).filters?.status).toBe('1');
    expect(requestOf(stateOf({ status: 'offline' })).filters?.status).toBe('-1');
    expect(requestOf(DEFAULT).filters?.status).toBe('');
  });
  test('cycles a column header through its useful direction, the opposite and the default order, always from the first page', () => {
    const first = nextSort({ ...DEFAULT, page: 4 }, 'now');
    expect(first).toMatchObject({ sort: 'now', descending: true, page: 0 });
    const twice = nextSort(first, 'now');
    expect(twice).toMatchObject({ sort: 'now', descending: false });
    expect(nextSort(twice, 'now')).toMatchObject({ sort: 'problems', descending: false });
    expect(nextSort(DEFAULT, 'siteName')).toMatchObject({ sort: 'siteName', descending: false });
    expect(nextSort(DEFAULT, 'problems')).toMatchObject({ sort: 'problems', descending: true });
  });
  test('has a default order, page size and parameters per list', () => {
    const initial = unregisteredList.stateOf({});
    expect(unregisteredList.requestOf(initial)).toEqual({
      page: { size: 50, num: 0 },
      filters: { keywords: '', gateway: '', children: 'folded', restricted: '' },
      sort: [{ field: 'lastUpdate', descending: true }],
    });
    expect(unregisteredList.search({ sort: 'lastUpdate', size: 50, status: 'alert', page: 2 })).toEqual({
      sort: 'lastUpdate',
      page: 2,
    });
    expect(unregisteredList.nextSort(initial, 'lastUpdate')).toMatchObject({ descending: false });
  });
});
