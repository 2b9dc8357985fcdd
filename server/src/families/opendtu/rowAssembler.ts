// Assembles the single values that OpenDTU publishes for one inverter into rows, each with the instant of its update.

/** A row of the report protocol; `at` is in epoch milliseconds. */
export interface DtuRow {
  sn: string;
  at: number;
  q: Record<string, number>;
}

export interface RowAssembler {
  addValue(name: string, value: number, nowMs: number): void;
  /** Records a published instant in epoch seconds; returns the row that it completes. */
  addUpdate(atS: number, nowMs: number): DtuRow[];
  /** Whether this instant is the one published last. */
  isSameUpdate(atS: number): boolean;
  /** Drops the rows of an inverter that is out of reach: its published values are old. */
  setReachable(isReachable: boolean): void;
  isReachable(): boolean;
  /** A message of the inverter is missing: leaves out the whole sample that it belongs to, and any value until the next update. */
  skip(): void;
  /** Returns the row whose values have been followed by a pause. */
  settle(nowMs: number): DtuRow[];
  hasPendingValues(): boolean;
}

/** An inverter's values are published in one burst; after this pause the burst is complete. */
export const QUIET_MS = 1_500;
/** The firmware recomputes the instant of an update from two clocks of whole seconds each time it publishes it. */
const UPDATE_TOLERANCE_S = 1;

const isSame = (atS: number, otherS: number): boolean => Math.abs(atS - otherS) <= UPDATE_TOLERANCE_S;

/**
 * The firmware publishes `status/last_update` and then the values of that update, if there was a new one. Values therefore
 * belong to the instant before them; only values before any instant, or long after one, belong to the next. A program that
 * replays a recording may publish each instant after its values, without pauses; its first message shows which order it uses.
 */
/** `onLost`: values that arrived and belong to no row, because others of their sample are missing. */
export function createRowAssembler(sn: string, onLost: (count: number) => void = () => {}): RowAssembler {
  let values: Record<string, number> = {};
  let firstValueMs = 0;
  let lastValueMs = 0;
  /** Last published instant, epoch seconds, and when it arrived; 0 and minus infinity: none. */
  let updatedS = 0;
  let updateMs = Number.NEGATIVE_INFINITY;
  /** Instant of the last row, epoch seconds; 0: none. */
  let rowS = 0;
  /** Values arrived before any instant, and no value has been seen to follow one: each instant is that of the values before it. */
  let valuesComeFirst = false;
  let isReachable = true;
  let hasReportedReach = false;
  let isSkipping = false;

  const hasPendingValues = (): boolean => Object.keys(values).length > 0;

  /** An update already returned gives no second row: later values of it are the gateway's own, such as a daily yield reset. */
  function takeRow(atS: number): DtuRow[] {
    const q = values;
    values = {};
    if (atS <= 0 || !isReachable || isSame(atS, rowS)) return [];
    rowS = atS;
    return [{ sn, at: atS * 1000, q }];
  }

  function belongToLastUpdate(nowMs: number): boolean {
    if (updatedS === 0 || firstValueMs - updateMs > QUIET_MS) return false;
    // A pause after the values: the first message merely came from the middle of a round.
    if (nowMs - lastValueMs >= QUIET_MS) valuesComeFirst = false;
    return !valuesComeFirst;
  }

  return {
    addValue(name, value, nowMs) {
      if (isSkipping) return onLost(1);
      if (!hasPendingValues()) firstValueMs = nowMs;
      if (updateMs === Number.NEGATIVE_INFINITY) valuesComeFirst = true;
      lastValueMs = nowMs;
      values[name] = value;
    },
    addUpdate(atS, nowMs) {
      isSkipping = false;
      const rows = hasPendingValues() ? takeRow(belongToLastUpdate(nowMs) ? updatedS : atS) : [];
      updatedS = atS;
      updateMs = nowMs;
      return rows;
    },
    isSameUpdate: (atS) => isSame(atS, updatedS),
    setReachable(next) {
      isReachable = next;
      hasReportedReach = true;
    },
    skip() {
      const count = Object.keys(values).length;
      values = {};
      isSkipping = true;
      // The missing message may have said that it is out of reach.
      if (hasReportedReach) isReachable = false;
      if (count > 0) onLost(count);
    },
    isReachable: () => isReachable,
    settle(nowMs) {
      const isComplete = hasPendingValues() && nowMs - lastValueMs >= QUIET_MS && belongToLastUpdate(nowMs);
      return isComplete ? takeRow(updatedS) : [];
    },
    hasPendingValues,
  };
}
