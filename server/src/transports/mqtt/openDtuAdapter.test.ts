// The inverters of an OpenDTU are announced before their rows are stored; a failed announcement is repeated with the next row.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Announced } from '../../claiming/announcements/announced.ts';
import { createOpenDtuAdapter, type OpenDtuAdapter } from './openDtuAdapter.ts';

const SN = '116180401234';
let adapter: OpenDtuAdapter;
/** Values dropped above the rate limit, by inverter. */
let lost = new Map<string, number>();
let isUnannounced = false;
let canAnnounce = () => true;
afterEach(() => adapter.close());

function startAdapter(announce: (announcement: Announced) => Promise<unknown>) {
  const stored: object[] = [];
  lost = new Map();
  adapter = createOpenDtuAdapter({
    announce,
    ingestRows: async (rows) => {
      stored.push(...rows);
      return 'ack';
    },
    setOnline: () => {},
    onSettings: async () => {},
    onLost: (sn, count) => lost.set(sn, (lost.get(sn) ?? 0) + count),
    isUnannounced: () => isUnannounced,
    canAnnounce: () => canAnnounce(),
    log: { error: () => {} } as never,
    clock: { now: () => new Date() },
  });
  return stored;
}

/** Publishes an update of an inverter and the beginning of the next round, which completes the update. */
async function publishUpdate(atS: number, powerW: number): Promise<unknown> {
  let last: unknown;
  for (const [path, text] of [
    ['name', 'Garage'],
    ['status/reachable', '1'],
    ['status/last_update', String(atS)],
    ['0/power', String(powerW)],
    ['0/yieldtotal', '12.5'],
    ['name', 'Garage'],
    ['status/last_update', String(atS + 5)],
  ] as const)
    last = await adapter.onMessage(`${SN}/${path}`, Buffer.from(text));
  return last;
}

test('stores nothing after a failed announcement and repeats it with the next row', async () => {
  let attempts = 0;
  const stored = startAdapter(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('database is away');
  });
  await expect(publishUpdate(1_795_266_519, 300)).rejects.toThrow('database is away');
  expect(stored).toEqual([]);
  await publishUpdate(1_795_266_529, 310);
  expect(attempts).toBe(2);
  expect(stored).toMatchObject([{ sn: SN, q: { powerW: 310 } }]);
  await publishUpdate(1_795_266_539, 320);
  expect(attempts).toBe(2);
  expect(stored).toHaveLength(2);
});

test('stores rows while announcements are limited and announces with a later row', async () => {
  let isAllowed = false;
  onTestFinished(() => {
    canAnnounce = () => true;
  });
  canAnnounce = () => isAllowed;
  const announcements: Announced[] = [];
  const stored = startAdapter(async (announcement) => announcements.push(announcement));
  await publishUpdate(1_795_266_519, 300);
  expect([announcements.length, stored.length]).toEqual([0, 1]);
  isAllowed = true;
  await publishUpdate(1_795_266_529, 310);
  expect([announcements.length, stored.length]).toEqual([1, 2]);
});

test('stores the values received just before the connection ended', async () => {
  const stored = startAdapter(async () => {});
  await adapter.onMessage(`${SN}/status/last_update`, Buffer.from('1795266519'));
  await adapter.onMessage(`${SN}/0/power`, Buffer.from('300'));
  expect(stored).toEqual([]);
  adapter.close();
  await expect.poll(() => stored).toMatchObject([{ sn: SN, q: { powerW: 300 } }]);
});

test('announces an unclaimed gateway at night, when no inverter reports values', async () => {
  isUnannounced = true;
  onTestFinished(() => {
    isUnannounced = false;
  });
  const announcements: Announced[] = [];
  const stored = startAdapter(async (announcement) => {
    announcements.push(announcement);
    isUnannounced = false;
  });
  for (const [path, text] of [
    ['dtu/status', 'online'],
    ['dtu/rssi', '-61'],
    [`${SN}/name`, 'Garage'],
    [`${SN}/status/reachable`, '0'],
    [`${SN}/status/last_update`, '0'],
  ] as const)
    await adapter.onMessage(path, Buffer.from(text));
  await expect
    .poll(() => announcements, { timeout: 10_000 })
    .toMatchObject([{ kind: 'gateway', signalDbm: -61, children: [] }]);
  expect(stored).toEqual([]);
});

test('above the rate limit counts the dropped values and stores whole samples only', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stored = startAdapter(async () => {}) as { sn: string; at: number; q: Record<string, number> }[];
  const inverters = [SN, '116180405678'];
  const names = ['power', 'voltage', 'current', 'frequency', 'powerfactor', 'temperature', 'yieldday', 'yieldtotal'];
  const firstS = 1_795_266_519;
  const rounds = 2_000;
  // 24 messages every 40 ms are 600 in a second, twice the limit, once the burst is used up.
  for (let round = 0; round < rounds; round++) {
    for (const sn of inverters) {
      const messages = [
        ['name', 'Garage'],
        ['status/reachable', '1'],
        ['status/producing', '1'],
        ['status/last_update', String(firstS + 5 * round)],
        ...names.map((name) => [`0/${name}`, String(round % 100)]),
      ] as const;
      for (const [path, text] of messages) await adapter.onMessage(`${sn}/${path}`, Buffer.from(text!));
    }
    vi.advanceTimersByTime(40);
  }
  const sizes = new Set(stored.map(({ q }) => Object.keys(q).length));
  expect(sizes).toEqual(new Set([names.length]));
  // Each row has the values of its own update.
  for (const { at, q } of stored) expect(q.powerW).toBe(((at / 1000 - firstS) / 5) % 100);
  expect(stored.length).toBeGreaterThan(0.5 * 2 * rounds);
  expect(stored.length).toBeLessThan(0.95 * 2 * rounds);
  const missing = 2 * rounds - stored.length;
  const dropped = [...lost.values()].reduce((sum, count) => sum + count, 0);
  expect([...lost.keys()].sort()).toEqual(inverters.toSorted());
  expect(dropped).toBeGreaterThan((missing - 2) * names.length);
});
