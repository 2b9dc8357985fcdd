// account/push/add: with a key of the operator's, twenty browsers at most (what is refused besides: notifications/webPush.test.ts).
import { expect, test } from 'vitest';
import { softBrowser } from '../../../../test/browser.ts';
import { startChannelServer } from '../../../../test/channelServer.ts';

const { call, context, person } = await startChannelServer();
const codeOf = async (token: string, endpoint: string) =>
  (await call('account/push/add', softBrowser(endpoint).subscription, { token })).code;

test('account/push/add takes twenty browsers, each once', async () => {
  const { token } = await person();
  for (let n = 0; n < 20; n++) expect(await codeOf(token, `https://push.example.com/${n}`)).toBe(200);
  expect(await codeOf(token, 'https://push.example.com/20')).toBe(1527);
  expect(await codeOf(token, 'https://push.example.com/7')).toBe(200);
});

test('account/push/add: without a key there is nothing to add', async () => {
  const { token } = await person();
  const { config } = context;
  context.config = { ...config, pushKey: undefined };
  expect(await codeOf(token, 'https://push.example.com/none')).toBe(1525);
  context.config = config;
});
