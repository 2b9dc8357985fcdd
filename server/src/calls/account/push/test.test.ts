// account/push/test: one's own browser alone.
import { expect, test } from 'vitest';
import { softBrowser } from '../../../../test/browser.ts';
import { startChannelServer } from '../../../../test/channelServer.ts';

const { ask, call, person, sql } = await startChannelServer();

test('account/push/test writes a notice to one’s own, and not for ever', async () => {
  const [one, other] = [await person(), await person()];
  const { subscription } = softBrowser('https://push.example.com/1');
  const { id } = await ask('account/push/add', subscription, { token: one.token });
  await ask('account/push/test', { id }, { token: one.token });
  expect(await sql`select channel_id, event from deliveries`).toEqual([{ channelId: id, event: 'test' }]);
  expect((await call('account/push/test', { id }, { token: other.token })).code).toBe(1528);
  await sql`update tries set points = 60 where name = 'channelTests'`;
  expect((await call('account/push/test', { id }, { token: one.token })).code).toBe(1000);
});
