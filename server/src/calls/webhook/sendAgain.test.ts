// webhook/sendAgain: a message of one's own log, unless its webhook is off.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';

const { ask, call, clock, person, sql } = await startChannelServer();

test('webhook/sendAgain lets a message of one’s own log wait once more', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  const { deliveryId } = await ask('webhook/test', { id }, { token: one.token });
  await sql`update deliveries set state = 'failed', tries = 8, done_at = now()`;
  const again = async ({ token }: { token: string }) =>
    (await call('webhook/sendAgain', { deliveryId }, { token })).code;
  expect(await again(other)).toBe(1524);
  clock.forward(60);
  expect(await again(one)).toBe(200);
  expect(await sql`select state, tries, next_try_at, done_at from deliveries`).toEqual([
    { state: 'waiting', tries: 0, nextTryAt: clock.now(), doneAt: null },
  ]);
  await ask('webhook/update', { id, isOn: false }, { token: one.token });
  expect(await again(one)).toBe(1523);
});
