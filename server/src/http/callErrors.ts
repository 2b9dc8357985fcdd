// Answers a call that failed: a refusal with its code and status, a fault without its details.
import { type Call, errorsOf } from '@heliograph/contract/call.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ApiError, ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { isConflict } from '../platform/database/retryConflicts.ts';
import { isForeignKeyViolation, isTimeout } from '../platform/limits/callLimits.ts';
import { messageText } from '../platform/texts/translate.ts';

/** HTTP status by refusal; 200 for all others. */
const STATUS: Partial<Record<ErrorName, number>> = {
  unauthorized: 401,
  forbidden: 403,
  tokenMayNot: 403,
  tokenBudget: 429,
  sessionBudget: 429,
  busy: 429,
  maintenance: 503,
  fault: 500,
};

interface FailedCall {
  path: string;
  call: Call;
  request: Pick<FastifyRequest, 'log'>;
  isProduction: boolean;
}

/** Returns the refusal that an error is answered with, or the fault that it is. Logs refusals that somebody has to look into. */
export function resolveError(error: unknown, failed: FailedCall): unknown {
  if (error instanceof ApiError) return undeclaredAsFault(error, failed);
  if (isTimeout(error)) return new ApiError('tookTooLong');
  const isMeanwhile = isForeignKeyViolation(error) || (failed.call.changes && isConflict(error));
  if (!isMeanwhile) return error;
  const { path, request } = failed;
  // Nothing was changed. Logged all the same: a call that never works would be answered like this, too.
  request.log.warn({ err: error, path }, 'changed or deleted meanwhile');
  return new ApiError('changedMeanwhile');
}

/** Returns a refusal as it is when the contract declares it. Another is a fault in development; production logs and answers it. */
function undeclaredAsFault(refusal: ApiError, { path, call, request, isProduction }: FailedCall): Error {
  if (errorsOf(call).has(refusal.word)) return refusal;
  const fault = new Error(`${path} refuses with ${refusal.word}, which its contract does not declare`);
  if (!isProduction) return fault;
  request.log.error({ err: fault, path }, 'undeclared refusal');
  return refusal;
}

/** HTTP status and envelope of a refusal or a fault. */
export function errorAnswer(error: unknown, language: LanguageCode) {
  const { word, values } = error instanceof ApiError ? error : new ApiError('fault');
  return {
    status: STATUS[word] ?? 200,
    /** Value of Retry-After. */
    retryAfterS: word === 'busy' ? Number(values.seconds) : undefined,
    envelope: { code: ERROR_CODES[word], msg: messageText(language, `refusals.${word}`, values), data: {} },
  };
}
