// Events of the status word: setting a bit opens one, clearing it closes it, at the time of the sample.
import { ERROR_CODES, type ErrorCode } from '@heliograph/contract/statuses.ts';

export interface StatusSample {
  atMs: number;
  statusBits: number;
  /** From a file instead of the device. */
  imported?: boolean;
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

/** Returns the event changes of samples in order, after a known status word. */
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
 * Recomputes the events of a stretch after late samples in it.
 * `before` is the sample before the stretch (null: there is none); `samples` are all in the stretch in order, including the
 * first stored one that is later than the late ones, if there is one. `known` are the stored
 * events that opened by the end of the stretch and were not closed by its start; the result replaces them.
 */
export function republishEvents(
  before: StatusSample | null,
  samples: readonly StatusSample[],
  known: readonly BitEvent[],
): BitEvent[] {
  const fromMs = before?.atMs ?? -Infinity;
  const toMs = samples.at(-1)?.atMs ?? fromMs;
  const events: BitEvent[] = [];
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
      events.push({ ...event, closedAtMs: atMs });
      open.delete(code);
    }
  }
  for (const event of open.values()) {
    // Events after the stretch are stored already: an event open at its end is closed when the stored one is.
    const after = known.find(({ code, openedAtMs, closedAtMs }) => {
      return code === event.code && openedAtMs <= toMs && (closedAtMs === null || closedAtMs > toMs);
    });
    events.push({ ...event, closedAtMs: after?.closedAtMs ?? null });
  }
  return events;
}
