// Prefetched states change no stored value, even if another process is faster or the device is moved meanwhile.
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { expectTotals, namedRows } from '../../test/readings.ts';
import { reportServer, twoDays } from '../../test/reportServer.ts';
import { runs } from '../../test/sampling.ts';
import { readStates } from './deviceStateCache.ts';
import { ingestReports } from './ingestReports.ts';
import { createStatePrefetch } from './prefetchStates.ts';

const { sql, context, another } = await reportServer();

function startPrefetch() {
  const prefetcher = createStatePrefetch(context);
  onTestFinished(() => prefetcher.close());
  return prefetcher;
}

/** Whether both are cached: the device's plant, and the state from which its next report continues. */
const isKnown = (sn: string): boolean => Boolean(context.registry.cached(sn) && context.deviceStates.get(sn));

test('ingests the first report of a new and of an older device without reading their states again', async () => {
  const prefetcher = startPrefetch();
  const fresh = await makeDevice(sql);
  const old = await makeDevice(sql);
  await ingestReports(another(), twoDays(old.sn).slice(0, 7));
  expect(isKnown(old.sn)).toBe(false);
  prefetcher.prefetch([fresh.sn, old.sn, 'NOBODYS1']);
  await vi.waitFor(() => expect([fresh.sn, old.sn].map(isKnown)).toEqual([true, true]));
  expect(context.deviceStates.get('NOBODYS1')).toBeUndefined();
  const begun = vi.spyOn(sql, 'begin');
  onTestFinished(() => begun.mockRestore());
  await ingestReports(context, [...twoDays(fresh.sn), ...twoDays(old.sn).slice(7)]);
  // An outdated state would have caused a second transaction.
  expect(begun).toHaveBeenCalledTimes(1);
  expect(await namedRows(sql, old)).toEqual(await namedRows(sql, fresh));
  await expectTotals(sql, old.sid);
});

test('stores the same rows whichever process took the reports in between', async () => {
  const reference = await makeDevice(sql);
  await ingestReports(context, twoDays(reference.sn));
  const expected = await namedRows(sql, reference);
  const prefetcher = startPrefetch();
  const other = another();
  const step = fc.record({
    size: fc.integer({ min: 1, max: 8 }),
    by: fc.constantFrom('this', 'other'),
    before: fc.constantFrom('nothing', 'reads', 'forgets', 'forgets and reads', 'reads meanwhile'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 24, maxLength: 24 }), async (steps) => {
      const device = await makeDevice(sql);
      const { sn } = device;
      const reports = twoDays(sn);
      for (let from = 0, turn = 0; from < reports.length; turn++) {
        const { size, by, before } = steps[turn]!;
        if (before.startsWith('forgets')) context.deviceStates.forget([sn]);
        if (before.includes('reads')) prefetcher.prefetch([sn]);
        if (before.endsWith('reads')) await vi.waitFor(() => expect(isKnown(sn)).toBe(true), { interval: 5 });
        await ingestReports(by === 'this' ? context : other, reports.slice(from, from + size));
        from += size;
      }
      expect(await namedRows(sql, device)).toEqual(expected);
    }),
    { numRuns: runs(15) },
  );
});

/** Removes a device as a release does, but without a notification to the servers. */
async function removeSilently({ sid, sn }: { sid: string; sn: string }): Promise<void> {
  await sql`update devices set removed_at = now() where sid = ${sid} and sn = ${sn}`;
  await sql`update device_live set version = version + 1 where sid = ${sid} and sn = ${sn}`;
  await sql`update serial_numbers set sid = null where sn = ${sn}`;
}

test.each(['after', 'before'])('takes a report as unknown if its device was removed %s the prefetch', async (when) => {
  const prefetcher = startPrefetch();
  const device = await makeDevice(sql);
  const { sn } = device;
  const other = await makeDevice(sql);
  await context.registry.find([sn]);
  if (when === 'before') {
    await removeSilently(device);
    // Also while the server has not been notified.
    expect((await readStates(sql, [device])).states.size).toBe(0);
  }
  prefetcher.prefetch([sn, other.sn]);
  await vi.waitFor(() => expect(isKnown(other.sn)).toBe(true));
  expect(isKnown(sn)).toBe(when === 'after');
  if (when === 'after') await removeSilently(device);
  const [outcome] = await ingestReports(context, twoDays(sn).slice(0, 1));
  expect(outcome!.kind).toBe('unknown');
  expect(await sql`select from device_days where sn = ${sn}`).toHaveLength(0);
});

test('reads nothing after it was closed', async () => {
  const prefetcher = createStatePrefetch(context);
  const { sn } = await makeDevice(sql);
  await prefetcher.close();
  prefetcher.prefetch([sn]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(isKnown(sn)).toBe(false);
});
