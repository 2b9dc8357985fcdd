// The request made from the plant form: all fields of a new plant, only changed fields of an existing one, never invalid ones.
import type { Response } from '@heliograph/contract/calls.ts';
import { newSite } from '@heliograph/contract/entities/site.ts';
import { describe, expect, test } from 'vitest';
import { changedFields, EMPTY_SITE, formOf, GROUPS, rebaseForm, type SiteForm, siteRules, wireOf } from './siteForm.ts';

/** Returns the type of fault of each field. */
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
  test('requires the mandatory fields of a plant, as named by the specification', () => {
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
  test('treats an empty number as missing and 0 as a number', () => {
    expect(faultsOf({ ...PLANT, latitude: '' }).latitude).toBe('required');
    expect(faultsOf({ ...PLANT, latitude: 0, longitude: 0, electricityPrice: 0 })).toEqual({});
    expect(faultsOf({ ...PLANT, powerMaxKw: 0 }).powerMaxKw).toBe('format');
    expect(wireOf({ ...PLANT, feedInPrice: '', systemSizeKw: '', controlLimitKw: 0 })).toMatchObject({
      feedInPrice: null,
      systemSize: null,
      controlLimit: 0,
    });
  });
  test('applies the limits of the contract', () => {
    expect(faultsOf({ ...PLANT, latitude: 91 }).latitude).toBe('format');
    expect(faultsOf({ ...PLANT, siteName: 'x'.repeat(121) }).siteName).toBe('length');
    expect(faultsOf({ ...PLANT, userEmail: 'nobody' }).userEmail).toBe('email');
    expect(faultsOf({ ...PLANT, shareWith: ['a@example.org', 'nobody'] }).shareWith).toBe('email');
    expect(faultsOf({ ...PLANT, commissionDate: '2026-02-30' }).commissionDate).toBe('format');
  });
  test.each([
    ...(['powerMaxKw', 'systemSizeKw', 'controlLimitKw', 'latitude', 'longitude'] as const),
    ...(['electricityPrice', 'feedInPrice', 'ownUsePercent'] as const),
  ])('refuses a text that is no number as %s, even where the field may be empty', (field) => {
    expect(faultsOf({ ...PLANT, [field]: Number.NaN })).toEqual({ [field]: 'format' });
  });
  test('converts kilowatts to watts exactly', () => {
    expect(wireOf({ ...PLANT, powerMaxKw: 1.005 }).powerMax).toBe(1005);
    expect(wireOf({ ...PLANT, powerMaxKw: 0.8 }).powerMax).toBe(800);
  });
  test('lists every field in exactly one group', () => {
    expect(Object.values(GROUPS).flat().sort()).toEqual(Object.keys(EMPTY_SITE).sort());
  });
  test('builds a request that the contract accepts', () => {
    expect(newSite.parse(wireOf(PLANT))).toMatchObject({ siteName: 'Haus Lindner', powerMax: 8200, feedInPrice: 0 });
  });
});

describe('changes to a plant', () => {
  test('sends only fields that differ', () => {
    expect(changedFields(PLANT, PLANT)).toEqual({});
    expect(changedFields(PLANT, { ...PLANT, siteName: 'Lindner', powerMaxKw: 9 })).toEqual({
      siteName: 'Lindner',
      powerMax: 9000,
    });
  });
  test('sends emptied fields as null', () => {
    expect(changedFields(PLANT, { ...PLANT, ownUsePercent: 31.25 })).toEqual({ ownUseShare: 0.313 });
    expect(changedFields({ ...PLANT, ownUsePercent: 30 }, { ...PLANT, ownUsePercent: '' })).toEqual({
      ownUseShare: null,
    });
    expect(changedFields(PLANT, { ...PLANT, feedInPrice: '' })).toEqual({ feedInPrice: null });
    const dated = { ...PLANT, commissionDate: '2026-01-02' };
    expect(changedFields(dated, PLANT)).toEqual({ commissionDate: null });
  });
  test('sends a list only if its entries differ', () => {
    const shared = { ...PLANT, shareWith: ['a@example.org'] };
    expect(changedFields(shared, { ...shared, shareWith: ['a@example.org'] })).toEqual({});
    expect(changedFields(shared, { ...shared, shareWith: [] })).toEqual({ shareWith: [] });
  });
  test('sends nothing for a plant that was opened but not edited', () => {
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
  test('applies the user’s changes on top of another user’s changes', () => {
    const mine = { ...PLANT, siteName: 'Mine' };
    const theirs = { ...PLANT, siteName: 'Theirs', city: 'Graz' };
    const merged = rebaseForm(PLANT, mine, theirs);
    expect(merged).toEqual({ ...PLANT, siteName: 'Mine', city: 'Graz' });
    expect(changedFields(theirs, merged)).toEqual({ siteName: 'Mine' });
  });
});
