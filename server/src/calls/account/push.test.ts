// account/push: one's own browsers, and the key that browsers need; without one there are none.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { softBrowser } from '../../../test/browser.ts';
import { PUSH_KEY, startChannelServer } from '../../../test/channelServer.ts';
import { publicPushKey } from '../../notifications/webPush.ts';

const { ask, clock, context, person } = await startChannelServer();

test('account/push lists one’s own, by what each knows itself by', async () => {
  const [one, other] = [await person(), await person()];
  const endpoint = 'https://push.example.com/abc';
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const { id } = await ask('account/push/add', softBrowser(endpoint).subscription, { token: one.token, headers });
  const told = await ask('account/push', {}, { token: one.token });
  expect(told).toEqual({
    publicKey: publicPushKey(Buffer.from(PUSH_KEY, 'hex')).toString('base64url'),
    list: [
      {
        id,
        name: expect.stringContaining('Firefox'),
        madeIso: clock.now().toISOString(),
        mark: createHash('sha256').update(endpoint).digest('base64url'),
      },
    ],
  });
  expect((await ask('account/push', {}, { token: other.token })).list).toEqual([]);
});

test('account/push: an operator who has given no key offers none', async () => {
  const { token } = await person();
  const { config } = context;
  context.config = { ...config, pushKey: undefined };
  expect(await ask('account/push', {}, { token })).toEqual({ publicKey: null, list: [] });
  context.config = config;
});
