// webhook/del: deletes only the user's own webhook, immediately, with its log.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';

const { ask, call, person, sql } = await startChannelServer();

test('deletes the user’s own webhook with pending deliveries, and nobody else’s', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  await ask('webhook/test', { id }, { token: one.token });
  expect((await call('webhook/del', { id }, { token: other.token })).code).toBe(1522);
  await ask('webhook/del', { id }, { token: one.token });
  expect(await sql`select from deliveries`).toHaveLength(0);
  expect((await call('webhook/del', { id }, { token: one.token })).code).toBe(1522);
});
