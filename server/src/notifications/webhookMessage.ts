// Webhook requests: JSON, signed by the Standard Webhooks specification (standardwebhooks.com), so that its libraries can verify it.
import { createHmac, randomBytes } from 'node:crypto';
import type { Delivery, EventPayload } from './message.ts';
import type { OutgoingRequest } from './postMessage.ts';

const SECRET_BYTES = 32;

export const newWebhookSecret = (): Buffer => randomBytes(SECRET_BYTES);
/** Secret as shown to its user once. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

export function webhookRequest(
  { url, secret, previousSecret }: { url: string; secret: Buffer; previousSecret: Buffer | null },
  { id, event, at }: Delivery,
  payload: EventPayload,
  now: Date,
): OutgoingRequest {
  const body = Buffer.from(JSON.stringify({ type: event, timestamp: at.toISOString(), data: payload }));
  const seconds = String(Math.floor(now.getTime() / 1000));
  const signatureBy = (key: Buffer) =>
    `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
  const signatures = [secret, ...(previousSecret ? [previousSecret] : [])].map(signatureBy);
  return {
    url: new URL(url),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}
