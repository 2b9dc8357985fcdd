// The queue in front of the batches: order, size, and one report of a sender at a time.
import { expect, test } from 'vitest';
import { createBatchQueue, type QueuedReport } from './batchQueue.ts';

/** Builds a report: "a3" is three rows of sender a. */
const report = (text: string): QueuedReport & { text: string } => ({
  text,
  sender: text.charAt(0),
  rows: Array.from({ length: Number(text.slice(1)) }),
});
const textsOf = (batch: readonly { text: string }[]) => batch.map(({ text }) => text).join(' ');

const cases: [name: string, reports: string, batches: string[]][] = [
  ['returns all reports that fit, in order of arrival', 'a1 b2 a3', ['a1 b2 a3']],
  ['ends a batch before a report that does not fit, even if a later one would', 'a6 b6 c1', ['a6', 'b6 c1']],
  ['fills a batch to the last row', 'a6 b4 c1', ['a6 b4', 'c1']],
  ['returns a report that is longer than a batch alone', 'a1 b30 c1', ['a1', 'b30', 'c1']],
  ['holds back reports of a sender whose batch is being written', 'a6 a6 b1 c1', ['a6', 'b1 c1']],
];

test.each(cases)('the queue %s', (_, reports, batches) => {
  const queue = createBatchQueue<ReturnType<typeof report>>(10);
  for (const text of reports.split(' ')) queue.push(report(text));
  expect(batches.map(() => textsOf(queue.nextBatch()))).toEqual(batches);
  expect(queue.nextBatch()).toEqual([]);
});

test('the queue returns the next report of a sender when its previous batch is finished', () => {
  const queue = createBatchQueue<ReturnType<typeof report>>(10);
  for (const text of ['a6', 'a7', 'b1']) queue.push(report(text));
  const first = queue.nextBatch();
  const second = queue.nextBatch();
  expect([first, second].map(textsOf)).toEqual(['a6', 'b1']);
  expect([queue.waitingRows(), queue.rows()]).toEqual([7, 14]);
  queue.finish(first);
  expect([queue.waitingRows(), queue.rows()]).toEqual([7, 8]);
  const third = queue.nextBatch();
  expect(textsOf(third)).toBe('a7');
  queue.finish(second);
  queue.finish(third);
  expect([queue.waitingRows(), queue.rows()]).toEqual([0, 0]);
});
