// The address of a list says all of what is shown, and nothing odd in it breaks the page.
import { describe, expect, test } from 'vitest';
import { unregisteredList } from '../../pages/devices/unregistered/unregisteredList.ts';
import { siteList } from '../../pages/plants/siteList.ts';
import { auditLog } from '../../pages/system/audit/auditSearch.ts';

const { stateOf, searchOf, requestOf, nextSort, isFiltered, panelCount } = siteList;
type State = ReturnType<typeof stateOf>;
const USUAL = stateOf({});

describe('address of a list', () => {
  test('an empty address is the first twenty, problems first, as a table', () => {
    expect(requestOf(USUAL)).toMatchObject({
      page: { size: 20, num: 0 },
      sort: [{ field: 'problems', descending: false }],
      // What a device does is on its plant's page: here each would be a tenth of its row.
      withDevices: false,
    });
    expect(USUAL.view).toBe('table');
    expect(searchOf(USUAL)).toEqual({});
    expect(isFiltered(USUAL)).toBe(false);
  });
  test('every view comes back from its address', () => {
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
  test('a list without places has no map, and where a map looks is nothing to a table', () => {
    expect(unregisteredList.stateOf({ view: 'map' }).view).toBe('table');
    expect(searchOf(stateOf({ at: '1,2,3' }))).toEqual({});
  });
  test('the address counts pages from 1, the call from 0', () => {
    expect(requestOf(stateOf({ page: 3 })).page).toEqual({ size: 20, num: 2 });
    expect(searchOf({ ...USUAL, page: 2 })).toEqual({ page: 3 });
  });
  test('a list that reads on says beside which row a page begins; the first page and other lists do not', () => {
    const asked = (search: object) => auditLog.requestOf(auditLog.stateOf(search));
    expect(asked({ page: 2, row: 'after-12' })).toMatchObject({
      page: { num: 1 },
      from: { side: 'after', id: 12 },
    });
    expect(auditLog.search({ page: '2', row: 'before-7' })).toEqual({ page: 2, row: 'before-7' });
    for (const search of [{ row: 'after-12' }, { page: 2, row: 'after-x' }, { page: 2, row: 'beside-3' }, { page: 2 }])
      expect(asked(search)).not.toHaveProperty('from');
    expect(requestOf(stateOf({ page: 2, row: 'after-12' }))).not.toHaveProperty('from');
    expect(searchOf(stateOf({ page: 2, row: 'after-12' }))).toEqual({ page: 2 });
  });
  test('a number typed as search text stays text', () => {
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
  ])('%o is taken as not said', (search) => expect(stateOf(search)).toEqual(USUAL));
  test('the status is sent as the wire’s integer; of those that are online as what their rows say', () => {
    expect(requestOf(stateOf({ status: 'online' })).filters?.status).toBe('awake');
    expect(requestOf(stateOf({ status: 'asleep' })).filters?.status).toBe('asleep');
    expect(requestOf(stateOf({ status: 'alert' })).filters?.status).toBe('1');
    expect(requestOf(stateOf({ status: 'offline' })).filters?.status).toBe('-1');
    expect(requestOf(USUAL).filters?.status).toBe('');
  });
  test('a column’s head: useful direction, the other one, problems first again; always from the first page', () => {
    const first = nextSort({ ...USUAL, page: 4 }, 'now');
    expect(first).toMatchObject({ sort: 'now', descending: true, page: 0 });
    const twice = nextSort(first, 'now');
    expect(twice).toMatchObject({ sort: 'now', descending: false });
    expect(nextSort(twice, 'now')).toMatchObject({ sort: 'problems', descending: false });
    expect(nextSort(USUAL, 'siteName')).toMatchObject({ sort: 'siteName', descending: false });
    expect(nextSort(USUAL, 'problems')).toMatchObject({ sort: 'problems', descending: true });
  });
  test('another list has its own usual order and size, and its own address', () => {
    const usual = unregisteredList.stateOf({});
    expect(unregisteredList.requestOf(usual)).toEqual({
      page: { size: 50, num: 0 },
      filters: { keywords: '', gateway: '', children: 'folded', restricted: '' },
      sort: [{ field: 'lastUpdate', descending: true }],
    });
    expect(unregisteredList.search({ sort: 'lastUpdate', size: 50, status: 'alert', page: 2 })).toEqual({
      sort: 'lastUpdate',
      page: 2,
    });
    expect(unregisteredList.nextSort(usual, 'lastUpdate')).toMatchObject({ descending: false });
  });
});
