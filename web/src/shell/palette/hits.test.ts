// Hits of the global search, their order, and the hit of an Enter before the answers arrive.
import { describe, expect, test } from 'vitest';
import { devicesFound, type Hit, hitsFound, meant, sectionsFound, sitesFound } from './hits.ts';

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
    // Found by the server because of the plant's name.
    ['Seeblick', []],
  ])('are found by %s', (typed, serials) => expect(devicesFound(all, typed).map(({ sn }) => sn)).toEqual(serials));
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
  test('whose name begins with the text come first, and those found by other fields last', () => {
    expect(names('lake', [])).toEqual(['Lake house', 'Old lake house', 'Boathouse', 'Hut']);
  });
  test('that only contain a found device are left out, because the device is the hit', () => {
    expect(names('3158', [device('d', '31583078')])).toEqual(['Boathouse', 'Lake house', 'Old lake house']);
  });
  test('of the previous answer are shown while they still match', () => {
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

test('an early Enter opens the only hit, or the only hit with exactly this name, and otherwise nothing', () => {
  expect(meant([hit('Barn')], 'bar')?.label).toBe('Barn');
  expect(meant([hit('Barn'), hit('Barn 2')], 'barn')?.label).toBe('Barn');
  expect(meant([hit('Barn'), hit('Barn 2')], 'bar')).toBeUndefined();
  expect(meant([hit('Barn'), { ...hit('Barn'), id: '2' }], 'Barn')).toBeUndefined();
  expect(meant([], 'x')).toBeUndefined();
});

describe('sections of the guide', () => {
  const section = (label: string, text: string) => ({ hit: { ...hit(label), group: 'guide' as const }, text });
  const all = [
    section('Energy and money', 'Bars show the production. The battery helps.'),
    section('Battery', 'It stores surplus energy.'),
    section('Roof layout', 'Each module in its place.'),
  ];
  const labels = (typed: string, of = all) => sectionsFound(of, typed).map(({ label }) => label);
  test('are found by title and by text, those with a matching title first', () => {
    expect(labels('batt')).toEqual(['Battery', 'Energy and money']);
    expect(labels('surplus')).toEqual(['Battery']);
    expect(labels('urplus')).toEqual([]);
  });
  test('are found by one or two letters only if their title begins with them', () => {
    expect(labels('pl')).toEqual([]);
    expect(labels('ro')).toEqual(['Roof layout']);
  });
  test('are at most five', () => {
    expect(
      labels(
        'module',
        Array.from({ length: 9 }, (_, n) => section(`Section ${n}`, 'A module.')),
      ),
    ).toHaveLength(5);
  });
  test('in languages without spaces are found by any part of a word', () => {
    expect(labels('自家', [section('エネルギー', '電力の自家消費を示します。')])).toEqual(['エネルギー']);
  });
  test('count for an early Enter only if nothing else was found', () => {
    const barn = { ...hit('Barn'), group: 'plants' as const };
    expect(meant([barn, all[0]!.hit, all[1]!.hit], 'barn')).toBe(barn);
    expect(meant([all[1]!.hit], 'surplus')).toBe(all[1]!.hit);
  });
});
