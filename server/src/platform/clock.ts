// The time of this server: the database's, so that several servers agree on it and a wrong clock here changes nothing.
import type { Clock, Context } from '../context.ts';
import type { Sql } from './database/connect.ts';
import { clockOffset } from './metrics.ts';

export interface DatabaseClock extends Clock {
  /** Asks the database once more; several answers, of which the quickest counts. */
  measure(): Promise<void>;
  /** How far this machine's clock is ahead of the database's, ms. */
  aheadMs(): number;
}

/** What the operating system says: the wall clock, which may be set, and one that only goes forward. */
export interface MachineClock {
  wallMs(): number;
  steadyMs(): number;
}

const machine: MachineClock = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

const ASKED = 3;
/** Of a smaller difference a part is taken each time: answers come late by some milliseconds now and then. */
const STEP_MS = 250;
const PART = 0.25;
/** From here on the operator is told. */
export const OFF_MS = 1_000;

/** Between two measurements time goes on by the steady clock: someone who sets this machine's clock moves nothing. */
export async function openClock(
  sql: Sql,
  log: Pick<Context['log'], 'warn' | 'info'>,
  { wallMs, steadyMs }: MachineClock = machine,
): Promise<DatabaseClock> {
  /** Database time minus steady time. */
  let offsetMs = Number.NaN;
  let wasOff = false;

  async function askOnce(): Promise<{ offsetMs: number; tookMs: number }> {
    const askedMs = steadyMs();
    const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
    const tookMs = steadyMs() - askedMs;
    return { offsetMs: row!.ms - (askedMs + tookMs / 2), tookMs };
  }

  const clock: DatabaseClock = {
    now: () => new Date(steadyMs() + offsetMs),
    aheadMs: () => wallMs() - (steadyMs() + offsetMs),
    async measure() {
      let best = await askOnce();
      for (let n = 1; n < ASKED; n++) {
        const next = await askOnce();
        if (next.tookMs < best.tookMs) best = next;
      }
      const changeMs = best.offsetMs - offsetMs;
      const doubtMs = best.tookMs / 2;
      if (Number.isNaN(changeMs)) offsetMs = best.offsetMs;
      else if (Math.abs(changeMs) > STEP_MS + doubtMs) {
        log.warn({ changeMs: Math.round(changeMs) }, 'the clock of the database was set; this server follows it');
        offsetMs = best.offsetMs;
      } else offsetMs += PART * changeMs;
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

/** In words that /readyz may show to anyone. */
export function clockProblem(aheadMs: number): string {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  return `the clock of this server is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's, whose time is used`;
}
