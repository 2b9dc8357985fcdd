// URLs at which files are fetched by GET: valid for a session and some minutes, or for a device while its update is in progress.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `offered`: firmware offered to a program next to a device, which needs fewer rights than the firmware page. */
export type FileKind = 'document' | 'firmware' | 'offered';
const FOLDERS: Record<FileKind, string> = { document: 'document', firmware: 'firmware', offered: 'firmware' };

export interface FileTicket {
  id: number;
  sessionId: number;
  /** Epoch seconds. */
  endsAt: number;
}

/** HMAC keyed by the hash under which the session is stored: nobody else can write such a URL, and it ends with the session. */
const macOf = (kind: FileKind, { id, sessionId, endsAt }: FileTicket, tokenHash: Buffer): Buffer =>
  createHmac('sha256', tokenHash).update(`${kind} ${id} ${sessionId} ${endsAt}`).digest();

export const filePath = (kind: FileKind, ticket: FileTicket, tokenHash: Buffer): string =>
  `files/${FOLDERS[kind]}/${ticket.id}/${ticket.sessionId}.${ticket.endsAt}.${macOf(kind, ticket, tokenHash).toString('base64url')}`;

/** Parses the ticket of a URL, not yet verified; undefined: it has another form. */
export function ticketOf(id: string, text: string): (FileTicket & { mac: Buffer }) | undefined {
  const [, session, ends, mac] = /^(\d{1,10})\.(\d{1,11})\.([\w-]{43})$/.exec(text) ?? [];
  if (!/^\d{1,9}$/.test(id) || mac === undefined) return undefined;
  const bytes = Buffer.from(mac, 'base64url');
  // Four final letters decode to the same bytes; only the canonical one is accepted.
  if (bytes.toString('base64url') !== mac) return undefined;
  return { id: Number(id), sessionId: Number(session), endsAt: Number(ends), mac: bytes };
}

export const isGenuine = (
  kind: FileKind,
  { mac, ...ticket }: FileTicket & { mac: Buffer },
  tokenHash: Buffer,
): boolean => timingSafeEqual(mac, macOf(kind, ticket, tokenHash));

export interface Order {
  sid: string;
  /** Id of the command. */
  id: string;
}

/** Returns the path at which a device downloads the firmware of its update command. */
export const orderPath = ({ sid, id }: Order, firmware: { id: number; secret: string }): string =>
  `files/firmware/${firmware.id}/order.${sid}.${id}.${firmware.secret}`;

/** Parses the command of a firmware URL, not yet verified; undefined: it has another form. */
export function orderOf(id: string, text: string): (Order & { firmwareId: number; secret: string }) | undefined {
  const [, sid, command, secret] = /^order\.(\w{1,64})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(text) ?? [];
  if (!/^\d{1,9}$/.test(id) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(command ?? '')) return undefined;
  return { firmwareId: Number(id), sid: sid!, id: command!, secret: secret! };
}

export const isSameSecret = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
