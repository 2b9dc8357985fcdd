// What hangs on an OpenDTU is announced before its rows are stored; an announce that failed is made again with the next row.
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Announced } from '../../claiming/announcements/announced.ts';
import { type Dialect, openDialect } from './openDtuAdapter.ts';

const SN = '116180401234';
let dialect: Dialect;
let isUnheard = false;
let mayAnnounce = () => true;
afterEach(() => dialect.close());

function listening(announced: (announced: Announced) => Promise<unknown>) {
  const stored: object[] = [];
  dialect = openDialect({
    announced,
    rows: async (rows) => {
      stored.push(...rows);
      return 'taken';
    },
    online: () => {},
    holds: async () => {},
    isUnheard: () => isUnheard,
    mayAnnounce: () => mayAnnounce(),
    log: { error: () => {} } as never,
    clock: { now: () => new Date() },
  });
  return stored;
}

/** One update of an inverter and the name of its next round, by which the update is whole. */
async function update(atS: number, powerW: number): Promise<unknown> {
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
    last = await dialect.heard(`${SN}/${path}`, Buffer.from(text));
  return last;
}

test('a failed announce stores nothing and is made again with the next row', async () => {
  let tries = 0;
  const stored = listening(async () => {
    tries += 1;
    if (tries === 1) throw new Error('database is away');
  });
  await expect(update(1_795_266_519, 300)).rejects.toThrow('database is away');
  expect(stored).toEqual([]);
  await update(1_795_266_529, 310);
  expect(tries).toBe(2);
  expect(stored).toMatchObject([{ sn: SN, q: { powerW: 310 } }]);
  await update(1_795_266_539, 320);
  expect(tries).toBe(2);
  expect(stored).toHaveLength(2);
});

test('where no more may be announced for now rows are stored all the same, and it is announced with a later one', async () => {
  let isAllowed = false;
  onTestFinished(() => {
    mayAnnounce = () => true;
  });
  mayAnnounce = () => isAllowed;
  const said: Announced[] = [];
  const stored = listening(async (announced) => said.push(announced));
  await update(1_795_266_519, 300);
  expect([said.length, stored.length]).toEqual([0, 1]);
  isAllowed = true;
  await update(1_795_266_529, 310);
  expect([said.length, stored.length]).toEqual([1, 2]);
});

test('what was said just before the connection ended is stored', async () => {
  const stored = listening(async () => {});
  await dialect.heard(`${SN}/status/last_update`, Buffer.from('1795266519'));
  await dialect.heard(`${SN}/0/power`, Buffer.from('300'));
  expect(stored).toEqual([]);
  dialect.close();
  await expect.poll(() => stored).toMatchObject([{ sn: SN, q: { powerW: 300 } }]);
});

test('one that waits for a plant is announced at night, too, when no inverter tells values', async () => {
  isUnheard = true;
  onTestFinished(() => {
    isUnheard = false;
  });
  const said: Announced[] = [];
  const stored = listening(async (announced) => {
    said.push(announced);
    isUnheard = false;
  });
  for (const [path, text] of [
    ['dtu/status', 'online'],
    ['dtu/rssi', '-61'],
    [`${SN}/name`, 'Garage'],
    [`${SN}/status/reachable`, '0'],
    [`${SN}/status/last_update`, '0'],
  ] as const)
    await dialect.heard(path, Buffer.from(text));
  await expect.poll(() => said, { timeout: 10_000 }).toMatchObject([{ kind: 'gateway', signalDbm: -61, children: [] }]);
  expect(stored).toEqual([]);
});
