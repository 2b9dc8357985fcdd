// Tests which hosts named by users are contacted: public hosts over TLS, never this network, however its address is written.
import { expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { sendMessage } from '../../notifications/postMessage.ts';
import { allowedUrl, type Lookup, reachOf, ssrfSafeFetch } from './ssrfSafeFetch.ts';

test.each([
  ...[
    'http://example.com/',
    'ftp://example.com/',
    'https://user:pass@example.com/',
    'https://user@example.com/',
    'no address',
  ],
  ...[
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:a00:1]/',
    'https://10.0.0.1:8443/',
  ],
  ...['http://127.0.0.1/', 'http://localhost/', 'javascript:alert(1)', 'https:///'],
])('does not accept the address %s', (url) => expect(allowedUrl(url, { privateHosts: [] })).toBeUndefined());

const here = { privateHosts: ['127.0.0.1'] };

test('accepts a program on this machine if the operator names it, and no other private address', () => {
  expect(allowedUrl('http://127.0.0.1:8080/x', here)?.href).toBe('http://127.0.0.1:8080/x');
  for (const url of ['http://127.0.0.2/', 'http://localhost/', 'http://10.0.0.1/', 'https://10.0.0.1/'])
    expect(allowedUrl(url, here), url).toBeUndefined();
  expect(allowedUrl('https://hooks.example.com/a?b#c', { privateHosts: [] })?.href).toBe(
    'https://hooks.example.com/a?b',
  );
});

test('accepts only hosts of the operator’s list, and contacts no other host that was named before', async () => {
  const reach = { privateHosts: ['10.0.0.7'], hosts: ['hooks.example.com', '.push.example'] };
  for (const url of ['https://hooks.example.com/a', 'https://HOOKS.example.com:8443/', 'https://eu.push.example/x'])
    expect(allowedUrl(url, reach), url).toBeDefined();
  for (const url of [
    'https://example.com/',
    'https://a.hooks.example.com/',
    'https://push.example/',
    'https://evilpush.example/',
    'https://1.1.1.1/',
  ])
    expect(allowedUrl(url, reach), url).toBeUndefined();
  const other = { url: new URL('https://elsewhere.example/'), headers: {}, body: Buffer.from('{}') };
  expect(await sendMessage(other, reach, resolvesTo('1.1.1.1'))).toMatchObject({ status: null, failure: 'private' });
  const config = parseConfig({
    env: {
      DATABASE_URL: 'postgres://a@localhost/b',
      OUTSIDE_HOSTS: 'Hooks.example.com, .push.example',
      ALLOW_PRIVATE_TARGETS: '10.0.0.7',
    },
    production: true,
    isRoot: false,
  });
  expect(reachOf(config)).toEqual(reach);
});

const posting = { url: new URL('https://hooks.example.com/'), headers: {}, body: Buffer.from('{}') };
const resolvesTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('does not connect to a name that resolves into this network, also among other addresses', async () => {
  for (const find of [
    resolvesTo('127.0.0.1'),
    resolvesTo('1.1.1.1', '10.0.0.1'),
    resolvesTo('169.254.169.254'),
    resolvesTo('::1'),
  ])
    expect(await sendMessage(posting, here, find)).toMatchObject({ status: null, failure: 'private' });
});

test('looks a name up once, so that a later change of its addresses has no effect', async () => {
  let lookups = 0;
  const find: Lookup = async () => {
    lookups++;
    // The second look-up would return a public address.
    return [{ address: lookups === 1 ? '10.255.255.1' : '1.1.1.1', family: 4 }];
  };
  expect((await sendMessage(posting, { privateHosts: [] }, find)).failure).toBe('private');
  expect(lookups).toBe(1);
});

test('fails only its own request when an address does not answer', async () => {
  const unhandled: unknown[] = [];
  const record = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', record);
  const options = { method: 'GET', headers: {}, waitMs: 20, mostBytes: 100, reach: { privateHosts: [] } };
  await expect(ssrfSafeFetch(new URL('https://1.1.1.1:9/'), options)).rejects.toThrow();
  const slow = { ...options, find: () => new Promise<never>(() => {}) };
  await expect(ssrfSafeFetch(new URL('https://hooks.example.com/'), slow)).rejects.toThrow();
  // The timeouts have passed by then.
  await new Promise((done) => setTimeout(done, 100));
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
});

test('reports an unknown name', async () => {
  const find: Lookup = async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
  expect(await sendMessage(posting, { privateHosts: [] }, find)).toMatchObject({
    status: null,
    failure: 'name',
    answer: '',
  });
});
