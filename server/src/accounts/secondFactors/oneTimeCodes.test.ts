// Tests one-time codes: the vectors of RFC 6238 and RFC 4648, drift, and codes as people type them.
import { expect, test } from 'vitest';
import { base32, codeOfStep, otpauthUri, plainCode, recoveryText, stepAt, stepOfCode } from './oneTimeCodes.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('computes for time %i s the code %s', (seconds, code) => {
  expect(codeOfStep(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes "%s" in base 32 as %s', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

test('accepts a code one step before and after its own, and no longer', () => {
  const step = 50_000;
  const code = codeOfStep(secret, step);
  const at = (steps: number, ms = 0) => new Date((step + steps) * 30_000 + ms);
  expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, code, at(steps)))).toEqual([
    ...[undefined, step, step, step, undefined],
  ]);
  expect(stepOfCode(secret, code, at(1, 29_999))).toBe(step);
  for (const wrong of ['', '12345', `${code}0`, 'ä'.repeat(3)])
    expect(stepOfCode(secret, wrong, at(0))).toBeUndefined();
});

test('reads recovery codes regardless of case, spaces and dashes', () => {
  const text = recoveryText(Buffer.from('0123456789'));
  expect(text).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  expect(plainCode(` ${text.toUpperCase().replaceAll('-', ' ')} `)).toBe(plainCode(text));
});

test('names the account and the portal in the address for apps', () => {
  expect(otpauthUri(secret, { brand: 'Sun & Co', email: 'a+b@example.com' })).toBe(
    'otpauth://totp/Sun%20%26%20Co:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sun%20%26%20Co',
  );
});
