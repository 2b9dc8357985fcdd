// Clock of the server: uses the database's time, so that several servers agree and a wrong machine clock has no effect.
import type { Clock, Context } from '../context.ts';
import type { Sql } from './database/connect.ts';
import { clockOffset } from './metrics.ts';

export interface DatabaseClock extends Clock {
  /** Measures the offset to the database's clock: takes several answers and uses the quickest. */
  measure(): Promise<void>;
  /** Milliseconds by which this machine's clock is ahead of the database's. */
  aheadMs(): number;
}

/** Clocks of the operating system: the wall clock, which may be set, and a monotonic one. */
export interface MachineClock {
  wallMs(): number;
  steadyMs(): number;
}

const machine: MachineClock = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

const MEASUREMENTS = 3;
/** A smaller difference is corrected only in part each time, as answers are occasionally late by some milliseconds. */
const STEP_MS = 250;
const CORRECTION = 0.25;
/** Difference from which on the operator is warned. */
export const OFF_MS = 1_000;

/** Opens the clock. Between two measurements it follows the monotonic clock, so that setting the machine's clock has no effect. */
export async function openClock(
  sql: Sql,
  log: Pick<Context['log'], 'warn' | 'info'>,
  { wallMs, steadyMs }: MachineClock = machine,
): Promise<DatabaseClock> {
  /** Database time minus steady time. */
  let offsetMs = Number.NaN;
  let wasOff = false;

  async function measureOnce(): Promise<{ offsetMs: number; tookMs: number }> {
    const startMs = steadyMs();
    const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
    const tookMs = steadyMs() - startMs;
    return { offsetMs: row!.ms - (startMs + tookMs / 2), tookMs };
  }

  const clock: DatabaseClock = {
    now: () => new Date(steadyMs() + offsetMs),
    aheadMs: () => wallMs() - (steadyMs() + offsetMs),
    async measure() {
      let best = await measureOnce();
      for (let n = 1; n < MEASUREMENTS; n++) {
        const next = await measureOnce();
        if (next.tookMs < best.tookMs) best = next;
      }
      const changeMs = best.offsetMs - offsetMs;
      const doubtMs = best.tookMs / 2;
      if (Number.isNaN(changeMs)) offsetMs = best.offsetMs;
      else if (Math.abs(changeMs) > STEP_MS + doubtMs) {
        log.warn({ changeMs: Math.round(changeMs) }, 'the clock of the database was set; this server follows it');
        offsetMs = best.offsetMs;
      } else offsetMs += CORRECTION * changeMs;
      const aheadMs = clock.aheadMs();
      clockOffset.set(aheadMs / 1000);
      const isOff = Math.abs(aheadMs) > OFF_MS;
      if (isOff && !wasOff) log.warn({ aheadMs: Math.round(aheadMs) }, clockProblem(aheadMs));
      if (!isOff && wasOff) log.info('the clock of this server agrees with the database again');
      wasOff = isOff;
    },
  };
  await clock.measure();
  return clock;
}

/** Describes the difference, in a text that /readyz may show to anyone. */
export function clockProblem(aheadMs: number): string {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  return `the clock of this server is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's, whose time is used`;
}
