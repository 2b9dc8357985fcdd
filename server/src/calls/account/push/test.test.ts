// account/push/test: the user's own browsers only.
import { expect, test } from 'vitest';
import { softBrowser } from '../../../../test/browser.ts';
import { startChannelServer } from '../../../../test/channelServer.ts';

const { ask, call, person, sql } = await startChannelServer();

test('queues a test notification for the user’s own browser, with a rate limit', async () => {
  const [one, other] = [await person(), await person()];
  const { subscription } = softBrowser('https://push.example.com/1');
  const { id } = await ask('account/push/add', subscription, { token: one.token });
  await ask('account/push/test', { id }, { token: one.token });
  expect(await sql`select channel_id, event from deliveries`).toEqual([{ channelId: id, event: 'test' }]);
  expect((await call('account/push/test', { id }, { token: other.token })).code).toBe(1528);
  await sql`update tries set points = 60 where name = 'channelTests'`;
  expect((await call('account/push/test', { id }, { token: one.token })).code).toBe(1000);
});
