// Handles devices over MQTT, on connections of their own and behind an external broker (docs/devices/protocol.md).
import { randomUUID } from 'node:crypto';
import { openCommandQueue } from '../../commands/queue.ts';
import type { Context } from '../../context.ts';
import { createStatePrefetch } from '../../ingest/prefetchStates.ts';
import { createSourceQuota } from '../../ingest/sources/sourceQuota.ts';
import { createUnclaimedStore, UNCLAIMED_LIMITS, type UnclaimedCaps } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import { createAnnouncementIngest } from './announcementIngest.ts';
import { createAuthenticator } from './authenticate.ts';
import { createCommandRouting } from './commandRouting.ts';
import { type DeviceSession, grantSubscription, isOwnFilter } from './deviceSession.ts';
import { createDuplicateDetector } from './duplicateClientId.ts';
import { createExternalSessions, type Downlink } from './externalBrokerSessions.ts';
import { createMessageDispatcher } from './messageDispatcher.ts';
import { createMessageRateLimiter } from './messageRateLimiter.ts';
import { isRejection, type MessageOutcome, type MqttHandler } from './mqttHandler.ts';
import { MAX_PACKET_BYTES } from './packets.ts';
import { createPendingClients } from './pendingClients.ts';
import { createPresence } from './presence.ts';
import { createReportIngest } from './reportIngest.ts';
import { startRevalidation } from './revalidateSessions.ts';
import { createSerialLookup } from './serialLookup.ts';
import { createSessionRegistry } from './sessionRegistry.ts';
import { parseSerial } from './topics.ts';

export interface DeviceHandler extends MqttHandler<DeviceSession> {
  /** Handles a message of an external broker, which has checked who may publish it, like one of a connection of this server. */
  onBrokerMessage(topic: string, payload: Buffer): Promise<MessageOutcome>;
  /** Sets how devices behind the external broker are reached. */
  setDownlink(downlink: Downlink): void;
  /** Records that this server and its gateways are present, and ends sessions of devices that have connected elsewhere. */
  heartbeat(): Promise<void>;
  close(): Promise<void>;
}

export function createDeviceHandler(context: Context, caps: UnclaimedCaps = UNCLAIMED_LIMITS): DeviceHandler {
  const { sql, log, config } = context;
  const serials = createSerialLookup(sql);
  const presence = createPresence(context, randomUUID());
  const external = createExternalSessions(context, serials, presence.markChanged);
  const sources = createSourceQuota(context);
  const unclaimed = createUnclaimedStore(sql, caps, (error) => {
    log.error({ err: error }, 'data of unclaimed serial numbers could not be pruned');
  });
  const pendingClients = createPendingClients();
  const duplicates = createDuplicateDetector(context);
  const registry = createSessionRegistry(context, { presence, pendingClients, duplicates });
  const { sessions } = registry;
  const routing = createCommandRouting({ sessions, external, config });
  const commands = openCommandQueue(context, routing.resolveRoute);
  const reports = createReportIngest(context, { presence, sources, unclaimed });
  const prefetch = createStatePrefetch(context);
  const ingestAnnouncement = createAnnouncementIngest(context, { presence, unclaimed, prefetch, commands });
  const authenticate = createAuthenticator(context, { serials, pendingClients, sources });
  const rateLimiter = createMessageRateLimiter();
  const parts = { presence, rateLimiter, routing, commands, ingestAnnouncement, reports };
  const dispatch = createMessageDispatcher(context, parts);
  const revalidation = startRevalidation(context, { sessions, external, serials });

  return {
    async authenticate(request, link) {
      const device = await authenticate(request);
      return isRejection(device) ? device : registry.open(device, request.address, link);
    },
    onMessage: dispatch,
    canSubscribe(session, filter, count) {
      if (!isOwnFilter(session, filter)) mqttMessages.inc({ what: 'foreignFilter' });
      return grantSubscription(session, filter, count);
    },
    onSubscribed({ sid, sn, isSubscribedToCommands, isSubscribedToOpenDtuCommands }) {
      if (sid !== null && (isSubscribedToCommands || isSubscribedToOpenDtuCommands)) commands.onGatewayConnected(sn);
    },
    onDisconnect: registry.close,
    onLiveTakeover: registry.recordLiveTakeover,
    async onBrokerMessage(topic, payload) {
      const [, spelling = ''] = topic.split('/');
      const sn = parseSerial(spelling);
      if (sn === undefined || payload.length > MAX_PACKET_BYTES) {
        mqttMessages.inc({ what: 'malformed' });
        return 'forbidden';
      }
      const session = await external.find(sn, spelling);
      if (!session) return 'forbidden';
      session.spelling = spelling;
      const outcome = await dispatch(session, { topic, payload });
      routing.rememberSpelling(session);
      return outcome;
    },
    setDownlink: external.setDownlink,
    async heartbeat() {
      for (const sn of await presence.heartbeat([...sessions.values()])) registry.endTakenOver(sn);
      // A gateway whose devices are all idle reports nothing, but is connected.
      await reports.recordPresence([...sessions.values()]);
    },
    async close() {
      revalidation.close();
      await prefetch.close();
      await commands.close();
      await reports.close();
      await unclaimed.settled();
      await presence.close();
      await sources.settled();
      await duplicates.settled();
    },
  };
}
