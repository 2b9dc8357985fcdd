// Push notifications for browsers, encrypted for the browser (RFC 8291 over RFC 8188) and signed by this server (RFC 8292).
import { createCipheriv, createECDH, createHash, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { OutgoingRequest } from './postMessage.ts';

const CURVE = 'prime256v1';
/** A day; a user who is offline for longer sees the event in the portal. */
const TTL_S = 86_400;
const VALID_S = 12 * 3600;
const RECORD_BYTES = 4096;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Returns the public key given to browsers. */
export function publicPushKey(key: Buffer): Buffer {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key);
  return pair.getPublicKey();
}

/** Whether it is a valid private key: not zero, and below the order of the curve. */
export function isPushKey(hex: string): boolean {
  try {
    return publicPushKey(Buffer.from(hex, 'hex')).length === POINT_BYTES;
  } catch {
    return false;
  }
}

/** Parses the keys of PushSubscription.toJSON(); undefined when no browser creates such keys. */
export function browserKeys({
  p256dh,
  auth,
}: {
  p256dh: string;
  auth: string;
}): { publicKey: Buffer; secret: Buffer } | undefined {
  const [publicKey, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  if (publicKey.length !== POINT_BYTES || secret.length !== AUTH_BYTES) return undefined;
  try {
    // Throws for a point that is not on the curve.
    const pair = createECDH(CURVE);
    pair.generateKeys();
    pair.computeSecret(publicKey);
  } catch {
    return undefined;
  }
  return { publicKey, secret };
}

/** Hash by which a browser recognizes its own address at the push service. */
export const endpointHash = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

export interface Notice {
  title: string;
  body: string;
  /** Replaces an earlier notification with the same tag. */
  tag: string;
  /** Opened by a click. */
  url: string;
}

export function pushRequest(
  browser: { url: string; publicKey: Buffer; secret: Buffer },
  notice: Notice,
  { key, contact, now }: { key: Buffer; contact: string; now: Date },
): OutgoingRequest {
  const url = new URL(browser.url);
  return {
    url,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(TTL_S),
      urgency: 'normal',
      authorization: `vapid t=${tokenFor(url.origin, { key, contact, now })}, k=${publicPushKey(key).toString('base64url')}`,
    },
    body: encrypted(Buffer.from(JSON.stringify(notice)), browser),
  };
}

function encrypted(plain: Buffer, { publicKey, secret }: { publicKey: Buffer; secret: Buffer }): Buffer {
  const own = createECDH(CURVE);
  const ownKey = own.generateKeys();
  const hkdf = (from: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownKey]);
  const shared = hkdf(own.computeSecret(publicKey), secret, info, 32);
  const salt = randomBytes(16);
  const contentKey = hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(shared, salt, 'Content-Encoding: nonce\0', 12);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  // One record, the last: the delimiter 2 ends its content.
  const text = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final()]);
  return Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey, text, cipher.getAuthTag()]);
}

function tokenFor(origin: string, { key, contact, now }: { key: Buffer; contact: string; now: Date }): string {
  const point = publicPushKey(key);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1000) + VALID_S;
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp, sub: contact })}`;
  const base64url = (bytes: Buffer) => bytes.toString('base64url');
  const signer = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: base64url(key),
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33)),
    },
  });
  const signature = sign('sha256', Buffer.from(text), { key: signer, dsaEncoding: 'ieee-p1363' });
  return `${text}.${base64url(signature)}`;
}
