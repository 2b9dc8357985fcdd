// Interface between a long job of a plant and its runner: a lease that can be lost, and progress.
import type { Transaction } from './database/connect.ts';

/** Thrown when another process has taken over the job, the plant is gone, or the server stops: the job ends quietly. */
export class LeaseLost extends Error {
  constructor() {
    super('the work is held by another, or gone');
  }
}

export interface SiteWork {
  sid: string;
  /** Renews the lease; call it between long steps. Throws `LeaseLost`. */
  hold(): Promise<void>;
  /**
   * Adds progress, as the last statement of each transaction. Throws `LeaseLost`, and so rolls back, if another process has
   * taken over the job; writes of a frozen process are never committed.
   */
  step(tx: Transaction, done: number): Promise<void>;
  /** Sets the amount of work that remains. */
  count(total: number): Promise<void>;
}
