// Adapts OpenDTU's single values on a connection to announcements and reports, and commands to its topics.
import type { FastifyBaseLogger } from 'fastify';
import type { Announced } from '../../claiming/announcements/announced.ts';
import type { Command } from '../../commands/command.ts';
import type { Context } from '../../context.ts';
import { createOpenDtuParser, OPENDTU_MODEL, openDtuCommand, QUIET_MS } from '../../families/families.ts';
import { createTokenBuckets } from '../../platform/limits/tokenBuckets.ts';
import { mqttMessages, mqttRows } from '../../platform/metrics.ts';
import { sanitizeText } from './messages.ts';
import type { MessageOutcome } from './mqttHandler.ts';

interface Dependencies {
  announce(announcement: Announced): Promise<unknown>;
  ingestRows(rows: readonly object[]): Promise<MessageOutcome>;
  setOnline(isOnline: boolean): void;
  /** Settings that an inverter has just reported. */
  onSettings(sn: string, values: Record<string, number>): Promise<void>;
  /** Values of an inverter were left out above the rate limit; `sn` is '' for the gateway itself. */
  onLost(sn: string, count: number): void;
  /** Whether the gateway has never announced itself: it then does so even without an inverter's values, as at night. */
  isUnannounced(): boolean;
  /** False: announcements are limited for now, and a later row announces. */
  canAnnounce(): boolean;
  log: FastifyBaseLogger;
  /** Dates announcements: the start of the gateway follows from this time and its uptime. */
  clock: Context['clock'];
}

export interface OpenDtuAdapter {
  /** `path`: below the base topic. Resolves after the commit of the rows that the message completes. */
  onMessage(path: string, payload: Buffer): Promise<MessageOutcome>;
  close(): void;
}

type Parser = ReturnType<typeof createOpenDtuParser>;

/** An inverter publishes some forty values every few seconds. */
const VALUES = { burst: 20_000, perSecond: 300 };
/** Above the limit all messages are dropped for this long: the ones accepted afterwards make whole samples. */
const PAUSE_MS = 1_000;

/** Creates the adapter of one connection. */
export function createOpenDtuAdapter(dependencies: Dependencies): OpenDtuAdapter {
  const { announce, ingestRows, setOnline, onSettings, onLost, isUnannounced, canAnnounce, log, clock } = dependencies;
  const parser = createOpenDtuParser();
  const bucket = createTokenBuckets(VALUES.burst, VALUES.perSecond, 1);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let announcedRevision = -1;
  let announcing: Promise<unknown> = Promise.resolve();
  let settleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Announces changes before the rows are stored. */
  async function store(rows: readonly object[]): Promise<MessageOutcome> {
    const revision = parser.revision();
    if (revision !== announcedRevision && canAnnounce()) {
      announcedRevision = revision;
      announcing = announce(announcementOf(parser, clock.now().getTime())).catch((error) => {
        // The next row announces again; this one is not acknowledged, so nothing is lost.
        if (announcedRevision === revision) announcedRevision = -1;
        throw error;
      });
    }
    await announcing;
    return ingestRows(rows);
  }

  /** QoS 0, and the next value follows within seconds: messages beyond the limit are dropped. */
  function isBeyondLimit(nowMs: number): boolean {
    if (nowMs < pausedUntilMs) return true;
    if (bucket.take('', nowMs)) return false;
    pausedUntilMs = nowMs + PAUSE_MS;
    return true;
  }

  function reportLost(): void {
    for (const [sn, count] of parser.takeLost()) {
      mqttMessages.inc({ what: 'opendtuDropped' }, count);
      onLost(sn, count);
    }
  }

  const needsAnnouncement = (): boolean => parser.isOnline() === true && isUnannounced();

  /** `nowMs`: infinity after the connection has ended, when no more values can follow. */
  async function settle(nowMs = performance.now()): Promise<void> {
    settleTimer = undefined;
    const rows = parser.settle(nowMs);
    if (!isClosed && parser.hasPendingValues()) settleTimer = setTimeout(() => void settle(), QUIET_MS / 3);
    if (rows.length === 0 && !needsAnnouncement()) return;
    const outcome = await store(rows).catch((error): MessageOutcome => {
      log.error({ err: error }, 'rows of an OpenDTU could not be stored');
      return 'retry';
    });
    if (outcome === 'retry') mqttRows.inc({ outcome: 'lost' }, rows.length);
  }

  return {
    async onMessage(path, payload) {
      mqttMessages.inc({ what: 'opendtu' });
      const nowMs = performance.now();
      if (isBeyondLimit(nowMs)) {
        parser.skip(path);
        reportLost();
        return 'ack';
      }
      const text = payload.subarray(0, 100).toString('utf8');
      const rows = parser.onTopic(path, text, nowMs, clock.now().getTime());
      reportLost();
      const isOnline = parser.isOnline();
      if (isOnline !== undefined) setOnline(isOnline);
      const needsSettling = parser.hasPendingValues() || needsAnnouncement();
      if (!isClosed && needsSettling) settleTimer ??= setTimeout(() => void settle(), QUIET_MS);
      const outcome = rows.length > 0 ? await store(rows) : 'ack';
      for (const { sn, values } of parser.takeSettings()) await onSettings(sn, values);
      return outcome;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(settleTimer);
      void settle(Number.POSITIVE_INFINITY);
    },
  };
}

function announcementOf(parser: Parser, nowMs: number): Announced {
  return {
    kind: 'gateway',
    model: OPENDTU_MODEL,
    hardware: '',
    firmware: '',
    signalDbm: parser.signalDbm(),
    uptimeS: parser.uptimeS(nowMs),
    intervalS: null,
    children: parser.inverters().map(({ sn, inputs, name, firmware, hardware }) => ({
      sn,
      inputs,
      kind: 'microinverter' as const,
      model: '',
      name: sanitizeText(name),
      firmware: sanitizeText(firmware),
      hardware: sanitizeText(hardware),
    })),
  };
}

/** Publishes a command in OpenDTU's topics. A read needs no message: OpenDTU publishes its settings every few seconds. */
export function sendOpenDtuCommand(
  gateway: string,
  { sn, action, step, parameters }: Pick<Command, 'sn' | 'action' | 'step' | 'parameters'>,
  send: (topic: string, text: string) => unknown,
): void {
  if (step === 'read') return;
  const message = openDtuCommand(sn, action, parameters);
  if (message) send(`hg/${gateway}/opendtu/${message.path}`, message.text);
}
