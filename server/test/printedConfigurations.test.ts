// The configurations of nginx, Caddy, Prometheus and systemd that the documentation prints, run by the programs themselves.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { createServer, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { freePort } from './freePort.ts';
import { describeWithProgram, startProgram } from './program.ts';
import { makeApiToken } from './signIns.ts';
import { testServer } from './testServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'heliograph-configurations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tls = resolve(import.meta.dirname, 'data/tls');
const HOST = 'solar.example.com';
const BODY_BYTES = 17 * 1024 * 1024;

/** Returns the code block of a page that begins with the given words. */
function printed(page: string, start: string): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs', page), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  const block = blocks.find((each) => each.startsWith(start));
  if (!block) throw new Error(`no such block in ${page}`);
  return block;
}

/** Replaces each text, which must occur. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`${from} is missing`);
    return all.replaceAll(from, to);
  }, text);
}

/** Writes a configuration and returns its path. */
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

function request(module: typeof http | typeof https, options: https.RequestOptions, body?: Buffer): Promise<Answer> {
  return new Promise((done, reject) => {
    const sent = module.request(
      { host: '127.0.0.1', servername: HOST, rejectUnauthorized: false, agent: false, ...options },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          done({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(pieces).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A server behind the proxy: answers its request's headers and the size of its body; /live streams two parts, the second when the first has arrived. */
async function openUpstream(): Promise<{ port: number; endStream: () => void }> {
  let endStream = (): void => {};
  const server = createServer(async (incoming, response) => {
    let bytes = 0;
    for await (const piece of incoming) bytes += (piece as Buffer).length;
    if (incoming.url !== '/live') return response.end(JSON.stringify({ headers: incoming.headers, bytes }));
    response.write('first');
    endStream = () => response.end('second');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  return { port: (server.address() as AddressInfo).port, endStream: () => endStream() };
}

/** Checks what docs/operate/tls.md requires of a proxy. */
async function checkProxy(
  { endStream }: Awaited<ReturnType<typeof openUpstream>>,
  { httpPort, httpsPort }: { httpPort: number; httpsPort: number },
  output: () => string,
): Promise<void> {
  const forged = { host: HOST, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
  const secure = (path: string, body?: Buffer) =>
    request(https, { port: httpsPort, path, method: body ? 'POST' : 'GET', headers: forged }, body);
  await expect.poll(() => secure('/v2/x').then(({ status }) => status, output), { timeout: 20_000 }).toBe(200);
  const { headers } = JSON.parse((await secure('/v2/x')).text) as { headers: Record<string, string> };
  expect(headers).toMatchObject({ host: HOST, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  expect(JSON.parse((await secure('/v2/upload', Buffer.alloc(BODY_BYTES))).text)).toMatchObject({ bytes: BODY_BYTES });
  const plain = await request(http, { port: httpPort, path: '/plants?page=2', headers: { host: HOST } });
  expect(plain.status).toBe(308);
  expect(plain.headers.location).toMatch(/^https:\/\/solar\.example\.com(:\d+)?\/plants\?page=2$/);
  // The first part arrives although the answer has not ended.
  await new Promise<void>((done, reject) => {
    const options = { host: '127.0.0.1', port: httpsPort, path: '/live', servername: HOST, headers: { host: HOST } };
    const live = https.request({ ...options, rejectUnauthorized: false, agent: false }, (response) => {
      response.once('data', (piece: Buffer) => {
        expect(piece.toString()).toBe('first');
        endStream();
      });
      response.on('end', done);
    });
    live.on('error', reject);
    live.end();
  });
}

describeWithProgram('/usr/sbin/nginx', 'the documented nginx configuration', () => {
  test('passes addresses, uploads and streams on', async () => {
    const upstream = await openUpstream();
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const servers = replaceAll(printed('operate/tls.md', 'server {'), {
      'listen 80;': `listen 127.0.0.1:${httpPort};`,
      'listen 443 ': `listen 127.0.0.1:${httpsPort} `,
      '/etc/letsencrypt/live/solar.example.com/fullchain.pem': join(tls, 'cert.pem'),
      '/etc/letsencrypt/live/solar.example.com/privkey.pem': join(tls, 'key.pem'),
      'http://127.0.0.1:8080': `http://127.0.0.1:${upstream.port}`,
    });
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path ${folder}/${n};`);
    const conf = file(
      'nginx.conf',
      `daemon off; user root; pid ${folder}/nginx.pid; error_log stderr;
      events {} http { access_log off; ${paths.join(' ')} ${servers} }`,
    );
    const output = startProgram('/usr/sbin/nginx', ['-c', conf, '-p', folder]);
    await checkProxy(upstream, { httpPort, httpsPort }, output);
  });
});

describeWithProgram('/usr/bin/caddy', 'the documented Caddy configuration', () => {
  test('passes addresses, uploads and streams on', async () => {
    const upstream = await openUpstream();
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const site = replaceAll(printed('operate/tls.md', 'solar.example.com {'), {
      '127.0.0.1:8080': `127.0.0.1:${upstream.port}`,
    });
    // Certificates of its own, as this machine is not solar.example.com.
    const options = `{\n  admin off\n  local_certs\n  skip_install_trust\n  http_port ${httpPort}\n  https_port ${httpsPort}\n  default_bind 127.0.0.1\n}\n`;
    const args = ['run', '--adapter', 'caddyfile', '--config', file('Caddyfile', options + site)];
    const output = startProgram('/usr/bin/caddy', args, { HOME: folder, XDG_DATA_HOME: folder });
    await checkProxy(upstream, { httpPort, httpsPort }, output);
  });
});

describeWithProgram('/usr/sbin/mosquitto', 'the documented Mosquitto configurations', () => {
  test('let devices report to the broker, which copies the reports to another one', async () => {
    const [port, otherPort] = [await freePort(), await freePort()];
    const accountsOf = (name: string): string => {
      const path = file(name, 'heliograph:secret\nD3C6E493:device\n');
      execFileSync('mosquitto_passwd', ['-U', path]);
      return path;
    };
    const broker = replaceAll(printed('operate/mqtt.md', 'listener 1883'), {
      'listener 1883': `user root\nlistener ${port} 127.0.0.1`,
      '/etc/mosquitto/passwords': accountsOf('passwords'),
      '/etc/mosquitto/acl': file('acl', printed('operate/mqtt.md', 'user heliograph')),
      '/var/lib/mosquitto/': `${folder}/`,
    });
    const bridge = replaceAll(printed('operate/mqtt.md', 'connection copy'), {
      'broker.example.org:8883': `127.0.0.1:${otherPort}`,
      'bridge_cafile /etc/ssl/certs/ca-certificates.crt\n': '',
      SECRET: 'secret',
    });
    const others = file('otherAcl', 'user heliograph\ntopic write hg/+/up/#\ntopic read hg/+/up/#\n');
    const other = `user root\nlistener ${otherPort} 127.0.0.1\npassword_file ${accountsOf('others')}\nacl_file ${others}\n`;
    startProgram('/usr/sbin/mosquitto', ['-c', file('other.conf', other)]);
    startProgram('/usr/sbin/mosquitto', ['-c', file('mosquitto.conf', broker + bridge)]);
    const signIn = (to: number, username: string, password: string) => {
      const client = mqtt.connect(`mqtt://127.0.0.1:${to}`, { username, password, reconnectPeriod: 100 });
      // Until the broker listens.
      client.on('error', () => {});
      onTestFinished(() => void client.end(true));
      return client;
    };
    const reader = signIn(otherPort, 'heliograph', 'secret');
    const received: string[] = [];
    reader.on('message', (topic, text) => received.push(`${topic} ${text}`));
    await reader.subscribeAsync('hg/+/up/#', { qos: 1 });
    const device = signIn(port, 'D3C6E493', 'device');
    // A report of another device is refused by the access list, silently.
    const report = () =>
      Promise.all(['AAAAAAAA', 'D3C6E493'].map((sn) => device.publishAsync(`hg/${sn}/up/report`, sn, { qos: 1 })));
    await expect
      .poll(() => report().then(() => received.join()), { timeout: 30_000 })
      .toContain('hg/D3C6E493/up/report');
    expect(received.join()).not.toContain('AAAAAAAA');
  });
});

describeWithProgram('/usr/bin/prometheus', 'the documented Prometheus configuration', async () => {
  const { app, clock, sql } = await testServer();

  test('scrapes the figures of a plant', async () => {
    const user = await makeUser(sql);
    const sid = await makeSite(sql, { companyId: user.companyId, name: 'Mill Lane' });
    await makeDevice(sql, { sid });
    const { token } = await makeApiToken(sql, { userId: user.id, at: clock.now() });
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const scrape = replaceAll(printed('integrate/prometheus.md', 'scrape_configs:'), {
      '60s': '1s',
      'scheme: https': 'scheme: http',
      SID: sid,
      TOKEN: token,
      'solar.example.com': address.host,
    });
    const port = await freePort();
    const args = [`--config.file=${file('prometheus.yml', scrape)}`, `--storage.tsdb.path=${folder}/tsdb`];
    const output = startProgram('/usr/bin/prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`]);
    const devices = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/query?query=heliograph_plant_devices`).then(
        (answer) => answer.text(),
        output,
      );
    await expect.poll(devices, { timeout: 30_000 }).toContain('"plant":"Mill Lane"');
  });
});

describeWithProgram('/usr/bin/systemd-analyze', 'the packaged service', () => {
  test('is one that systemd accepts', () => {
    const packaged = readFileSync(resolve(import.meta.dirname, '../../packaging/files/heliograph.service'), 'utf8');
    const unit = replaceAll(packaged, { '/usr/lib/heliograph/bin/heliograph serve': '/bin/true' });
    // Warnings are printed, errors also end with a code.
    const output = execFileSync('systemd-analyze', ['verify', '--man=no', file('heliograph.service', unit)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(output).toBe('');
  });
});
