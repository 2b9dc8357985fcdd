// A document as the list and its page show it, and the address at which its file is fetched.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Response } from '@heliograph/contract/calls.ts';

type Row = Omit<Response<'configuration/documentation/list'>['list'][number], 'hit'>;

interface Facts extends Omit<Row, 'products' | 'companyName' | 'createdIso' | 'rights'> {
  companyName: string | null;
  models: number[];
  createdAt: Date;
}

export function documentRowOf(
  { models, companyName, createdAt, ...facts }: Facts,
  names: ReadonlyMap<number, string>,
  rights: Row['rights'],
): Row {
  const products = models
    .flatMap((model) => (names.has(model) ? [{ model, name: names.get(model)! }] : []))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return { ...facts, products, companyName: companyName ?? '', createdIso: createdAt.toISOString(), rights };
}

export interface DocumentTicket {
  id: number;
  sessionId: number;
  /** Epoch seconds. */
  endsAt: number;
}

/** By the hash under which the session is kept: nobody else can write such an address, and with the session it ends. */
const macOf = ({ id, sessionId, endsAt }: DocumentTicket, tokenHash: Buffer): Buffer =>
  createHmac('sha256', tokenHash).update(`document ${id} ${sessionId} ${endsAt}`).digest();

export const documentPath = (ticket: DocumentTicket, tokenHash: Buffer): string =>
  `files/document/${ticket.id}/${ticket.sessionId}.${ticket.endsAt}.${macOf(ticket, tokenHash).toString('base64url')}`;

/** What an address says of itself; undefined: it is none of ours. */
export function ticketOf(id: string, text: string): (DocumentTicket & { mac: Buffer }) | undefined {
  const [, session, ends, mac] = /^(\d{1,10})\.(\d{1,11})\.([\w-]{43})$/.exec(text) ?? [];
  if (!/^\d{1,9}$/.test(id) || mac === undefined) return undefined;
  return { id: Number(id), sessionId: Number(session), endsAt: Number(ends), mac: Buffer.from(mac, 'base64url') };
}

export const isGenuine = ({ mac, ...ticket }: DocumentTicket & { mac: Buffer }, tokenHash: Buffer): boolean =>
  timingSafeEqual(mac, macOf(ticket, tokenHash));
