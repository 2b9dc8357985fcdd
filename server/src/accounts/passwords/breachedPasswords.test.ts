// Tests the check for stolen passwords: in a sorted file, from the first line to the last, and by a service that receives five digits of the hash.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { requireStolenPasswords } from './breachedPasswords.ts';
import { hashPassword } from './passwords.ts';

const { call, context, sql, signedIn } = await testServer();
const password = 'the password of a test';
const passwordHash = await hashPassword(password);
const dir = mkdtempSync(join(tmpdir(), 'heliograph-stolen-'));
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const file = (name: string, text: string) => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};

/** Requests that the service received. */
const requests: { path: string; padding: unknown }[] = [];
let known: string[] = [];
let isDown = false;
const service = createServer((request, response) => {
  requests.push({ path: request.url ?? '', padding: request.headers['add-padding'] });
  const prefix = (request.url ?? '').slice(-5);
  const lines = known.filter((each) => sha1(each).startsWith(prefix)).map((each) => `${sha1(each).slice(5)}:3`);
  response.writeHead(isDown ? 503 : 200).end([...lines, `${sha1('padding').slice(5)}:0`].join('\r\n'));
}).listen(0, '127.0.0.1');
await new Promise((opened) => service.once('listening', opened));
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`;
afterEach(() => {
  context.config.stolenPasswords = undefined;
  isDown = false;
});
afterAll(async () => {
  await new Promise((closed) => service.close(closed).closeAllConnections());
  rmSync(dir, { recursive: true, force: true });
});

/** Returns the code of the answer to a user who chooses this password. */
async function choose(newPassword: string): Promise<number> {
  const token = await signedIn((await makeUser(sql, { passwordHash })).id);
  return (await call('account/updatePassword', { password, newPassword }, { token })).code;
}

test.each(['\n', '\r\n'])('refuses a password in the file at any position (line end %j)', async (end) => {
  const words = Array.from({ length: 400 }, (_, n) => `stolen words of ${n}`);
  const hashes = words.map(sha1).sort();
  const lines = hashes.map((hash, n) => `${hash}:${10 ** (n % 8)}`);
  context.config.stolenPasswords = file('all.txt', lines.join(end) + end);
  await requireStolenPasswords(context.config);
  const byHash = new Map(words.map((word) => [sha1(word), word]));
  for (const at of [0, 1, 17, 200, 398, 399]) expect(await choose(byHash.get(hashes[at]!)!)).toBe(1605);
  expect(await choose('a sentence about fog')).toBe(200);
  // A file without a final line end, and a file with a single line.
  context.config.stolenPasswords = file('open.txt', lines.slice(0, 3).join(end));
  expect(await choose(byHash.get(hashes[2]!)!)).toBe(1605);
  expect(await choose(byHash.get(hashes[3]!)!)).toBe(200);
  context.config.stolenPasswords = file('one.txt', lines[5]!);
  expect(await choose(byHash.get(hashes[5]!)!)).toBe(1605);
  context.config.stolenPasswords = undefined;
  expect(await choose(words[0]!)).toBe(200);
});

test('sends five of forty digits to the service and refuses a password that it knows', async () => {
  context.config.stolenPasswords = address;
  known = ['a sentence that was lost'];
  expect(await choose('a sentence that was lost')).toBe(1605);
  expect(requests).toEqual([{ path: `/range/${sha1(known[0]!).slice(0, 5)}`, padding: 'true' }]);
  expect(await choose('a sentence that was kept')).toBe(200);
  // Padding entries have the count 0 and do not match.
  expect(await choose('padding')).toBe(200);
});

test('accepts a password when the service does not answer or the file is missing', async () => {
  context.config.stolenPasswords = address;
  isDown = true;
  expect(await choose('a sentence about rain')).toBe(200);
  context.config.stolenPasswords = join(dir, 'gone.txt');
  expect(await choose('a sentence about snow')).toBe(200);
});

test('refuses to start with a file that has the wrong format or is missing', async () => {
  const refusal = (stolenPasswords: string) => requireStolenPasswords({ stolenPasswords });
  await expect(refusal(file('words.txt', 'password\n123456\n'))).rejects.toThrow('is none of SHA-1 hashes');
  // The published file also exists in another order: by count.
  const byCount = Array.from({ length: 200 }, (_, n) => `${sha1(`seen ${n}`)}:${1_000 - n}`);
  await expect(refusal(file('by-count.txt', byCount.join('\r\n')))).rejects.toThrow('is none of SHA-1 hashes');
  await expect(refusal(file('cut.txt', `${'0'.repeat(40)}:1\n${'1'.repeat(30)}\n`))).rejects.toThrow('is none of');
  await expect(refusal(dir)).rejects.toThrow('cannot be read');
  await expect(refusal(file('empty.txt', ''))).rejects.toThrow('is none of SHA-1 hashes');
  await expect(refusal(join(dir, 'missing.txt'))).rejects.toThrow('cannot be read');
});
