// Supervises a program: restarts it when it ends by itself, after growing pauses while it cannot start.
import { setTimeout as wait } from 'node:timers/promises';

export interface Running {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Asks it to end. */
  end(): void;
  /** Returns its last message. */
  reason(): string;
}

export interface Supervised {
  /** Whether it runs; false during a restart. */
  isRunning(): boolean;
  /** Ends it permanently. */
  stop(): Promise<void>;
}

type SuperviseOptions = {
  /** Starts the program; resolves when it is ready, throws if it cannot start. */
  launch: () => Promise<Running>;
  /** Receives a sentence for each end and each failed start. */
  print: (line: string) => void;
  /** Waits at most `seconds` before the next start. */
  pause?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
};

const MAX_PAUSE_S = 30;

/** Starts the program and supervises it. Throws the error of `launch` if the first start fails. */
export async function supervise({ launch, print, pause = defaultPause }: SuperviseOptions): Promise<Supervised> {
  const stopping = new AbortController();
  let running: Running | undefined = await launch();
  const supervision = keepAlive(running);
  return {
    isRunning: () => running !== undefined,
    async stop() {
      stopping.abort();
      running?.end();
      await supervision;
    },
  };

  async function keepAlive(first: Running): Promise<void> {
    for (let current: Running | undefined = first; current; ) {
      await current.ended;
      running = undefined;
      if (stopping.signal.aborted) return;
      print(`The embedded database ended by itself and is started again: ${current.reason()}`);
      current = await restart();
      running = current;
      // Stopped while it was starting.
      if (stopping.signal.aborted) current?.end();
      else print('The embedded database runs again.');
    }
  }

  async function restart(): Promise<Running | undefined> {
    for (let pauseS = 1; ; pauseS = Math.min(2 * pauseS, MAX_PAUSE_S)) {
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

async function defaultPause(seconds: number, signal: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal }).catch(() => {});
}
