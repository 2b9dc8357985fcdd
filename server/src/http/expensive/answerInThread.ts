// The side of the thread: runs the handlers of expensive calls and sends their responses, files chunk by chunk.
import type { MessagePort } from 'node:worker_threads';
import type { Call } from '@heliograph/contract/call.ts';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { OpenSession } from '../../access/session.ts';
import type { Context } from '../../context.ts';
import { type AnyHandler, runHandler } from '../runHandler.ts';
import { fillUnknown } from '../unknownFigures.ts';
import { type CallMessage, errorOf, errorToSend, type FromThread, type ToThread } from './protocol.ts';

/** Loads the contract and the handler of a call on demand: the thread needs a few of them, and loading all takes time and memory. */
export type LoadCall = (path: string) => Promise<{ call: Call; handler: AnyHandler }>;

type Chunks = AsyncIterator<string | Uint8Array>;

/** Answers the messages of `port` until it is closed. */
export function answerInThread(port: MessagePort, context: Context, loadCall: LoadCall): void {
  const files = new Map<number, Chunks>();
  const rechecks = new Map<number, PromiseWithResolvers<OpenSession | null>>();
  const send = (message: FromThread): void =>
    port.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : []);
  const sendError = (id: number, thrown: unknown): void => send({ type: 'error', id, error: errorToSend(thrown) });

  function recheckAccess(id: number): Promise<OpenSession | null> {
    const pending = rechecks.getOrInsertComputed(id, () => Promise.withResolvers<OpenSession | null>());
    send({ type: 'recheck', id });
    return pending.promise;
  }

  async function run(id: number, { path, fields, session, fillsUnknown, ...caller }: CallMessage): Promise<void> {
    const { call, handler } = await loadCall(path);
    const response = await runHandler({
      context,
      path,
      call,
      handler,
      fields,
      session,
      caller: { ...caller, context, browser: NO_BROWSER, noteAudit: () => {} },
      note: {},
      keyed: undefined,
      recheckAccess: () => recheckAccess(id),
    });
    if (call.answers === 'file') {
      const { name, type, content } = response as FileAnswer;
      files.set(id, content[Symbol.asyncIterator]());
      send({ type: 'file', id, name, contentType: type });
      return;
    }
    if (fillsUnknown) fillUnknown(call.response, response);
    send({ type: 'json', id, bytes: encoded(JSON.stringify(response)) });
  }

  async function sendNext(id: number): Promise<void> {
    const result = await files.get(id)?.next();
    if (result && !result.done) return send({ type: 'chunk', id, bytes: encoded(result.value) });
    files.delete(id);
    send({ type: 'end', id });
  }

  async function cancel(id: number): Promise<void> {
    const file = files.get(id);
    files.delete(id);
    await file?.return?.();
  }

  port.on('message', (message: ToThread) => {
    const { id } = message;
    const failed = (thrown: unknown) => sendError(id, thrown);
    if (message.type === 'run') run(id, message).catch(failed);
    else if (message.type === 'next') sendNext(id).catch(failed);
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
