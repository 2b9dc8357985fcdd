// State of a device's session after announcements and subscriptions.
import { describe, expect, test } from 'vitest';
import {
  applyAnnouncement,
  createDeviceSession,
  type DeviceSession,
  enqueueAnnouncement,
  grantSubscription,
  sendTime,
} from './deviceSession.ts';

function makeSession(send: (topic: string, payload: string) => void = () => {}): DeviceSession {
  const link = {
    send: (topic: string, payload: string) => {
      send(topic, payload);
      return true;
    },
    end: () => {},
  };
  const given = { sn: 'GW000001', spelling: 'GW000001', sid: 'S1', address: '203.0.113.7', link, at: new Date(0) };
  return createDeviceSession(given, undefined);
}

test('replaces the kinds, versions and spellings of earlier announcements', () => {
  const session = makeSession();
  const announce = (children: Parameters<typeof applyAnnouncement>[2], intervalS: number | null) =>
    applyAnnouncement(session, { kind: 'gateway', firmware: '1.8', intervalS }, children);
  announce([{ sn: 'OLD00001', kind: 'battery', firmware: '2' }], 10);
  announce([{ sn: 'AB000001', kind: 'meter', firmware: '', spelled: 'ab000001' }], null);
  expect([...session.kinds]).toEqual([
    ['GW000001', 'gateway'],
    ['AB000001', 'meter'],
  ]);
  expect([...session.firmware]).toEqual([['GW000001', '1.8']]);
  expect([...session.childSpellings]).toEqual([['AB000001', 'ab000001']]);
  expect(session.intervalS).toBe(60);
});

test('runs announcements one after the other, also after a failed one', async () => {
  const session = makeSession();
  const order: string[] = [];
  const first = Promise.withResolvers<'ack'>();
  const failing = enqueueAnnouncement(session, () => first.promise);
  const second = enqueueAnnouncement(session, async () => {
    order.push('second');
    return 'ack';
  });
  order.push('first');
  first.reject(new Error('database is away'));
  await expect(failing).rejects.toThrow('database is away');
  expect(await second).toBe('ack');
  expect(order).toEqual(['first', 'second']);
});

describe('a subscription', () => {
  test.each([
    ['hg/GW000001/down/#', true, { commands: true, openDtu: false }],
    ['hg/GW000001/down/time', true, { commands: false, openDtu: false }],
    ['hg/GW000001/opendtu/+/cmd/#', true, { commands: false, openDtu: true }],
    ['hg/GW000001/down/#/x', false, { commands: false, openDtu: false }],
    ['hg/GW000001/up/#', false, { commands: false, openDtu: false }],
    ['hg/+/down/#', false, { commands: false, openDtu: false }],
    ['#', false, { commands: false, openDtu: false }],
  ])('to %s is granted: %s', (filter, isGranted, { commands, openDtu }) => {
    const session = makeSession();
    expect(grantSubscription(session, filter, 0)).toBe(isGranted);
    expect(session.isSubscribedToCommands).toBe(commands);
    expect(session.isSubscribedToOpenDtuCommands).toBe(openDtu);
  });

  test('decides the spelling of the topics that the device receives', () => {
    const topics: string[] = [];
    const session = makeSession((topic) => topics.push(topic));
    grantSubscription(session, 'hg/gw000001/down/#', 0);
    sendTime(session, 'Europe/Berlin', 0);
    expect(topics).toEqual(['hg/gw000001/down/time']);
    expect(session.sentTimeZone).toBe('Europe/Berlin');
  });

  test('is refused beyond 50 filters', () => {
    expect(grantSubscription(makeSession(), 'hg/GW000001/down/#', 50)).toBe(false);
  });
});
