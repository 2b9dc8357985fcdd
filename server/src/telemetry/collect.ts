// Groups reports that arrive at the same time into few commits: the next batch gathers while one is being written.
import type { Context } from '../context.ts';
import { type Outcome, type Report, takeReports } from './takeReports.ts';

/** `busy`: too much is waiting, or the database does not answer. The sender is told so and comes again. */
export type Collected = Outcome | { kind: 'busy' };

export interface Collector {
  collect(report: Report): Promise<Collected>;
  /** Reports that wait or are being written. */
  depth(): number;
  /** Writes what is waiting and takes no more. */
  close(): Promise<void>;
}

interface Waiting {
  report: Report;
  done: (outcome: Collected) => void;
}

const AT_ONCE = 1_000;
const WAIT_AT_MOST = 20_000;
/** So long a first report waits for others; while a batch is being written the next one gathers anyway. */
const GATHER_MS = 1;

export function openCollector(context: Pick<Context, 'sql' | 'clock' | 'log'>): Collector {
  let queue: Waiting[] = [];
  let writing = 0;
  let closed = false;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    while (queue.length > 0) {
      const batch = queue.length > AT_ONCE ? queue.splice(0, AT_ONCE) : queue;
      if (batch === queue) queue = [];
      writing = batch.length;
      await take(batch);
      writing = 0;
    }
    working = null;
  }

  async function take(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await takeReports(
        context,
        batch.map(({ report }) => report),
      );
      for (const [index, { done }] of batch.entries()) done(outcomes[index]!);
    } catch (error) {
      // One report that the database refuses must not take its neighbours with it.
      if (batch.length > 1 && isStatementError(error)) {
        const half = batch.length >> 1;
        await take(batch.slice(0, half));
        await take(batch.slice(half));
        return;
      }
      context.log.error({ err: error, reports: batch.length }, 'reports could not be stored');
      for (const { done } of batch) done({ kind: 'busy' });
    }
  }

  return {
    collect(report) {
      if (closed || queue.length + writing >= WAIT_AT_MOST) return Promise.resolve({ kind: 'busy' });
      return new Promise((done) => {
        queue.push({ report, done });
        working ??= work();
      });
    },
    depth: () => queue.length + writing,
    async close() {
      closed = true;
      await working;
    },
  };
}

/** The database answered and refused, unlike one that is away, starting or full: classes 08, 53, 57 and 58. */
function isStatementError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error instanceof RangeError || error instanceof TypeError;
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57|58)/.test(code);
}
