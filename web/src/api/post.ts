// Sends one call: headers, sign, timeout, one retry after a second, and what its answer means.
import type { Calls, Path, Request, Response } from '@heliograph/contract/calls.ts';
import { type Envelope, HEADERS, NEW_TOKEN, signedText } from '@heliograph/contract/envelope.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { md5 as digestOf } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { brandOf } from '../brand/brands.ts';
import { brand } from '../brand/portal.ts';
import { lan } from '../i18n/language.ts';
import { endSession, renewToken, session } from '../session/session.ts';
import { changeAnswered, keyFor } from './changeKeys.ts';
import { connection } from './connection.ts';
import { ApiError, HttpFailure, isRetryable } from './failures.ts';

const SUCCESS = 200;
const RETRY_AFTER_MS = 1000;
const USUAL_TIMEOUT_MS = 20_000;

/** Paths whose contract entry names its own timeout; the compiler asks for each of them here. */
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

/** Paths that change something: they carry an idempotency key. */
export type ChangingPath = { [P in Path]: true extends Calls[P]['changes'] ? P : never }[Path];

/** Paths that answer a file. */
export type FilePath = { [P in Path]: Calls[P]['answers'] extends 'file' ? P : never }[Path];

export interface Download {
  /** As the server calls it; '' when the browser may not read it. */
  name: string;
  content: Blob;
}

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
  oem(): string;
  app(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  timeoutMs(path: string): number;
  expired(): void;
  /** The session has another token in place of this one. */
  renewed(before: string, token: string): void;
  /** The HTTP status that came; 0 for none. */
  heard(status: number): void;
}

const md5 = (of: string | Uint8Array): string =>
  bytesToHex(digestOf(typeof of === 'string' ? utf8ToBytes(of) : of)).toUpperCase();

/** Upper-case MD5 of the body's text as the contract words it. */
export const sign = (body: unknown): string => md5(signedText(body));

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
  // One portal may hold companies of several brands.
  oem: () => {
    const { info } = session();
    return info ? brandOf(info.oemid).oem : brand.oem;
  },
  app: () => session().info?.companyId ?? (session().token ? 0 : brand.id),
  wait,
  timeoutMs: (path) => (SLOW as Record<string, number>)[path] ?? USUAL_TIMEOUT_MS,
  expired: () => endSession('expired'),
  renewed: renewToken,
  heard: (status) => (status === 0 ? connection.unanswered() : connection.answered(status)),
};

/** A body as it goes out, and the text that stands for it under its key: a form's is made of its fields and its files' digests. */
function written(body: unknown): { content: string | FormData; text: string; type?: string } {
  if (typeof body === 'string') return { content: body, text: body, type: 'application/x-www-form-urlencoded' };
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  if (!fields.some(([, value]) => value instanceof Uint8Array)) {
    const text = JSON.stringify(body ?? {});
    return { content: text, text, type: 'application/json' };
  }
  // The browser says which type, with the boundary that it chose.
  const content = new FormData();
  const texts = fields.map(([name, value]) => {
    if (value instanceof Uint8Array) {
      content.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), name);
      return [name, md5(value)];
    }
    content.append(name, String(value));
    return [name, String(value)];
  });
  return { content, text: JSON.stringify(Object.fromEntries(texts)) };
}

/** Answers the data of one call; throws `Refused`, `HttpFailure`, or the reason of an aborted signal. */
export async function post<P extends Exclude<Path, FilePath>>(
  path: P,
  body: Request<P> | string,
  options: PostOptions = {},
  through: Line = line,
): Promise<Response<P>> {
  return (await send(path, body, 'json', options, through)) as Response<P>;
}

/** The file that a call answers, whole: what breaks off is a failure. */
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
  const { content, text, type } = written(body);
  const headers: Record<string, string> = {
    ...(type ? { 'content-type': type } : {}),
    [HEADERS.lan]: String(through.lan),
    [HEADERS.client]: 'web',
    [HEADERS.oem]: through.oem(),
    [HEADERS.app]: String(through.app()),
    [HEADERS.sign]: sign(content instanceof FormData ? '' : text),
  };
  const changeKey = options.changes ? keyFor(path, text, newKey) : null;
  if (changeKey) headers[HEADERS.idempotencyKey] = changeKey;

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
      through.heard(SUCCESS);
      if (changeKey) changeAnswered();
      return data;
    } catch (error) {
      options.signal?.throwIfAborted();
      through.heard(error instanceof HttpFailure ? error.status : SUCCESS);
      if (!(error instanceof HttpFailure)) {
        // What is still under way has not been answered: asked again it keeps its key.
        const isAnswer = !(error instanceof ApiError && error.code === ERROR_CODES.stillInProgress);
        if (changeKey && isAnswer) changeAnswered();
        throw error;
      }
      if (isRetry || !isRetryable(error.status)) {
        // Only the session that was refused ends.
        if (error.status === 401 && token && token === through.token()) through.expired();
        throw error;
      }
      await through.wait(RETRY_AFTER_MS, options.signal);
    }
  }
}

interface Sent {
  url: string;
  body: string | FormData;
  headers: Record<string, string>;
  answers: 'json' | 'file';
}

async function attempt(
  { url, body, headers, answers }: Sent,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  renewed: (token: string) => void,
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
    const next = answer.headers.get(NEW_TOKEN);
    if (next) renewed(next);
    // Who asked too often is told in words how long to wait.
    if (answer.status !== SUCCESS && answer.status !== 429) throw new HttpFailure(answer.status, url);
    if (answers === 'file' && !isJson(answer)) {
      const said = answer.headers.get('content-disposition') ?? '';
      // With letters of any language, and nothing that a system would not take in a name.
      const whole = /filename\*=UTF-8''([^;]+)/.exec(said)?.[1];
      const name = whole
        ? decodeURIComponent(whole).replace(/[^\p{L}\p{N}._-]+/gu, '_')
        : (/filename="([^"]*)"/.exec(said)?.[1] ?? '');
      return { name, content: await answer.blob() } satisfies Download;
    }
    envelope = (await answer.json()) as Envelope<unknown>;
  } catch (error) {
    throw error instanceof HttpFailure ? error : new HttpFailure(0, url, error);
  }
  if (envelope.code !== SUCCESS) throw new ApiError(envelope.code, envelope.msg);
  return envelope.data;
}

const isJson = (answer: globalThis.Response): boolean =>
  (answer.headers.get('content-type') ?? '').startsWith('application/json');
