// Queues reports for batches in order of arrival; no two concurrent batches hold reports of the same sender, so that neither waits for the other.

export interface QueuedReport {
  rows: readonly unknown[];
  sender: string;
}

export interface BatchQueue<Report extends QueuedReport> {
  push(report: Report): void;
  /** Removes and returns the next reports, up to `maxRows` rows; a longer report is returned alone. Empty: nothing can be written now. */
  nextBatch(): Report[];
  /** Releases the senders of a batch that was written or has failed. */
  finish(batch: readonly Report[]): void;
  waitingRows(): number;
  /** Rows that are waiting or being written. */
  rows(): number;
}

export function createBatchQueue<Report extends QueuedReport>(maxRows: number): BatchQueue<Report> {
  let queue: Report[] = [];
  let waitingRows = 0;
  let writingRows = 0;
  const writingSenders = new Set<string>();
  return {
    push(report) {
      queue.push(report);
      waitingRows += report.rows.length;
    },
    nextBatch() {
      const batch: Report[] = [];
      const remaining: Report[] = [];
      let rows = 0;
      let isFull = false;
      for (const report of queue) {
        isFull ||= rows > 0 && rows + report.rows.length > maxRows;
        if (isFull || writingSenders.has(report.sender)) remaining.push(report);
        else {
          batch.push(report);
          rows += report.rows.length;
        }
      }
      queue = remaining;
      waitingRows -= rows;
      writingRows += rows;
      for (const { sender } of batch) writingSenders.add(sender);
      return batch;
    },
    finish(batch) {
      for (const { sender, rows } of batch) {
        writingSenders.delete(sender);
        writingRows -= rows.length;
      }
    },
    waitingRows: () => waitingRows,
    rows: () => waitingRows + writingRows,
  };
}
