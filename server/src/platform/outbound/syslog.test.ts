// Tests sending the log to another machine: framed, in order, over TLS with a verified certificate, also after an outage.
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createPlain } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { openSyslog, type Syslog } from './syslog.ts';

// Self-signed certificate for localhost, trusted only where it is given explicitly.
const data = join(import.meta.dirname, '../../../test/data/tls');
const pair = { cert: readFileSync(join(data, 'cert.pem')), key: readFileSync(join(data, 'key.pem')) };
const ca = encodeURIComponent(join(data, 'cert.pem'));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a server that receives lines, like a log collector. */
async function startCollector(port = 0) {
  let text = '';
  const sockets = new Set<TLSSocket>();
  const server: Server = createServer(pair, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  }).listen(port, 'localhost');
  server.on('tlsClientError', () => {});
  await new Promise((opened) => server.once('listening', opened));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      for (const socket of sockets) socket.destroy();
    });
  /** Makes open connections stop reading. */
  const pause = () => {
    for (const socket of sockets) socket.pause();
  };
  const { port: boundPort } = server.address() as AddressInfo;
  return { close, pause, port: boundPort, text: () => text, connections: () => sockets.size };
}
const opened = (address: string): Syslog => {
  const syslog = openSyslog(address, 20);
  ends.push(syslog.close);
  return syslog;
};
/** Splits a text into its messages by their length prefixes; throws if one is wrong. */
function messagesOf(text: string): string[] {
  const list: string[] = [];
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    const [, digits] = /^(\d+) /.exec(rest.toString('latin1', 0, 12))!;
    const begin = digits!.length + 1;
    list.push(rest.toString('utf8', begin, begin + Number(digits)));
    rest = rest.subarray(begin + Number(digits));
  }
  return list;
}

test('sends each line when it is written, with its length in octets and its severity', async () => {
  const collector = await startCollector();
  ends.push(collector.close);
  const syslog = opened(`tls://localhost:${collector.port}?ca=${ca}`);
  const log = pino({ base: null }, pino.multistream([{ stream: syslog }]));
  log.info({ who: 'Ärger 日' }, 'signed in');
  log.warn('refused');
  log.error('failed');
  await expect.poll(() => messagesOf(collector.text()).length).toBe(3);
  const messages = messagesOf(collector.text());
  expect(messages.map((each) => /^<(\d+)>1 \S+ \S+ heliograph \d+ - - \{/.exec(each)?.[1])).toEqual(['86', '84', '83']);
  expect(messages[0]).toContain('"who":"Ärger 日"');
});

test('sends lines written during an outage in order afterwards', async () => {
  const first = await startCollector();
  const { port } = first;
  const syslog = opened(`tls://localhost:${port}?ca=${ca}`);
  syslog.write('{"n":0}\n');
  await expect.poll(() => messagesOf(first.text()).length).toBe(1);
  await first.close();
  // A lost connection is noticed by the first line that cannot be sent; later lines wait.
  const later = await startCollector(port);
  ends.push(later.close);
  await expect.poll(() => later.connections()).toBe(1);
  for (const n of [1, 2, 3]) syslog.write(`{"n":${n}}\n`);
  await expect
    .poll(() => messagesOf(later.text()).map((each) => each.slice(-7)))
    .toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

test('keeps lines written before the collector was first reachable', async () => {
  const probe = await startCollector();
  const { port } = probe;
  await probe.close();
  const syslog = opened(`tls://localhost:${port}?ca=${ca}`);
  for (const n of [1, 2, 3]) syslog.write(`{"n":${n}}\n`);
  const collector = await startCollector(port);
  ends.push(collector.close);
  await expect
    .poll(() => messagesOf(collector.text()).map((each) => each.slice(-7)))
    .toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

test('sends lines that wait for a slow collector before the server ends', async () => {
  const collector = await startCollector();
  ends.push(collector.close);
  const syslog = opened(`tls://localhost:${collector.port}?ca=${ca}`);
  syslog.write('{"n":0}\n');
  await expect.poll(() => messagesOf(collector.text()).length).toBe(1);
  const long = 'x'.repeat(2_000);
  for (let n = 1; n <= 500; n++) syslog.write(`{"n":${n},"long":"${long}"}\n`);
  await syslog.close();
  await expect.poll(() => messagesOf(collector.text()).length).toBe(501);
  expect(messagesOf(collector.text()).at(-1)).toContain('{"n":500,');
});

test('reconnects to a collector that stops reading', async () => {
  const collector = await startCollector();
  ends.push(collector.close);
  const syslog = openSyslog(`tls://localhost:${collector.port}?ca=${ca}`, 20, 300);
  ends.push(syslog.close);
  syslog.write('{"n":0}\n');
  await expect.poll(() => messagesOf(collector.text()).length).toBe(1);
  collector.pause();
  const long = 'x'.repeat(20_000);
  for (let n = 1; n <= 600; n++) syslog.write(`{"n":${n},"long":"${long}"}\n`);
  await expect.poll(() => collector.connections(), { timeout: 5_000 }).toBe(2);
  await expect.poll(() => collector.text(), { timeout: 5_000 }).toContain('{"n":600,');
});

test('gives up a connection that is still being opened when the server ends', async () => {
  const mute = createPlain().listen(0, '127.0.0.1');
  await new Promise((open) => mute.once('listening', open));
  const closed = new Promise<void>((done) => mute.once('connection', (socket) => socket.once('close', () => done())));
  const syslog = openSyslog(`tls://127.0.0.1:${(mute.address() as AddressInfo).port}`);
  await new Promise((reached) => mute.once('connection', reached));
  await syslog.close();
  await closed;
  await new Promise((ended) => mute.close(ended));
}, 5_000);

test('sends nothing to a collector with an untrusted certificate or one of another name', async () => {
  const collector = await startCollector();
  ends.push(collector.close);
  for (const address of [`tls://localhost:${collector.port}`, `tls://127.0.0.1:${collector.port}?ca=${ca}`]) {
    const syslog = opened(address);
    syslog.write('{"n":1}\n');
  }
  // A trusted connection, opened after them, delivers its line.
  opened(`tls://localhost:${collector.port}?ca=${ca}`).write('{"n":2}\n');
  await expect.poll(() => messagesOf(collector.text()).length).toBe(1);
  expect(collector.text()).toContain('{"n":2}');
});

test('refuses an address without TLS, and a missing file at start', () => {
  const parse = (LOG_SYSLOG: string) => parseConfig({ env: { LOG_SYSLOG }, production: false, isRoot: false });
  expect(parse('tls://logs.example.com:6514').logSyslog).toBe('tls://logs.example.com:6514');
  for (const address of ['udp://logs.example.com:514', 'tcp://logs.example.com', 'logs.example.com'])
    expect(() => parse(address)).toThrow(/^The setting LOG_SYSLOG .* is not the tls address/);
  expect(() => openSyslog('tls://localhost?ca=/missing.pem')).toThrow(/of LOG_SYSLOG cannot be read/);
});
