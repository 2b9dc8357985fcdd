// Groups readings that arrive at the same time into few commits: the next batch gathers while one is being written.
import type { Context } from '../context.ts';
import type { Reading } from '../families/family.ts';
import { type Door, type Outcome, takeReports } from './ingestReports.ts';

/** `busy`: too much is waiting, or the database does not answer. The sender is told so and comes again. */
export type Busy = { kind: 'busy' };
export type Collected = Outcome | Busy;

export interface Collector {
  collect(reading: Reading): Promise<Collected>;
  /** All rows of a gateway's report in one commit: an outcome each in their order, or busy and none of them is stored. */
  collectRows(rows: readonly Reading[]): Promise<Outcome[] | Busy>;
  /** Rows that wait or are being written; a single reading is one. */
  depth(): number;
  /** So many rows wait that no more are taken just now. */
  isFull(): boolean;
  /** Writes what is waiting and takes no more. */
  close(): Promise<void>;
}

interface Waiting {
  rows: readonly Reading[];
  /** Who sends: batches that are written at the same time have no sender in common, so neither waits for the other. */
  sender: string;
  done: (outcomes: Outcome[] | Busy) => void;
}

/** Rows in one commit; a longer report goes alone. */
const AT_ONCE = 2_000;
const WAIT_AT_MOST = 40_000;
/** So long a first report waits for others; while a batch is being written the next one gathers anyway. */
const GATHER_MS = 1;
/** With so many rows waiting a second batch is made ready while the database writes the first. */
const SECOND_FROM = 500;
const BUSY: Busy = { kind: 'busy' };

export function openCollector(context: Door & Pick<Context, 'trouble'>): Collector {
  let queue: Waiting[] = [];
  let waitingRows = 0;
  let writingRows = 0;
  let closed = false;
  const sending = new Set<string>();
  const writers = new Set<Promise<void>>();

  function startWriter(): void {
    const writer = write(writers.size === 0 ? GATHER_MS : 0).finally(() => writers.delete(writer));
    writers.add(writer);
  }

  async function write(gatherMs: number): Promise<void> {
    if (gatherMs > 0) await new Promise((resolve) => setTimeout(resolve, gatherMs));
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      await take(batch);
      for (const { sender, rows } of batch) {
        sending.delete(sender);
        writingRows -= rows.length;
      }
    }
  }

  /** In order of arrival, without those whose sender's earlier reports are being written. */
  function nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    let rows = 0;
    for (const waiting of queue) {
      const full = rows > 0 && rows + waiting.rows.length > AT_ONCE;
      if (full) rows = AT_ONCE;
      if (full || sending.has(waiting.sender)) left.push(waiting);
      else {
        batch.push(waiting);
        rows += waiting.rows.length;
        waitingRows -= waiting.rows.length;
        writingRows += waiting.rows.length;
      }
    }
    queue = left;
    for (const { sender } of batch) sending.add(sender);
    return batch;
  }

  async function take(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await takeReports(
        context,
        batch.flatMap(({ rows }) => rows),
      );
      let from = 0;
      for (const { rows, done } of batch) {
        done(outcomes.slice(from, from + rows.length));
        from += rows.length;
      }
    } catch (error) {
      // One report that the database refuses must not take its neighbours with it.
      if (batch.length > 1 && isStatementError(error)) {
        const half = batch.length >> 1;
        await take(batch.slice(0, half));
        await take(batch.slice(half));
        return;
      }
      context.trouble.noteRefusal(error);
      context.log.error({ err: error, reports: batch.length }, 'reports could not be stored');
      for (const { done } of batch) done(BUSY);
    }
  }

  const isFull = (): boolean => waitingRows + writingRows >= WAIT_AT_MOST;

  function wait(rows: readonly Reading[], sender: string): Promise<Outcome[] | Busy> {
    if (closed || isFull() || context.trouble.now() !== undefined) return Promise.resolve(BUSY);
    return new Promise((done) => {
      queue.push({ rows, sender, done });
      waitingRows += rows.length;
      if (writers.size === 0 || (writers.size === 1 && waitingRows >= SECOND_FROM)) startWriter();
    });
  }

  return {
    async collect(reading) {
      const outcomes = await wait([reading], reading.sn);
      return Array.isArray(outcomes) ? outcomes[0]! : outcomes;
    },
    collectRows: (rows) => (rows.length === 0 ? Promise.resolve([]) : wait(rows, rows[0]!.gateway ?? rows[0]!.sn)),
    depth: () => waitingRows + writingRows,
    isFull,
    async close() {
      closed = true;
      while (writers.size > 0) await Promise.all(writers);
    },
  };
}

/** The database answered and refused, unlike one that is away, starting or full: classes 08, 53, 57 and 58. */
function isStatementError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error instanceof RangeError || error instanceof TypeError;
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57|58)/.test(code);
}
