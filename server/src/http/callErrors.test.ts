// Responses of failed calls: declared refusals as they are, database errors with a message, faults without theirs.
import { type Call, call as declareCall } from '@heliograph/contract/call.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorAnswer, resolveError } from './callErrors.ts';

const call = declareCall({
  summary: 'Reads a plant.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({}),
  errors: ['siteNotFound'],
});

/** Resolves an error; returns the message of the result and the levels that were logged. */
function resolved(error: unknown, isProduction = false, of: Call = call) {
  const levels: number[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line) => void levels.push((JSON.parse(line) as { level: number }).level) },
  );
  const result = resolveError(error, { path: 'site/x', call: of, request: { log }, isProduction });
  return { result, levels };
}
const failed = (code: string) => Object.assign(new Error('statement'), { code });

describe('an error', () => {
  test('that the contract declares is answered as it is', () => {
    const refusal = new ApiError('siteNotFound');
    expect(resolved(refusal)).toEqual({ result: refusal, levels: [] });
  });

  test('that the contract does not declare is a fault in development, and is logged and answered in production', () => {
    const refusal = new ApiError('deviceNotFound');
    const inDevelopment = resolved(refusal);
    expect(inDevelopment.result).not.toBeInstanceOf(ApiError);
    expect(String(inDevelopment.result)).toContain('site/x refuses with deviceNotFound');
    expect(resolved(refusal, true)).toEqual({ result: refusal, levels: [50] });
  });

  test.each([
    ['a statement out of time', '57014', 'tookTooLong', []],
    ['a lock out of time', '55P03', 'tookTooLong', []],
    ['a row deleted meanwhile', '23503', 'changedMeanwhile', [40]],
  ])('of the database, %s, is a refusal', (_, code, word, levels) => {
    expect(resolved(failed(code))).toMatchObject({ result: { word }, levels });
  });

  test.each(['40P01', '40001'])('of concurrent changes (%s) is a refusal of a change', (code) => {
    const fields = z.object({});
    const change = declareCall({
      summary: 'Changes a plant.',
      access: 'signedIn',
      request: fields,
      response: fields,
      transaction: 'change',
    });
    expect(resolved(failed(code), false, change)).toMatchObject({ result: { word: 'changedMeanwhile' }, levels: [40] });
    const fault = failed(code);
    expect(resolved(fault).result).toBe(fault);
  });

  test('of any other kind stays a fault', () => {
    const fault = failed('42P01');
    expect(resolved(fault).result).toBe(fault);
  });
});

test.each([
  ['siteNotFound', 200, 1005],
  ['unauthorized', 401, 401],
  ['wrongCredentials', 200, 401],
  ['forbidden', 403, 403],
  ['tokenMayNot', 403, expect.any(Number)],
  ['sessionBudget', 429, expect.any(Number)],
  ['busy', 429, 1657],
  ['maintenance', 503, 503],
] as const)('%s is answered with HTTP %i', (word, status, code) => {
  expect(errorAnswer(new ApiError(word), 'en')).toMatchObject({ status, envelope: { code, data: {} } });
});

test('a fault is answered without its own words', () => {
  const { status, envelope } = errorAnswer(new Error('relation "users" does not exist'), 'en');
  expect([status, envelope.code]).toEqual([500, 500]);
  expect(envelope.msg).not.toContain('users');
});
