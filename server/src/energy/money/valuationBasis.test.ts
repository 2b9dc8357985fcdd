// Valuation basis of a plant's period, with prices set before its first energy, within the period and for the future.
import { expect, test } from 'vitest';
import type { PeriodEnergy } from '../periods/provenance.ts';
import { type SetPrices, valuationBasisOf } from './valuationBasis.ts';

const TODAY = '2026-06-15';
const flat = { validFrom: '2000-01-01', kind: 'flat', price: 0.34, feedInPrice: 0.08, ownUseShare: null } as const;
const byHour = { ...flat, kind: 'timeOfUse' } as const;
const period = { from: '2026-01-01', to: '2026-12-31', firstDay: '2026-02-01', energyWh: 1, money: 1, coveredS: 1 };
const basisOf = (versions: readonly SetPrices[], of: Partial<PeriodEnergy> = {}) =>
  valuationBasisOf({ ...period, isMeasured: false, sources: ['counted'], ...of }, versions, TODAY);
const ELECTRICITY_PRICE = { by: 'electricityPrice', kind: 'flat', price: 0.34, feedInPrice: 0.08, ownUseShare: null };

test.each([
  ['one price', [flat], { ...ELECTRICITY_PRICE, hasChanged: false }],
  ['another one before the first energy', [flat, { ...flat, validFrom: '2026-02-01', price: 0.4 }], { price: 0.4 }],
  ['another one since', [flat, { ...flat, validFrom: '2026-02-02', price: 0.4 }], { price: 0.4, hasChanged: true }],
  ['another one since today', [flat, { ...flat, validFrom: TODAY, price: 0.4 }], { price: 0.4, hasChanged: true }],
  ['another one to come', [flat, { ...flat, validFrom: '2026-06-16', price: 0.4 }], { price: 0.34, hasChanged: false }],
  ['another sold price, nothing taken as sold', [flat, { ...flat, validFrom: '2026-05-01', feedInPrice: 0.07 }], {}],
  ['by the hour', [byHour], { kind: 'timeOfUse', hasChanged: false }],
  ['other hours since', [byHour, { ...byHour, validFrom: '2026-05-01', price: 0.2 }], { hasChanged: false }],
  ['by the hour since', [flat, { ...byHour, validFrom: '2026-05-01' }], { kind: 'timeOfUse', hasChanged: true }],
  ['a share', [{ ...flat, ownUseShare: 0.4 }], { by: 'ownUseShare', ownUseShare: 0.4, hasChanged: false }],
  [
    'a share since',
    [flat, { ...flat, validFrom: '2026-05-01', ownUseShare: 0.4 }],
    { by: 'ownUseShare', hasChanged: true },
  ],
] as const)('determines the basis without a meter: %s', (_name, versions, expected) => {
  expect(basisOf(versions)).toMatchObject({ hasChanged: false, ...expected });
});

test('uses a meter whatever prices are set, and returns null without money or prices', () => {
  expect(basisOf([{ ...flat, ownUseShare: 0.4 }], { isMeasured: true })).toMatchObject({ by: 'measured' });
  expect([basisOf([]), basisOf([flat], { money: null }), basisOf([flat], { firstDay: null })]).toEqual([
    ...[null, null, null],
  ]);
  expect(basisOf([{ ...flat, validFrom: '2026-06-16' }])).toBeNull();
});
