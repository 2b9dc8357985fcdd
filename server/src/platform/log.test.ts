// A database outage is logged as one line when it begins, a count each minute and a line at its end; other errors are unchanged.
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from './log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('folds errors of an outage of the database into one line and a count', () => {
  const lines: { level: number; msg: string; reason?: string; errors?: number }[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const log = openLog('info', [stream]);
  const lost = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'CONNECTION_FAILED' });
  const child = log.child({ request: 7 });
  const messages = () =>
    lines.splice(0).map(({ msg, reason, errors }) => [msg, reason ?? errors].filter((part) => part));
  for (let n = 0; n < 5; n++) log.error({ err: lost }, 'a job failed');
  for (let n = 0; n < 4; n++) child.error({ err: lost }, 'a call failed');
  log.error({ err: new Error('a fault') }, 'a call failed');
  expect(messages()).toEqual([['the database is unavailable', lost.message], ['a call failed']]);
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual([['the database is still unavailable', 8]]);
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual([['the database is available again']]);
  vi.advanceTimersByTime(600_000);
  expect(messages()).toEqual([]);
  log.warn({ err: lost }, 'a job failed');
  expect(messages()).toEqual([['the database is unavailable', lost.message]]);
});

test('logs errors of other connections whole', () => {
  const lines: string[] = [];
  const log = openLog('info', [{ write: (line: string) => lines.push(line) }]);
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:25'), { code: 'ECONNREFUSED' });
  for (let n = 0; n < 3; n++) log.warn({ err: refused }, 'mail not accepted');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('"stack"');
});
