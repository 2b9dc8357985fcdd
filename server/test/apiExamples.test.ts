// Runs the examples of docs/integrate/api.md, unchanged, against a listening server with a read token, and the receiver of docs/integrate/webhooks.md.
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { childEnvironment } from '../src/config.ts';
import { sendDeliveries } from '../src/notifications/sendDeliveries.ts';
import { makeCompany, makeSite, makeUser } from './factories.ts';
import { openReceiver } from './receiver.ts';
import { makeApiToken } from './signIns.ts';
import { testServer } from './testServer.ts';

const { app, ask, clock, context, signedIn, sql } = await testServer();
const run = promisify(execFile);

/** Code blocks of a page with their language, in order; JSON is data. */
function examplesOf(page: string): { language: string; text: string }[] {
  const text = readFileSync(join(resolve(import.meta.dirname, '../../docs/integrate'), page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .map(([, language, text]) => ({ language: language!, text: text! }))
    .filter(({ language }) => language !== 'json');
}
const examples = examplesOf('api.md');
const receivers = examplesOf('webhooks.md');
const PROGRAMS: Record<string, (text: string) => [string, string[]]> = {
  bash: (text) => ['bash', ['-c', text]],
  js: (text) => [process.execPath, ['--input-type=module', '--eval', text]],
  python: (text) => ['python3', ['-c', text]],
};

const companyId = await makeCompany(sql);
const { id } = await makeUser(sql, { role: 'installer', companyId });
const sid = await makeSite(sql, { companyId, name: 'Seeblick 12' });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

test('api.md has two examples for curl, one each for Node and Python, and webhooks.md has a receiver', () => {
  expect(examples.map(({ language }) => language).toSorted()).toEqual(['bash', 'bash', 'js', 'python']);
  expect(receivers.map(({ language }) => language)).toEqual(['mjs']);
});

test('the receiver accepts a message signed with its secret and rejects a forged one', async () => {
  const receiver = await openReceiver();
  // A free port, released immediately.
  const { port } = new URL(receiver.url);
  await receiver.close();
  const token = await signedIn(id);
  const request = { name: 'Example', url: `http://127.0.0.1:${port}/`, events: ['alert.began' as const] };
  const webhook = await ask('webhook/create', request, { token });
  const env = { ...childEnvironment(), SECRET: webhook.secret, PORT: port };
  const program = spawn(process.execPath, ['--input-type=module', '--eval', receivers[0]!.text], { env });
  onTestFinished(() => void program.kill());
  let output = '';
  program.stdout.on('data', (piece) => (output += piece));
  await expect.poll(() => output).toContain('listening');
  // The receiver checks the timestamp.
  clock.set(new Date().toISOString());
  const { deliveryId } = await ask('webhook/test', { id: webhook.id }, { token: await signedIn(id) });
  await sendDeliveries(context);
  expect(await sql`select status, state from deliveries`).toEqual([{ status: 204, state: 'sent' }]);
  await expect.poll(() => output).toMatch(/^listening\ntest/);
  const forged = await fetch(request.url, {
    method: 'POST',
    headers: {
      'webhook-id': deliveryId,
      'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"type":"forged","data":{}}',
  });
  expect(forged.status).toBe(401);
  expect(output).not.toContain('forged');
});

test.each(examples)(
  'an example in $language prints the plant, and fails without a token',
  async ({ language, text }) => {
    const { token } = await makeApiToken(sql, { userId: id, at: clock.now() });
    const [program, given] = PROGRAMS[language]!(text);
    const env = { ...childEnvironment(), HELIOGRAPH: address, TOKEN: token, SID: sid };
    const { stdout } = await run(program, given, { env });
    expect(stdout).toContain('Seeblick 12');
    await expect(run(program, given, { env: { ...env, TOKEN: 'none' } })).rejects.toThrow();
  },
);
