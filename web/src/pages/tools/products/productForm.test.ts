// Form of a product: faults of a parameter are detected before it is sent, in agreement with the contract.
import { productCreate } from '@heliograph/contract/calls/product/create.ts';
import { expect, test } from 'vitest';
import { EMPTY, faultsOf, NEW_PARAMETER, parameterDraft, parameterOf, rules, wireOf } from './productForm.ts';

const validDraft = { ...NEW_PARAMETER, name: 'overVoltage1', title: 'Over voltage 1', min: 230, max: 311, step: 0.1 };

test('produces a parameter that the contract accepts, and restores the same draft from it', () => {
  expect(faultsOf(validDraft, [])).toEqual({});
  const parameter = parameterOf({ ...validDraft, default: 264.5 });
  expect(parameterDraft(parameter)).toEqual({ ...validDraft, default: 264.5 });
  const form = { ...EMPTY, name: 'One', model: 30_000, kind: 'hybrid' } as const;
  expect(productCreate.request.safeParse(wireOf(form, { functions: [], parameters: [parameter] })).success).toBe(true);
});

test.each([
  [{ name: '1st' }, { name: 'name' }],
  [{ name: 'frequency' }, { name: 'taken' }],
  [{ title: ' ' }, { title: 'need' }],
  [{ min: '' }, { min: 'need' }],
  [{ max: 200 }, { max: 'range' }],
  [{ step: 0 }, { step: 'step' }],
  [{ default: 400 }, { default: 'default' }],
] as const)('reports %j at its field', (change, faults) => {
  expect(faultsOf({ ...validDraft, ...change }, ['frequency'])).toEqual(faults);
});

test.each([
  ['min', 'need'],
  ['max', 'need'],
  ['step', 'need'],
  ['default', 'default'],
] as const)('reports a text that is no number at the field %s', (field, fault) => {
  expect(faultsOf({ ...validDraft, [field]: Number.NaN }, [])).toEqual({ [field]: fault });
});

test('requires name, model code and kind, but neither inputs nor rated power', () => {
  expect([...rules.required].toSorted()).toEqual(['kind', 'model', 'name']);
  expect(rules.faults({ ...EMPTY, name: 'One', model: 30_000, kind: 'hybrid' })).toEqual({});
});

test('refuses a model code, inputs and a rated power that are no numbers', () => {
  const [model, inputs, ratedPowerW] = [Number.NaN, Number.NaN, Number.NaN];
  const faults = rules.faults({ ...EMPTY, name: 'One', kind: 'hybrid', model, inputs, ratedPowerW });
  expect(Object.keys(faults).toSorted()).toEqual(['inputs', 'model', 'ratedPowerW']);
});
