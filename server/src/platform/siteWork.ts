// What a piece of long work for a plant gets from whoever runs it: a hold that can be lost, and progress.
import type { Transaction } from './database/connect.ts';

/** Another process has taken the work over, the plant is gone, or the server stops: end quietly. */
export class LeaseLost extends Error {
  constructor() {
    super('the work is held by another, or gone');
  }
}

export interface SiteWork {
  sid: string;
  /** Between steps that take long: keeps the hold. Throws `LeaseLost`. */
  hold(): Promise<void>;
  /**
   * Last statement of each transaction: so much more is done. Throws `LeaseLost`, and so rolls back, when another has
   * the work meanwhile; what a frozen process still writes is never committed.
   */
  step(tx: Transaction, done: number): Promise<void>;
  /** So much is still to be done. */
  count(total: number): Promise<void>;
}
