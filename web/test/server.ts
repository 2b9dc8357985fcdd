// Stands in for the server: answers calls as the contract allows, and notes what it does not allow.
import { type Call, errorsOf } from '@heliograph/contract/call.ts';
import { calls, type ParsedRequest, type Path, type Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import { responseModuleParts } from '@heliograph/contract/pageModules.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import { vi } from 'vitest';
import { emptyHiddenModules } from '../../server/src/access/pageModules.ts';
import type { FilePath } from '../src/api/post.ts';

type AnsweringPath = Exclude<Path, FilePath>;
/** A refusal in the contract's word, or an HTTP status that is not 200. */
type No = { refusal: ErrorName; msg: string } | { httpStatus: number };
type Answer<P extends AnsweringPath> = Response<P> | No | ((request: ParsedRequest<P>) => Response<P> | No);
export type Answers = { [P in AnsweringPath]?: Answer<P> };

/** The server says no; `msg` in the reader's language. */
export const refusal = (refusal: ErrorName, msg: string): No => ({ refusal, msg });
/** A server that is being restarted: the client does not try again by itself, as it does a second after other failures. */
export const unavailable: No = { httpStatus: 503 };

export interface Server {
  /** Requests of a call so far, in order, with the contract's defaults. */
  requests<P extends Path>(path: P): ParsedRequest<P>[];
  /** Answers differently from now on. */
  answer(next: Answers): void;
  /** Ends its open streams; throws what the page did and the contract, or the test, does not know. */
  stop(): void;
}

export function startServer(answers: Answers, permissions: ReadonlySet<Permission>): Server {
  const requests: { path: Path; request: unknown }[] = [];
  const faults: string[] = [];
  const streams: (() => void)[] = [];

  function answerOf(path: Path, body: string): globalThis.Response {
    const call: Call = calls[path];
    const { access } = call;
    if (typeof access !== 'string' && !access.anyOf.some((permission) => permissions.has(permission)))
      throw new Error(`${path} was called without any of the permissions ${access.anyOf.join(', ')}`);
    const request = call.request.safeParse(JSON.parse(body));
    if (!request.success) throw new Error(`${path} was sent what its contract refuses: ${request.error.message}`);
    requests.push({ path, request: request.data });
    const answer = (answers as Partial<Record<Path, unknown>>)[path];
    if (answer === undefined) throw new Error(`${path} was called and has no answer: ${body}`);
    const given = (typeof answer === 'function' ? answer(request.data) : answer) as No | object;
    if ('httpStatus' in given) return new globalThis.Response('', { status: given.httpStatus });
    if ('refusal' in given) {
      if (!errorsOf(call).has(given.refusal)) throw new Error(`${path} does not refuse with ${given.refusal}`);
      return globalThis.Response.json({ code: ERROR_CODES[given.refusal], msg: given.msg, data: {} });
    }
    const response = call.response.safeParse(given);
    if (!response.success) throw new Error(`${path} does not answer so: ${response.error.message}`);
    if (access !== 'public') emptyHiddenModules(response.data, responseModuleParts(call.response), permissions);
    return globalThis.Response.json({ code: 200, msg: '', data: response.data });
  }

  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const path = /^\/v2\/(.+)$/.exec(url)?.[1];
    // The live stream: open, and silent.
    if (!path) return await new Promise((_, end) => streams.push(() => end(new Error('closed'))));
    try {
      return answerOf(path as Path, body);
    } catch (error) {
      faults.push((error as Error).message);
      throw error;
    }
  });
  return {
    requests: <P extends Path>(path: P) =>
      requests.filter((one) => one.path === path).map(({ request }) => request as ParsedRequest<P>),
    answer: (next) => void Object.assign(answers, next),
    stop() {
      for (const end of streams) end();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}
