// A device that was admitted, as the door keeps it: what it is, what hangs on it, and how far it has been heard.
import { randomUUID } from 'node:crypto';
import { REPORT_KINDS, type ReportKind } from '@heliograph/contract/report.ts';
import type { Link } from './mqttHandler.ts';
import type { Dialect } from './openDtuAdapter.ts';
import type { Present } from './presence.ts';
import type { NumberState } from './serialLookup.ts';

export interface Guest extends Present {
  readonly link: Link;
  readonly credential: Buffer | null;
  /** What it and its children are, as announced. */
  readonly kinds: Map<string, ReportKind>;
  readonly firmware: Map<string, string>;
  /** As it writes its own number, and numbers of its children that it writes otherwise than the portal does. */
  spelled: string;
  readonly spellings: Map<string, string>;
  intervalS: number;
  /** The time zone that it was told; null: it was told none. */
  toldZone: string | null;
  /** When its own live row was last moved, ms: a report each few seconds needs no row of the gateway each time. */
  noted: number;
  /** Reports wait for the announce before them, so that what it brings is known. */
  announcing: Promise<unknown>;
  /** It has subscribed to what it is told to do. */
  hearsCommands: boolean;
  /** It has subscribed to what OpenDTU is told to do. */
  hearsDialect: boolean;
  /** Of one that speaks OpenDTU's topics. */
  dialect: Dialect | null;
  gone: boolean;
  /** It has said something since it came. */
  hasSpoken: boolean;
  /** From where the one came that took its place; null: nobody has. */
  displacedFrom: string | null;
  /** There is a row of it to be written to: it is of a plant, or has announced itself. */
  isKnown: boolean;
}

/** `number`: what is known of it; it has been online since `at`. */
export function newGuest(
  {
    sn,
    spelled,
    sid,
    address,
    link,
    at,
  }: { sn: string; spelled: string; sid: string | null; address: string; link: Link; at: Date },
  number: NumberState | undefined,
): Guest {
  const kinds = new Map<string, ReportKind>();
  const firmware = new Map<string, string>();
  const spellings = new Map<string, string>();
  for (const child of number?.children ?? []) {
    if (isKind(child.kind)) kinds.set(child.sn, child.kind);
    if (child.firmware) firmware.set(child.sn, child.firmware);
    if (child.spelled) spellings.set(child.sn, child.spelled);
  }
  if (number && isKind(number.kind)) kinds.set(sn, number.kind);
  return {
    sn,
    sid,
    session: randomUUID(),
    address,
    online: true,
    changedAt: at,
    refused: { ...number?.refused },
    ignoredValues: number?.ignoredValues ?? 0,
    link,
    credential: number?.credential ?? null,
    kinds,
    firmware,
    spelled,
    spellings,
    intervalS: 60,
    toldZone: null,
    noted: Number.NEGATIVE_INFINITY,
    announcing: Promise.resolve(),
    hearsCommands: false,
    hearsDialect: false,
    dialect: null,
    isKnown: sid !== null || (number?.kind ?? '') !== '',
    gone: false,
    hasSpoken: false,
    displacedFrom: null,
  };
}

const isKind = (kind: string): kind is ReportKind => (REPORT_KINDS as readonly string[]).includes(kind);
