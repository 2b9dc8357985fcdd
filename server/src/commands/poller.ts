// Runs one piece of work again and again, one run at a time: soon after it is woken, at a steady interval otherwise.

/** Wake-ups within this time share one run. */
const GATHER_MS = 20;
const POLL_MS = 1_000;
const AFTER_FAULT_MS = 5_000;

export interface Poller {
  /** Starts a run soon; during a run, the next one follows soon after it. */
  wake(): void;
  /** Waits for the current run, whose signal is aborted. */
  close(): Promise<void>;
}

export function openPoller(work: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): Poller {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs = 0;
  let isWorking = false;
  let isWoken = false;
  let working: Promise<void> = Promise.resolve();

  /** An earlier time replaces a later one, never the other way round. */
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
      .then(() => (isWoken ? GATHER_MS : POLL_MS))
      .catch((error) => {
        onError(error);
        return AFTER_FAULT_MS;
      })
      .then((ms) => {
        isWorking = false;
        schedule(ms);
      });
  }

  return {
    wake() {
      if (isWorking) isWoken = true;
      else schedule(GATHER_MS);
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
