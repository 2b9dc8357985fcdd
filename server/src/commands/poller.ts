// Repeats a job, one run at a time: soon after a wake-up, otherwise at a fixed interval.

/** Wake-ups within this time share one run. */
const WAKE_DELAY_MS = 20;
const POLL_MS = 1_000;
const FAULT_DELAY_MS = 5_000;

export interface Poller {
  /** Starts a run soon; during a run, the next one follows soon after it. */
  wake(): void;
  /** Aborts the signal of the current run and waits for it. */
  close(): Promise<void>;
}

export function openPoller(work: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): Poller {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs = 0;
  let isWorking = false;
  let isWoken = false;
  let working: Promise<void> = Promise.resolve();

  /** Schedules a run in `ms`, unless an earlier one is scheduled. */
  function schedule(ms: number): void {
    if (closing.signal.aborted) return;
    const atMs = performance.now() + ms;
    if (timer && atMs >= timerAtMs) return;
    clearTimeout(timer);
    timerAtMs = atMs;
    timer = setTimeout(run, ms).unref();
  }

  function run(): void {
    timer = undefined;
    isWorking = true;
    isWoken = false;
    working = work(closing.signal)
      .then(() => (isWoken ? WAKE_DELAY_MS : POLL_MS))
      .catch((error) => {
        onError(error);
        return FAULT_DELAY_MS;
      })
      .then((ms) => {
        isWorking = false;
        schedule(ms);
      });
  }

  return {
    wake() {
      if (isWorking) isWoken = true;
      else schedule(WAKE_DELAY_MS);
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
