// What the search everywhere finds, in which order, and what Enter means before the answers are there.
import { describe, expect, test } from 'vitest';
import { devicesFound, type Hit, hitsFound, meant, sitesFound } from './hits.ts';

type Site = Parameters<typeof sitesFound>[0][number];
type Device = Parameters<typeof devicesFound>[0][number];
const site = (sid: string, siteName: string, city = '', userEmail = '') =>
  ({ sid, siteName, city, userEmail, installerEmail: '', installerName: '' }) as Site;
const device = (sid: string, sn: string, alias = '') => ({ sid, sn, alias }) as Device;
const hit = (label: string): Hit => ({ id: label, group: 'pages', label, to: () => undefined });

describe('devices', () => {
  const all = [device('a', '31583078', 'Roof east'), device('a', '31583079'), device('b', '0C0D0E01', 'At the lake')];
  test.each([
    ['3158', ['31583078', '31583079']],
    ['0c0d', ['0C0D0E01']],
    ['lake', ['0C0D0E01']],
    // Found by the server because their plant is called so.
    ['Seeblick', []],
  ])('by %s', (typed, found) => expect(devicesFound(all, typed).map(({ sn }) => sn)).toEqual(found));
});

describe('plants', () => {
  const all = [
    site('a', 'Boathouse', 'Lakeside'),
    site('b', 'Lake house'),
    site('c', 'Old lake house'),
    site('d', 'Hut'),
  ];
  const names = (typed: string, devices: Device[], isAnswer = true) =>
    sitesFound(all, devices, typed, isAnswer).map(({ siteName }) => siteName);
  test('whose name begins so come first, those found by other words last', () => {
    expect(names('lake', [])).toEqual(['Lake house', 'Old lake house', 'Boathouse', 'Hut']);
  });
  test('one that only holds a device that is found is left out: the device is the hit', () => {
    expect(names('3158', [device('d', '31583078')])).toEqual(['Boathouse', 'Lake house', 'Old lake house']);
  });
  test('before the answer is there only what still fits is shown', () => {
    expect(names('old', [], false)).toEqual(['Old lake house']);
  });
});

test('pages and actions are found by the beginnings of their words', () => {
  const all = ['New plant', 'PV Plant', 'Appearance: Dark', 'Sign out'].map(hit);
  const labels = (typed: string) => hitsFound(all, typed).map(({ label }) => label);
  expect(labels('plant')).toEqual(['New plant', 'PV Plant']);
  expect(labels('dark')).toEqual(['Appearance: Dark']);
  expect(labels('lan')).toEqual([]);
});

test('Enter pressed early opens the only hit, or the only one of that very name, and otherwise nothing', () => {
  expect(meant([hit('Barn')], 'bar')?.label).toBe('Barn');
  expect(meant([hit('Barn'), hit('Barn 2')], 'barn')?.label).toBe('Barn');
  expect(meant([hit('Barn'), hit('Barn 2')], 'bar')).toBeUndefined();
  expect(meant([hit('Barn'), { ...hit('Barn'), id: '2' }], 'Barn')).toBeUndefined();
  expect(meant([], 'x')).toBeUndefined();
});
