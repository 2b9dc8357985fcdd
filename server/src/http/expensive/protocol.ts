// Messages between the server and its thread for expensive calls.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ApiError, type ErrorName } from '@heliograph/contract/errors.ts';
import type { OpenSession } from '../../access/session.ts';
import type { RequestedPortal } from '../../brands/brands.ts';
import type { Config } from '../../config.ts';
import type { ThreadJob } from '../../platform/threadJobs.ts';

/** Given to the thread when it starts. */
export interface ThreadSetup {
  databaseUrl: string;
  config: Config;
  /** After this time between two statements a transaction ends, seconds. */
  idleS: number;
}

/** A call whose session and fields have been checked. */
export interface CallMessage {
  path: string;
  fields: unknown;
  /** Null for a public call. */
  session: OpenSession | null;
  language: LanguageCode;
  token: string;
  at: Date;
  address: string;
  client: string;
  portal: RequestedPortal;
  /** Names the request in the log. */
  requestId: string;
  /** Whether unknown figures are sent as numbers (http/unknownFigures.ts). */
  fillsUnknown: boolean;
}

/** An error that passes from one thread to another: a refusal by its word, any other by its text and its code of PostgreSQL. */
export type SentError =
  | { word: ErrorName; values: Record<string, string | number> }
  | { message: string; stack: string | undefined; code: unknown };

export type ToThread =
  | ({ type: 'run'; id: number } & CallMessage)
  /** Answers to `recheck`. */
  | { type: 'session'; id: number; session: OpenSession | null }
  | { type: 'sessionError'; id: number; error: SentError }
  /** Asks for the next chunk of a file. */
  | { type: 'next'; id: number }
  /** Nobody waits for the call or its file any more; a job is to stop at its next step. */
  | { type: 'cancel'; id: number }
  | { type: 'job'; id: number; job: ThreadJob; data: unknown }
  /** Asks whether the thread still runs. */
  | { type: 'ping'; id: number };

export type FromThread =
  /** The response as JSON. */
  | { type: 'json'; id: number; bytes: Uint8Array }
  | { type: 'file'; id: number; name: string; contentType: string }
  | { type: 'chunk'; id: number; bytes: Uint8Array }
  | { type: 'end'; id: number }
  | { type: 'error'; id: number; error: SentError }
  /** Asks whether the session may still make the call. */
  | { type: 'recheck'; id: number }
  /** A job has ended. */
  | { type: 'done'; id: number; result: unknown }
  | { type: 'pong'; id: number }
  /** A line of the log. */
  | { type: 'log'; line: string };

export function errorToSend(thrown: unknown): SentError {
  if (thrown instanceof ApiError) return { word: thrown.word, values: thrown.values };
  const { message, stack, code } = (thrown instanceof Error ? thrown : new Error(String(thrown))) as Error & {
    code?: unknown;
  };
  return { message, stack, code };
}

export function errorOf(sent: SentError): Error {
  if ('word' in sent) return new ApiError(sent.word, sent.values);
  const { message, stack, code } = sent;
  return Object.assign(new Error(message), {
    ...(stack !== undefined && { stack }),
    ...(code !== undefined && { code }),
  });
}
