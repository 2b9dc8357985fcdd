// One-time codes of authenticator apps by RFC 6238 (SHA-1, 30 s, six digits, one step of drift), their secrets as text, and recovery codes.
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Tolerance for clocks of phones and the time to type. */
const DRIFT_STEPS = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes by RFC 4648 without padding, as apps expect it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** Returns the code of a step: RFC 4226 with the step as counter. */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the step near a time whose code this is; undefined: there is none. Compares all steps, so that the duration discloses nothing. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | undefined {
  const candidate = Buffer.from(code);
  let match: number | undefined;
  for (let step = stepAt(at) - DRIFT_STEPS; step <= stepAt(at) + DRIFT_STEPS; step++) {
    const expected = Buffer.from(codeOfStep(secret, step));
    if (candidate.length === expected.length && timingSafeEqual(candidate, expected)) match = step;
  }
  return match;
}

/** Formats 10 bytes as a recovery code: "abcd-efgh-ijkl-mnop". */
export const recoveryText = (bytes: Uint8Array): string => base32(bytes).toLowerCase().match(/.{4}/g)!.join('-');

/** Normalizes a code as people type it: with spaces, without dashes, in capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** Returns the URI that an app reads from a QR code. */
export function otpauthUri(secret: Uint8Array, { brand, email }: { brand: string; email: string }): string {
  const label = `${encodeURIComponent(brand)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(brand)}`;
}
