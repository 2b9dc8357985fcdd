// Jobs that would occupy the server's own thread: they run in a thread of their own where the process has one.
import type { Context } from '../context.ts';

/** `userFile`: an export; `moduleShares`, `moduleFaults`: of finished days of a plant. None of them computes while it holds a lock. */
export type ThreadJob = 'userFile' | 'archive' | 'reportMail' | 'moduleShares' | 'moduleFaults';

/** Runs a job in the thread; `run` runs it here, in processes without one. `data` is copied. `signal` asks it to stop at its next step. */
export async function runInThread<T>(
  { jobThread }: Pick<Context, 'jobThread'>,
  { job, data, signal }: { job: ThreadJob; data: unknown; signal: AbortSignal | undefined },
  run: () => Promise<T>,
): Promise<T> {
  return jobThread ? ((await jobThread.runJob(job, data, signal)) as T) : await run();
}
