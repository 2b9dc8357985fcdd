// What is wrong with a product's parameter is told before it is sent, and the contract agrees.
import { productCreate } from '@heliograph/contract/calls/product/create.ts';
import { expect, test } from 'vitest';
import { EMPTY, faultsOf, NEW_PARAMETER, parameterDraft, parameterOf, rules, wireOf } from './productForm.ts';

const good = { ...NEW_PARAMETER, name: 'overVoltage1', title: 'Over voltage 1', min: 230, max: 311, step: 0.1 };

test('a parameter without faults is what the contract takes, and comes back as it was', () => {
  expect(faultsOf(good, [])).toEqual({});
  const parameter = parameterOf({ ...good, default: 264.5 });
  expect(parameterDraft(parameter)).toEqual({ ...good, default: 264.5 });
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
] as const)('%j is told at its field', (over, faults) => {
  expect(faultsOf({ ...good, ...over }, ['frequency'])).toEqual(faults);
});

test('a product needs its name, its code and its kind; inputs and rated power may be unknown', () => {
  expect([...rules.required].toSorted()).toEqual(['kind', 'model', 'name']);
  expect(rules.faults({ ...EMPTY, name: 'One', model: 30_000, kind: 'hybrid' })).toEqual({});
});
