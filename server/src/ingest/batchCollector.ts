// Groups readings that arrive at the same time into few commits: while one batch is written, the next one fills.
import type { Context } from '../context.ts';
import type { Reading } from '../families/family.ts';
import { createBatchQueue, type QueuedReport } from './batchQueue.ts';
import { type IngestContext, ingestReports, type Outcome } from './ingestReports.ts';

/** `busy`: too many rows are waiting, or the database does not respond. The sender retries. */
export type Busy = { kind: 'busy' };
export type Collected = Outcome | Busy;

export interface Collector {
  collect(reading: Reading): Promise<Collected>;
  /** Stores all rows of a gateway's report in one commit and returns their outcomes in order; or busy, with none of them stored. */
  collectRows(rows: readonly Reading[]): Promise<Outcome[] | Busy>;
  /** Rows that are waiting or being written; a single reading is one. */
  depth(): number;
  /** Whether so many rows are waiting that no more are accepted. */
  isFull(): boolean;
  /** Writes the waiting rows and accepts no more. */
  close(): Promise<void>;
}

interface PendingReport extends QueuedReport {
  rows: readonly Reading[];
  resolve: (outcomes: Outcome[] | Busy) => void;
}

/** Rows in one commit; a longer report has a commit of its own. */
const BATCH_ROWS = 2_000;
const MAX_ROWS = 40_000;
/** How long a first report waits for others; while a batch is being written the next one fills anyway. */
const GATHER_MS = 1;
/** With this many rows waiting a second batch is prepared while the database writes the first. */
const SECOND_WRITER_ROWS = 500;
const BUSY: Busy = { kind: 'busy' };

type CollectorContext = IngestContext & Pick<Context, 'databaseHealth'>;

export function createBatchCollector(context: CollectorContext): Collector {
  const queue = createBatchQueue<PendingReport>(BATCH_ROWS);
  const writers = new Set<Promise<void>>();
  let isClosed = false;

  function startWriter(): void {
    const writer = writeAll(writers.size === 0 ? GATHER_MS : 0).finally(() => writers.delete(writer));
    writers.add(writer);
  }

  async function writeAll(gatherMs: number): Promise<void> {
    if (gatherMs > 0) await new Promise((resolve) => setTimeout(resolve, gatherMs));
    for (let batch = queue.nextBatch(); batch.length > 0; batch = queue.nextBatch()) {
      await writeBatch(context, batch);
      queue.finish(batch);
    }
  }

  const isFull = (): boolean => queue.rows() >= MAX_ROWS;

  function enqueue(rows: readonly Reading[], sender: string): Promise<Outcome[] | Busy> {
    if (isClosed || isFull() || context.databaseHealth.now() !== undefined) return Promise.resolve(BUSY);
    return new Promise((resolve) => {
      queue.push({ rows, sender, resolve });
      const needsSecond = writers.size === 1 && queue.waitingRows() >= SECOND_WRITER_ROWS;
      if (writers.size === 0 || needsSecond) startWriter();
    });
  }

  return {
    async collect(reading) {
      const outcomes = await enqueue([reading], reading.sn);
      return Array.isArray(outcomes) ? outcomes[0]! : outcomes;
    },
    async collectRows(rows) {
      const [first] = rows;
      return first ? await enqueue(rows, first.gateway ?? first.sn) : [];
    },
    depth: () => queue.rows(),
    isFull,
    async close() {
      isClosed = true;
      while (writers.size > 0) await Promise.all(writers);
    },
  };
}

/** Ingests the batch in one commit and resolves its reports; a batch that the database rejects is halved until the faulty report is alone. */
async function writeBatch(context: CollectorContext, batch: readonly PendingReport[]): Promise<void> {
  try {
    const outcomes = await ingestReports(
      context,
      batch.flatMap(({ rows }) => rows),
    );
    let from = 0;
    for (const { rows, resolve } of batch) {
      resolve(outcomes.slice(from, from + rows.length));
      from += rows.length;
    }
  } catch (error) {
    if (batch.length > 1 && isStatementError(error)) {
      const half = batch.length >> 1;
      await writeBatch(context, batch.slice(0, half));
      await writeBatch(context, batch.slice(half));
      return;
    }
    context.databaseHealth.recordFailure(error);
    context.log.error({ err: error, reports: batch.length }, 'reports could not be stored');
    for (const { resolve } of batch) resolve(BUSY);
  }
}

/** Whether the database rejected the statement, unlike one that is unreachable, starting or full: classes 08, 53, 57 and 58. */
function isStatementError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error instanceof RangeError || error instanceof TypeError;
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57|58)/.test(code);
}
