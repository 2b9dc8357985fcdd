// The program of the threads for expensive calls and for jobs (http/expensive/): connections of its own, and handlers that are loaded when they are first called.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Call } from '@heliograph/contract/call.ts';
import { required } from '@heliograph/contract/required.ts';
import type { OpenDay as DayToShare } from './energy/modules/shareDays.ts';
import { answerInThread } from './http/expensive/answerInThread.ts';
import type { ThreadSetup } from './http/expensive/protocol.ts';
import { openThreadLog } from './http/expensive/threadLog.ts';
import type { AnyHandler } from './http/runHandler.ts';
import type { DueReport } from './plants/mails/rules/mailTimes.ts';
import { openClock } from './platform/clock.ts';
import { connect } from './platform/database/connect.ts';
import type { ThreadJob } from './platform/threadJobs.ts';
import type { OpenDay as DayToJudge } from './problems/modules/judgeModules.ts';
import type { FileKey } from './readings/userFiles.ts';
import type { PlantWithMails } from './reports/reportMails.ts';
import { createServices } from './services.ts';

/** Two calls at once (platform/limits/callQueues.ts) and the chunks of files; or an export, an archive and a report. */
const CONNECTIONS = 3;
/** Linux runs the other threads of the server first while processors are short; other systems know no such number. */
const NICENESS = 10;

const { databaseUrl, config, idleS } = workerData as ThreadSetup;
lowerPriority();
const port = required(parentPort, 'the port of the thread');
const log = openThreadLog(config.production ? 'info' : 'warn', port);
const sql = connect(databaseUrl, { max: CONNECTIONS, limits: { statementS: 60, lockS: 15, idleS } });
const counting = connect(databaseUrl, { max: 1 });
const clock = await openClock(sql, log);
const context = { sql, config, log, clock, ...createServices(sql, undefined, counting) };
/** Each knows the type of its data, which its caller of `runInThread` gives. */
const jobs: Record<ThreadJob, (data: unknown, signal: AbortSignal) => Promise<unknown>> = {
  async userFile(data, signal) {
    const { makeUserFile } = await import('./readings/makeFiles.ts');
    return await makeUserFile(context, data as FileKey, { signal });
  },
  async archive(data, signal) {
    const { createArchive } = await import('./jobs/makeArchives.ts');
    return await createArchive(context, data as number, { signal });
  },
  async reportMail(data) {
    const { writeDueReport } = await import('./reports/reportMails.ts');
    const { plant, due } = data as { plant: PlantWithMails; due: DueReport };
    return await writeDueReport(context, plant, due);
  },
  async moduleShares(data) {
    const { shareDaysOfSite } = await import('./energy/modules/shareDays.ts');
    const { sid, days } = data as { sid: string; days: DayToShare[] };
    await shareDaysOfSite(sql, sid, days);
  },
  async moduleFaults(data) {
    const { judgePlant } = await import('./problems/modules/judgeModules.ts');
    const { days, now } = data as { days: DayToJudge[]; now: Date };
    await judgePlant(sql, days, now);
  },
};
answerInThread(port, context, loadCall, runJob);

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

async function runJob(job: ThreadJob, data: unknown, signal: AbortSignal): Promise<unknown> {
  await clock.measure();
  return await jobs[job](data, signal);
}
