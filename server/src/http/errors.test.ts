// Which addresses are those of calls, and so answered in the envelope.
import { expect, test } from 'vitest';
import { isCall } from './errors.ts';

test.each([
  ['/v2', true],
  ['/v2/', true],
  ['/v2/no/such/call', true],
  ['/v1/sign-in', true],
  ['/v1/sign-in?a=b', true],
  ['/v2?a=b', false],
  ['/v20/site/overview', false],
  ['/v1/site/overview', false],
  ['/', false],
])('%s is the address of a call: %s', (url, expected) => {
  expect(isCall({ url })).toBe(expected);
});
