// A required value is returned as it is, or named in an error.
import { expect, test } from 'vitest';
import { required } from './required.ts';

test.each([[0], [''], [false], [Number.NaN]])('returns the present value %o', (value) => {
  expect(required(value, 'the value')).toBe(value);
});

test.each([[null], [undefined]])('throws an error that names the value when it is %o', (value) => {
  expect(() => required(value, 'the power of the rule')).toThrow('the power of the rule is missing');
});
