// Events from the status word: a bit that appears opens one, a bit that goes closes it, by the samples' own time.
import { ERROR_CODES, type ErrorCode } from '@heliograph/contract/statuses.ts';

export interface StatusSample {
  atMs: number;
  statusBits: number;
}

export interface BitEvent {
  code: ErrorCode;
  openedAtMs: number;
  closedAtMs: number | null;
}

export interface EventChange {
  code: ErrorCode;
  atMs: number;
  opens: boolean;
}

/** The changes that samples in order bring after a known status word. */
export function eventChanges(bitsBefore: number, samples: readonly StatusSample[]): EventChange[] {
  const changes: EventChange[] = [];
  let bits = bitsBefore;
  for (const { atMs, statusBits } of samples) {
    if (statusBits === bits) continue;
    for (const [bit, code] of ERROR_CODES.entries()) {
      const now = (statusBits >> bit) & 1;
      if (now !== ((bits >> bit) & 1)) changes.push({ code, atMs, opens: now === 1 });
    }
    bits = statusBits;
  }
  return changes;
}

/**
 * The events of a stretch recomputed, after samples came late into it.
 * `before` is the sample before the stretch (null: there is none); `samples` are all in the stretch in order, up to and
 * with the first one that was there already and is later than the late ones, if there is one. `known` are the stored
 * events that opened by the end of the stretch and were not closed by its start; the result replaces them.
 */
export function republishEvents(
  before: StatusSample | null,
  samples: readonly StatusSample[],
  known: readonly BitEvent[],
): BitEvent[] {
  const fromMs = before?.atMs ?? -Infinity;
  const toMs = samples.at(-1)?.atMs ?? fromMs;
  const told: BitEvent[] = [];
  const open = new Map<ErrorCode, BitEvent>();
  for (const [bit, code] of ERROR_CODES.entries()) {
    if (!before || ((before.statusBits >> bit) & 1) === 0) continue;
    const openedAtMs = known.find((event) => event.code === code && event.openedAtMs <= fromMs)?.openedAtMs ?? fromMs;
    open.set(code, { code, openedAtMs, closedAtMs: null });
  }
  for (const { code, atMs, opens } of eventChanges(before?.statusBits ?? 0, samples)) {
    const event = open.get(code);
    if (opens) open.set(code, { code, openedAtMs: atMs, closedAtMs: null });
    else if (event) {
      told.push({ ...event, closedAtMs: atMs });
      open.delete(code);
    }
  }
  for (const event of open.values()) {
    // what follows the stretch has been told already: who was open at its end was closed when that event was
    const after = known.find(({ code, openedAtMs, closedAtMs }) => {
      return code === event.code && openedAtMs <= toMs && (closedAtMs === null || closedAtMs > toMs);
    });
    told.push({ ...event, closedAtMs: after?.closedAtMs ?? null });
  }
  return told;
}
