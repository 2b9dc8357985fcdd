// The order in which messages of one device take effect, and the handling of limited or forbidden ones.
import { expect, test } from 'vitest';
import { createDeviceSession } from './deviceSession.ts';
import { createMessageDispatcher } from './messageDispatcher.ts';
import type { MessageRateLimiter } from './messageRateLimiter.ts';

const ANNOUNCEMENT = Buffer.from('{"v":1,"kind":"gateway"}');

interface Given {
  address?: string;
  limiter?: Partial<MessageRateLimiter>;
  /** An announcement is stored once this resolves. */
  storing?: Promise<void>;
}

function openDispatcher(given: Given = {}) {
  const log: string[] = [];
  const link = { send: () => true, end: (reason: string) => void log.push(`end ${reason}`) };
  const { address = '203.0.113.7', limiter, storing } = given;
  const session = createDeviceSession(
    { sn: 'GW000001', spelling: 'GW000001', sid: 'S1', address, link, at: new Date(0) },
    undefined,
  );
  const dispatch = createMessageDispatcher({ clock: { now: () => new Date(0) }, log: {} } as never, {
    presence: {
      markChanged: () => {},
      setOnline: (_, isOnline) => void log.push(`online ${isOnline}`),
      countMalformed: () => void log.push('malformed'),
      heartbeat: async () => [],
      close: async () => {},
    },
    rateLimiter: {
      acquire: async () => true,
      canAnnounce: () => true,
      acquireAnnouncement: async () => true,
      ...limiter,
    },
    routing: { useOpenDtu: () => {} },
    commands: { onResult: async (_, { id }) => void log.push(`result ${id}`), onTelemetry: async () => {} },
    ingestAnnouncement: async () => {
      await storing;
      log.push('announcement');
      return 'ack';
    },
    reports: {
      ingest: async () => {
        log.push('report');
        return 'ack';
      },
    },
  });
  const send = (topic: string, payload: Buffer | string) =>
    dispatch(session, { topic: `hg/${topic}`, payload: Buffer.from(payload) });
  return { send, log, session };
}

test('ingests a report after the announcement that was sent at the same time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { send, log } = openDispatcher({ storing: promise });
  const announced = send('GW000001/up/announce', ANNOUNCEMENT);
  const reported = send('GW000001/up/report', '{"v":1,"devices":[]}');
  // A report that did not wait for the announcement would be ingested by now.
  await new Promise(setImmediate);
  expect(log).toEqual([]);
  resolve();
  expect(await Promise.all([announced, reported])).toEqual(['ack', 'ack']);
  expect(log).toEqual(['announcement', 'report']);
});

test.each([
  ['GW000001/up/log', 'ack', []],
  ['GW000001/down/time', 'forbidden', []],
  ['GW000002/up/report', 'forbidden', ['end notAllowed']],
  ['GW000001/up/announce', 'ack', ['malformed']],
  ['GW000001/up/state', 'ack', ['malformed']],
  ['GW000001/up/result', 'ack', ['malformed']],
])('answers invalid JSON on %s with "%s"', async (topic, outcome, expected) => {
  const { send, log } = openDispatcher();
  expect(await send(topic, '{')).toBe(outcome);
  expect(log).toEqual(expected);
});

test.each([
  { name: 'retries messages beyond the limit', limiter: { acquire: async () => false }, outcome: 'retry' },
  {
    name: 'retries announcements that waited too long',
    limiter: { canAnnounce: () => false, acquireAnnouncement: async () => false },
    outcome: 'retry',
  },
  {
    name: 'drops limited announcements of an external broker, whose connections are shared',
    address: '',
    limiter: { canAnnounce: () => false },
    outcome: 'ack',
  },
])('$name', async ({ outcome, ...given }) => {
  const { send, log } = openDispatcher(given);
  expect(await send('GW000001/up/announce', ANNOUNCEMENT)).toBe(outcome);
  expect(log).toEqual([]);
});

test('counts values of an OpenDTU above the rate limit for the page of its gateway', async () => {
  const { send, log, session } = openDispatcher();
  for (let n = 0; n < 20_000; n++) await send('GW000001/opendtu/dtu/rssi', '-61');
  expect(session.refused).toEqual({});
  // Far more than the bucket is refilled with in the meantime.
  for (let n = 0; n < 20_000; n++) await send('GW000001/opendtu/116180401234/0/power', '300');
  expect(session.refused.rateLimit).toMatchObject({ sn: '116180401234' });
  expect(session.refused.rateLimit!.count).toBeGreaterThan(0);
  expect(log).toEqual([]);
});
