// The session of an authenticated device: what it is, which devices are attached to it, and its progress.
import { randomUUID } from 'node:crypto';
import { REPORT_KINDS, type ReportKind } from '@heliograph/contract/report.ts';
import type { AnnouncedDevice } from '../../claiming/announcements/announced.ts';
import type { Link, MessageOutcome } from './mqttHandler.ts';
import type { OpenDtuAdapter } from './openDtuAdapter.ts';
import type { GatewayState } from './presence.ts';
import type { SerialState } from './serialLookup.ts';
import { topicDirection, topicMatches } from './topics.ts';

export interface DeviceSession extends GatewayState {
  readonly link: Link;
  readonly credential: Buffer | null;
  /** Kinds and firmware versions of the device and its children, as announced. */
  readonly kinds: Map<string, ReportKind>;
  readonly firmware: Map<string, string>;
  /** The device's serial number as it writes it, and those of children that it writes differently from the portal. */
  spelling: string;
  readonly childSpellings: Map<string, string>;
  /** Announced or default reporting interval. */
  intervalS: number;
  /** The time zone last sent to the device; null: none yet. */
  sentTimeZone: string | null;
  /** When the device's own live row was last updated, ms: a report every few seconds need not update it each time. */
  liveRowMs: number;
  /** Later messages wait for it, so that announced devices are known. */
  pendingAnnouncement: Promise<unknown>;
  isSubscribedToCommands: boolean;
  isSubscribedToOpenDtuCommands: boolean;
  /** Set for a device that publishes OpenDTU's topics. */
  openDtu: OpenDtuAdapter | null;
  isClosed: boolean;
  hasPublished: boolean;
  /** Address of the client that took over; null: none has. */
  takenOverFrom: string | null;
}

/** Filters of one device. */
const MAX_FILTERS = 50;

/** `serial`: what is stored of the serial number. `at`: since when it is online. */
export function createDeviceSession(
  {
    sn,
    spelling,
    sid,
    address,
    link,
    at,
  }: { sn: string; spelling: string; sid: string | null; address: string; link: Link; at: Date },
  serial: SerialState | undefined,
): DeviceSession {
  const kinds = new Map<string, ReportKind>();
  const firmware = new Map<string, string>();
  const childSpellings = new Map<string, string>();
  for (const child of serial?.children ?? []) {
    if (isKind(child.kind)) kinds.set(child.sn, child.kind);
    if (child.firmware) firmware.set(child.sn, child.firmware);
    if (child.spelled) childSpellings.set(child.sn, child.spelled);
  }
  if (serial && isKind(serial.kind)) kinds.set(sn, serial.kind);
  return {
    sn,
    sid,
    connectionId: randomUUID(),
    address,
    isOnline: true,
    onlineChangedAt: at,
    refused: { ...serial?.refused },
    ignoredValues: serial?.ignoredValues ?? 0,
    link,
    credential: serial?.credential ?? null,
    kinds,
    firmware,
    spelling,
    childSpellings,
    intervalS: 60,
    sentTimeZone: null,
    liveRowMs: Number.NEGATIVE_INFINITY,
    pendingAnnouncement: Promise.resolve(),
    isSubscribedToCommands: false,
    isSubscribedToOpenDtuCommands: false,
    openDtu: null,
    hasGatewayRow: sid !== null || (serial?.kind ?? '') !== '',
    isClosed: false,
    hasPublished: false,
    takenOverFrom: null,
  };
}

const isKind = (kind: string): kind is ReportKind => (REPORT_KINDS as readonly string[]).includes(kind);

/** Replaces what the session knows of the device and its children. */
export function applyAnnouncement(
  session: DeviceSession,
  { kind, firmware, intervalS }: { kind: ReportKind; firmware: string; intervalS: number | null },
  children: readonly Pick<AnnouncedDevice, 'sn' | 'kind' | 'firmware' | 'spelled'>[],
): void {
  session.intervalS = intervalS ?? 60;
  session.kinds.clear();
  session.kinds.set(session.sn, kind);
  session.firmware.clear();
  if (firmware) session.firmware.set(session.sn, firmware);
  session.childSpellings.clear();
  for (const child of children) {
    if (child.spelled) session.childSpellings.set(child.sn, child.spelled);
    session.kinds.set(child.sn, child.kind);
    if (child.firmware) session.firmware.set(child.sn, child.firmware);
  }
}

/** Runs announcements one after the other; messages that arrive meanwhile wait for them. */
export function enqueueAnnouncement(
  session: DeviceSession,
  run: () => Promise<MessageOutcome>,
): Promise<MessageOutcome> {
  const announcement = session.pendingAnnouncement.then(run);
  session.pendingAnnouncement = announcement.catch(() => {});
  return announcement;
}

/** Sends the time and the plant's time zone to the device. */
export function sendTime(session: DeviceSession, timeZone: string, nowMs: number): void {
  session.sentTimeZone = timeZone;
  session.link.send(`hg/${session.spelling}/down/time`, JSON.stringify({ now: nowMs, timezone: timeZone }));
}

/** Grants a filter under the device's own serial number and records what it covers; `count`: filters granted before. */
export function grantSubscription(session: DeviceSession, filter: string, count: number): boolean {
  const [, spelling = ''] = filter.split('/');
  // `#` is allowed at the end only.
  if (!isOwnFilter(session, filter) || count >= MAX_FILTERS || !/^[^#]*(\/#)?$/.test(filter)) return false;
  // Messages go to the spelling that the device subscribes with, whatever it signed in as.
  session.spelling = spelling;
  if (topicMatches(filter, `hg/${spelling}/down/command`)) session.isSubscribedToCommands = true;
  if (topicMatches(filter, `hg/${spelling}/opendtu/0/cmd/power`)) session.isSubscribedToOpenDtuCommands = true;
  return true;
}

export function isOwnFilter({ sn }: DeviceSession, filter: string): boolean {
  return ['down', 'opendtu'].includes(topicDirection(sn, filter));
}
