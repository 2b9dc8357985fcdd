// Ingests announcements: stores a gateway and its children and updates the session that announced them.
import type { Announced } from '../../claiming/announcements/announced.ts';
import { applyAnnounce, recordUnclaimed } from '../../claiming/announcements/applyAnnounce.ts';
import type { CommandQueue } from '../../commands/queue.ts';
import type { Context } from '../../context.ts';
import type { StatePrefetch } from '../../ingest/prefetchStates.ts';
import { sourceOf } from '../../ingest/sources/networkOf.ts';
import type { UnclaimedStore } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { applyAnnouncement, type DeviceSession, sendTime } from './deviceSession.ts';
import type { MessageOutcome } from './mqttHandler.ts';
import { countRefused, type Presence } from './presence.ts';

interface Dependencies {
  presence: Presence;
  unclaimed: UnclaimedStore;
  prefetch: StatePrefetch;
  commands: Pick<CommandQueue, 'onAnnounce'>;
}

export type IngestAnnouncement = (session: DeviceSession, announcement: Announced) => Promise<MessageOutcome>;

export function createAnnouncementIngest(
  context: Context,
  { presence, unclaimed, prefetch, commands }: Dependencies,
): IngestAnnouncement {
  const { clock } = context;

  async function storeUnclaimed(session: DeviceSession, announcement: Announced): Promise<void> {
    await unclaimed.ensureCapacity();
    unclaimed.onStored(await recordUnclaimed(context, session.sn, sourceOf(session.address), announcement));
    session.hasGatewayRow = true;
    presence.markChanged(session);
  }

  /** Undefined: the gateway no longer belongs to the plant. */
  async function storeClaimed(session: DeviceSession, sid: string, announcement: Announced) {
    const { sn } = session;
    const stored = await applyAnnounce(context, { sn, sid, source: sourceOf(session.address) }, announcement);
    if (!stored) return undefined;
    prefetch.prefetch([sn, ...stored.children.flatMap((child) => (child.refused ? [] : [child.sn]))]);
    for (const ancestor of stored.above) countRefused(session, ancestor, 'child', clock.now());
    if (stored.above.length > 0) presence.markChanged(session);
    const devices = [{ sn, firmware: announcement.firmware }, ...stored.children];
    const versions = new Map(
      devices.flatMap((device) => (device.firmware === '' ? [] : [[device.sn, device.firmware] as const])),
    );
    await commands.onAnnounce(
      { sid, sn },
      { uptimeS: announcement.uptimeS, connectedAt: session.onlineChangedAt, versions },
    );
    return stored;
  }

  return async (session, announcement) => {
    if (session.sid === null) {
      await storeUnclaimed(session, announcement);
      applyAnnouncement(session, announcement, announcement.children);
      sendTime(session, 'UTC', clock.now().getTime());
      return 'ack';
    }
    const stored = await storeClaimed(session, session.sid, announcement);
    if (!stored) {
      session.link.end('notAllowed');
      return 'ack';
    }
    applyAnnouncement(session, announcement, stored.children);
    sendTime(session, stored.timeZone, clock.now().getTime());
    return 'ack';
  };
}
