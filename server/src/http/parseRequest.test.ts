// The sign of a request and its fields, each with the field that a refusal names.
import { signedText } from '@heliograph/contract/envelope.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkSign, digest, parseFields } from './parseRequest.ts';

const body = '{"b":1,"a":"x"}';

test.each([digest(body), digest(signedText(body))])('a sign of either kind passes: %s', (sign) => {
  expect(() => checkSign(sign, body)).not.toThrow();
});

test.each([undefined, '', digest(''), digest(body).toLowerCase()])('another sign is refused: %s', (sign) => {
  expect(() => checkSign(sign, body)).toThrow(expect.objectContaining({ values: { field: 'sign', reason: 'digest' } }));
});

const schema = z.object({ page: z.object({ size: z.number() }).optional() });

test('fields are returned as the schema parses them, without those that it does not name', () => {
  expect(parseFields(schema, { page: { size: 3, more: 1 }, other: true })).toEqual({ page: { size: 3 } });
});

test.each([
  [{ page: { size: 'many' } }, 'page.size'],
  [[], 'body'],
  [null, 'body'],
])('the first field that does not fit is named: %j', (fields, field) => {
  expect(() => parseFields(schema, fields)).toThrow(
    expect.objectContaining({ word: 'badRequest', values: { field, reason: expect.any(String) } }),
  );
});
