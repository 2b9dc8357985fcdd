// Posts a message to a user-defined address and returns the outcome with the beginning of the response.
import type { DeliveryFailure } from '@heliograph/contract/entities/channels.ts';
import { BlockedAddressError, type Lookup, type Reach, ssrfSafeFetch } from '../platform/outbound/ssrfSafeFetch.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 2048;

export interface OutgoingRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}
export interface PostResult {
  /** HTTP status; null without a response, with the reason in `failure`. */
  status: number | null;
  failure: DeliveryFailure | null;
  /** Beginning of the response, as text. */
  answer: string;
  tookMs: number;
}

/** Never throws: failures are the receiver's and are reported to the owner of the channel. */
export async function sendMessage(
  { url, ...request }: OutgoingRequest,
  reach: Reach,
  find?: Lookup,
): Promise<PostResult> {
  const startMs = performance.now();
  const options = {
    ...request,
    method: 'POST',
    waitMs: TIMEOUT_MS,
    mostBytes: MAX_RESPONSE_BYTES,
    isCut: true,
    reach,
    find,
  };
  const outcome = await ssrfSafeFetch(url, options).then(
    ({ status, bytes }) => ({ status, failure: null, answer: textOf(bytes) }),
    (error: unknown) => ({ status: null, failure: failureOf(error), answer: '' }),
  );
  return { ...outcome, tookMs: Math.round(performance.now() - startMs) };
}

/** Decodes bytes to text that the database accepts: no U+0000, no partial character. */
const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD').toWellFormed();

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof BlockedAddressError) return 'private';
  const { name, code: errorCode } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  const code = String(errorCode ?? '');
  if (code === 'ENOTFOUND' || code.startsWith('EAI_') || code === 'ENODATA') return 'name';
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)|^EPROTO/.test(code)) return 'certificate';
  return 'connection';
}
