// A thread for expensive calls whose handler logs a line and fails.
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from '../src/context.ts';
import { answerInThread } from '../src/http/expensive/answerInThread.ts';
import type { ThreadSetup } from '../src/http/expensive/protocol.ts';
import { openThreadLog } from '../src/http/expensive/threadLog.ts';
import { connect } from '../src/platform/database/connect.ts';

const { databaseUrl } = workerData as ThreadSetup;
const log = openThreadLog('warn', parentPort!);
const handler = async (_fields: unknown, { context }: { context: Context }): Promise<never> => {
  context.log.warn('a line of the thread');
  throw new Error('fails');
};
const context = { log, sql: connect(databaseUrl) } as unknown as Context;
const loadCall = async () => ({ call: { transaction: 'manual', changes: false } as never, handler: handler as never });
answerInThread(parentPort!, context, loadCall, async () => {});
