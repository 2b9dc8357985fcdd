// Browser with push notifications as in the standards: its keys, and decryption of a message (RFC 8291, independent of the server's code).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export function softBrowser(endpoint: string) {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    /** In the form of PushSubscription.toJSON(). */
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    read(body: Buffer): unknown {
      const [salt, keyLength] = [body.subarray(0, 16), body[20]!];
      const sender = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const bytes = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, from, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const shared = bytes(pair.computeSecret(sender), auth, info, 32);
      const key = bytes(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = bytes(shared, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      // The last record ends with a 2.
      if (plain.at(-1) !== 2) throw new Error('no last record');
      return JSON.parse(plain.subarray(0, -1).toString());
    },
  };
}
