// Sends one call: headers, sign, timeout, one retry after a second, and what its answer means.
import type { Calls, Path, Request, Response } from '@heliograph/contract/calls.ts';
import { type Envelope, HEADERS, signedText } from '@heliograph/contract/envelope.ts';
import { md5 } from 'js-md5';
import { brand } from '../brand/portal.ts';
import { lan } from '../i18n/language.ts';
import { endSession, session } from '../session/session.ts';
import { changeAnswered, keyFor } from './changeKeys.ts';
import { HttpFailure, isWorthRetrying, Refused } from './failures.ts';

const SUCCESS = 200;
const RETRY_AFTER_MS = 1000;
const USUAL_TIMEOUT_MS = 20_000;

/** Paths whose contract entry names its own timeout; the compiler asks for each of them here. */
type SlowCalls = {
  [P in Path as number extends Calls[P]['timeoutMs'] ? never : P]: Calls[P]['timeoutMs'];
};
const SLOW: SlowCalls = { 'site/delete': 60_000 };

/** Paths that change something: they carry an idempotency key. */
export type ChangingPath = { [P in Path]: true extends Calls[P]['changes'] ? P : never }[Path];

export interface PostOptions {
  signal?: AbortSignal;
  /** Sends an idempotency key, the same with the retry and when the same change is asked again after it failed: it is done once. */
  changes?: boolean;
}

/** What a call goes through; tests stand in for the clock and the place. */
export interface Line {
  base: string;
  token(): string;
  lan: number;
  oem: string;
  app(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  timeoutMs(path: string): number;
  expired(): void;
}

/** Upper-case MD5 of the body's text as the contract words it. */
export const sign = (body: unknown): string => md5(signedText(body)).toUpperCase();

/** `crypto.randomUUID` exists on https and localhost only; portals on a local network are neither. */
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

const line: Line = {
  base: brand.apiBase,
  token: () => session().token,
  lan,
  oem: brand.oem,
  app: () => session().info?.companyId ?? (session().token ? 0 : brand.id),
  wait,
  timeoutMs: (path) => (SLOW as Record<string, number>)[path] ?? USUAL_TIMEOUT_MS,
  expired: () => endSession('expired'),
};

/** Answers the data of one call; throws `Refused`, `HttpFailure`, or the reason of an aborted signal. */
export async function post<P extends Path>(
  path: P,
  body: Request<P> | string,
  options: PostOptions = {},
  through: Line = line,
): Promise<Response<P>> {
  const url = `${through.base}/v2/${path}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const headers: Record<string, string> = {
    'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
    [HEADERS.lan]: String(through.lan),
    [HEADERS.client]: 'web',
    [HEADERS.oem]: through.oem,
    [HEADERS.app]: String(through.app()),
    [HEADERS.sign]: sign(text),
  };
  const changeKey = options.changes ? keyFor(path, text, newKey) : null;
  if (changeKey) headers[HEADERS.idempotencyKey] = changeKey;

  for (let isRetry = false; ; isRetry = true) {
    // Another tab may have signed in anew meanwhile.
    const token = through.token();
    if (token) headers[HEADERS.authorization] = token;
    else delete headers[HEADERS.authorization];
    try {
      const data = (await once(url, text, headers, options.signal, through.timeoutMs(path))) as Response<P>;
      if (changeKey) changeAnswered();
      return data;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof HttpFailure)) {
        if (changeKey) changeAnswered();
        throw error;
      }
      if (isRetry || !isWorthRetrying(error.status)) {
        // Only the session that was refused ends.
        if (error.status === 401 && token && token === through.token()) through.expired();
        throw error;
      }
      await through.wait(RETRY_AFTER_MS, options.signal);
    }
  }
}

async function once(
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs);
  let envelope: Envelope<unknown>;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (answer.status !== SUCCESS) throw new HttpFailure(answer.status, url);
    envelope = (await answer.json()) as Envelope<unknown>;
  } catch (error) {
    throw error instanceof HttpFailure ? error : new HttpFailure(0, url, error);
  }
  if (envelope.code !== SUCCESS) throw new Refused(envelope.code, envelope.msg);
  return envelope.data;
}
