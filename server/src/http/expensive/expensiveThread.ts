// A thread for expensive calls, so that they take neither time nor connections from the others: started on demand, replaced when it dies, and ended when idle.
import { Worker } from 'node:worker_threads';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { CallRun } from '../runHandler.ts';
import { errorOf, errorToSend, type FromThread, type ThreadSetup, type ToThread } from './protocol.ts';

/** Maximum heap of the thread; a call that exceeds it ends the thread, not the server. */
const MAX_HEAP_MB = 512;
/** After this time without a call the thread ends and its memory is freed. */
const IDLE_MS = 300_000;

/** A response that is JSON already. */
export class EncodedResponse {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export interface ExpensiveThread {
  /** Runs a call whose session and fields have been checked. */
  run(run: CallRun, fillsUnknown: boolean): Promise<EncodedResponse | FileAnswer>;
  close(): Promise<void>;
}

interface Pending extends PromiseWithResolvers<FromThread> {
  recheckAccess: CallRun['recheckAccess'];
}

/** `entry`: URL of the thread's program. */
export function createExpensiveThread(entry: URL, setup: ThreadSetup, idleMs = IDLE_MS): ExpensiveThread {
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let ids = 0;
  let lastMessageMs = 0;
  /** Callbacks that await the thread's next message, by request id. */
  const pending = new Map<number, Pending>();

  function started(): Worker {
    clearTimeout(idleTimer);
    if (worker) return worker;
    const own = new Worker(entry, { workerData: setup, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    worker = own;
    own.on('message', (message: FromThread) => void receive(own, message));
    own.on('error', (error: Error) => fail(own, error));
    own.on('exit', (code) => fail(own, new Error(`the thread of expensive calls ended with ${code}`)));
    return own;
  }

  /** Answers all calls of a dead thread with an error; the next call starts another one. */
  function fail(own: Worker, error: Error): void {
    if (worker !== own) return;
    worker = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  async function receive(own: Worker, message: FromThread): Promise<void> {
    const { id } = message;
    lastMessageMs = performance.now();
    const waiting = pending.get(id);
    if (!waiting) return;
    if (message.type !== 'recheck') {
      pending.delete(id);
      waiting.resolve(message);
      return;
    }
    const answer: ToThread = await waiting.recheckAccess().then(
      (session) => ({ type: 'session', id, session }),
      (thrown: unknown) => ({ type: 'sessionError', id, error: errorToSend(thrown) }),
    );
    own.postMessage(answer);
  }

  /** Sends a message and resolves to the thread's answer to it; refuses with tookTooLong after the time that clients wait. */
  async function ask(own: Worker, message: ToThread, { recheckAccess, call }: CallRun): Promise<FromThread> {
    clearTimeout(idleTimer);
    const waiting = { ...Promise.withResolvers<FromThread>(), recheckAccess };
    pending.set(message.id, waiting);
    own.postMessage(message);
    const sentMs = performance.now();
    const timer = setTimeout(() => {
      pending.delete(message.id);
      waiting.reject(new ApiError('tookTooLong'));
      // No message in all that time: it may be in an endless loop.
      if (lastMessageMs < sentMs) void end(own);
    }, call.timeoutMs);
    try {
      const answer = await waiting.promise;
      if (answer.type === 'error') throw errorOf(answer.error);
      return answer;
    } finally {
      clearTimeout(timer);
      restWhenIdle(own);
    }
  }

  function restWhenIdle(own: Worker): void {
    if (pending.size > 0 || worker !== own) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void end(own), idleMs).unref();
  }

  async function end(own: Worker | undefined): Promise<void> {
    if (!own) return;
    clearTimeout(idleTimer);
    fail(own, new Error('the thread of expensive calls has ended'));
    await own.terminate();
  }

  async function* chunksOf(own: Worker, id: number, run: CallRun): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (worker !== own) throw new Error('the thread of expensive calls has ended');
        const answer = await ask(own, { type: 'next', id }, run);
        if (answer.type !== 'chunk') return;
        yield answer.bytes;
      }
    } finally {
      if (worker === own) own.postMessage({ type: 'cancel', id } satisfies ToThread);
    }
  }

  return {
    async run(run, fillsUnknown) {
      const own = started();
      const id = ++ids;
      const { path, fields, session, caller } = run;
      const { language, token, at, address, client } = caller;
      const call = { path, fields, session, language, token, at, address, client, fillsUnknown };
      const message: ToThread = { type: 'run', id, ...call };
      const answer = await ask(own, message, run);
      if (answer.type === 'file')
        return { name: answer.name, type: answer.contentType, content: chunksOf(own, id, run) };
      if (answer.type !== 'json') throw new Error(`the thread of expensive calls answers ${answer.type}`);
      return new EncodedResponse(answer.bytes);
    },
    close: () => end(worker),
  };
}
