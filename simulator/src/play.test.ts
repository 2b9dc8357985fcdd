// Playing over real sockets: bare requests, correct bodies, an end on the signal, and no failure when the server is unreachable.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { frameAt } from './device.ts';
import { fleet } from './fleet.ts';
import { type PlayClock, playFleet, type Sent } from './play.ts';

const morning = Date.UTC(2026, 5, 12, 9);
const sites = fleet(1, morning).filter((site) => ['balkon', 'seeblick'].includes(site.key));
let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** A clock that jumps to the instant of each wait. */
function steppingClock(startMs: number): PlayClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    waitUntil: async (atMs) => {
      nowMs = Math.max(nowMs, atMs);
    },
  };
}

/** Answers every request with a time, and records the received bytes. */
async function listen(requests: Buffer[]): Promise<string> {
  server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      const headEnd = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1'))?.[1]);
      if (headEnd < 0 || received.length < headEnd + 4 + length) return;
      requests.push(received);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 14\r\nConnection: close\r\n\r\n20260612110000');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('each device posts its frame as a bare request once per interval', async () => {
  const requests: Buffer[] = [];
  const url = await listen(requests);
  const stop = new AbortController();
  const sent: Sent[] = [];
  await playFleet({
    url,
    fleet: sites,
    clock: steppingClock(morning),
    everyS: 300,
    signal: stop.signal,
    onSent: (one) => {
      sent.push(one);
      if (sent.length === 21) stop.abort();
    },
  });
  expect(sent.length).toBeGreaterThanOrEqual(21);
  expect(requests).toHaveLength(sent.length);
  expect(new Set(sent.slice(0, 7).map((one) => one.device.sn)).size).toBe(7);
  for (const one of sent) {
    expect(one.answer).toEqual({ status: 200, body: '20260612110000' });
    expect(frameAt(one.site, one.device, one.atMs)).toEqual(one.frame);
  }
  for (const request of requests) {
    const [head = ''] = request.toString('latin1').split('\r\n\r\n');
    const [line, ...headers] = head.split('\r\n');
    expect(line).toMatch(/^POST \/[it]\.php HTTP\/1\.1$/);
    expect(headers.map((header) => header.split(':')[0]!.toLowerCase()).sort()).toEqual([
      'connection',
      'content-length',
      'host',
    ]);
    const body = request.subarray(head.length + 4);
    expect(body.length).toBe(line!.includes('/i.php') ? 45 : 69);
    expect(body[0]).toBe(0x79);
  }
});

test('an unreachable server is reported, and playing continues', async () => {
  const url = await listen([]);
  server?.close();
  await once(server!, 'close');
  const stop = new AbortController();
  const answers: Sent['answer'][] = [];
  await playFleet({
    url,
    fleet: sites,
    clock: steppingClock(morning),
    everyS: 300,
    signal: stop.signal,
    onSent: ({ answer }) => {
      answers.push(answer);
      if (answers.length === 10) stop.abort();
    },
  });
  expect(answers.length).toBeGreaterThanOrEqual(10);
  for (const answer of answers) expect(answer).toHaveProperty('error');
});

test('playing ends at once for a fleet without devices or with an aborted signal', async () => {
  const stop = new AbortController();
  const play = { url: 'http://127.0.0.1:9', clock: steppingClock(morning), everyS: 300 };
  await playFleet({ ...play, fleet: [], signal: stop.signal });
  stop.abort();
  await playFleet({ ...play, fleet: sites, signal: stop.signal });
});
