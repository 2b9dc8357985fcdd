// common/timezone: current offsets, with the country's zones first.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';

const { ask, clock } = await testServer();
const offsetOf = async (zone: string) => (await ask('common/timezone')).list.find(({ code }) => code === zone)?.offset;

test('returns the offset of the season', async () => {
  clock.set('2026-06-15T10:00:00Z');
  expect(await offsetOf('Europe/Berlin')).toBe('+02:00');
  expect(await offsetOf('Asia/Kathmandu')).toBe('+05:45');
  clock.set('2026-12-15T10:00:00Z');
  expect(await offsetOf('Europe/Berlin')).toBe('+01:00');
});

test('lists the zones of the country first, and no zone twice', async () => {
  const { list } = await ask('common/timezone', { country: 'nz' }, { headers: { lan: '3' } });
  expect(list.slice(0, 2).map(({ code }) => code)).toEqual(['Pacific/Auckland', 'Pacific/Chatham']);
  expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
  expect(list.find(({ code }) => code === 'Europe/Berlin')?.name).toBe('Mitteleuropäische Zeit');
});

test('lists all zones for an unknown country', async () => {
  expect((await ask('common/timezone', { country: 'ZZ' })).list.length).toBeGreaterThan(400);
});
