// Sends one call: headers, signature, timeout, one retry after a second, and the evaluation of its answer.
import type { Calls, Path, Request, Response } from '@heliograph/contract/calls.ts';
import { type Envelope, HEADERS, NEW_TOKEN, signedText } from '@heliograph/contract/envelope.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { md5 as digestOf } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { apiBase, brand } from '../brand/portal.ts';
import { lan } from '../i18n/language.ts';
import { endSession, renewToken, session } from '../session/session.ts';
import { changeAnswered, keyFor } from './changeKeys.ts';
import { connection } from './connection.ts';
import { ApiError, HttpFailure, isRetryable } from './failures.ts';

const SUCCESS = 200;
const RETRY_AFTER_MS = 1000;
const USUAL_TIMEOUT_MS = 20_000;

/** Paths whose contract entry has its own timeout; the compiler requires an entry for each of them. */
type SlowCalls = {
  [P in Path as number extends Calls[P]['timeoutMs'] ? never : P]: Calls[P]['timeoutMs'];
};
const SLOW: SlowCalls = {
  'account/archive/fetch': 180_000,
  'account/logOff': 60_000,
  'configuration/documentation/create': 120_000,
  'configuration/documentation/part': 120_000,
  'configuration/ota/part': 120_000,
  'device/deleteHistory': 60_000,
  'device/ownership/answer': 120_000,
  'device/ownership/claim': 120_000,
  'device/history/download': 180_000,
  'bdnz/three/history/download': 180_000,
  'ksp/history/download': 180_000,
  'device/history/files/fetch': 180_000,
  'device/voltage/download': 60_000,
  'site/report/download': 180_000,
  'gateway/bsg/server': 30_000,
  'configuration/inverter/setupValue': 30_000,
  'configuration/inverter/setupAnswer': 30_000,
  'configuration/ota/rollout/begin': 30_000,
};

/** Paths that change something: they need an idempotency key. */
export type ChangingPath = { [P in Path]: true extends Calls[P]['changes'] ? P : never }[Path];

/** Paths that answer a file. */
export type FilePath = { [P in Path]: Calls[P]['answers'] extends 'file' ? P : never }[Path];

export interface Download {
  /** File name from the server; '' when the browser may not read it. */
  name: string;
  content: Blob;
}

export interface PostOptions {
  signal?: AbortSignal;
  /** Sends an idempotency key, the same in the retry and when the same change is repeated after a failure, so that it is applied once. */
  changes?: boolean;
  /** The key of a change that the caller repeats itself (offline/outbox.ts). */
  key?: string;
}

/** Environment of a call: server, session and clock; tests replace it. */
export interface Line {
  base: string;
  token(): string;
  lan: number;
  oem(): string;
  app(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  timeoutMs(path: string): number;
  expired(): void;
  /** Replaces the token `before` of the session. */
  renewed(before: string, token: string): void;
  /** Receives the HTTP status of a response; 0 without a response. */
  onStatus(status: number): void;
}

const md5 = (content: string | Uint8Array): string =>
  bytesToHex(digestOf(typeof content === 'string' ? utf8ToBytes(content) : content)).toUpperCase();

/** Returns the upper-case MD5 of the body's text in the form that the contract defines. */
export const sign = (body: unknown): string => md5(signedText(body));

/** Returns a random key of 32 hex digits. `crypto.randomUUID` exists on https and localhost only; portals on a local network are neither. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const forbiddenListeners = new Set<() => void>();
/** Registers a listener for calls refused with 403; returns the function that removes it. */
export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener);
  return () => void forbiddenListeners.delete(listener);
}

const line: Line = {
  base: apiBase,
  token: () => session().token,
  lan,
  oem: () => brand.code,
  app: () => session().info?.companyId ?? (session().token ? 0 : brand.id),
  wait,
  timeoutMs: (path) => (SLOW as Record<string, number>)[path] ?? USUAL_TIMEOUT_MS,
  expired: () => endSession('expired'),
  renewed: renewToken,
  onStatus(status) {
    if (status === 0) return connection.unanswered();
    connection.answered(status);
    if (status === 403) for (const listener of forbiddenListeners) listener();
  },
};

/** Returns the value; throws for NaN and infinity, which JSON would send as null, as if a field had been emptied. */
function checked(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`"${name}" is no number: ${value}`);
  return value;
}

/** Returns a body as it is sent, and the text that identifies its change: for a form, its fields and the digests of its files. */
function encodeBody(body: unknown): { content: string | FormData; text: string; type?: string } {
  if (typeof body === 'string') return { content: body, text: body, type: 'application/x-www-form-urlencoded' };
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  if (!fields.some(([, value]) => value instanceof Uint8Array)) {
    const text = JSON.stringify(body ?? {}, (name, value) => checked(name, value));
    return { content: text, text, type: 'application/json' };
  }
  // The browser sets the content type, with the boundary that it chose.
  const content = new FormData();
  const texts = fields.map(([name, value]) => {
    if (value instanceof Uint8Array) {
      content.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), name);
      return [name, md5(value)];
    }
    content.append(name, String(checked(name, value)));
    return [name, String(value)];
  });
  return { content, text: JSON.stringify(Object.fromEntries(texts)) };
}

/** Returns the data of one call; throws `ApiError`, `HttpFailure`, or the reason of an aborted signal. */
export async function post<P extends Exclude<Path, FilePath>>(
  path: P,
  body: Request<P> | string,
  options: PostOptions = {},
  through: Line = line,
): Promise<Response<P>> {
  return (await send(path, body, 'json', options, through)) as Response<P>;
}

/** Returns the complete file that a call answers; throws when the download breaks off. */
export async function download<P extends FilePath>(
  path: P,
  body: Request<P>,
  options: PostOptions = {},
  through: Line = line,
): Promise<Download> {
  return (await send(path, body, 'file', options, through)) as Download;
}

async function send(
  path: Path,
  body: unknown,
  answers: 'json' | 'file',
  options: PostOptions,
  through: Line,
): Promise<unknown> {
  const url = `${through.base}/v2/${path}`;
  const { content, text, type } = encodeBody(body);
  const headers: Record<string, string> = {
    ...(type ? { 'content-type': type } : {}),
    [HEADERS.lan]: String(through.lan),
    [HEADERS.client]: 'web',
    [HEADERS.unknownAs]: 'null',
    [HEADERS.oem]: through.oem(),
    [HEADERS.app]: String(through.app()),
    [HEADERS.sign]: sign(content instanceof FormData ? '' : text),
  };
  const key = options.key ?? (options.changes ? keyFor(path, text, newKey) : null);
  if (key) headers[HEADERS.idempotencyKey] = key;

  for (let isRetry = false; ; isRetry = true) {
    // Another tab may have signed in again meanwhile.
    const token = through.token();
    if (token) headers[HEADERS.authorization] = token;
    else delete headers[HEADERS.authorization];
    try {
      const data = await attempt(
        { url, body: content, headers, answers },
        options.signal,
        through.timeoutMs(path),
        (next) => through.renewed(token, next),
      );
      through.onStatus(SUCCESS);
      if (options.changes) changeAnswered();
      return data;
    } catch (error) {
      options.signal?.throwIfAborted();
      through.onStatus(error instanceof HttpFailure ? error.status : SUCCESS);
      if (!(error instanceof HttpFailure)) {
        // A change that is still in progress counts as unanswered: its repetition reuses the key.
        const isAnswer = !(error instanceof ApiError && error.code === ERROR_CODES.stillInProgress);
        if (options.changes && isAnswer) changeAnswered();
        const busyS = isRetry ? undefined : busySeconds(error);
        if (busyS === undefined) throw error;
        await through.wait(busyS * 1000, options.signal);
        continue;
      }
      if (isRetry || !isRetryable(error.status)) {
        // Ends the session only if it still has the refused token.
        if (error.status === 401 && token && token === through.token()) through.expired();
        throw error;
      }
      await through.wait(RETRY_AFTER_MS, options.signal);
    }
  }
}

/** A page waits at most this long for a server that is busy with long calls of others; for a longer time it shows the message. */
const LONGEST_BUSY_S = 10;

/** Returns the seconds after which a call that found the server busy is repeated; undefined: it is not. */
function busySeconds(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== ERROR_CODES.busy) return undefined;
  const seconds = error.retryAfterS ?? LONGEST_BUSY_S;
  return seconds <= LONGEST_BUSY_S ? seconds : undefined;
}

interface HttpRequest {
  url: string;
  body: string | FormData;
  headers: Record<string, string>;
  answers: 'json' | 'file';
}

async function attempt(
  { url, body, headers, answers }: HttpRequest,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  renewed: (token: string) => void,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let envelope: Envelope<unknown>;
  let retryAfterS: number | undefined;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const next = answer.headers.get(NEW_TOKEN);
    if (next) renewed(next);
    retryAfterS = Number(answer.headers.get('retry-after')) || undefined;
    // The body of a 429 has a message with the waiting time.
    if (answer.status !== SUCCESS && answer.status !== 429) throw new HttpFailure(answer.status, url);
    if (answers === 'file' && !isJson(answer)) {
      const disposition = answer.headers.get('content-disposition') ?? '';
      // Keeps letters of any language and replaces characters that a file system may refuse.
      const encodedName = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
      const name = encodedName
        ? decodeURIComponent(encodedName).replace(/[^\p{L}\p{N}._-]+/gu, '_')
        : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '');
      return { name, content: await answer.blob() } satisfies Download;
    }
    envelope = (await answer.json()) as Envelope<unknown>;
  } catch (error) {
    throw error instanceof HttpFailure ? error : new HttpFailure(0, url, error);
  }
  if (envelope.code !== SUCCESS) throw new ApiError(envelope.code, envelope.msg, retryAfterS);
  return envelope.data;
}

const isJson = (answer: globalThis.Response): boolean =>
  (answer.headers.get('content-type') ?? '').startsWith('application/json');
