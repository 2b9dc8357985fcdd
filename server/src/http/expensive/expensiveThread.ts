// A thread for expensive calls, or for jobs, so that they take neither time nor connections from other calls: started on demand, replaced when it dies, and ended when idle.
import { Worker } from 'node:worker_threads';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { ThreadJob } from '../../platform/threadJobs.ts';
import { errorOf, errorToSend, type FromThread, type ThreadSetup, type ToThread } from './protocol.ts';
import type { ExpensiveRun } from './runExpensive.ts';

/** Maximum heap of the thread; a call that exceeds it ends the thread, not the server. */
const MAX_HEAP_MB = 512;
/** After this time without a call or job the thread ends and its memory is freed. */
const IDLE_MS = 300_000;
/** Interval of health checks while a job runs. A thread that has not answered by the next check is treated as stuck. */
const PING_MS = 60_000;

/** A response that is JSON already. */
export class EncodedResponse {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export interface ExpensiveThread {
  /** Runs a call whose session and fields have been checked. */
  run(run: ExpensiveRun): Promise<EncodedResponse | FileAnswer>;
  /** Runs a job with a copy of `data`; resolves to a copy of its result. `signal` asks it to stop at its next step. */
  runJob(job: ThreadJob, data: unknown, signal: AbortSignal | undefined): Promise<unknown>;
  close(): Promise<void>;
}

type Answer = Exclude<FromThread, { type: 'log' }>;

interface Pending extends PromiseWithResolvers<Answer> {
  recheckAccess: ExpensiveRun['recheckAccess'] | undefined;
}

interface Asker {
  recheckAccess?: ExpensiveRun['recheckAccess'];
  signal: AbortSignal | undefined;
}

interface ThreadOptions extends ThreadSetup {
  /** URL of the thread's program. */
  entry: URL;
  /** Receives the lines of the thread's log. */
  writeLog(line: string): void;
  idleMs?: number;
}

export function createExpensiveThread({ entry, writeLog, idleMs = IDLE_MS, ...setup }: ThreadOptions): ExpensiveThread {
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
    if (message.type === 'log') return writeLog(message.line);
    const { id } = message;
    lastMessageMs = performance.now();
    const waiting = pending.get(id);
    if (!waiting) return;
    if (message.type !== 'recheck') {
      pending.delete(id);
      waiting.resolve(message);
      return;
    }
    const answer: ToThread = await waiting.recheckAccess!().then(
      (session) => ({ type: 'session', id, session }),
      (thrown: unknown) => ({ type: 'sessionError', id, error: errorToSend(thrown) }),
    );
    own.postMessage(answer);
  }

  /** Sends a message and resolves to the thread's answer to it. When the signal aborts, the thread cancels the call or job, and answers as soon as it has ended. */
  async function ask(own: Worker, message: ToThread, { recheckAccess, signal }: Asker): Promise<Answer> {
    clearTimeout(idleTimer);
    const waiting = { ...Promise.withResolvers<Answer>(), recheckAccess };
    pending.set(message.id, waiting);
    own.postMessage(message);
    const cancel = () => own.postMessage({ type: 'cancel', id: message.id } satisfies ToThread);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    try {
      const answer = await waiting.promise;
      if (answer.type === 'error') throw errorOf(answer.error);
      return answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
      restWhenIdle(own);
    }
  }

  /** Refuses with tookTooLong after the time that clients wait. */
  async function askInTime(own: Worker, message: ToThread, { recheckAccess, call, gone }: ExpensiveRun) {
    const { id } = message;
    const sentMs = performance.now();
    const timer = setTimeout(() => {
      pending.get(id)?.reject(new ApiError('tookTooLong'));
      pending.delete(id);
      own.postMessage({ type: 'cancel', id } satisfies ToThread);
      // No message in all that time: it may be in an endless loop.
      if (lastMessageMs < sentMs) void end(own);
    }, call.timeoutMs);
    try {
      return await ask(own, message, { recheckAccess, signal: gone });
    } finally {
      clearTimeout(timer);
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

  async function* chunksOf(own: Worker, id: number, run: ExpensiveRun): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (worker !== own) throw new Error('the thread of expensive calls has ended');
        const answer = await askInTime(own, { type: 'next', id }, run);
        if (answer.type !== 'chunk') return;
        yield answer.bytes;
      }
    } catch (error) {
      // The client has disconnected, so that its read was cancelled.
      if (!run.gone.aborted) throw error;
    } finally {
      if (worker === own) own.postMessage({ type: 'cancel', id } satisfies ToThread);
    }
  }

  return {
    async run(run) {
      const own = started();
      const id = ++ids;
      const { path, fields, session, requestId, fillsUnknown, caller } = run;
      const { language, token, at, address, client, portal } = caller;
      const call = { path, fields, session, language, token, at, address, client, portal, requestId, fillsUnknown };
      const message: ToThread = { type: 'run', id, ...call };
      const answer = await askInTime(own, message, run);
      if (answer.type === 'file')
        return { name: answer.name, type: answer.contentType, content: chunksOf(own, id, run) };
      if (answer.type !== 'json') throw new Error(`the thread of expensive calls answers ${answer.type}`);
      return new EncodedResponse(answer.bytes);
    },
    async runJob(job, data, signal) {
      const own = started();
      let pingedMs = 0;
      const timer = setInterval(() => {
        if (lastMessageMs < pingedMs) return void end(own);
        pingedMs = performance.now();
        own.postMessage({ type: 'ping', id: 0 } satisfies ToThread);
      }, PING_MS);
      try {
        const answer = await ask(own, { type: 'job', id: ++ids, job, data }, { signal });
        if (answer.type !== 'done') throw new Error(`the thread answers ${answer.type} to a job`);
        return answer.result;
      } finally {
        clearInterval(timer);
      }
    },
    close: () => end(worker),
  };
}
