// The sessions of devices connected to this server's endpoint: one per serial number, the newest connection takes over.
import type { Context } from '../../context.ts';
import { sourceOf } from '../../ingest/sources/networkOf.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import type { AuthenticatedDevice } from './authenticate.ts';
import { createDeviceSession, type DeviceSession } from './deviceSession.ts';
import type { DuplicateDetector } from './duplicateClientId.ts';
import type { Link } from './mqttHandler.ts';
import type { PendingClients } from './pendingClients.ts';
import type { Presence } from './presence.ts';

interface Dependencies {
  presence: Pick<Presence, 'markChanged' | 'setOnline'>;
  pendingClients: Pick<PendingClients, 'remove'>;
  duplicates: Pick<DuplicateDetector, 'recordTakeover'>;
}

export interface SessionRegistry {
  /** By serial number. */
  readonly sessions: ReadonlyMap<string, DeviceSession>;
  /** Opens a session and ends the one it takes over. */
  open(device: AuthenticatedDevice, address: string, link: Link): DeviceSession;
  close(session: DeviceSession): void;
  /** Ends the session of a device that has connected to another server. */
  endTakenOver(sn: string): void;
  /** Records a takeover of a live connection; two devices with one serial number cause many. */
  recordLiveTakeover(session: DeviceSession): void;
}

export function createSessionRegistry(
  { clock }: Pick<Context, 'clock'>,
  { presence, pendingClients, duplicates }: Dependencies,
): SessionRegistry {
  const sessions = new Map<string, DeviceSession>();

  function takeOver(session: DeviceSession | undefined, address: string): void {
    if (!session) return;
    session.takenOverFrom = address;
    session.link.end('takenOver');
  }

  return {
    sessions,
    open({ serial, ...device }, address, link) {
      const session = createDeviceSession({ ...device, address, link, at: clock.now() }, serial);
      takeOver(sessions.get(session.sn), address);
      sessions.set(session.sn, session);
      // The row of an unclaimed device is written with its announcement.
      if (session.sid !== null) presence.markChanged(session);
      mqttMessages.inc({ what: session.sid === null ? 'connectWaiting' : 'connect' });
      return session;
    },
    close(session) {
      session.isClosed = true;
      session.openDtu?.close();
      if (session.sid === null) pendingClients.remove(sourceOf(session.address));
      if (sessions.get(session.sn) !== session) return;
      sessions.delete(session.sn);
      presence.setOnline(session, false);
    },
    endTakenOver(sn) {
      const session = sessions.get(sn);
      // The other server records where the new connection comes from.
      takeOver(session, session?.address ?? '');
    },
    recordLiveTakeover({ sid, sn, address, hasPublished, takenOverFrom }) {
      if (sid === null || !hasPublished || takenOverFrom === null) return;
      // Connections from two sources are reported as a second source instead.
      if (sourceOf(takenOverFrom) === sourceOf(address)) duplicates.recordTakeover({ sid, sn }, clock.now().getTime());
    },
  };
}
