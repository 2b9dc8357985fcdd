// Tests the mails of a demonstration: stored instead of sent, readable on this machine alone, and followed from registration to a signed-in account.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/testServer.ts';
import { buildApp } from '../app.ts';
import { parseConfig } from '../config.ts';
import { sendMails } from '../notifications/sendMails.ts';
import { MAX_STORED_MAILS, mailFolder } from '../platform/mail/mailFolder.ts';
import { writeMail } from '../platform/mail/outbox.ts';
import { withDemoDefaults } from './defaults.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-mails-'));
let server: TestServer;
let app: TestServer['app'];
beforeAll(async () => {
  server = await testServer({ DEMO: 'on' });
  Object.assign(server.context.config, withDemoDefaults({ ...server.context.config, dataDir }));
  app = await buildApp(server.context);
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (
  url: string,
  { headers = {}, remoteAddress = '127.0.0.1' }: { headers?: Record<string, string>; remoteAddress?: string } = {},
) => app.inject({ url, headers: { host: 'localhost:8080', ...headers }, remoteAddress });

const linksOf = (list: string): string[] => [...list.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, href]) => href!);

async function writeAndStore(change: Partial<Parameters<typeof writeMail>[1]>): Promise<void> {
  const { sql, clock, context } = server;
  const mail = {
    purpose: 'passwordChanged' as const,
    sid: null,
    brand: 0,
    to: 'ann@example.com',
    subject: 'Password changed',
    text: 'Changed.',
    html: '<!doctype html><html><head><meta charset="utf-8"></head><body>Changed.</body></html>',
    stopUrl: '',
    attachment: null,
    ...change,
  };
  clock.forward(1);
  await sql.begin((tx) => writeMail(tx, mail, clock.now()));
  expect(await sendMails(context)).toBe(1);
}

test('registers an account with the code of a stored mail', async () => {
  const { call, ask, context } = server;
  expect(await ask('common/portal')).toMatchObject({ sendsMail: true, openRegistration: true });
  const email = 'nora.lindqvist@example.com';
  await ask('sign-up/code', { email });
  expect(await sendMails(context)).toBe(1);
  const list = (await get('/dev/mail')).body;
  expect(list).toContain(email);
  const { body } = await get(linksOf(list)[0]!);
  const code = /<pre>[\s\S]*?\b(\d{6})\b/.exec(body)![1]!;
  await ask('sign-up', {
    kind: 'owner',
    email,
    code,
    password: 'a lantern on the roof',
    contactPerson: 'Nora Lindqvist',
    countryCode: 'SE',
    agreedTo: TERMS_VERSION,
  });
  expect((await call('sign-in', { account: email, password: 'a lantern on the roof' })).code).toBe(200);
});

test('shows a mail as HTML that runs and loads nothing, and whose links open in a tab of their own', async () => {
  const user = await makeUser(server.sql, { role: 'owner' });
  server.clock.forward(1);
  await server.ask('email-forget-password', { email: user.email });
  expect(await sendMails(server.context)).toBe(1);
  const path = linksOf((await get('/dev/mail')).body)[0]!;
  const page = await get(path);
  expect(page.body).toContain(`src="${path}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"`);
  const html = await get(`${path}/html`);
  expect(html.headers['content-security-policy']).toContain(
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
  );
  expect(html.body).toContain('<base target="_blank">');
  expect(html.body).toMatch(/href="http:\/\/localhost:8080\/[^"]+"/);
});

test('escapes what a mail contains, and offers its attachment', async () => {
  const bytes = Buffer.from('%PDF-1.7 a report');
  await writeAndStore({
    subject: '<script>alert(1)</script>',
    to: '"a&b"@example.com',
    text: '</pre><b>',
    attachment: { name: 'report.pdf', bytes },
  });
  const list = (await get('/dev/mail')).body;
  const path = linksOf(list)[0]!;
  const { body } = await get(path);
  for (const text of [list, body]) {
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  }
  expect(body).toContain('&lt;/pre&gt;&lt;b&gt;');
  const file = await get(`${path}/attachment`);
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.rawPayload).toEqual(bytes);
});

test('has no attachment, no mail and no other file under another name', async () => {
  await writeAndStore({});
  const path = linksOf((await get('/dev/mail')).body)[0]!;
  for (const wrong of [`${path}/attachment`, '/dev/mail/x', '/dev/mail/..%2Ffirmware-key', '/dev/mail/%2e%2e/html'])
    expect((await get(wrong)).statusCode, wrong).toBe(404);
});

const FOREIGN: readonly Parameters<typeof get>[1][] = [
  { remoteAddress: '192.0.2.7' },
  { remoteAddress: '10.0.0.4' },
  { headers: { 'x-forwarded-for': '192.0.2.7' } },
  { headers: { forwarded: 'for=192.0.2.7' } },
  { headers: { host: 'solar.example.com' } },
];

test('shows nothing to another machine, through a proxy, or under another name of this machine', async () => {
  await writeAndStore({});
  const path = linksOf((await get('/dev/mail')).body)[0]!;
  for (const url of ['/dev/mail', path, `${path}/html`]) {
    for (const from of FOREIGN) {
      expect((await get(url, from)).statusCode, `${url} ${JSON.stringify(from)}`).toBe(404);
    }
    expect((await get(url, { remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(200);
  }
});

test('stores the newest 200 mails only', async () => {
  const { sql, clock, context } = server;
  for (let n = 0; n < 3; n++) {
    await sql.begin(async (tx) => {
      for (let m = 0; m < 80; m++)
        await writeMail(
          tx,
          {
            purpose: 'passwordChanged',
            sid: null,
            brand: 0,
            to: 'ann@example.com',
            subject: `Mail ${n}-${m}`,
            text: 'x',
            html: 'x',
            stopUrl: '',
            attachment: null,
          },
          clock.now(),
        );
    });
    clock.forward(1);
    expect(await sendMails(context)).toBe(80);
  }
  expect(readdirSync(mailFolder(context.config))).toHaveLength(MAX_STORED_MAILS);
  const { body } = await get('/dev/mail');
  expect(linksOf(body)).toHaveLength(MAX_STORED_MAILS);
  expect(body.indexOf('Mail 2-')).toBeLessThan(body.indexOf('Mail 1-'));
});

test('exists neither in production, nor with a mail server, nor without a demonstration', async () => {
  const production = { ...server.context.config, production: true };
  const sending = parseConfig({
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com' },
    production: false,
    isRoot: false,
  });
  const mute = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
  for (const config of [production, sending, mute]) {
    const other = await buildApp({ ...server.context, config });
    const answer = await other.inject({ url: '/dev/mail', headers: { host: 'localhost:8080' } });
    expect(answer.statusCode).toBe(404);
    await other.close();
  }
});
