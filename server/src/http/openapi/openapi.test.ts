// The description lists every call of the contract, and its references resolve.
import { createHash } from 'node:crypto';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import type { Description } from './describeCalls.ts';

const { app } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const response = await app.inject({ url: '/openapi.json' });
const description = response.json() as Description;
const table = Object.entries(calls as Record<string, Call>);

test('/openapi.json lists every path with its access and refusals', () => {
  expect(response.headers['content-type']).toContain('application/json');
  expect(Object.keys(description.paths).toSorted()).toEqual(table.map(([path]) => `/v2/${path}`).toSorted());
  for (const [path, call] of table) {
    const { post } = description.paths[`/v2/${path}`]!;
    expect(post.summary, path).toBe(call.summary);
    expect(post.security.length, path).toBe(call.access === 'public' ? 0 : 1);
    const words = post['x-refusals'].map(({ word }) => word);
    expect(words, path).toEqual(expect.arrayContaining([...call.errors, 'badRequest']));
  }
  expect(description.servers).toEqual([{ url: 'https://solar.example.com' }]);
});

test('by a scope it lists the calls that such a token may make', async () => {
  const pathsOf = async (scope: string) => {
    const described = (await app.inject({ url: `/openapi.json?scope=${scope}` })).json() as Description;
    return new Set(Object.keys(described.paths).map((path) => path.replace('/v2/', '')));
  };
  const [read, control, other] = [await pathsOf('read'), await pathsOf('control'), await pathsOf('everything')];
  expect(other.size).toBe(table.length);
  for (const [path, { access, changes }] of table) {
    const isAccount = path.startsWith('account/') && path !== 'account/info';
    expect([path, control.has(path)]).toEqual([path, access === 'public' || !isAccount]);
    expect([path, read.has(path)]).toEqual([path, access === 'public' || (!isAccount && !changes)]);
  }
});

test('every reference resolves', () => {
  const references = [...response.body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!);
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) {
    const steps = reference.replace('#/', '').split('/');
    const target = steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], description);
    expect(target, reference).toBeDefined();
  }
});

test('calls that take or answer files are described as such', async () => {
  const { post: picture } = description.paths['/v2/account/picture']!;
  expect(picture.requestBody).toMatchObject({
    content: {
      'multipart/form-data': { schema: { properties: { picture: { type: 'string', format: 'binary' } } } },
    },
  });
  expect(picture.description).toContain('at most 1 file(s) of 1 MB each');
  expect(picture['x-refusals'].map(({ word }) => word)).toContain('fileTooLarge');
  const { post: download } = description.paths['/v2/device/history/download']!;
  const { content } = download.responses[200] as { content: object };
  expect(Object.keys(content)).toEqual([
    'text/csv; charset=utf-8',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.apache.parquet',
    'application/json',
  ]);
  const { body } = await app.inject({ url: '/api' });
  expect(body).toContain('<code>text/csv; charset=utf-8</code>');
  expect(body).toContain('<code>multipart/form-data</code>');
});

test('changes take an idempotency key, other calls do not', () => {
  const takesKey = (path: string) =>
    JSON.stringify(description.paths[`/v2/${path}`]!.post.parameters).includes('idempotencyKey');
  expect(takesKey('account/update')).toBe(true);
  expect(takesKey('account/info')).toBe(false);
});

test('/api shows every call to people, without scripts, under the strict content policy', async () => {
  const page = await app.inject({ url: '/api' });
  const { body, headers } = page;
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  for (const path of Object.keys(description.paths)) expect(body).toContain(`<code>POST ${path}</code>`);
  expect(body).not.toContain('<script');
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(body)!;
  const hash = createHash('sha256').update(style!).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
});
