// Tests the check of the public certificate against real TLS servers: trusted, refused with its reason, unreachable; and its log lines and metric.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { certificateJob } from '../../jobs/schedule.ts';
import { metrics } from '../metrics.ts';
import { checkCertificate, watchCertificate } from './certificateCheck.ts';

// Self-signed certificate for localhost, trusted only where it is given explicitly. It expires on 2126-10-29.
const data = join(import.meta.dirname, '../../../test/data/tls');
const cert = readFileSync(join(data, 'cert.pem'));
const key = readFileSync(join(data, 'key.pem'));
const open: Server[] = [];
const close = (server: Server) => new Promise((closed) => server.close(closed));
afterEach(async () => {
  for (const server of open.splice(0)) await close(server);
});

async function opened(server: Server): Promise<number> {
  open.push(server.listen(0, 'localhost'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
/** Starts a server like a proxy that terminates TLS. */
const proxy = (options: object = {}) => opened(createServer({ cert, key, ...options }).on('tlsClientError', () => {}));
const at = (port: number, host = 'localhost') => new URL(`https://${host}:${port}`);

test('returns the expiry of a trusted certificate', async () => {
  expect(await checkCertificate(at(await proxy()), { ca: cert })).toEqual({
    state: 'trusted',
    endsAt: new Date('2126-10-29T04:56:21Z'),
  });
});

test('refuses an untrusted certificate and one of another name', async () => {
  const port = await proxy();
  expect(await checkCertificate(at(port))).toEqual({ state: 'refused', why: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const { address } = open[0]!.address() as AddressInfo;
  const other = address.includes(':') ? `[${address}]` : address;
  expect(await checkCertificate(at(port, other), { ca: cert })).toEqual({
    state: 'refused',
    why: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('reports a closed port, a server without TLS and one with only old TLS versions as unseen', async () => {
  const closedPort = await proxy();
  await close(open.pop()!);
  expect(await checkCertificate(at(closedPort), { ca: cert })).toEqual({ state: 'unseen', why: 'ECONNREFUSED' });
  const plain = await opened(createPlain());
  expect(await checkCertificate(at(plain), { ca: cert })).toMatchObject({ state: 'unseen' });
  const old = await proxy({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
  expect(await checkCertificate(at(old), { ca: cert })).toMatchObject({ state: 'unseen' });
});

test('logs each change once, and exports the days left as a metric', async () => {
  const lines: unknown[] = [];
  const record = (level: string) => (status: { state: string }, message: string) =>
    lines.push([level, status.state, message]);
  const log = { warn: record('warn'), info: record('info') } as unknown as Parameters<typeof check>[0]['log'];
  let now = new Date('2126-06-01T00:00:00Z');
  const clock = { now: () => now };
  const port = await proxy();
  const check = watchCertificate({ publicUrl: at(port).origin }, cert);
  const runCheck = () => check({ log, clock });
  const days = async () =>
    /^heliograph_public_certificate_days\{host="localhost:\d+"\} (\S+)$/m.exec(await metrics.metrics())?.[1];

  await runCheck();
  expect([lines.splice(0), Math.floor(Number(await days()))]).toEqual([[], 150]);
  now = new Date('2126-10-20T00:00:00Z');
  await runCheck();
  await runCheck();
  expect(lines.splice(0)).toEqual([['warn', 'trusted', 'the certificate at PUBLIC_URL ends soon']]);
  expect(Math.floor(Number(await days()))).toBe(9);

  await watchCertificate({ publicUrl: at(port).origin })({ log, clock });
  expect(lines.splice(0)).toEqual([['warn', 'refused', 'browsers refuse the certificate at PUBLIC_URL']]);
  expect(await days()).toBe('0');

  const server = open.pop()!;
  await close(server);
  await runCheck();
  expect(lines.splice(0)).toEqual([['warn', 'unseen', 'the certificate at PUBLIC_URL could not be checked']]);
  expect(await days()).toBeUndefined();
  open.push(server.listen(port, 'localhost'));
  await once(server, 'listening');
  now = new Date('2126-06-01T00:00:00Z');
  await runCheck();
  expect(lines.splice(0)).toEqual([['info', 'trusted', 'the certificate at PUBLIC_URL is trusted']]);
});

test('checks the certificate only in production behind https', () => {
  const config = (production: boolean, publicUrl: string) =>
    parseConfig({
      env: { PUBLIC_URL: publicUrl, DATABASE_URL: 'postgres://127.0.0.1/x' },
      production,
      isRoot: false,
    });
  expect(Object.keys(certificateJob(config(true, 'https://solar.example.com')))).toEqual(['certificate']);
  expect(certificateJob(config(true, 'http://127.0.0.1:8080'))).toEqual({});
  expect(certificateJob(config(false, 'https://solar.example.com'))).toEqual({});
});
