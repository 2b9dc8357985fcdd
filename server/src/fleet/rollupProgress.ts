// Progress of the jobs that maintain the sums of dashboards, a row for each, and the intervals of long ones.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export type Walk = 'sites' | 'users' | 'states' | 'month' | 'past';

export interface WalkRow {
  after: string;
  passedAt: Date | null;
  tookMs: number;
}

export interface Step {
  /** Whether the walk has reached the end. */
  isDone: boolean;
  isFirst: boolean;
}

/** Time-dependent counting may take this fraction (1 in `SHARE`) of the time, and runs at most this often. */
const SHARE = 100;
export const STATES_EVERY_MS = 5_000;

/** Runs `work` with a walk's row locked, so that two servers wait for each other. */
export async function withProgressLock<T>(
  sql: Sql,
  name: Walk,
  work: (tx: Transaction, row: WalkRow) => Promise<T>,
): Promise<T> {
  return await sql.begin(async (tx) => {
    const [row] = await tx<WalkRow[]>`
      update fleet_walks set after = after where name = ${name} returning after, passed_at, took_ms`;
    return await work(tx, row!);
  });
}

/** Whether a walk is due: the longer it takes, the less often it runs. */
export const isDue = ({ passedAt, tookMs }: Pick<WalkRow, 'passedAt' | 'tookMs'>, at: Date, everyMs: number): boolean =>
  !passedAt || Math.abs(at.getTime() - passedAt.getTime()) >= Math.max(everyMs, SHARE * tookMs);
