// Codes of apps by RFC 6238 (SHA-1, 30 s, six digits, one step of drift), their secrets as text, and recovery codes.
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** What clocks of telephones differ by, and what typing takes. */
const DRIFT_STEPS = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, as apps take it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** RFC 4226 of the step's number. */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step that a code is of, near a time; undefined: of none. Each is compared, so that the time taken tells nothing. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | undefined {
  const given = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepAt(at) - DRIFT_STEPS; step <= stepAt(at) + DRIFT_STEPS; step++) {
    const wanted = Buffer.from(codeOfStep(secret, step));
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found = step;
  }
  return found;
}

/** Of 10 bytes: "abcd-efgh-ijkl-mnop". */
export const recoveryText = (bytes: Uint8Array): string => base32(bytes).toLowerCase().match(/.{4}/g)!.join('-');

/** As people type them: with spaces, without dashes, in capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** What an app reads from a QR code. */
export function otpauthUri(secret: Uint8Array, { brand, email }: { brand: string; email: string }): string {
  const label = `${encodeURIComponent(brand)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(brand)}`;
}
