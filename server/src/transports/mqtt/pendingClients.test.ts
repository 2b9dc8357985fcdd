// The limits of connected devices that belong to no plant, in all, by source and for new serial numbers.
import { describe, expect, test } from 'vitest';
import { createPendingClients } from './pendingClients.ts';

const ROUND = Array.from({ length: 500 }, (_, n) => n);

describe('pending clients', () => {
  test('are limited to 500 per source, and removing one allows another', () => {
    const pending = createPendingClients();
    for (const n of ROUND) expect(pending.add(`KNOWN${n}`, 'one', true)).toBe(true);
    expect(pending.add('KNOWN500', 'one', true)).toBe(false);
    expect(pending.add('KNOWN500', 'other', true)).toBe(true);
    pending.remove('one');
    expect(pending.add('KNOWN500', 'one', true)).toBe(true);
    expect(pending.add('KNOWN501', 'one', true)).toBe(false);
  });

  test('are limited to 10,000 in all', () => {
    const pending = createPendingClients();
    for (let source = 0; source < 20; source++)
      for (const n of ROUND) expect(pending.add(`KNOWN${n}`, `source ${source}`, true)).toBe(true);
    expect(pending.add('KNOWN500', 'another', true)).toBe(false);
    pending.remove('source 3');
    expect(pending.add('KNOWN500', 'another', true)).toBe(true);
    expect(pending.add('KNOWN501', 'another', true)).toBe(false);
  });

  test('may add 500 new serial numbers per source, each counted once, and any known ones', () => {
    const pending = createPendingClients();
    const connects = (sn: string, source: string, isKnown = false): boolean => {
      const isAccepted = pending.add(sn, source, isKnown);
      if (isAccepted) pending.remove(source);
      return isAccepted;
    };
    for (const n of ROUND) expect(connects(`NEW${n}`, 'one')).toBe(true);
    for (const n of ROUND) expect(connects(`NEW${n}`, 'one')).toBe(true);
    expect(connects('NEW500', 'one')).toBe(false);
    expect(connects('KNOWN', 'one', true)).toBe(true);
    expect(connects('NEW501', 'other')).toBe(true);
  });
});
