// Reserves a quota for each device's usual source, and another for a newer one, so that frames from elsewhere never silence the device.
import type { Context } from '../../context.ts';
import type { KnownDevice } from '../../installation/knownDevices.ts';
import type { Sql } from '../../platform/database/connect.ts';
import {
  replaceUsual,
  reserveQuota,
  saveBoth,
  saveOther,
  saveRefused,
  saveSecondSource,
  saveUsual,
  type UsualSource,
} from './sourceRows.ts';
import {
  denyQuota,
  isReserved,
  mergeRead,
  newState,
  recordFrame,
  recordRefusal,
  type SourceNote,
  type SourceState,
} from './sourceState.ts';

export interface SourceQuota {
  /** Whether the source has a reserved quota for the device, or nothing is known of the device yet. */
  hasReservedQuota(device: KnownDevice, source: string): boolean;
  /** The same for a serial number whose device is not loaded; undefined: this process has no state of it. */
  hadReservedQuota(sn: string, source: string): boolean | undefined;
  /** Records an accepted frame of the device. */
  recordReport(device: KnownDevice, source: string, nowMs: number): void;
  /** Records a frame that was refused because the device's plant does not allow the source. */
  recordRejection(device: KnownDevice, source: string, nowMs: number): void;
  /** Resolves when everything has been written. */
  settled(): Promise<void>;
}

/** Same as the cache of the registry. */
const MAX_DEVICES = 200_000;

/** Creates the quotas of one transport. Writes of other processes arrive when the registry next reads the device. */
export function createSourceQuota({ sql, log }: Pick<Context, 'sql' | 'log'>): SourceQuota {
  const states = new Map<string, SourceState>();
  const onError = (error: unknown): void => log.error({ err: error }, 'source could not be stored');
  // Writes are sequential: a flood of forged frames must not take the connections that reports need.
  let writing: Promise<unknown> = Promise.resolve();
  function enqueue(write: () => Promise<unknown>): void {
    writing = writing.then(write).catch(onError);
  }

  // A fleet that reconnects at once is written in few statements, as each has a commit of its own.
  let unsaved: UsualSource[] = [];
  function enqueueUsual(source: UsualSource): void {
    unsaved.push(source);
    if (unsaved.length > 1) return;
    enqueue(() => {
      const gathered = unsaved;
      unsaved = [];
      return saveUsual(sql, gathered, onError);
    });
  }

  function stateOf(device: KnownDevice): SourceState {
    const { sid, sn, sources } = device;
    const known = states.get(sn);
    if (known?.sid === sid) {
      const lost = known.read === sources ? undefined : mergeRead(known, sources);
      if (lost) enqueue(() => reserveQuota(sql, device, lost));
      return known;
    }
    const state = newState(sid, sources);
    const [oldest] = states.keys();
    if (states.size >= MAX_DEVICES && oldest !== undefined) states.delete(oldest);
    states.set(sn, state);
    return state;
  }

  return {
    hasReservedQuota: (device, source) => isReserved(stateOf(device), source),
    hadReservedQuota(sn, source) {
      const state = states.get(sn);
      return state && isReserved(state, source);
    },
    recordReport(device, source, nowMs) {
      const state = stateOf(device);
      for (const note of recordFrame(state, source, nowMs)) {
        if (note.kind === 'usual') enqueueUsual({ sid: device.sid, sn: device.sn, ...note });
        else enqueue(() => writeNote(sql, { device, state, note }));
      }
    },
    recordRejection(device, source, nowMs) {
      if (recordRefusal(stateOf(device), nowMs)) enqueue(() => saveRefused(sql, device, { source, atMs: nowMs }));
    },
    settled: async () => {
      await writing;
    },
  };
}

async function writeNote(
  sql: Sql,
  { device, state, note }: { device: KnownDevice; state: SourceState; note: Exclude<SourceNote, { kind: 'usual' }> },
): Promise<void> {
  switch (note.kind) {
    case 'both':
      return await saveBoth(sql, device, note);
    case 'secondSource':
      return await saveSecondSource(sql, device, note);
    case 'other':
      return await saveOther(sql, device, note.other);
    case 'successor':
      return await replaceUsual(sql, device, note);
    case 'newer': {
      const { other, atMs } = note;
      const hasReserved = await reserveQuota(sql, device, { source: other.source, atMs, sinceMs: atMs });
      if (!hasReserved) denyQuota(state, other, atMs);
    }
  }
}
