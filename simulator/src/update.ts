// A device's checks of a firmware update: download, size, checksum and signature.
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { CommandRejection } from '@heliograph/contract/report.ts';

export type UpdateSource = {
  /** Trusted Ed25519 key as PEM. Undefined: every update is refused. */
  publicKey?: string | undefined;
};

/** Ways in which a device may fail at an update, one per step. */
export const UPDATE_FAULTS = ['unfetched', 'damaged', 'unsigned', 'rollsBack'] as const;
export type UpdateFault = (typeof UPDATE_FAULTS)[number];

const maxBytes = 16 * 1024 * 1024;
const fetchMs = 30_000;

type CheckResult = { refusal: CommandRejection; version?: undefined } | { refusal?: undefined; version: string };

/** `url`, `size` in bytes, `sha256` as hex, `signature` of the bytes as base64; `version` is the name of the new version. */
export async function checkUpdate(
  parameters: Readonly<Record<string, unknown>>,
  source: UpdateSource,
  fault?: UpdateFault,
): Promise<CheckResult> {
  const { url, size, sha256, signature, version } = parameters;
  if (typeof url !== 'string' || !/^https?:/.test(url) || typeof sha256 !== 'string' || typeof signature !== 'string')
    return { refusal: 'malformed' };
  if (typeof size !== 'number' || !(size > 0 && size <= maxBytes)) return { refusal: 'outOfRange' };
  const bytes = fault === 'unfetched' ? undefined : await download(url);
  if (!bytes) return { refusal: 'downloadFailed' };
  if (fault === 'damaged') bytes[0] = ~bytes[0]!;
  if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256.toLowerCase())
    return { refusal: 'checksum' };
  if (!isSigned(bytes, signature, fault === 'unsigned' ? undefined : source.publicKey)) return { refusal: 'signature' };
  return { version: typeof version === 'string' && version !== '' ? version.slice(0, 60) : sha256.slice(0, 8) };
}

async function download(url: string): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchMs) });
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > maxBytes) return undefined;
    return Buffer.from(await response.arrayBuffer());
  } catch {
    return undefined;
  }
}

function isSigned(bytes: Buffer, signature: string, publicKey: string | undefined): boolean {
  if (publicKey === undefined) return false;
  try {
    return verify(null, bytes, createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
