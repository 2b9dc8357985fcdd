// How far the jobs are that keep the sums of dashboards, a row for each; and how often what takes long is done.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export type Walk = 'sites' | 'users' | 'states' | 'month' | 'past';

export interface WalkRow {
  after: string;
  passedAt: Date | null;
  tookMs: number;
}

export interface Step {
  /** All have been looked at. */
  isDone: boolean;
  isFirst: boolean;
}

/** Counting what depends on the time takes one part in so many of the time, and is done at most so often. */
const SHARE = 100;
export const STATES_EVERY_MS = 5_000;

/** Two servers that are at it for a moment wait for each other. */
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

/** The longer a look at all plants takes, the less often there is one. */
export const isDue = ({ passedAt, tookMs }: Pick<WalkRow, 'passedAt' | 'tookMs'>, at: Date, everyMs: number): boolean =>
  !passedAt || Math.abs(at.getTime() - passedAt.getTime()) >= Math.max(everyMs, SHARE * tookMs);
