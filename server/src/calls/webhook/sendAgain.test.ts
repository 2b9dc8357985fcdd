// webhook/sendAgain: a delivery of the user's own log, unless its webhook is off.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';

const { ask, call, clock, person, sql } = await startChannelServer();

test('queues a delivery of the user’s own log again', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  const { deliveryId } = await ask('webhook/test', { id }, { token: one.token });
  await sql`update deliveries set state = 'failed', tries = 8, done_at = now()`;
  const resend = async ({ token }: { token: string }) =>
    (await call('webhook/sendAgain', { deliveryId }, { token })).code;
  expect(await resend(other)).toBe(1524);
  clock.forward(60);
  expect(await resend(one)).toBe(200);
  expect(await sql`select state, tries, next_try_at, done_at from deliveries`).toEqual([
    { state: 'waiting', tries: 0, nextTryAt: clock.now(), doneAt: null },
  ]);
  await ask('webhook/update', { id, isOn: false }, { token: one.token });
  expect(await resend(one)).toBe(1523);
});
