// Security headers of every response: pages, calls, refusals, faults, unknown addresses, bytes that are no request.
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';

const HSTS = 'max-age=31536000; includeSubDomains';
/** Policy of every response, pages included: no framing, and nothing is loaded that is not listed. */
const CLOSED = /^default-src 'none'(;.*)?; frame-ancestors 'none'$/;
const json = { 'content-type': 'application/json' };
const requests: [string, InjectOptions][] = [
  ['the page', { url: '/', headers: { accept: 'text/html' } }],
  ['a call', { method: 'POST', url: '/v2/common/portal', headers: json, payload: '{}' }],
  ['a refusal', { method: 'POST', url: '/v2/site/overview', headers: json, payload: '{}' }],
  ['a malformed body', { method: 'POST', url: '/v2/sign-in', headers: json, payload: '{' }],
  ['a body too large', { method: 'POST', url: '/v2/sign-in', headers: json, payload: 'x'.repeat(300_000) }],
  ['an unknown call', { method: 'POST', url: '/v2/no/such/call', headers: json, payload: '{}' }],
  ['an unknown address', { url: '/no/such.file' }],
  ['a malformed address', { url: '/%zz' }],
  ['an unsupported method', { method: 'DELETE', url: '/v2/sign-in' }],
  ['a trace', { method: 'TRACE' as 'GET', url: '/v2/sign-in' }],
  ['a redirect', { url: '/index.html' }],
  ['the description', { url: '/openapi.json' }],
  ['the readable description', { url: '/api' }],
  ['a missing picture', { url: '/files/AAAAAAAAAAAAAAAAAAAAAA' }],
  ['health', { url: '/healthz' }],
  ['readiness', { url: '/readyz' }],
  ['metrics', { url: '/metrics' }],
  ['a refused live stream', { url: '/live?sid=x' }],
];

describe('behind https, the security headers are complete', async () => {
  const { app, sql } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });

  test.each(requests)('%s', async (_, request) => {
    const { headers } = await app.inject(request);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBe(HSTS);
    expect(headers['content-security-policy']).toMatch(CLOSED);
    expect(headers['set-cookie']).toBeUndefined();
    // A page sends other sites no more of its address than the host.
    if (headers['content-type']?.toString().startsWith('text/html'))
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    if (headers['content-length'] !== '0') expect(headers['content-type']).toMatch(/; charset=utf-8$/);
  });

  test.each(['/', '/pvPlant', '/api'])('%s sends other sites no more of its address than the host', async (url) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });

  test.each(['/i.php', '/t.php'])('a device at %s gets no unnecessary headers', async (url) => {
    const { headers } = await app.inject({ method: 'POST', url, payload: 'no frame' });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('a trace echoes nothing of the request', async () => {
    const headers = { authorization: 'a token', cookie: 'a=b' };
    const answer = await app.inject({ method: 'TRACE' as 'GET', url: '/v2/sign-in', headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toMatch(/token|a=b/);
  });

  test('a fault', async () => {
    await sql`alter table users rename to gone`;
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: '/v2/sign-in',
      headers: json,
      payload: { account: 'a@b.example', password: 'a long sentence' },
    });
    await sql`alter table gone rename to users`;
    expect(statusCode).toBe(500);
    expect([headers['x-content-type-options'], headers['strict-transport-security']]).toEqual(['nosniff', HSTS]);
    expect(headers['content-security-policy']).toMatch(CLOSED);
  });

  test.each([
    ['bytes that are no request', 'hello\r\n\r\n', ' 400 '],
    ['a header without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, ' 431 '],
    ['a request without a host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', ' 400 '],
    ['an expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n', ' 417 '],
  ])('%s', async (_, bytes, status) => {
    await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {});
    const { port } = app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk));
      socket.on('close', () => resolve(text));
      socket.on('error', () => {});
    });
    expect(answer).toContain(status);
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
    expect(answer).toContain(`strict-transport-security: ${HSTS}\r\n`);
    expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n");
  });
});

describe('by plain http, the security headers are those without TLS', async () => {
  const { app } = await testServer();

  test.each(requests)('%s', async (_, request) => {
    const { headers } = await app.inject(request);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).toMatch(CLOSED);
  });
});
