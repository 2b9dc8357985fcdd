// The side of the thread: runs jobs and the handlers of expensive calls, and sends their responses, files chunk by chunk.
import type { MessagePort } from 'node:worker_threads';
import type { Call } from '@heliograph/contract/call.ts';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { OpenSession } from '../../access/session.ts';
import type { Context } from '../../context.ts';
import type { ThreadJob } from '../../platform/threadJobs.ts';
import { type AnyHandler, runHandler } from '../runHandler.ts';
import { fillUnknown } from '../unknownFigures.ts';
import { type CallMessage, errorOf, errorToSend, type FromThread, type ToThread } from './protocol.ts';

/** Loads the contract and the handler of a call on demand: the thread needs a few of them, and loading all takes time and memory. */
export type LoadCall = (path: string) => Promise<{ call: Call; handler: AnyHandler }>;

export type RunJob = (job: ThreadJob, data: unknown, signal: AbortSignal) => Promise<unknown>;

/** A call or job under way, until its response is sent or the last chunk of its file. */
interface Running {
  controller: AbortController;
  file?: AsyncIterator<string | Uint8Array>;
}

/** Answers the messages of `port` until it is closed. */
export function answerInThread(port: MessagePort, context: Context, loadCall: LoadCall, runJob: RunJob): void {
  const running = new Map<number, Running>();
  const rechecks = new Map<number, PromiseWithResolvers<OpenSession | null>>();
  const send = (message: FromThread): void =>
    port.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : []);
  const sendError = (id: number, thrown: unknown): void => send({ type: 'error', id, error: errorToSend(thrown) });

  function recheckAccess(id: number): Promise<OpenSession | null> {
    const pending = rechecks.getOrInsertComputed(id, () => Promise.withResolvers<OpenSession | null>());
    send({ type: 'recheck', id });
    return pending.promise;
  }

  async function run(id: number, message: CallMessage): Promise<void> {
    const { path, fields, session, requestId, fillsUnknown, ...caller } = message;
    const call: Running = { controller: new AbortController() };
    running.set(id, call);
    try {
      const { call: contract, handler } = await loadCall(path);
      const own = {
        ...context,
        log: context.log.child({ reqId: requestId }),
        sql: context.sql.until(call.controller.signal),
      };
      const response = await runHandler({
        context: own,
        path,
        call: contract,
        handler,
        fields,
        session,
        caller: { ...caller, context: own, browser: NO_BROWSER, noteAudit: () => {} },
        note: {},
        keyed: undefined,
        recheckAccess: () => recheckAccess(id),
      });
      if (contract.answers === 'file') {
        const { name, type, content } = response as FileAnswer;
        call.file = content[Symbol.asyncIterator]();
        send({ type: 'file', id, name, contentType: type });
        return;
      }
      if (fillsUnknown) fillUnknown(contract.response, response);
      send({ type: 'json', id, bytes: encoded(JSON.stringify(response)) });
    } finally {
      if (!call.file) running.delete(id);
    }
  }

  async function runJobOf(id: number, job: ThreadJob, data: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, { controller });
    try {
      send({ type: 'done', id, result: await runJob(job, data, controller.signal) });
    } finally {
      running.delete(id);
    }
  }

  async function sendNext(id: number): Promise<void> {
    const result = await running.get(id)?.file?.next();
    if (result && !result.done) return send({ type: 'chunk', id, bytes: encoded(result.value) });
    running.delete(id);
    send({ type: 'end', id });
  }

  /** Ends the statements of the call; without statements it goes on to its response, which nobody reads. */
  async function cancel(id: number): Promise<void> {
    const call = running.get(id);
    call?.controller.abort();
    if (!call?.file) return;
    running.delete(id);
    await call.file.return?.();
  }

  port.on('message', (message: ToThread) => {
    const { id } = message;
    const failed = (thrown: unknown) => sendError(id, thrown);
    if (message.type === 'run') run(id, message).catch(failed);
    else if (message.type === 'next') sendNext(id).catch(failed);
    else if (message.type === 'job') runJobOf(id, message.job, message.data).catch(failed);
    else if (message.type === 'ping') send({ type: 'pong', id });
    else if (message.type === 'cancel') cancel(id).catch(() => {});
    else {
      const pending = rechecks.get(id);
      rechecks.delete(id);
      if (message.type === 'session') pending?.resolve(message.session);
      if (message.type === 'sessionError') pending?.reject(errorOf(message.error));
    }
  });
}

/** Only the sign-in of companies needs the browser's cookie. */
const NO_BROWSER = {
  read: () => '',
  write: () => {
    throw new Error('an expensive call sets no cookie');
  },
};

/** Returns bytes in a buffer of their own, which the other thread can take over. */
const encoded = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text);
