// Revalidates the sessions of devices that were claimed, released or restricted, or have a new password or time zone.
import type { Context } from '../../context.ts';
import { isAllowedSource } from '../../ingest/sources/networkOf.ts';
import { type DeviceSession, sendTime } from './deviceSession.ts';
import type { ExternalSessions } from './externalBrokerSessions.ts';
import type { SerialLookup, SerialState } from './serialLookup.ts';

/** Changes within it are checked together: a thousand devices that announce themselves at once take a few statements. */
const GATHER_MS = 50;

interface Dependencies {
  sessions: ReadonlyMap<string, DeviceSession>;
  external: Pick<ExternalSessions, 'forget'>;
  serials: SerialLookup;
}

/** Follows the registry's changes until it is closed. */
export function startRevalidation(
  { registry, clock, log }: Pick<Context, 'registry' | 'clock' | 'log'>,
  { sessions, external, serials }: Dependencies,
): { close(): void } {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isClosed = false;

  async function revalidate(session: DeviceSession): Promise<void> {
    const serial = await serials.find(session.sn);
    if (!isStillValid(session, serial)) return session.link.end('notAllowed');
    // A battery's schedule runs in local time, and a connection may last for months.
    const timeZone = serial?.timeZone ?? null;
    const { sentTimeZone, isClosed: hasEnded } = session;
    if (timeZone !== null && sentTimeZone !== null && sentTimeZone !== timeZone && !hasEnded)
      sendTime(session, timeZone, clock.now().getTime());
  }

  function revalidateAll(batch: readonly DeviceSession[]): Promise<unknown> {
    return Promise.all(batch.map(revalidate)).catch((error) =>
      log.error({ err: error }, 'the sessions of devices could not be revalidated'),
    );
  }

  async function run(): Promise<void> {
    timer = undefined;
    isRunning = true;
    const batch = [...changed].flatMap((sn) => sessions.get(sn) ?? []);
    changed.clear();
    await revalidateAll(batch);
    isRunning = false;
    schedule();
  }

  function schedule(): void {
    if (changed.size > 0 && !isRunning && !isClosed) timer ??= setTimeout(() => void run(), GATHER_MS);
  }

  const stop = registry.onChange((sns) => {
    external.forget(sns);
    if (sns === 'all') {
      void revalidateAll([...sessions.values()]);
      return;
    }
    for (const sn of sns) if (sessions.has(sn)) changed.add(sn);
    schedule();
  });
  return {
    close(): void {
      isClosed = true;
      stop();
      clearTimeout(timer);
    },
  };
}

/** Whether the device still belongs to the session's plant, with the same password and from an allowed source. */
export function isStillValid(
  { sid, address, credential }: Pick<DeviceSession, 'sid' | 'address' | 'credential'>,
  serial: SerialState | undefined,
): boolean {
  if ((serial?.sid ?? null) !== sid || serial?.restricted) return false;
  if (address !== '' && !isAllowedSource(serial?.allowed ?? [], address)) return false;
  return sid === null || (serial?.credential != null && credential?.equals(serial.credential) === true);
}
