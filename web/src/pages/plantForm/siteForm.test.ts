// What is sent of the plant form: all of a new plant, only the differences of an old one, nothing that is not valid.
import type { Response } from '@heliograph/contract/calls.ts';
import { newSite } from '@heliograph/contract/entities/site.ts';
import { describe, expect, test } from 'vitest';
import { changedFields, EMPTY_SITE, formOf, GROUPS, rebased, type SiteForm, siteRules, wireOf } from './siteForm.ts';

/** The kind of fault of each field. */
const faultsOf = (form: SiteForm) =>
  Object.fromEntries(Object.entries(siteRules.faults(form)).map(([name, { type }]) => [name, type]));

const PLANT: SiteForm = {
  ...EMPTY_SITE,
  siteName: 'Haus Lindner',
  powerMaxKw: 8.2,
  countryCode: 'AT',
  latitude: 47.07,
  longitude: 15.44,
  timezone: 'Europe/Vienna',
  currency: 'EUR',
  electricityPrice: 0.31,
  feedInPrice: 0,
};

describe('the plant form', () => {
  test('asks for what a plant cannot do without, in the spec’s words', () => {
    expect(faultsOf(EMPTY_SITE)).toEqual({
      siteName: 'required',
      powerMaxKw: 'required',
      countryCode: 'required',
      latitude: 'required',
      longitude: 'required',
      timezone: 'required',
      currency: 'required',
      electricityPrice: 'required',
    });
    expect(faultsOf(PLANT)).toEqual({});
  });
  test('an empty number is missing, never 0; 0 is a number', () => {
    expect(faultsOf({ ...PLANT, latitude: '' }).latitude).toBe('required');
    expect(faultsOf({ ...PLANT, latitude: 0, longitude: 0, electricityPrice: 0 })).toEqual({});
    expect(faultsOf({ ...PLANT, powerMaxKw: 0 }).powerMaxKw).toBe('format');
    expect(wireOf({ ...PLANT, feedInPrice: '', systemSizeKw: '', controlLimitKw: 0 })).toMatchObject({
      feedInPrice: null,
      systemSize: null,
      controlLimit: 0,
    });
  });
  test('keeps the contract’s bounds', () => {
    expect(faultsOf({ ...PLANT, latitude: 91 }).latitude).toBe('format');
    expect(faultsOf({ ...PLANT, siteName: 'x'.repeat(121) }).siteName).toBe('length');
    expect(faultsOf({ ...PLANT, userEmail: 'nobody' }).userEmail).toBe('email');
    expect(faultsOf({ ...PLANT, shareWith: ['a@example.org', 'nobody'] }).shareWith).toBe('email');
    expect(faultsOf({ ...PLANT, commissionDate: '2026-02-30' }).commissionDate).toBe('format');
  });
  test('kilowatts become watts exactly', () => {
    expect(wireOf({ ...PLANT, powerMaxKw: 1.005 }).powerMax).toBe(1005);
    expect(wireOf({ ...PLANT, powerMaxKw: 0.8 }).powerMax).toBe(800);
  });
  test('every field is in one group', () => {
    expect(Object.values(GROUPS).flat().sort()).toEqual(Object.keys(EMPTY_SITE).sort());
  });
  test('what is sent is what the contract takes', () => {
    expect(newSite.parse(wireOf(PLANT))).toMatchObject({ siteName: 'Haus Lindner', powerMax: 8200, feedInPrice: 0 });
  });
});

describe('changes of a plant', () => {
  test('only what differs is sent', () => {
    expect(changedFields(PLANT, PLANT)).toEqual({});
    expect(changedFields(PLANT, { ...PLANT, siteName: 'Lindner', powerMaxKw: 9 })).toEqual({
      siteName: 'Lindner',
      powerMax: 9000,
    });
  });
  test('emptying a field is a change as well', () => {
    expect(changedFields(PLANT, { ...PLANT, ownUsePercent: 31.25 })).toEqual({ ownUseShare: 0.313 });
    expect(changedFields({ ...PLANT, ownUsePercent: 30 }, { ...PLANT, ownUsePercent: '' })).toEqual({
      ownUseShare: null,
    });
    expect(changedFields(PLANT, { ...PLANT, feedInPrice: '' })).toEqual({ feedInPrice: null });
    const dated = { ...PLANT, commissionDate: '2026-01-02' };
    expect(changedFields(dated, PLANT)).toEqual({ commissionDate: null });
  });
  test('a list counts as changed when its entries do', () => {
    const shared = { ...PLANT, shareWith: ['a@example.org'] };
    expect(changedFields(shared, { ...shared, shareWith: ['a@example.org'] })).toEqual({});
    expect(changedFields(shared, { ...shared, shareWith: [] })).toEqual({ shareWith: [] });
  });
  test('a plant opened and not touched sends nothing', () => {
    const detail = {
      ...wireOf({ ...PLANT, systemSizeKw: 7.6, commissionDate: '2024-05-01' }),
      commissionDay: '2024-05-01',
      commissionDate: '01.05.2024',
      sid: 'AT_20240501_k7Qm4x',
      version: 3,
    } as unknown as Response<'site/detail'>;
    const form = formOf(detail);
    expect(faultsOf(form)).toEqual({});
    expect(changedFields(form, structuredClone(form))).toEqual({});
    expect(wireOf(form)).toMatchObject({ powerMax: 8200, systemSize: 7600, commissionDate: '2024-05-01' });
    expect(wireOf(form)).not.toHaveProperty('sid');
  });
  test('after another’s change: theirs, with mine over it', () => {
    const mine = { ...PLANT, siteName: 'Mine' };
    const theirs = { ...PLANT, siteName: 'Theirs', city: 'Graz' };
    const both = rebased(PLANT, mine, theirs);
    expect(both).toEqual({ ...PLANT, siteName: 'Mine', city: 'Graz' });
    expect(changedFields(theirs, both)).toEqual({ siteName: 'Mine' });
  });
});
