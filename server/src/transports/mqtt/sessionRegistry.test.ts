// Sessions of connected devices: takeovers, disconnects and what is recorded of them.
import { expect, test } from 'vitest';
import { createSessionRegistry } from './sessionRegistry.ts';

function openRegistry() {
  const log: string[] = [];
  const registry = createSessionRegistry(
    { clock: { now: () => new Date(0) } as never },
    {
      presence: {
        markChanged: ({ sn }) => void log.push(`changed ${sn}`),
        setOnline: ({ sn }, isOnline) => void log.push(`online ${sn} ${isOnline}`),
      },
      pendingClients: { remove: (source) => void log.push(`removed ${source}`) },
      duplicates: { recordTakeover: ({ sn }) => void log.push(`duplicate ${sn}`) },
    },
  );
  const open = (sid: string | null, address: string) => {
    const link = { send: () => true, end: (reason: string) => void log.push(`end ${reason}`) };
    return registry.open({ sn: 'GW000001', spelling: 'GW000001', sid, serial: undefined }, address, link);
  };
  return { registry, log, open };
}

test('a newer connection takes over, and the end of the older one leaves the device online', () => {
  const { registry, log, open } = openRegistry();
  const older = open('S1', '203.0.113.7');
  const newer = open('S1', '203.0.113.8');
  registry.close(older);
  expect(registry.sessions.get('GW000001')).toBe(newer);
  registry.close(newer);
  expect(registry.sessions.size).toBe(0);
  expect(log).toEqual(['changed GW000001', 'end takenOver', 'changed GW000001', 'online GW000001 false']);
});

test('an unclaimed device frees its place among the pending clients when it disconnects', () => {
  const { registry, log, open } = openRegistry();
  registry.close(open(null, '203.0.113.7'));
  expect(log).toEqual(['removed 203.0.113.7', 'online GW000001 false']);
});

test.each([
  { name: 'from the same source', sid: 'S1', address: '203.0.113.7', hasPublished: true, isDuplicate: true },
  { name: 'from another source', sid: 'S1', address: '198.51.100.9', hasPublished: true, isDuplicate: false },
  { name: 'before it published', sid: 'S1', address: '203.0.113.7', hasPublished: false, isDuplicate: false },
  { name: 'of an unclaimed device', sid: null, address: '203.0.113.7', hasPublished: true, isDuplicate: false },
])('a live takeover $name counts as a duplicate: $isDuplicate', ({ sid, address, hasPublished, isDuplicate }) => {
  const { registry, log, open } = openRegistry();
  const session = open(sid, '203.0.113.7');
  session.hasPublished = hasPublished;
  open(sid, address);
  registry.recordLiveTakeover(session);
  expect(log.includes('duplicate GW000001')).toBe(isDuplicate);
});
