// webhook/del: with its log, at once, and only one's own.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';

const { ask, call, person, sql } = await startChannelServer();

test('webhook/del ends one’s own with what waits, and nobody else’s', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  await ask('webhook/test', { id }, { token: one.token });
  expect((await call('webhook/del', { id }, { token: other.token })).code).toBe(1522);
  await ask('webhook/del', { id }, { token: one.token });
  expect(await sql`select from deliveries`).toHaveLength(0);
  expect((await call('webhook/del', { id }, { token: one.token })).code).toBe(1522);
});
