// Keeps a program running: one that ends by itself is started again in place, after growing pauses while it can't start.
import { setTimeout as wait } from 'node:timers/promises';

export interface Running {
  /** Resolves when it is gone, whoever ended it. */
  ended: Promise<void>;
  /** Asks it to end. */
  end(): void;
  /** What it said last. */
  reason(): string;
}

export interface Supervised {
  /** Whether it runs; not while it is being started again. */
  isRunning(): boolean;
  /** Ends it for good. */
  stop(): Promise<void>;
}

type Given = {
  /** Resolves when it is ready; throws when it can't start. */
  launch: () => Promise<Running>;
  /** Each end and each start that failed, in a sentence. */
  print: (line: string) => void;
  /** Waits at most so long before the next start. */
  pause?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
};

const LONGEST_PAUSE_S = 30;

/** The first start is the caller's: it throws what `launch` throws. */
export async function supervise({ launch, print, pause = rest }: Given): Promise<Supervised> {
  const stopping = new AbortController();
  let running: Running | undefined = await launch();
  const kept = keep(running);
  return {
    isRunning: () => running !== undefined,
    async stop() {
      stopping.abort();
      running?.end();
      await kept;
    },
  };

  async function keep(first: Running): Promise<void> {
    for (let current: Running | undefined = first; current; ) {
      await current.ended;
      running = undefined;
      if (stopping.signal.aborted) return;
      print(`The embedded database ended by itself and is started again: ${current.reason()}`);
      current = await startAgain();
      running = current;
      // Asked to stop while it was starting.
      if (stopping.signal.aborted) current?.end();
      else print('The embedded database runs again.');
    }
  }

  async function startAgain(): Promise<Running | undefined> {
    for (let pauseS = 1; ; pauseS = Math.min(2 * pauseS, LONGEST_PAUSE_S)) {
      await pause(pauseS, stopping.signal);
      if (stopping.signal.aborted) return undefined;
      try {
        return await launch();
      } catch (error) {
        print(`The embedded database can't start yet: ${(error as Error).message}`);
      }
    }
  }
}

async function rest(seconds: number, signal: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal }).catch(() => {});
}
