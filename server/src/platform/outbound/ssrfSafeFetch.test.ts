// Which of the hosts that users name are asked: hosts of the internet over TLS, never this network, however its address is written.
import { expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { postOutside } from '../../notifications/postMessage.ts';
import { type Lookup, nameableUrl, reachOf, ssrfSafeFetch } from './ssrfSafeFetch.ts';

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
])('nothing is asked at %s', (url) => expect(nameableUrl(url, { local: false })).toBeUndefined());

test('in development a program on this machine is, and nothing else that is not of the internet', () => {
  expect(nameableUrl('http://127.0.0.1:8080/x', { local: true })?.href).toBe('http://127.0.0.1:8080/x');
  for (const url of ['http://127.0.0.2/', 'http://localhost/', 'http://10.0.0.1/', 'https://127.0.0.1/'])
    expect(nameableUrl(url, { local: true }), url).toBeUndefined();
  expect(nameableUrl('https://hooks.example.com/a?b#c', { local: false })?.href).toBe('https://hooks.example.com/a?b');
});

test('where the operator has a list, nobody names another host, and none is asked that was named before', async () => {
  const reach = { local: false, hosts: ['hooks.example.com', '.push.example'] };
  for (const url of ['https://hooks.example.com/a', 'https://HOOKS.example.com:8443/', 'https://eu.push.example/x'])
    expect(nameableUrl(url, reach), url).toBeDefined();
  for (const url of [
    'https://example.com/',
    'https://a.hooks.example.com/',
    'https://push.example/',
    'https://evilpush.example/',
    'https://1.1.1.1/',
  ])
    expect(nameableUrl(url, reach), url).toBeUndefined();
  const other = { url: new URL('https://elsewhere.example/'), headers: {}, body: Buffer.from('{}') };
  expect(await postOutside(other, reach, leads('1.1.1.1'))).toMatchObject({ status: null, failure: 'private' });
  const { outsideHosts, production } = parseConfig({
    env: { DATABASE_URL: 'postgres://a@localhost/b', OUTSIDE_HOSTS: 'Hooks.example.com, .push.example' },
    production: true,
    isRoot: false,
  });
  expect(reachOf({ outsideHosts, production })).toEqual(reach);
});

const posting = { url: new URL('https://hooks.example.com/'), headers: {}, body: Buffer.from('{}') };
const leads =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a name that leads into this network, or to it among others, is not connected to', async () => {
  for (const find of [leads('127.0.0.1'), leads('1.1.1.1', '10.0.0.1'), leads('169.254.169.254'), leads('::1')])
    expect(await postOutside(posting, { local: true }, find)).toMatchObject({ status: null, failure: 'private' });
});

test('a name is looked up once: what it leads to a moment later does not matter', async () => {
  let asked = 0;
  const find: Lookup = async () => {
    asked++;
    // Nobody answers here: the address is of the internet, and of nobody (RFC 7335 is not; 240/4 is not).
    return [{ address: asked === 1 ? '10.255.255.1' : '1.1.1.1', family: 4 }];
  };
  expect((await postOutside(posting, { local: false }, find)).failure).toBe('private');
  expect(asked).toBe(1);
});

test('an address that nobody answers at fails its own request, and nothing besides', async () => {
  const unheard: unknown[] = [];
  const note = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', note);
  const asking = { method: 'GET', headers: {}, waitMs: 20, mostBytes: 100, reach: { local: false } };
  await expect(ssrfSafeFetch(new URL('https://1.1.1.1:9/'), asking)).rejects.toThrow();
  const slow = { ...asking, find: () => new Promise<never>(() => {}) };
  await expect(ssrfSafeFetch(new URL('https://hooks.example.com/'), slow)).rejects.toThrow();
  // Its time is over by then, whether it was waited for or not.
  await new Promise((done) => setTimeout(done, 100));
  process.off('unhandledRejection', note);
  expect(unheard).toEqual([]);
});

test('a name that nobody knows is told as such', async () => {
  const find: Lookup = async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
  expect(await postOutside(posting, { local: false }, find)).toMatchObject({
    status: null,
    failure: 'name',
    answer: '',
  });
});
