// A program that ends is started again, after pauses that grow while it can't start, until it is asked to stop.
import { expect, test } from 'vitest';
import { type Running, supervise } from './keepRunning.ts';

/** Programs made of promises: `starts` says of each start whether it fails. */
function programs(starts: readonly ('runs' | 'fails')[]) {
  const running: { end: () => void }[] = [];
  const pauses: number[] = [];
  const said: string[] = [];
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
    said,
    given: {
      launch,
      print: (line: string) => said.push(line),
      pause: async (seconds: number) => {
        pauses.push(seconds);
      },
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('one that can’t start at first is the caller’s to tell', async () => {
  await expect(supervise(programs(['fails']).given)).rejects.toThrow('no room');
});

test('pauses grow from one second to thirty and start over after a start that worked', async () => {
  const { given, running, pauses, said } = programs(['runs', ...Array<'fails'>(6).fill('fails'), 'runs', 'runs']);
  const kept = await supervise(given);
  running[0]!.end();
  await turn();
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(kept.isRunning()).toBe(true);
  expect(said[0]).toContain('ended by itself and is started again: killed');
  expect(said.filter((line) => line.includes('no room'))).toHaveLength(6);
  expect(said.at(-1)).toContain('runs again');
  running[1]!.end();
  await turn();
  expect(pauses.at(-1)).toBe(1);
  await kept.stop();
  expect(running).toHaveLength(3);
});

test('asked to stop while it waits for the next start, it starts none', async () => {
  const { given, running } = programs([]);
  const waiting = (_seconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const kept = await supervise({ ...given, pause: waiting });
  running[0]!.end();
  await turn();
  expect(kept.isRunning()).toBe(false);
  await kept.stop();
  expect(running).toHaveLength(1);
});

test('asked to stop while it starts, it ends what it started', async () => {
  const { given, running } = programs([]);
  const { promise: open, resolve: letStart } = Promise.withResolvers<void>();
  let starts = 0;
  const kept = await supervise({
    ...given,
    launch: async () => {
      if (starts++ > 0) await open;
      return await given.launch();
    },
  });
  running[0]!.end();
  await turn();
  const stopped = kept.stop();
  letStart();
  await stopped;
  expect(running).toHaveLength(2);
});
