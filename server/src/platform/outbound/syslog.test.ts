// The log on its way to another machine: framed, in order, over TLS to the one that its certificate names, after a while without it, too.
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createPlain } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { openSyslog, type Syslog } from './syslog.ts';

// Of the name localhost, signed by itself: whoever trusts it, trusts it alone.
const data = join(import.meta.dirname, '../../../test/data/tls');
const pair = { cert: readFileSync(join(data, 'cert.pem')), key: readFileSync(join(data, 'key.pem')) };
const ca = encodeURIComponent(join(data, 'cert.pem'));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** What takes in lines, as a collector of logs does. */
async function collector(port = 0) {
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
  /** Those that are there take in nothing more. */
  const pause = () => {
    for (const socket of sockets) socket.pause();
  };
  const { port: itsPort } = server.address() as AddressInfo;
  return { close, pause, port: itsPort, text: () => text, connections: () => sockets.size };
}
const opened = (address: string): Syslog => {
  const syslog = openSyslog(address, 20);
  ends.push(syslog.close);
  return syslog;
};
/** The messages of a text, each as long as it says; throws where one does not. */
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

test('each line leaves as it is written, counted in octets, with its severity', async () => {
  const there = await collector();
  ends.push(there.close);
  const syslog = opened(`tls://localhost:${there.port}?ca=${ca}`);
  const log = pino({ base: null }, pino.multistream([{ stream: syslog }]));
  log.info({ who: 'Ärger 日' }, 'signed in');
  log.warn('refused');
  log.error('failed');
  await expect.poll(() => messagesOf(there.text()).length).toBe(3);
  const messages = messagesOf(there.text());
  expect(messages.map((each) => /^<(\d+)>1 \S+ \S+ heliograph \d+ - - \{/.exec(each)?.[1])).toEqual(['86', '84', '83']);
  expect(messages[0]).toContain('"who":"Ärger 日"');
});

test('what was written while nobody listened comes when somebody does, in its order', async () => {
  const first = await collector();
  const { port } = first;
  const syslog = opened(`tls://localhost:${port}?ca=${ca}`);
  syslog.write('{"n":0}\n');
  await expect.poll(() => messagesOf(first.text()).length).toBe(1);
  await first.close();
  // Its end is noticed by the first line that cannot leave; what follows waits.
  const later = await collector(port);
  ends.push(later.close);
  await expect.poll(() => later.connections()).toBe(1);
  for (const n of [1, 2, 3]) syslog.write(`{"n":${n}}\n`);
  await expect
    .poll(() => messagesOf(later.text()).map((each) => each.slice(-7)))
    .toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

test('lines from before there was anybody to hear them are kept', async () => {
  const probe = await collector();
  const { port } = probe;
  await probe.close();
  const syslog = opened(`tls://localhost:${port}?ca=${ca}`);
  for (const n of [1, 2, 3]) syslog.write(`{"n":${n}}\n`);
  const there = await collector(port);
  ends.push(there.close);
  await expect
    .poll(() => messagesOf(there.text()).map((each) => each.slice(-7)))
    .toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

test('what waits for a slow collector leaves before the server ends', async () => {
  const there = await collector();
  ends.push(there.close);
  const syslog = opened(`tls://localhost:${there.port}?ca=${ca}`);
  syslog.write('{"n":0}\n');
  await expect.poll(() => messagesOf(there.text()).length).toBe(1);
  const long = 'x'.repeat(2_000);
  for (let n = 1; n <= 500; n++) syslog.write(`{"n":${n},"long":"${long}"}\n`);
  await syslog.close();
  await expect.poll(() => messagesOf(there.text()).length).toBe(501);
  expect(messagesOf(there.text()).at(-1)).toContain('{"n":500,');
});

test('one that takes nothing more is left, and reached again', async () => {
  const there = await collector();
  ends.push(there.close);
  const syslog = openSyslog(`tls://localhost:${there.port}?ca=${ca}`, 20, 300);
  ends.push(syslog.close);
  syslog.write('{"n":0}\n');
  await expect.poll(() => messagesOf(there.text()).length).toBe(1);
  there.pause();
  const long = 'x'.repeat(20_000);
  for (let n = 1; n <= 600; n++) syslog.write(`{"n":${n},"long":"${long}"}\n`);
  await expect.poll(() => there.connections(), { timeout: 5_000 }).toBe(2);
  await expect.poll(() => there.text(), { timeout: 5_000 }).toContain('{"n":600,');
});

test('one that is still being reached for is given up with the server', async () => {
  const mute = createPlain().listen(0, '127.0.0.1');
  await new Promise((open) => mute.once('listening', open));
  const closed = new Promise<void>((done) => mute.once('connection', (socket) => socket.once('close', () => done())));
  const syslog = openSyslog(`tls://127.0.0.1:${(mute.address() as AddressInfo).port}`);
  await new Promise((reached) => mute.once('connection', reached));
  await syslog.close();
  await closed;
  await new Promise((ended) => mute.close(ended));
}, 5_000);

test('a collector whose certificate nobody trusts, or of another name, hears nothing', async () => {
  const there = await collector();
  ends.push(there.close);
  for (const address of [`tls://localhost:${there.port}`, `tls://127.0.0.1:${there.port}?ca=${ca}`]) {
    const syslog = opened(address);
    syslog.write('{"n":1}\n');
  }
  // One that is trusted, opened after them, is heard.
  opened(`tls://localhost:${there.port}?ca=${ca}`).write('{"n":2}\n');
  await expect.poll(() => messagesOf(there.text()).length).toBe(1);
  expect(there.text()).toContain('{"n":2}');
});

test('an address without TLS is no setting, and a file that is missing is told at start', () => {
  const parse = (LOG_SYSLOG: string) => parseConfig({ env: { LOG_SYSLOG }, production: false, isRoot: false });
  expect(parse('tls://logs.example.com:6514').logSyslog).toBe('tls://logs.example.com:6514');
  for (const address of ['udp://logs.example.com:514', 'tcp://logs.example.com', 'logs.example.com'])
    expect(() => parse(address)).toThrow(/^The setting LOG_SYSLOG .* is not the tls address/);
  expect(() => openSyslog('tls://localhost?ca=/missing.pem')).toThrow(/of LOG_SYSLOG cannot be read/);
});
