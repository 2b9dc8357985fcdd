// Tests that sign-ins and refusals are logged with user, address and reason, and without any content of the request.
import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { refusedCalls } from '../platform/metrics.ts';

const { app, call, context, sql, signedIn } = await testServer();
const lines: Record<string, unknown>[] = [];
let written = '';
const stream = new Writable({
  write(line: Buffer, _encoding, done) {
    written += line.toString();
    lines.push(JSON.parse(line.toString()));
    done();
  },
});
Object.assign(context, { log: pino({ level: 'info', base: null }, stream) });
beforeEach(() => {
  lines.splice(0);
  written = '';
});

const password = 'a long sentence';
const user = await makeUser(sql, { passwordHash: await hashPassword(password) });
const line = { level: 30, time: expect.any(Number) };

test('logs a sign-in that succeeds, one that fails and one to an unknown account', async () => {
  const address = '192.0.2.1';
  await call('sign-in', { account: user.email, password }, { address });
  await call('sign-in', { account: user.email, password: 'a wrong sentence' }, { address });
  await call('sign-in', { account: 'nobody@example.com', password: 'typed-into-the-wrong-field' }, { address });
  expect(lines).toEqual([
    { ...line, security: 'signedIn', path: 'sign-in', address, userId: user.id, msg: 'signed in' },
    {
      ...line,
      security: 'refused',
      word: 'wrongCredentials',
      path: 'sign-in',
      address,
      userId: user.id,
      msg: 'refused',
    },
    { ...line, security: 'refused', word: 'wrongCredentials', path: 'sign-in', address, msg: 'refused' },
  ]);
});

test('logs calls that are unauthorized, forbidden, about hidden plants or malformed', async () => {
  const { id } = await makeUser(sql, { role: 'owner' });
  const token = await signedIn(id);
  const sid = await makeSite(sql);
  const address = '192.0.2.2';
  await call('site/overview', { sid }, { address });
  await call('site/overview', { sid }, { address, token });
  await call('site/overview', { sid: '\0' }, { address, token });
  await sql`delete from role_menus where role_id = (select role_id from memberships where user_id = ${id})`;
  await call('site/overview', { sid }, { address, token: await signedIn(id) });
  await app.inject({ url: `/live?sid=${sid}`, remoteAddress: address });
  expect(lines.map(({ word, path, userId }) => [word, path, userId])).toEqual([
    ['unauthorized', 'site/overview', undefined],
    ['siteNotFound', 'site/overview', id],
    ['badRequest', 'site/overview', id],
    ['forbidden', 'site/overview', id],
    ['unauthorized', 'live', undefined],
  ]);
  expect(JSON.stringify(lines)).not.toContain(token);
});

test('escapes line breaks in logged values', async () => {
  const forged = '\n{"level":30,"security":"signedIn","userId":1,"msg":"signed in"}\r\n\u2028\u001b[2J';
  // An error, a file name or a broker's message may contain it; an invalid address is not logged.
  context.log.warn({ sn: forged, err: new Error(forged) }, `odd${forged}`);
  await call('sign-in', { account: `nobody${forged}@example.com`, password: forged }, { address: '192.0.2.4' });
  await call('account/info', {}, { address: `192.0.2.5${forged}`, headers: { 'user-agent': 'a program' } });
  expect(written.split('\n')).toHaveLength(lines.length + 1);
  for (const sign of ['\r', '\u001b']) expect(written).not.toContain(sign);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({ level: 40, sn: forged, msg: `odd${forged}` });
  expect(JSON.stringify(lines.slice(1))).not.toContain('userId');
});

test('counts a flood of refusals without logging each of them', async () => {
  const counted = async () => {
    const { values } = await refusedCalls.get();
    return values.find(({ labels }) => labels.word === 'unauthorized')?.value ?? 0;
  };
  const before = await counted();
  for (let n = 0; n < 150; n++) await call('account/info', {}, { address: `2001:db8::${n.toString(16)}` });
  expect(lines).toHaveLength(100);
  expect(await counted()).toBe(before + 150);
  await call('account/info', {}, { address: '192.0.2.3' });
  expect(lines).toHaveLength(101);
});
