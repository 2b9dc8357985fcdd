// account/push/remove: the user's own browsers only.
import { expect, test } from 'vitest';
import { softBrowser } from '../../../../test/browser.ts';
import { startChannelServer } from '../../../../test/channelServer.ts';

const { ask, call, person, sql } = await startChannelServer();

test('unsubscribes the user’s own browser, and nobody else’s', async () => {
  const [one, other] = [await person(), await person()];
  const { subscription } = softBrowser('https://push.example.com/1');
  const { id } = await ask('account/push/add', subscription, { token: one.token });
  expect((await call('account/push/remove', { id }, { token: other.token })).code).toBe(1528);
  expect((await call('account/push/remove', { id: one.webhook.id }, { token: one.token })).code).toBe(1528);
  await ask('account/push/remove', { id }, { token: one.token });
  expect(await sql`select from channels where kind = 'push'`).toHaveLength(0);
  expect((await call('account/push/remove', { id }, { token: one.token })).code).toBe(1528);
});
