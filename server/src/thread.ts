// The program of the thread for expensive calls (http/expensive/): connections of its own, and handlers that are loaded when they are first called.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Call } from '@heliograph/contract/call.ts';
import { required } from '@heliograph/contract/required.ts';
import pino from 'pino';
import { answerInThread } from './http/expensive/answerInThread.ts';
import type { ThreadSetup } from './http/expensive/protocol.ts';
import type { AnyHandler } from './http/runHandler.ts';
import { openClock } from './platform/clock.ts';
import { connect } from './platform/database/connect.ts';
import { openLog } from './platform/log.ts';
import { createServices } from './services.ts';

/** Two calls at once (platform/limits/callQueues.ts) and the chunks of files. */
const CONNECTIONS = 3;

/** A report of ten years computes for seconds between two statements; as it only reads, it holds up nobody. */
const LIMITS = { statementS: 60, lockS: 15, idleS: 60 };
/** Linux runs the other threads of the server first while processors are short; other systems know no such number. */
const NICENESS = 10;

lowerPriority();
const { databaseUrl, config } = workerData as ThreadSetup;
const log = openLog(config.production ? 'info' : 'warn', [pino.destination(2)]);
const sql = connect(databaseUrl, { max: CONNECTIONS, limits: LIMITS });
const counting = connect(databaseUrl, { max: 1 });
const clock = await openClock(sql, log);
const context = { sql, config, log, clock, ...createServices(sql, undefined, counting) };
answerInThread(required(parentPort, 'the port of the thread'), context, loadCall);

function lowerPriority(): void {
  try {
    const tid = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(tid, NICENESS);
  } catch {}
}

/** Contract and handler are at the call's path, under its path in camel case (docs/develop/how-to/call.md). */
async function loadCall(path: string): Promise<{ call: Call; handler: AnyHandler }> {
  const name = path.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
  const [contract, server] = (await Promise.all([
    import(`@heliograph/contract/calls/${path}.ts`),
    import(`./calls/${path}.ts`),
  ])) as [Record<string, Call>, Record<string, AnyHandler>];
  return {
    call: required(contract[name], `the contract of ${path}`),
    handler: required(server[name], `the handler of ${path}`),
  };
}
