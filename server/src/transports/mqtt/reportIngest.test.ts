// When a gateway gets a reading of its own, which marks it as present.
import { expect, test } from 'vitest';
import { gatewayReading } from './reportIngest.ts';

const NOW_MS = Date.parse('2026-06-15T10:00:00.700Z');
const gateway = (given: Partial<Parameters<typeof gatewayReading>[0]> = {}) => ({
  sn: 'GW000001',
  sid: 'S1',
  intervalS: 60,
  kinds: new Map(),
  firmware: new Map([['GW000001', '1.8']]),
  liveRowMs: Number.NEGATIVE_INFINITY,
  ...given,
});

test.each<[name: string, session: ReturnType<typeof gateway>, rows: { sn: string }[], isDue: boolean]>([
  ['a gateway whose children report', gateway(), [{ sn: 'AB000001' }], true],
  ['a gateway that reports a row of its own', gateway(), [{ sn: 'GW000001' }], false],
  ['an unclaimed gateway', gateway({ sid: null }), [], false],
  ['a meter that connects itself', gateway({ kinds: new Map([['GW000001', 'meter' as const]]) }), [], false],
  ['a gateway marked less than half an interval ago', gateway({ liveRowMs: NOW_MS - 29_999 }), [], false],
  ['a gateway marked half an interval ago', gateway({ liveRowMs: NOW_MS - 30_000 }), [], true],
  [
    'a gateway with a short interval, within five seconds',
    gateway({ intervalS: 1, liveRowMs: NOW_MS - 4_999 }),
    [],
    false,
  ],
])('%s', (_name, session, rows, isDue) => {
  const reading = gatewayReading(session, rows, new Date(NOW_MS));
  if (!isDue) return expect(reading).toBeUndefined();
  expect(reading).toMatchObject({ sn: 'GW000001', at: new Date('2026-06-15T10:00:00Z'), firmware: '1.8' });
  expect(gatewayReading(session, rows, new Date(NOW_MS + 1_000))).toBeUndefined();
});
