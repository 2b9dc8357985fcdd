// Ingests reports: stores their rows as readings and counts the rejected ones with the gateway.
import type { Context } from '../../context.ts';
import { readingOfReport } from '../../families/families.ts';
import type { Reading } from '../../families/family.ts';
import { readingOfRow } from '../../families/rows.ts';
import { createBatchCollector } from '../../ingest/batchCollector.ts';
import { sourceOf } from '../../ingest/sources/networkOf.ts';
import type { SourceQuota } from '../../ingest/sources/sourceQuota.ts';
import type { UnclaimedStore } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { mqttRows } from '../../platform/metrics.ts';
import type { DeviceSession } from './deviceSession.ts';
import { parseReportRows, type RefusedRow } from './messages.ts';
import type { MessageOutcome } from './mqttHandler.ts';
import { countRefused, type Presence } from './presence.ts';

/** How long rows wait for a place in the queue before the device is disconnected. */
const TIMEOUT_MS = 20_000;
const POLL_MS = 200;

interface Dependencies {
  presence: Presence;
  sources: SourceQuota;
  unclaimed: UnclaimedStore;
}

export interface ReportIngest {
  /** `report`: parsed JSON of any shape. */
  ingest(session: DeviceSession, report: unknown): Promise<MessageOutcome>;
  /** Records that these gateways are connected, even if their devices report nothing. */
  recordPresence(sessions: readonly DeviceSession[]): Promise<void>;
  close(): Promise<void>;
}

interface ParsedReport {
  readings: Reading[];
  refused: RefusedRow[];
  /** Unknown and implausible values. */
  ignored: number;
}

export function createReportIngest(context: Context, { presence, sources, unclaimed }: Dependencies): ReportIngest {
  const { clock, registry } = context;
  const collector = createBatchCollector(context);

  async function store(session: DeviceSession, parsed: ParsedReport, at: Date): Promise<MessageOutcome> {
    const { readings, ignored } = parsed;
    await unclaimed.ensureCapacity();
    const outcomes = await collect(session, readings);
    if (!outcomes) return 'retry';
    const refused = [...parsed.refused];
    const counts = new Map<string, number>();
    for (const [n, { sn }] of readings.entries()) {
      const outcome = outcomes[n];
      if (outcome === undefined) throw new Error(`The reading of ${sn} has no outcome.`);
      const kind = outcome.kind === 'repeated' && outcome.differs ? 'differs' : outcome.kind;
      if (kind === 'unknown' || kind === 'restricted') unclaimed.onStored();
      // Of a device in no plant and of one in another plant, which the gateway must not tell apart.
      const isNotAdded = session.sid !== null && (kind === 'unknown' || kind === 'otherPlant');
      if (isNotAdded) refused.push({ sn, reason: 'otherPlant' });
      else if (kind === 'restricted' || kind === 'empty' || kind === 'differs') refused.push({ sn, reason: kind });
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    for (const [outcome, count] of counts) mqttRows.inc({ outcome }, count);
    for (const { sn, reason } of refused) countRefused(session, sn, reason, at);
    for (const { reason } of parsed.refused) mqttRows.inc({ outcome: reason });
    // Two gateways with the same serial number and password would otherwise alternate unnoticed.
    const device = session.address === '' ? undefined : registry.cached(session.sn);
    if (device && device.sid === session.sid) sources.recordReport(device, sourceOf(session.address), at.getTime());
    session.ignoredValues += ignored;
    if (session.hasGatewayRow && (refused.length > 0 || ignored > 0)) presence.markChanged(session);
    return 'ack';
  }

  /** Undefined: the database accepts nothing now. Waits while only the queue is full. */
  async function collect(session: DeviceSession, readings: readonly Reading[]) {
    for (const sinceMs = performance.now(); ; ) {
      const outcomes = await collector.collectRows(readings);
      if (Array.isArray(outcomes)) return outcomes;
      if (!collector.isFull() || session.isClosed || performance.now() - sinceMs > TIMEOUT_MS) return undefined;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  return {
    async ingest(session, report) {
      const at = clock.now();
      const parsed = parseReport(session, report, at, registry.cached(session.sn)?.profile);
      if (parsed) return store(session, parsed, at);
      presence.countMalformed(session);
      return 'ack';
    },
    async recordPresence(sessions) {
      const at = clock.now();
      const readings = sessions.flatMap((session) => gatewayReading(session, [], at) ?? []);
      await Promise.all(readings.map((reading) => collector.collect(reading)));
    },
    close: () => collector.close(),
  };
}

/** Undefined: not a report. Separate from `store`, so that a report waiting for its commit holds readings without its JSON. `profile`: of the device itself; undefined: not known yet. */
function parseReport(
  session: DeviceSession,
  report: unknown,
  at: Date,
  profile: string | null | undefined,
): ParsedReport | undefined {
  const parsed = parseReportRows(report, at.getTime());
  if (!parsed) return undefined;
  let ignored = 0;
  const readings: Reading[] = parsed.rows.map((row) => {
    const { reading, unknown, rejected } = readingOfReport(session.sn, session.kinds.get(row.sn), row);
    ignored += unknown + rejected;
    reading.plant = session.sid ?? '';
    reading.firmware = session.firmware.get(row.sn) ?? null;
    return reading;
  });
  const hasValues = ({ quantities }: Reading): boolean =>
    profile === undefined || Object.keys(quantities(profile)).length > 0;
  const own = gatewayReading(
    session,
    readings.filter((reading) => reading.sn === session.sn && hasValues(reading)),
    at,
  );
  if (own) readings.push(own);
  return { readings, refused: parsed.refused, ignored };
}

type ReadingSession = Pick<DeviceSession, 'sn' | 'sid' | 'intervalS' | 'kinds' | 'firmware' | 'liveRowMs'>;

/**
 * Returns a reading without values that marks a gateway as present, at most twice per reporting interval; undefined: not needed,
 * because the device is no gateway or reports values of its own.
 */
export function gatewayReading(
  session: ReadingSession,
  rows: readonly { sn: string }[],
  at: Date,
): Reading | undefined {
  const { sn, sid, intervalS, kinds, firmware } = session;
  if (sid === null || (kinds.get(sn) ?? 'gateway') !== 'gateway') return undefined;
  if (rows.some((row) => row.sn === sn)) return undefined;
  if (at.getTime() - session.liveRowMs < Math.max(intervalS, 10) * 500) return undefined;
  session.liveRowMs = at.getTime();
  const seconds = new Date(Math.floor(at.getTime() / 1000) * 1000);
  return {
    ...readingOfRow({ gateway: sn, plant: sid, sn, at: seconds, quantities: {} }),
    firmware: firmware.get(sn) ?? null,
    isPresence: true,
  };
}
