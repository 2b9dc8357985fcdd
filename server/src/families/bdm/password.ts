// Derives the temporary service password of a BDM device; docs/devices/bdm-password.md explains it to device makers, with test vectors.
import { createHmac } from 'node:crypto';
import type { ServicePassword } from '../family.ts';

const DIGITS = 8;

/** Key stored in a device instead of the secret; it unlocks only this device. 32 bytes. */
export function deviceKey({ secret, sn }: Pick<ServicePassword, 'secret' | 'sn'>): Buffer {
  return createHmac('sha256', secret).update(`BDM key 1:${sn}`).digest();
}

/**
 * Derives the password; another derivation replaces only this function. HMAC-SHA-256 with the device's key over the length
 * and the number of the time step, truncated to eight digits as in RFC 4226, 5.3.
 */
export function bdmPassword({ seconds, step, ...of }: ServicePassword): string {
  const mac = createHmac('sha256', deviceKey(of)).update(`${seconds}:${step}`).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
