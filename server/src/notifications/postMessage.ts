// Posts a message to where somebody has said, and tells how it went; a little of the answer is kept.
import type { DeliveryFailure } from '@heliograph/contract/entities/channels.ts';
import { BlockedAddressError, type Lookup, type Reach, ssrfSafeFetch } from '../platform/outbound/ssrfSafeFetch.ts';

const WAIT_MS = 10_000;
const ANSWER_BYTES = 2048;

export interface OutgoingRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}
export interface Posted {
  /** Null: nothing was answered, and `failure` says why. */
  status: number | null;
  failure: DeliveryFailure | null;
  /** Its first bytes. */
  answer: string;
  tookMs: number;
}

/** Never throws: what goes wrong is the receiver's, and told to whose it is. */
export async function postOutside({ url, ...posting }: OutgoingRequest, reach: Reach, find?: Lookup): Promise<Posted> {
  const begun = performance.now();
  const asking = { ...posting, method: 'POST', waitMs: WAIT_MS, mostBytes: ANSWER_BYTES, isCut: true, reach, find };
  const told = await ssrfSafeFetch(url, asking).then(
    ({ status, bytes }) => ({ status, failure: null, answer: textOf(bytes) }),
    (error: unknown) => ({ status: null, failure: failureOf(error), answer: '' }),
  );
  return { ...told, tookMs: Math.round(performance.now() - begun) };
}

/** What the database holds: no U+0000, no half of a character. */
const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD').toWellFormed();

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof BlockedAddressError) return 'private';
  const { name, code: given } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  const code = String(given ?? '');
  if (code === 'ENOTFOUND' || code.startsWith('EAI_') || code === 'ENODATA') return 'name';
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)|^EPROTO/.test(code)) return 'certificate';
  return 'connection';
}
