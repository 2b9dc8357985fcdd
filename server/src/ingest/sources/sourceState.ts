// Decides which sources of a device have a reserved quota, the usual one and one newer one, and which changes must be written; without I/O.
import type { DeviceSources, OtherSource } from '../../installation/knownDevices.ts';

/** While a source has been silent for less than this, another one counts as a second sender; after it, as the device's new line. */
const SILENT_MS = 30 * 60_000;
/** A usual source that was not recorded for this long is replaced by the newer one: two dark days and the nights around them are shorter. */
export const SOURCE_TIMEOUT_MS = 3 * 24 * 60 * 60_000;
/** How often a source with a reserved quota is recorded again. */
const NOTE_QUOTA_MS = 6 * 60 * 60_000;
/** How often two alternating sources are recorded, whatever the number of frames. */
const NOTE_MS = 10 * 60_000;

export interface SourceState {
  sid: string;
  /** As the registry last read them. */
  read: DeviceSources;
  /** The older of the two sources with a reserved quota. */
  usual: string | null;
  usualAtMs: number;
  /** The newer one; or, without a quota, the one that reported last. */
  other: OtherSource | null;
  /** When the usual source, the other one, the event and a refusal were last written. */
  notedUsualMs: number;
  notedOtherMs: number;
  notedEventMs: number;
  notedRefusalMs: number;
}

/** A change that must be written to the database after a frame. */
export type SourceNote =
  | { kind: 'usual'; usual: string; atMs: number }
  /** The usual source is back after a silence, for processes that receive only the other one. */
  | { kind: 'both'; usual: string; atMs: number; other: OtherSource }
  /** Two sources alternate: an event of the plant. */
  | { kind: 'secondSource'; usual: string; atMs: number; other: OtherSource }
  /** The other source gets a quota of its own, unless the database denies it: then `denyQuota`. */
  | { kind: 'newer'; other: OtherSource; atMs: number }
  | { kind: 'other'; other: OtherSource }
  /** The newer source becomes the usual one. */
  | { kind: 'successor'; usual: string; newer: string; atMs: number };

export function newState(sid: string, read: DeviceSources): SourceState {
  const { usual, usualAtMs, reportedAtMs, other } = read;
  return {
    sid,
    read,
    usual,
    usualAtMs: reportedAtMs,
    // A source with a quota is recorded hours apart: the device's last report counts as its own.
    other: other && { ...other, atMs: hasQuota(other) ? Math.max(other.atMs, reportedAtMs) : other.atMs },
    notedUsualMs: usualAtMs,
    notedOtherMs: other?.atMs ?? Number.NEGATIVE_INFINITY,
    notedEventMs: Number.NEGATIVE_INFINITY,
    notedRefusalMs: Number.NEGATIVE_INFINITY,
  };
}

/**
 * Merges the row that the registry has read again: this process knows best when each source last reported, the database
 * which sources they are. Returns this process's newer source when another process, which does not receive it, reassigned
 * its quota.
 */
export function mergeRead(state: SourceState, read: DeviceSources): OtherSource | undefined {
  const { usual, usualAtMs, other } = read;
  const before = state.read.usual;
  state.read = read;
  // An unchanged value does not replace the own one: this process writes its notes after it has responded.
  if (usual !== before && usual !== state.usual) {
    Object.assign(state, { usual, usualAtMs, other: other && { ...other }, notedUsualMs: usualAtMs });
    return undefined;
  }
  state.usualAtMs = Math.max(state.usualAtMs, usualAtMs);
  state.notedUsualMs = Math.max(state.notedUsualMs, usualAtMs);
  const own = state.other;
  if (other === null) return undefined;
  if (own?.source === other.source) {
    own.atMs = Math.max(own.atMs, other.atMs);
    own.sinceMs = Math.min(own.sinceMs, other.sinceMs);
  } else if (!own || precedes(other, own)) {
    state.other = { ...other };
    state.notedOtherMs = other.atMs;
  } else if (hasQuota(own) && own.sinceMs < other.sinceMs) return { ...own };
  return undefined;
}

/** Records an accepted frame; returns the notes in the order in which they must be written. */
export function recordFrame(state: SourceState, source: string, nowMs: number): SourceNote[] {
  const { usual } = state;
  return usual === null || usual === source
    ? recordUsual(state, source, nowMs)
    : recordOther(state, { usual, source }, nowMs);
}

function recordUsual(state: SourceState, source: string, nowMs: number): SourceNote[] {
  const { usual: before, usualAtMs: beforeMs, other } = state;
  const notes: SourceNote[] = [];
  state.usual = source;
  state.usualAtMs = nowMs;
  if (before === null || nowMs - state.notedUsualMs >= NOTE_QUOTA_MS) {
    state.notedUsualMs = nowMs;
    notes.push({ kind: 'usual', usual: source, atMs: nowMs });
  }
  if (before === null || other === null) return notes;
  if (nowMs - beforeMs >= SILENT_MS) {
    if (hasQuota(other) && nowMs - other.atMs < SOURCE_TIMEOUT_MS)
      notes.push({ kind: 'both', usual: source, atMs: nowMs, other });
    return notes;
  }
  // A line that got a new address never sends from its old one again.
  const isOnlySender = other.atMs < beforeMs || nowMs - other.atMs > SILENT_MS;
  if (isOnlySender || nowMs - state.notedEventMs < NOTE_MS || state.read.allowed.length > 0) return notes;
  state.notedEventMs = nowMs;
  notes.push({ kind: 'secondSource', usual: source, atMs: nowMs, other: { ...other } });
  return notes;
}

function recordOther(
  state: SourceState,
  { usual, source }: { usual: string; source: string },
  nowMs: number,
): SourceNote[] {
  const before = state.other;
  const isBefore = before?.source === source;
  // There is one quota in addition to the usual one: it stays with its source as long as that reports.
  if (before && !isBefore && hasQuota(before) && nowMs - before.atMs < SILENT_MS) return [];
  const other = isBefore ? before : { source, atMs: nowMs, sinceMs: Number.POSITIVE_INFINITY };
  state.other = other;
  other.atMs = nowMs;
  const isOnlySender = nowMs - state.usualAtMs >= SILENT_MS;
  if (!hasQuota(other) && isOnlySender) {
    other.sinceMs = nowMs;
    state.notedOtherMs = nowMs;
    return [{ kind: 'newer', other, atMs: nowMs }];
  }
  if (hasQuota(other) && nowMs - state.notedUsualMs >= SOURCE_TIMEOUT_MS) {
    // The change comes back when the registry next reads the device; until then both have their quotas.
    state.notedUsualMs = nowMs;
    return [{ kind: 'successor', usual, newer: source, atMs: nowMs }];
  }
  if (nowMs - state.notedOtherMs < (isOnlySender ? NOTE_QUOTA_MS : NOTE_MS)) return [];
  state.notedOtherMs = nowMs;
  return [{ kind: 'other', other: { ...other } }];
}

/** Takes the quota of `other` back, as the usual source still reports to another process. */
export function denyQuota(state: SourceState, other: OtherSource, nowMs: number): void {
  other.sinceMs = Number.POSITIVE_INFINITY;
  state.usualAtMs = nowMs;
}

/** Whether a refusal must be written, of a source that the plant does not allow. */
export function recordRefusal(state: SourceState, nowMs: number): boolean {
  if (nowMs - state.notedRefusalMs < NOTE_MS) return false;
  state.notedRefusalMs = nowMs;
  return true;
}

/** Whether the source has a reserved quota; every source has while none is known. */
export function isReserved({ usual, other }: SourceState, source: string): boolean {
  return usual === null || usual === source || (other?.source === source && hasQuota(other));
}

export const hasQuota = ({ sinceMs }: OtherSource): boolean => sinceMs !== Number.POSITIVE_INFINITY;

/** Whether `one` rather than `other` is the second source, the same in every process: the one that still reports; of two that do, the older quota. */
function precedes(one: OtherSource, other: OtherSource): boolean {
  if (Math.abs(one.atMs - other.atMs) < SILENT_MS && one.sinceMs !== other.sinceMs) return one.sinceMs < other.sinceMs;
  return one.atMs > other.atMs;
}
