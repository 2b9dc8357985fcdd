// The examples of docs/integrate/api.md, run as they stand there against a listening server, with a token that reads.
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { sendDeliveries } from '../src/channels/sendDeliveries.ts';
import { childEnvironment } from '../src/config.ts';
import { makeCompany, makeSite, makeUser } from './factories.ts';
import { openReceiver } from './receiver.ts';
import { makeApiToken } from './signIns.ts';
import { testServer } from './testServer.ts';

const { app, ask, clock, context, signedIn, sql } = await testServer();
const run = promisify(execFile);
const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/integrate/api.md'), 'utf8');

/** By the language of their block, each of which stands there once. */
const examples = new Map(
  [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => [language!, text!]),
);
const PROGRAMS: Record<string, (text: string) => [string, string[]]> = {
  bash: (text) => ['bash', ['-c', text]],
  js: (text) => [process.execPath, ['--input-type=module', '--eval', text]],
  python: (text) => ['python3', ['-c', text]],
};

const companyId = await makeCompany(sql);
const { id } = await makeUser(sql, { role: 'installer', companyId });
await makeSite(sql, { companyId, name: 'Seeblick 12' });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

test('there is one in each of three languages, and a receiver of webhooks', () => {
  expect([...examples.keys()].toSorted()).toEqual([...Object.keys(PROGRAMS), 'mjs'].toSorted());
});

test('the receiver takes what is signed with its secret, once, and nothing else', async () => {
  const receiver = await openReceiver();
  // A free port, left at once.
  const { port } = new URL(receiver.url);
  await receiver.close();
  const token = await signedIn(id);
  const asked = { name: 'Example', url: `http://127.0.0.1:${port}/`, events: ['alert.began' as const] };
  const webhook = await ask('webhook/create', asked, { token });
  const env = { ...childEnvironment(), SECRET: webhook.secret, PORT: port };
  const program = spawn(process.execPath, ['--input-type=module', '--eval', examples.get('mjs')!], { env });
  onTestFinished(() => void program.kill());
  let told = '';
  program.stdout.on('data', (piece) => (told += piece));
  await expect.poll(() => told).toContain('listening');
  // It looks at the time.
  clock.set(new Date().toISOString());
  const { deliveryId } = await ask('webhook/test', { id: webhook.id }, { token: await signedIn(id) });
  await sendDeliveries(context);
  expect(await sql`select status, state from deliveries`).toEqual([{ status: 204, state: 'sent' }]);
  await expect.poll(() => told).toMatch(/^listening\ntest/);
  const forged = await fetch(asked.url, {
    method: 'POST',
    headers: {
      'webhook-id': deliveryId,
      'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"type":"forged","data":{}}',
  });
  expect(forged.status).toBe(401);
  expect(told).not.toContain('forged');
});

test.each(Object.keys(PROGRAMS))('the example in %s tells of the plants', async (language) => {
  const { token } = await makeApiToken(sql, { userId: id, at: clock.now() });
  const [program, given] = PROGRAMS[language]!(examples.get(language)!);
  const env = { ...childEnvironment(), HELIOGRAPH: address, TOKEN: token };
  const { stdout } = await run(program, given, { env });
  expect(stdout).toContain('Seeblick 12');
  await expect(run(program, given, { env: { ...env, TOKEN: 'none' } })).rejects.toThrow();
});
