// The door: the same report twice, out of order, late, many at once, by several processes; whatever the order, the same days.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { expectTotals, namedRows, storedRows, storedSamples } from '../../test/readings.ts';
import { bdm400, readingOf, reportServer, twoDays } from '../../test/reportServer.ts';
import { runs } from '../../test/sampling.ts';
import type { Context } from '../context.ts';
import { importDayTotals } from '../energy/days/importedDays.ts';
import { storeOldLocation } from '../energy/days/recomputeSite.ts';
import type { Reading } from '../families/family.ts';
import { readingOfRow } from '../families/rows.ts';
import { runSiteJobs } from '../jobs/siteJobs/runSiteJobs.ts';
import { dayEndMs, dayStartMs } from '../platform/calendar/rules/localDays.ts';
import { enqueueJob } from '../platform/database/siteJobs.ts';
import { ingestReports } from './ingestReports.ts';

const server = await reportServer();
const { sql, context, clock } = server;

test('sent again, nothing changes and it is said so', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  const first = await ingestReports(context, reports);
  expect(first.every(({ kind }) => kind === 'stored')).toBe(true);
  const before = await storedRows(sql, sid);
  const again = await ingestReports(context, reports);
  expect(again.every(({ kind }) => kind === 'repeated')).toBe(true);
  expect(await storedRows(sql, sid)).toEqual(before);
  expect(before.days.map(({ day, energyWh, source }) => [day, energyWh, source])).toEqual([
    ['2026-06-13', 310, 'counted'],
    ['2026-06-14', 310, 'counted'],
  ]);
  expect(before.events.map(({ code }) => code)).toEqual(['0020', '0020']);
  await expectTotals(sql, sid);
});

test('any order of arrival, in any batches, ends in the same rows', async () => {
  const reference = await makeDevice(sql);
  await ingestReports(context, twoDays(reference.sn));
  const expected = await namedRows(sql, reference);
  const indexes = Array.from({ length: 24 }, (_, index) => index);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(indexes, { minLength: 24 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 24, maxLength: 24 }),
      async (order, sizes) => {
        const { sid, sn } = await makeDevice(sql);
        const reports = twoDays(sn);
        for (let from = 0, turn = 0; from < order.length; turn++) {
          const batch = order.slice(from, from + sizes[turn]!);
          await ingestReports(context, [...batch.map((index) => reports[index]!), reports[batch[0]!]!]);
          from += batch.length;
        }
        expect(await namedRows(sql, { sid, sn })).toEqual(expected);
      },
    ),
    { numRuns: runs(25) },
  );
});

test('another firmware is an event with both versions, the first one heard is none', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reported = (at: string, firmware: string | null): Reading => ({ ...readingOf(bdm400(sn), at), firmware });
  for (const [at, firmware] of [
    ['2026-06-14T08:00:00Z', '11'],
    ['2026-06-14T08:05:00Z', '11'],
    ['2026-06-14T08:10:00Z', null],
    ['2026-06-14T08:15:00Z', '12'],
    ['2026-06-14T08:15:00Z', '12'],
    ['2026-06-14T08:20:00Z', '12'],
  ] as const)
    await ingestReports(context, [reported(at, firmware)]);
  expect(await sql`select opened_at, closed_at, detail from events where sid = ${sid} and code = 'firmware'`).toEqual([
    {
      openedAt: new Date('2026-06-14T08:15:00Z'),
      closedAt: new Date('2026-06-14T08:15:00Z'),
      detail: { from: '11', to: '12' },
    },
  ]);
});

test('who knows of an event, and what they noted, stays when late reports tell it again', async () => {
  const { sid, sn } = await makeDevice(sql);
  const hot = (at: string, statusBits: number): Reading => ({ ...readingOf(bdm400(sn), at), statusBits });
  const user = await makeUser(sql);
  await ingestReports(context, [hot('2026-06-14T08:00:00Z', 0)]);
  await ingestReports(context, [hot('2026-06-14T08:20:00Z', 0x800)]);
  await sql`
    update events set acknowledged_at = '2026-06-14T08:21:00Z', acknowledged_by = ${user.id}, note = 'shade it'
    where sid = ${sid} and sn = ${sn} and code = '0800'`;
  // It had begun ten minutes before, with an end and another begin between.
  await ingestReports(context, [
    hot('2026-06-14T08:05:00Z', 0x800),
    hot('2026-06-14T08:08:00Z', 0),
    hot('2026-06-14T08:10:00Z', 0x800),
  ]);
  await ingestReports(context, [hot('2026-06-14T08:30:00Z', 0)]);
  expect(
    await sql`select opened_at, closed_at, acknowledged_by, note from events where sid = ${sid} and code = '0800' order by opened_at`,
  ).toEqual([
    {
      openedAt: new Date('2026-06-14T08:05:00Z'),
      closedAt: new Date('2026-06-14T08:08:00Z'),
      acknowledgedBy: null,
      note: '',
    },
    {
      openedAt: new Date('2026-06-14T08:10:00Z'),
      closedAt: new Date('2026-06-14T08:30:00Z'),
      acknowledgedBy: user.id,
      note: 'shade it',
    },
  ]);
});

test('two at one instant: the same one is kept whichever came first', async () => {
  const at = '2026-06-14T10:00:00Z';
  const one = await makeDevice(sql);
  const other = await makeDevice(sql);
  const send = async ({ sid, sn }: { sid: string; sn: string }, counters: number[]) => {
    for (const counterWh of counters)
      await ingestReports(context, [readingOf(bdm400(sn, { powerW: 50, counterWh }), at)]);
    return (await storedSamples(sql, sid, sn)).map(({ counterWh }) => counterWh);
  };
  expect(await send(one, [100, 120])).toEqual([120]);
  expect(await send(other, [120, 100])).toEqual([120]);
  await expectTotals(sql, one.sid);
});

test('10,000 at once', async () => {
  const sid = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 100 }, () => makeDevice(sql, { sid })));
  const startMs = Date.parse('2026-06-14T04:00:00Z');
  const reports = Array.from({ length: 100 }, (_, n) =>
    devices.map(({ sn }) => readingOf(bdm400(sn, { powerW: 100, counterWh: n * 5 }), startMs + n * 300_000)),
  ).flat();
  const outcomes = await ingestReports(context, reports);
  expect(outcomes.every(({ kind }) => kind === 'stored')).toBe(true);
  expect(await storedSamples(sql, sid)).toHaveLength(10_000);
  const [live] = await sql`select power_w, reporting, devices, total_wh from site_live where sid = ${sid}`;
  expect(live).toMatchObject({ powerW: null, reporting: 0, devices: 100 });
  expect(live!.totalWh).toBeCloseTo(100 * 495, 3);
});

test('a batch is taken however many of its devices change their place between its tries', async () => {
  const sid = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 8 }, () => makeDevice(sql, { sid })));
  const sns = devices.map(({ sn }) => sn);
  let moved = 0;
  // As while plants are recomputed: after each look at the registry another device's days are exchanged.
  const find: Context['registry']['find'] = async (asked) => {
    const known = await context.registry.find(asked);
    const next = sns[moved++];
    if (next) await sql`update device_live set fold = fold + 1 where sid = ${sid} and sn = ${next}`;
    return known;
  };
  const process = { ...server.another(), registry: { ...context.registry, find } };
  const outcomes = await ingestReports(
    process,
    sns.flatMap((sn) => twoDays(sn)),
  );
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['stored']));
  expect(moved).toBeGreaterThan(sns.length);
});

test('several server processes with one fleet end where one alone does', async () => {
  const sid = await makeSite(sql);
  const alone = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 6 }, () => makeDevice(sql, { sid })));
  const twins = await Promise.all(devices.map(() => makeDevice(sql, { sid: alone })));
  const others: Context[] = [context, server.another(), server.another()];
  const batches: Reading[][] = [];
  for (const [index, { sn }] of devices.entries()) {
    const reports = twoDays(sn, index);
    // each process gets its share, mixed, and some frames twice
    for (let n = 0; n < reports.length; n++) {
      const batch = (n * 7 + index) % 12;
      batches[batch] ??= [];
      batches[batch].push(reports[n]!, reports[(n * 5) % reports.length]!);
    }
  }
  await Promise.all(batches.map((batch, index) => ingestReports(others[index % 3]!, batch)));
  for (const [index, { sn }] of twins.entries()) await ingestReports(context, twoDays(sn, index));
  const [found, expected] = [await storedRows(sql, sid), await storedRows(sql, alone)];
  const figures = (rows: readonly Record<string, unknown>[]) => rows.map(({ sid: _, sn: __, ...row }) => row);
  expect(figures(found.days)).toEqual(figures(expected.days));
  expect(found.siteDays).toEqual(expected.siteDays);
  expect(found.siteLive).toEqual(expected.siteLive);
  expect(figures(found.events)).toEqual(figures(expected.events));
});

test('what a process knows of a device is worth nothing once another has moved it', async () => {
  const reference = await makeDevice(sql);
  await ingestReports(context, twoDays(reference.sn));
  const expected = await namedRows(sql, reference);
  const processes: Context[] = [context, server.another(), server.another()];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 24, maxLength: 24 }),
      fc.boolean(),
      async (turns, atOnce) => {
        const { sid, sn } = await makeDevice(sql);
        const taken = twoDays(sn).map((report, index) => () => ingestReports(processes[turns[index]!]!, [report]));
        if (atOnce) await Promise.all(taken.map((take) => take()));
        else for (const take of taken) await take();
        expect(await namedRows(sql, { sid, sn })).toEqual(expected);
      },
    ),
    { numRuns: runs(12) },
  );
});

test('whatever else changed a device in between, its next report goes on from there', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await ingestReports(context, reports.slice(0, 13));
  // a total of an old system, and one for a day that samples reach later
  await importDayTotals(context, [
    { sn, day: '2026-06-10', energyWh: 900 },
    { sn, day: '2026-06-15', energyWh: 70 },
  ]);
  await ingestReports(context, reports.slice(13, 15));
  await expectTotals(sql, sid);
  // silence writes the live row, a new time zone all its days
  await sql`update device_live set status = -1, power_w = null where sid = ${sid}`;
  await ingestReports(context, reports.slice(15, 17));
  expect((await storedRows(sql, sid)).live[0]).toMatchObject({ at: reports[16]!.at });
  await sql.begin(async (tx) => {
    await tx`update sites set timezone = 'Pacific/Kiritimati' where sid = ${sid}`;
    await storeOldLocation(tx, sid, { timezone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 });
    await enqueueJob(tx, sid, 'recompute', server.clock.now());
  });
  await runSiteJobs(context);
  // the word of the change may still be on its way to the registry, as it may be to another process
  await ingestReports(server.another(), reports.slice(17));
  await ingestReports(context, [
    readingOf(bdm400(sn, { powerW: 99, counterWh: 320 }), Date.parse('2026-06-14T09:05:00Z')),
  ]);
  await expectTotals(sql, sid);
  const { days } = await storedRows(sql, sid);
  expect(days.map(({ day }) => day)).toEqual(['2026-06-10', '2026-06-13', '2026-06-14', '2026-06-15']);
});

test('a sample that is there of an instant that should have had none is replaced', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await ingestReports(context, reports.slice(0, 5));
  // as a restored database may hold it: nothing else knows of it
  await sql`
    insert into hot_samples (sid, sn, at, body)
    select sid, sn, ${reports[5]!.at}, body from hot_samples where sn = ${sn} limit 1`;
  const outcomes = await ingestReports(context, reports.slice(5, 7));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'stored']);
  const samples = await storedSamples(sql, sid, sn);
  expect(samples.map(({ at }) => at)).toEqual(reports.slice(0, 7).map(({ at }) => at.toISOString()));
  const twin = await makeDevice(sql);
  await ingestReports(context, twoDays(twin.sn).slice(0, 7));
  const bare = (rows: typeof samples) => rows.map(({ sn: _, ...row }) => row);
  expect(bare(samples)).toEqual(bare(await storedSamples(sql, twin.sid, twin.sn)));
});

test('a batch that was rolled back leaves nothing behind in the process', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await ingestReports(context, reports.slice(0, 5));
  await sql`alter table site_days add constraint refuse check (sid <> '${sql.unsafe(sid)}') not valid`;
  await expect(ingestReports(context, reports.slice(5, 9))).rejects.toThrow('refuse');
  await sql`alter table site_days drop constraint refuse`;
  await ingestReports(context, reports.slice(5));
  const twin = await makeDevice(sql);
  await ingestReports(context, twoDays(twin.sn));
  const [mine, theirs] = [await storedRows(sql, sid), await storedRows(sql, twin.sid)];
  expect(mine.siteDays).toEqual(theirs.siteDays);
  expect(mine.siteLive).toEqual(theirs.siteLive);
  expect(mine.days.map(({ sid: _, sn: __, ...row }) => row)).toEqual(
    theirs.days.map(({ sid: _, sn: __, ...row }) => row),
  );
});

describe('the days are the plant’s own', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Pacific/Kiritimati', '2026-06-10', 24],
    ['Pacific/Pago_Pago', '2026-06-10', 24],
  ])('in %s on %s', async (timezone, day, hours) => {
    const sid = await makeSite(sql, { timezone, latitude: 10, longitude: 10 });
    const { sn } = await makeDevice(sql, { sid, product: 'BDM-1200-LV' });
    const startMs = dayStartMs(day, timezone);
    const endMs = dayEndMs(day, timezone);
    expect((endMs - startMs) / 3_600_000).toBe(hours);
    // constant power around the clock, not more in sum than its daylight allows: a day's energy is its length
    const reports: Reading[] = [];
    for (let atMs = startMs - 3_600_000; atMs <= endMs + 3_600_000; atMs += 600_000) {
      reports.push(readingOf(bdm400(sn, { powerW: 128 }), atMs));
    }
    await ingestReports(context, reports);
    const powerW = (await storedSamples(sql, sid, sn))[0]!.powerW!;
    const [row] = await sql`select energy_wh, source from device_days where sn = ${sn} and day = ${day}`;
    expect(row!.source).toBe('integrated');
    expect(row!.energyWh).toBeCloseTo(powerW * hours, 2);
    expect(await sql`select from device_days where sn = ${sn}`).toHaveLength(3);
  });
});

test('live values move forward only', async () => {
  const { sid, sn } = await makeDevice(sql);
  clock.set('2026-06-14T09:00:00Z');
  const reports = twoDays(sn);
  await ingestReports(context, [reports.at(-1)!]);
  const before = (await storedRows(sql, sid)).live[0]!;
  expect(before).toMatchObject({ powerW: 111, status: 0 });
  await ingestReports(context, reports.slice(0, -1));
  const after = (await storedRows(sql, sid)).live[0]!;
  expect(after).toMatchObject({ at: before.at, powerW: 111, day: '2026-06-14' });
  expect((await storedRows(sql, sid)).siteLive[0]).toMatchObject({ powerW: 111, reporting: 1, status: 0 });
  await expectTotals(sql, sid);
});

test('a device whose power is no production has samples and a live row, and no day of energy, in any order', async () => {
  await sql`
    insert into products (model, name, kind, inputs, rated_power_w) values (9001, 'Test battery', 'battery', 0, 5000) on conflict do nothing`;
  const { sid, sn } = await makeDevice(sql, { product: 'Test battery' });
  const reported = (minute: number, temperatureC: number): Reading =>
    readingOfRow({ gateway: 'G1', sn, at: new Date(Date.UTC(2026, 5, 15, 8, minute)), quantities: { temperatureC } });
  await ingestReports(context, [reported(10, 20), reported(20, 21)]);
  const late = await ingestReports(context, [reported(15, 20.5), reported(10, 20)]);
  expect(late.map(({ kind }) => kind)).toEqual(['stored', 'repeated']);
  expect((await storedRows(sql, sid)).days).toEqual([]);
  expect((await storedSamples(sql, sid)).map(({ temperatureC }) => temperatureC)).toEqual([20, 20.5, 21]);
  const [site] = await sql`select devices, reporting, power_w, total_wh from site_live where sid = ${sid}`;
  expect(site).toMatchObject({ devices: 1, powerW: null, totalWh: 0 });
  expect(await sql`select from site_days where sid = ${sid}`).toHaveLength(0);
});
