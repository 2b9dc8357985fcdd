// The log of the thread: its lines go to the streams of the server's own log.
import type { MessagePort } from 'node:worker_threads';
import type { Level, Logger } from 'pino';
import { openLog } from '../../platform/log.ts';
import type { FromThread } from './protocol.ts';

export function openThreadLog(level: Level, port: MessagePort): Logger {
  return openLog(level, [{ write: (line) => port.postMessage({ type: 'log', line } satisfies FromThread) }]);
}
