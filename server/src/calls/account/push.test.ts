// account/push: the user's own browsers, and the key that browsers need; none without a key.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { softBrowser } from '../../../test/browser.ts';
import { PUSH_KEY, startChannelServer } from '../../../test/channelServer.ts';
import { publicPushKey } from '../../notifications/webPush.ts';

const { ask, clock, context, person } = await startChannelServer();

test('lists the user’s own browsers, identified by the hash of their endpoint', async () => {
  const [one, other] = [await person(), await person()];
  const endpoint = 'https://push.example.com/abc';
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const { id } = await ask('account/push/add', softBrowser(endpoint).subscription, { token: one.token, headers });
  const response = await ask('account/push', {}, { token: one.token });
  expect(response).toEqual({
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

test('offers no push key when the operator has not configured one', async () => {
  const { token } = await person();
  const { config } = context;
  context.config = { ...config, pushKey: undefined };
  expect(await ask('account/push', {}, { token })).toEqual({ publicKey: null, list: [] });
  context.config = config;
});
