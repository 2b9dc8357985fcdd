// Tests that a program that ends is restarted, after growing pauses while it cannot start, until it is stopped.
import { expect, test } from 'vitest';
import { type Running, supervise } from './keepRunning.ts';

/** Creates simulated programs; `starts`: for each start whether it succeeds. */
function programs(starts: readonly ('runs' | 'fails')[]) {
  const running: { end: () => void }[] = [];
  const pauses: number[] = [];
  const lines: string[] = [];
  let started = 0;
  const launch = async (): Promise<Running> => {
    if ((starts[started++] ?? 'runs') === 'fails') throw new Error('no room');
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push({ end: resolve });
    return { ended: promise, end: resolve, reason: () => 'killed' };
  };
  return {
    running,
    pauses,
    lines,
    options: {
      launch,
      print: (line: string) => lines.push(line),
      pause: async (seconds: number) => {
        pauses.push(seconds);
      },
    },
  };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('rejects the supervision of a program whose first start fails', async () => {
  await expect(supervise(programs(['fails']).options)).rejects.toThrow('no room');
});

test('pauses from one to thirty seconds between failed starts, and from one second again after a successful start', async () => {
  const { options, running, pauses, lines } = programs(['runs', ...Array<'fails'>(6).fill('fails'), 'runs', 'runs']);
  const supervised = await supervise(options);
  running[0]!.end();
  await nextTick();
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(supervised.isRunning()).toBe(true);
  expect(lines[0]).toContain('ended by itself and is started again: killed');
  expect(lines.filter((line) => line.includes('no room'))).toHaveLength(6);
  expect(lines.at(-1)).toContain('runs again');
  running[1]!.end();
  await nextTick();
  expect(pauses.at(-1)).toBe(1);
  await supervised.stop();
  expect(running).toHaveLength(3);
});

test('starts nothing when it is stopped during a pause', async () => {
  const { options, running } = programs([]);
  const waiting = (_seconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const supervised = await supervise({ ...options, pause: waiting });
  running[0]!.end();
  await nextTick();
  expect(supervised.isRunning()).toBe(false);
  await supervised.stop();
  expect(running).toHaveLength(1);
});

test('ends the started program when it is stopped during a start', async () => {
  const { options, running } = programs([]);
  const { promise: startAllowed, resolve: allowStart } = Promise.withResolvers<void>();
  let starts = 0;
  const supervised = await supervise({
    ...options,
    launch: async () => {
      if (starts++ > 0) await startAllowed;
      return await options.launch();
    },
  });
  running[0]!.end();
  await nextTick();
  const stopped = supervised.stop();
  allowStart();
  await stopped;
  expect(running).toHaveLength(2);
});
