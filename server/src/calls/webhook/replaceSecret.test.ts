// webhook/replaceSecret: messages are signed with both secrets for a day, and webhooks of others are missing.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';
import { type Posted, receiver } from '../../../test/receiver.ts';
import { sendDeliveries } from '../../notifications/sendDeliveries.ts';

const hook = await receiver();
const { ask, call, clock, context, person, signedIn, sql } = await startChannelServer();

const signatureBy = (secret: string, { headers, body }: Posted): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

test('signs with the new and the previous secret for a day, then with the new one', async () => {
  const { id: userId, token, webhook } = await person({ url: hook.url });
  const sendTest = async (): Promise<Posted> => {
    await ask('webhook/test', { id: webhook.id }, { token: await signedIn(userId) });
    await sendDeliveries(context);
    return hook.taken.at(-1)!;
  };
  const { secret, previousUntilIso } = await ask('webhook/replaceSecret', { id: webhook.id }, { token });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(previousUntilIso).toBe(new Date(clock.now().getTime() + 86_400_000).toISOString());
  const until = async () =>
    (await ask('webhook/list', {}, { token: await signedIn(userId) })).list[0]!.previousSecretUntilIso;
  expect(await until()).toBe(previousUntilIso);
  const both = await sendTest();
  expect(both.headers['webhook-signature']).toBe(`${signatureBy(secret, both)} ${signatureBy(webhook.secret, both)}`);
  clock.forward(86_400);
  const one = await sendTest();
  expect(one.headers['webhook-signature']).toBe(signatureBy(secret, one));
  expect(await until()).toBeNull();
  const stored = JSON.stringify([await sql`select * from audit_log`, await sql`select * from idempotency_keys`]);
  expect(stored).not.toContain(secret);
});

test('keeps the secret of a webhook of another user', async () => {
  const [one, other] = [await person(), await person()];
  const secrets = () => sql`select id, secret, previous_secret from channels order by id`;
  const before = await secrets();
  expect((await call('webhook/replaceSecret', { id: one.webhook.id }, { token: other.token })).code).toBe(1522);
  expect(await secrets()).toEqual(before);
});
