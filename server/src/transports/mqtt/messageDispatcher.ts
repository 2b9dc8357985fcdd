// Dispatches the messages of devices by topic: announcements, reports, states, results of commands and OpenDTU's values.
import type { CommandQueue } from '../../commands/queue.ts';
import type { Context } from '../../context.ts';
import { createConcurrencyLimit } from '../../platform/limits/concurrencyLimit.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import type { IngestAnnouncement } from './announcementIngest.ts';
import type { CommandRouting } from './commandRouting.ts';
import { type DeviceSession, enqueueAnnouncement } from './deviceSession.ts';
import type { MessageRateLimiter } from './messageRateLimiter.ts';
import { parseAnnouncement, parseJson, parseResult, parseState } from './messages.ts';
import type { Message, MessageOutcome } from './mqttHandler.ts';
import { createOpenDtuAdapter, type OpenDtuAdapter } from './openDtuAdapter.ts';
import { countRefused, type Presence } from './presence.ts';
import type { ReportIngest } from './reportIngest.ts';
import { topicSubject } from './topics.ts';

/** Reports that are ingested at a time, some 7,000 rows: two batches being written and one being gathered. Others wait as bytes. */
const MAX_REPORT_BYTES = 1.5 * 1024 * 1024;

interface Dependencies {
  presence: Presence;
  rateLimiter: MessageRateLimiter;
  routing: Pick<CommandRouting, 'useOpenDtu'>;
  commands: Pick<CommandQueue, 'onResult' | 'onTelemetry'>;
  ingestAnnouncement: IngestAnnouncement;
  reports: Pick<ReportIngest, 'ingest'>;
}

export type DispatchMessage = (session: DeviceSession, message: Message) => Promise<MessageOutcome>;

export function createMessageDispatcher(
  context: Pick<Context, 'clock' | 'log'>,
  dependencies: Dependencies,
): DispatchMessage {
  const { presence, rateLimiter, commands, ingestAnnouncement, reports } = dependencies;
  const { clock } = context;
  const semaphore = createConcurrencyLimit(MAX_REPORT_BYTES);

  /** A malformed message is acknowledged: sending it again would not help. */
  function malformed(session: DeviceSession): MessageOutcome {
    presence.countMalformed(session);
    return 'ack';
  }

  async function onAnnouncement(session: DeviceSession, payload: Buffer): Promise<MessageOutcome> {
    const announcement = parseAnnouncement(session.sn, payload);
    if (!announcement) return malformed(session);
    mqttMessages.inc({ what: 'announce' });
    const outcome = await ingestAnnouncement(session, announcement);
    const { dropped, ignored } = announcement;
    if (dropped > 0) countRefused(session, '', 'child', clock.now(), dropped);
    session.ignoredValues += ignored;
    if (dropped + ignored > 0) presence.markChanged(session);
    return outcome;
  }

  async function onReport(session: DeviceSession, payload: Buffer): Promise<MessageOutcome> {
    mqttMessages.inc({ what: 'report' });
    const release = await semaphore.acquire(payload.length);
    try {
      return session.isClosed ? 'retry' : await reports.ingest(session, parseJson(payload));
    } finally {
      release();
    }
  }

  function onState(session: DeviceSession, payload: Buffer): MessageOutcome {
    const state = parseState(payload);
    if (!state) return malformed(session);
    mqttMessages.inc({ what: 'state' });
    presence.setOnline(session, state.online);
    return 'ack';
  }

  async function onResult(session: DeviceSession, payload: Buffer): Promise<MessageOutcome> {
    const { sid, sn } = session;
    const result = parseResult(payload);
    if (!result) return malformed(session);
    mqttMessages.inc({ what: sid === null ? 'unexpected' : 'result' });
    if (sid !== null) await commands.onResult({ sid, sn }, result);
    return 'ack';
  }

  return async (session, { topic, payload }) => {
    const subject = topicSubject(session.sn, topic);
    session.hasPublished = true;
    if (subject === 'unknown' || subject === 'forbidden' || subject === 'otherDevice')
      return dropMessage(session, subject);
    if (subject === 'opendtu') {
      const path = topic.slice(`hg/${session.sn}/opendtu/`.length);
      return attachOpenDtu(session, context, dependencies).onMessage(path, payload);
    }
    if (!(await rateLimiter.acquire(session))) return 'retry';
    if (subject === 'announce') {
      // Without an await in the usual case: a report sent at the same time must find the announcement pending.
      const refused = rateLimiter.canAnnounce(session) ? undefined : await delayAnnouncement(session, rateLimiter);
      if (refused) return refused;
      return enqueueAnnouncement(session, () => onAnnouncement(session, payload));
    }
    await session.pendingAnnouncement;
    if (subject === 'report') return onReport(session, payload);
    if (subject === 'state') return onState(session, payload);
    return onResult(session, payload);
  };
}

/** Handles a message whose topic has no meaning or is not allowed. */
function dropMessage({ link }: DeviceSession, subject: 'unknown' | 'forbidden' | 'otherDevice'): MessageOutcome {
  if (subject === 'unknown') {
    // Without an acknowledgement the device would repeat it for ever and send nothing else.
    mqttMessages.inc({ what: 'unknownTopic' });
    return 'ack';
  }
  mqttMessages.inc({ what: 'foreignTopic' });
  // No device publishes under another's serial number by mistake; other topics are dropped, as by a broker's access list.
  if (subject === 'otherDevice') link.end('notAllowed');
  return 'forbidden';
}

/** Waits until the device may announce again; returns the outcome if it may not. */
async function delayAnnouncement(
  session: DeviceSession,
  rateLimiter: MessageRateLimiter,
): Promise<MessageOutcome | undefined> {
  // The connections of an external broker are shared by many devices and must not wait for one.
  if (session.address === '') {
    mqttMessages.inc({ what: 'tooMany' });
    return 'ack';
  }
  return (await rateLimiter.acquireAnnouncement(session)) ? undefined : 'retry';
}

/** How long a limit is not stored again: a controller beside the OpenDTU may set another one every few seconds; an unchanged one may not be stored, as its inverter has just joined. */
const LIMIT_PAUSE_MS = { changed: 600_000, unchanged: 3_600_000 } as const;

/** Remembers the limits of a session's inverters. */
function watchLimits() {
  const seen = new Map<string, { percent: number; atMs: number }>();
  return {
    /** Whether the limit of an inverter may differ from the stored one. */
    mayBeNew(sn: string, percent: number | undefined, nowMs: number): boolean {
      if (percent === undefined) return false;
      const last = seen.get(sn);
      const pauseMs = last?.percent === percent ? LIMIT_PAUSE_MS.unchanged : LIMIT_PAUSE_MS.changed;
      if (last && nowMs < last.atMs + pauseMs) return false;
      seen.set(sn, { percent, atMs: nowMs });
      return true;
    },
  };
}

/** Returns the session's OpenDTU adapter; creates it with the first such message. */
function attachOpenDtu(
  session: DeviceSession,
  { log, clock }: Pick<Context, 'clock' | 'log'>,
  { presence, rateLimiter, routing, commands, ingestAnnouncement, reports }: Dependencies,
): OpenDtuAdapter {
  const { sid, sn } = session;
  if (session.address === '' && sid !== null) routing.useOpenDtu(sn);
  if (session.openDtu) return session.openDtu;
  const limits = watchLimits();
  session.openDtu = createOpenDtuAdapter({
    announce: (announcement) => enqueueAnnouncement(session, () => ingestAnnouncement(session, announcement)),
    ingestRows: (devices) => reports.ingest(session, { v: 1, devices }),
    setOnline: (isOnline) => presence.setOnline(session, isOnline),
    onSettings: async (inverter, values) => {
      if (sid === null) return;
      const receivedAt = clock.now();
      const mayHaveNewLimit = limits.mayBeNew(inverter, values.limitPercent, receivedAt.getTime());
      await commands.onTelemetry({ sid, sn }, { sn: inverter, values, receivedAt, mayHaveNewLimit });
    },
    onLost(inverter, count) {
      countRefused(session, inverter, 'rateLimit', clock.now(), count);
      if (session.hasGatewayRow) presence.markChanged(session);
    },
    isUnannounced: () => !session.hasGatewayRow,
    canAnnounce: () => rateLimiter.canAnnounce(session),
    log,
    clock,
  });
  return session.openDtu;
}
