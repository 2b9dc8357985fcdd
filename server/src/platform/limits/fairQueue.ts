// Runs a limited number of tasks at once and lets others wait fairly: companies take turns, within a company its users, and tasks of one user run in order of arrival.
import type { Release } from './concurrencyLimit.ts';

/** Whose task it is. `group`: a company, or the network of a request without a session. */
export interface Sender {
  group: number | string;
  user: number | string;
}

export interface FairQueueLimits {
  /** Tasks running at once, in all and of one user. */
  running: number;
  runningPerUser: number;
  /** Tasks running at once of all users whose tasks have run for `heavyAfterMs` without a pause. Omitted: no such limit. */
  runningOfHeavy?: number;
  heavyAfterMs?: number;
  /** Maximum number of waiting tasks: in all, of one group and of one user. Omitted: unlimited. */
  waiting?: number;
  waitingPerGroup?: number;
  waitingPerUser?: number;
  /** A task that has not begun after this time is rejected with `timeoutError`. */
  timeoutMs: number;
  timeoutError: (seconds: number) => Error;
  /** Error of a task that arrives when the queue is full. */
  fullError?: (seconds: number) => Error;
}

export interface FairQueue {
  /** Resolves when the task may begin, to the function that ends it. A waiting task leaves when `signal` aborts, and rejects with its reason. */
  acquire(sender: Sender, signal?: AbortSignal): Promise<Release>;
  /** Number of tasks that run and that wait. */
  counts(): { running: number; waiting: number };
}

interface Waiter {
  start(): void;
}

/** Tasks of a user. `turn`: number of the task that began last; 0: none since it was idle. */
interface User {
  turn: number;
  waiting: Waiter[];
  running: number;
  /** How long its tasks have run in all since it was idle. */
  ranMs: number;
}

interface Group {
  turn: number;
  waiting: number;
  users: Map<Sender['user'], User>;
}

/** Longest time named to a client, in seconds. */
const MAX_SECONDS = 60;
/** Weight of the newest task in the mean duration. */
const NEWEST = 0.2;

export function createFairQueue(limits: FairQueueLimits, nowMs: () => number = () => performance.now()): FairQueue {
  const groups = new Map<Sender['group'], Group>();
  let turns = 0;
  let running = 0;
  let heavyRunning = 0;
  let waiting = 0;
  /** Mean duration of a task, ms. */
  let meanMs = 1_000;

  const secondsToWait = (): number =>
    Math.max(1, Math.min(MAX_SECONDS, Math.ceil((meanMs * (waiting + 1)) / limits.running / 1_000)));

  function entriesOf({ group: groupKey, user: userKey }: Sender): { group: Group; user: User } {
    const group = groups.get(groupKey) ?? { turn: 0, waiting: 0, users: new Map<Sender['user'], User>() };
    groups.set(groupKey, group);
    const user = group.users.get(userKey) ?? { turn: 0, waiting: [], running: 0, ranMs: 0 };
    group.users.set(userKey, user);
    return { group, user };
  }

  function forgetIdle({ group: groupKey, user: userKey }: Sender): void {
    const { group, user } = entriesOf({ group: groupKey, user: userKey });
    if (user.running === 0 && user.waiting.length === 0) group.users.delete(userKey);
    if (group.users.size === 0) groups.delete(groupKey);
  }

  const isHeavy = ({ ranMs }: User): boolean => ranMs >= (limits.heavyAfterMs ?? Number.POSITIVE_INFINITY);

  const mayRun = (user: User): boolean =>
    running < limits.running &&
    user.running < limits.runningPerUser &&
    (!isHeavy(user) || heavyRunning < (limits.runningOfHeavy ?? Number.POSITIVE_INFINITY));

  function begin(sender: Sender): Release {
    const { group, user } = entriesOf(sender);
    const heavy = isHeavy(user) ? 1 : 0;
    running++;
    heavyRunning += heavy;
    user.running++;
    turns++;
    group.turn = turns;
    user.turn = turns;
    const begunMs = nowMs();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const ranMs = nowMs() - begunMs;
      running--;
      heavyRunning -= heavy;
      user.running--;
      user.ranMs += ranMs;
      meanMs += NEWEST * (ranMs - meanMs);
      forgetIdle(sender);
      startNext();
    };
  }

  function startNext(): void {
    while (running < limits.running) {
      const next = nextWaiter();
      if (!next) return;
      next.start();
    }
  }

  /** Returns the first task of the user whose last turn is longest ago, in the group of which the same holds. */
  function nextWaiter(): Waiter | undefined {
    let group: Group | undefined;
    let next: User | undefined;
    for (const each of groups.values()) {
      if (each.waiting === 0 || (group && each.turn >= group.turn)) continue;
      const user = nextUser(each);
      if (user) [group, next] = [each, user];
    }
    return next?.waiting[0];
  }

  function nextUser({ users }: Group): User | undefined {
    let next: User | undefined;
    for (const user of users.values())
      if (user.waiting.length > 0 && mayRun(user) && (!next || user.turn < next.turn)) next = user;
    return next;
  }

  const hasRoom = ({ group, user }: { group: Group; user: User }): boolean =>
    waiting < (limits.waiting ?? Number.POSITIVE_INFINITY) &&
    group.waiting < (limits.waitingPerGroup ?? Number.POSITIVE_INFINITY) &&
    user.waiting.length < (limits.waitingPerUser ?? Number.POSITIVE_INFINITY);

  type Entries = { group: Group; user: User };
  function waitFor(sender: Sender, { group, user }: Entries, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        user.waiting.splice(user.waiting.indexOf(waiter), 1);
        group.waiting--;
        waiting--;
      };
      const waiter: Waiter = {
        start() {
          leave();
          resolve(begin(sender));
        },
      };
      const giveUp = (error: unknown): void => {
        leave();
        reject(error);
        forgetIdle(sender);
      };
      const abandon = (): void => giveUp(signal!.reason);
      const timer = setTimeout(() => giveUp(limits.timeoutError(secondsToWait())), limits.timeoutMs);
      signal?.addEventListener('abort', abandon);
      user.waiting.push(waiter);
      group.waiting++;
      waiting++;
    });
  }

  return {
    async acquire(sender, signal) {
      signal?.throwIfAborted();
      const entries = entriesOf(sender);
      // Nobody waits who could run now, so a newcomer passes nobody.
      if (mayRun(entries.user)) return begin(sender);
      if (hasRoom(entries)) return await waitFor(sender, entries, signal);
      forgetIdle(sender);
      throw (limits.fullError ?? limits.timeoutError)(secondsToWait());
    },
    counts: () => ({ running, waiting }),
  };
}
