// Tests the fair queue: turns of companies and users, limits of running and waiting tasks, and the waiting time in a refusal.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../test/sampling.ts';
import type { Release } from './concurrencyLimit.ts';
import { createFairQueue, type FairQueueLimits } from './fairQueue.ts';

const LIMITS: FairQueueLimits = {
  running: 1,
  runningPerUser: 1,
  timeoutMs: 60_000,
  timeoutError: () => new Error('too long'),
  fullError: (seconds) => new Error(`full ${seconds}`),
};

/** A queue whose tasks are named "company user", with the order in which they began. */
function playedQueue(limits: Partial<FairQueueLimits> = {}, nowMs?: () => number) {
  const queue = createFairQueue({ ...LIMITS, ...limits }, nowMs);
  const begun: string[] = [];
  const releases: Release[] = [];
  const add = (name: string): Promise<void> => {
    const [group, user] = name.split(' ') as [string, string];
    return queue.acquire({ group, user }).then((release) => {
      begun.push(name);
      releases.push(release);
    });
  };
  /** Ends the task that began first, and lets the next one begin. */
  const end = async (): Promise<void> => {
    releases.shift()?.();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, begun, add, end };
}

async function orderOf(names: string[], limits: Partial<FairQueueLimits> = {}): Promise<string[]> {
  const { begun, add, end } = playedQueue(limits);
  const all = names.map(add);
  await new Promise((resolve) => setImmediate(resolve));
  for (const _ of names) await end();
  await Promise.all(all);
  return begun;
}

test.each([
  ['one user: in order of arrival', ['a x', 'a x', 'a x'], ['a x', 'a x', 'a x']],
  [
    'companies in turns, however many tasks one of them has',
    ['a x', 'a x', 'a x', 'a x', 'b y'],
    ['a x', 'b y', 'a x', 'a x', 'a x'],
  ],
  ['users of a company in turns', ['a x', 'a x', 'a x', 'a y'], ['a x', 'a y', 'a x', 'a x']],
  [
    'one company with many users takes turns with another',
    ['a x', 'a x', 'a y', 'a z', 'b q', 'b q'],
    ['a x', 'b q', 'a y', 'b q', 'a z', 'a x'],
  ],
])('lets tasks begin fairly: %s', async (_, arrived, begun) => {
  expect(await orderOf(arrived)).toEqual(begun);
});

test('runs no more tasks of one user than its limit, while others begin', async () => {
  const { queue, begun, add, end } = playedQueue({ running: 3, runningPerUser: 2 });
  const all = [add('a x'), add('a x'), add('a x'), add('a y')];
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.slice(0, 3)).toEqual(['a x', 'a x', 'a y']);
  for (let ended = 0; ended < all.length; ended++) await end();
  await Promise.all(all);
  expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
});

test('users whose tasks have run for long without a pause share one place, and leave the other to newcomers', async () => {
  let ms = 0;
  const { queue, begun, add, end } = playedQueue(
    { running: 2, runningOfHeavy: 1, heavyAfterMs: 100 },
    () => (ms += 60),
  );
  const all = ['a x', 'a y', 'a x', 'a y', 'a x', 'a y', 'a x', 'a y'].map(add);
  await new Promise((resolve) => setImmediate(resolve));
  for (let ended = 0; ended < 4; ended++) await end();
  expect(queue.counts()).toEqual({ running: 1, waiting: 3 });
  all.push(add('a new'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.at(-1)).toBe('a new');
  // After a pause, a user is a newcomer again.
  for (let ended = 0; ended < 5; ended++) await end();
  await Promise.all(all);
  await Promise.all([add('a x'), add('a y')]);
  expect(queue.counts()).toEqual({ running: 2, waiting: 0 });
});

test('refuses a task beyond the places of its user, its company and all, with the seconds to wait', async () => {
  let ms = 0;
  const { add, end } = playedQueue({ waitingPerUser: 1, waitingPerGroup: 2, waiting: 3 }, () => ms);
  const all = [add('a x'), add('a x')];
  await expect(add('a x')).rejects.toThrow('full 2');
  all.push(add('a y'));
  await expect(add('a z')).rejects.toThrow('full 3');
  all.push(add('b x'));
  await expect(add('c x')).rejects.toThrow('full 4');
  // A task of 26 s lengthens the mean from 1 to 6 s.
  ms = 26_000;
  await end();
  all.push(add('c x'));
  await expect(add('c y')).rejects.toThrow('full 24');
  for (const _ of all) await end();
  await Promise.all(all);
});

test('rejects a task that waits too long, and lets the next one begin', async () => {
  const queue = createFairQueue({ ...LIMITS, timeoutMs: 1 });
  const release = await queue.acquire({ group: 1, user: 1 });
  await expect(queue.acquire({ group: 1, user: 2 })).rejects.toThrow('too long');
  release();
  release();
  (await queue.acquire({ group: 2, user: 1 }))();
  expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
});

test('an abandoned task gives up its place at once and does not begin', async () => {
  const queue = createFairQueue({ ...LIMITS, waitingPerUser: 1 });
  const release = await queue.acquire({ group: 1, user: 1 });
  const controller = new AbortController();
  const abandoned = queue.acquire({ group: 1, user: 1 }, controller.signal);
  controller.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  await expect(queue.acquire({ group: 1, user: 1 }, controller.signal)).rejects.toThrow('gone');
  const next = queue.acquire({ group: 1, user: 1 });
  expect(queue.counts()).toEqual({ running: 1, waiting: 1 });
  release();
  (await next)();
  expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
});

test('the next task is always one of the company that has not begun any for longest', async () => {
  const arrivals = fc.array(
    fc.record({ group: fc.integer({ min: 1, max: 4 }), user: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 2,
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), async (senders, running) => {
      const names = senders.map(({ group, user }) => `${group} ${user}`);
      const begun = await orderOf(names, { running, runningPerUser: running });
      expect(begun.toSorted()).toEqual(names.toSorted());
      // Once all have arrived, no company begins twice while another one waits with its turn longer ago.
      const groups = begun.map((name) => name[0]!);
      for (let at = running; at < groups.length; at++) {
        const waits = (group: string) => groups.indexOf(group, at) >= 0;
        const lastTurn = (group: string) => groups.lastIndexOf(group, at - 1);
        for (const other of new Set(groups))
          if (waits(other)) expect(lastTurn(groups[at]!)).toBeLessThanOrEqual(lastTurn(other));
      }
    }),
    { numRuns: runs(100) },
  );
});

test('never exceeds its limits, and forgets every task that ended, was abandoned, timed out or was refused', async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        group: fc.integer({ min: 1, max: 2 }),
        user: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort' as const), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(200) }) },
  );
  vi.useFakeTimers();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120 }), async (steps) => {
        let ms = 0;
        const limits = {
          running: 3,
          runningPerUser: 2,
          runningOfHeavy: 1,
          heavyAfterMs: 20,
          waiting: 8,
          waitingPerUser: 4,
          timeoutMs: 500,
        };
        const queue = createFairQueue({ ...LIMITS, ...limits }, () => ms);
        const running: { user: string; release: Release; isHeavy: boolean }[] = [];
        const waiting: AbortController[] = [];
        /** How long the tasks of a user have run, since it was idle. */
        const ran = new Map<string, { ms: number; tasks: number }>();
        let settled = 0;
        let added = 0;
        const begun = new Map<Release, number>();
        const leave = (user: string) => {
          const entry = ran.get(user)!;
          entry.tasks--;
          if (entry.tasks === 0) ran.delete(user);
        };
        const flush = () => vi.advanceTimersByTimeAsync(0);
        const end = async (at: number) => {
          const [task] = running.splice(at % running.length, 1);
          ran.get(task!.user)!.ms += ms - begun.get(task!.release)!;
          leave(task!.user);
          task!.release();
          task!.release();
          await flush();
        };
        for (const each of steps) {
          if (each.kind === 'add') {
            added++;
            const user = `${each.group} ${each.user}`;
            const controller = new AbortController();
            waiting.push(controller);
            const entry = ran.get(user) ?? { ms: 0, tasks: 0 };
            entry.tasks++;
            ran.set(user, entry);
            queue.acquire({ group: each.group, user: each.user }, controller.signal).then(
              (release) => {
                settled++;
                waiting.splice(waiting.indexOf(controller), 1);
                begun.set(release, ms);
                running.push({ user, release, isHeavy: ran.get(user)!.ms >= 20 });
              },
              () => {
                settled++;
                waiting.splice(waiting.indexOf(controller), 1);
                leave(user);
              },
            );
          } else if (each.kind === 'abort' && waiting.length > 0)
            waiting[each.at % waiting.length]!.abort(new Error('gone'));
          else if (each.kind === 'end' && running.length > 0) await end(each.at);
          else if (each.kind === 'pass') {
            ms += each.ms;
            await vi.advanceTimersByTimeAsync(each.ms);
          }
          await flush();
          const of = (user: string) => running.filter((task) => task.user === user).length;
          expect(queue.counts()).toEqual({ running: running.length, waiting: waiting.length });
          expect(running.length).toBeLessThanOrEqual(3);
          expect(running.filter(({ isHeavy }) => isHeavy).length).toBeLessThanOrEqual(1);
          for (const { user } of running) expect(of(user)).toBeLessThanOrEqual(2);
        }
        while (running.length > 0) await end(0);
        expect(settled).toBe(added);
        expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
      }),
      { numRuns: runs(400) },
    );
  } finally {
    vi.useRealTimers();
  }
});
