// account/push/add: needs the operator's key; at most twenty browsers (other errors: notifications/webPush.test.ts).
import { expect, test } from 'vitest';
import { softBrowser } from '../../../../test/browser.ts';
import { startChannelServer } from '../../../../test/channelServer.ts';

const { call, context, person, sql } = await startChannelServer();
const codeOf = async (token: string, endpoint: string) =>
  (await call('account/push/add', softBrowser(endpoint).subscription, { token })).code;

test('subscribes up to twenty browsers, each once', async () => {
  const { token } = await person();
  for (let n = 0; n < 20; n++) expect(await codeOf(token, `https://push.example.com/${n}`)).toBe(200);
  expect(await codeOf(token, 'https://push.example.com/20')).toBe(1527);
  expect(await codeOf(token, 'https://push.example.com/7')).toBe(200);
});

test('subscribes one browser for one of several accounts that do it at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => person()));
  const endpoint = 'https://push.example.com/shared';
  const codes = await Promise.all(people.map(({ token }) => codeOf(token, endpoint)));
  expect(codes).toEqual(Array(6).fill(200));
  expect(await sql`select from channels where url = ${endpoint}`).toHaveLength(1);
});

test('refuses a subscription when no push key is configured', async () => {
  const { token } = await person();
  const { config } = context;
  context.config = { ...config, pushKey: undefined };
  expect(await codeOf(token, 'https://push.example.com/none')).toBe(1525);
  context.config = config;
});
