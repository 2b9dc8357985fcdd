// Report ingest: repeated, out of order, late, many at once, by several processes; any order gives the same days.
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
import { compactSampleDays } from '../samples/sealing.ts';
import { ingestReports } from './ingestReports.ts';

const server = await reportServer();
const { sql, context, clock } = server;

test('reports sent again change nothing and are acknowledged as repeated', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  const first = await ingestReports(context, reports);
  expect(first.every(({ kind }) => kind === 'stored')).toBe(true);
  const before = await storedRows(sql, sid);
  const repeated = await ingestReports(context, reports);
  expect(repeated.every(({ kind }) => kind === 'repeated')).toBe(true);
  expect(await storedRows(sql, sid)).toEqual(before);
  expect(before.days.map(({ day, energyWh, source }) => [day, energyWh, source])).toEqual([
    ['2026-06-13', 310, 'counted'],
    ['2026-06-14', 310, 'counted'],
  ]);
  expect(before.events.map(({ code }) => code)).toEqual(['0020', '0020', 'silence']);
  await expectTotals(sql, sid);
});

test('stores the same rows for any order of arrival in any batches', async () => {
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

test('stores an event with both versions when the firmware changes, and none for the first one reported', async () => {
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

test('keeps the acknowledgement and note of an event that late reports recompute', async () => {
  const { sid, sn } = await makeDevice(sql);
  const hot = (at: string, statusBits: number): Reading => ({ ...readingOf(bdm400(sn), at), statusBits });
  const user = await makeUser(sql);
  await ingestReports(context, [hot('2026-06-14T08:00:00Z', 0)]);
  await ingestReports(context, [hot('2026-06-14T08:20:00Z', 0x800)]);
  await sql`
    update events set acknowledged_at = '2026-06-14T08:21:00Z', acknowledged_by = ${user.id}, note = 'shade it'
    where sid = ${sid} and sn = ${sn} and code = '0800'`;
  // It began earlier, with an end and another start in between.
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

test('keeps the first of two samples of one instant and reports whether the second one differs', async () => {
  const at = '2026-06-14T10:00:00Z';
  const { sid, sn } = await makeDevice(sql);
  const of = (powerW: number, counterWh: number) => readingOf(bdm400(sn, { powerW, counterWh }), at);
  const later = readingOf(bdm400(sn, { powerW: 50, counterWh: 110 }), '2026-06-14T10:05:00Z');
  const outcome = { sid, timeZone: 'Europe/Berlin' };
  expect(await ingestReports(context, [of(50, 100), of(50, 120), of(50, 100), later])).toEqual([
    { ...outcome, kind: 'stored' },
    { ...outcome, kind: 'repeated', differs: true },
    { ...outcome, kind: 'repeated', differs: false },
    { ...outcome, kind: 'stored' },
  ]);
  const before = await storedRows(sql, sid);
  expect(await ingestReports(context, [of(50, 130)])).toEqual([{ ...outcome, kind: 'repeated', differs: true }]);
  expect(await ingestReports(context, [of(50, 100)])).toEqual([{ ...outcome, kind: 'repeated', differs: false }]);
  expect(await ingestReports(context, [of(60, 100)])).toEqual([{ ...outcome, kind: 'repeated', differs: true }]);
  expect(await storedRows(sql, sid)).toEqual(before);
  expect((await storedSamples(sql, sid, sn)).map(({ counterWh }) => counterWh)).toEqual([100, 110]);
  await expectTotals(sql, sid);
});

test('compares a repeated flow and the status of a sealed day with the stored ones', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'Meter' });
  const at = (minute: number) => new Date(Date.parse('2026-06-13T10:00:00Z') + minute * 60_000);
  const row = (minute: number, statusBits: number, gridPowerW: number) =>
    readingOfRow({ gateway: 'GW', sn, at: at(minute), statusBits, quantities: { gridPowerW, frequencyHz: 50 } });
  await ingestReports(context, [row(0, 0, 200), row(5, 0, 210)]);
  await compactSampleDays(context);
  const outcomes = await ingestReports(context, [row(0, 0, 200), row(0, 0, 900), row(5, 0x800, 210)]);
  expect(outcomes.map((outcome) => outcome.kind === 'repeated' && outcome.differs)).toEqual([false, true, true]);
  expect((await storedSamples(sql, sid, sn)).map(({ gridPowerW }) => gridPowerW)).toEqual([200, 210]);
});

test('stores nothing of a row without a usable value, unless it reports an error', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'Microinverter' });
  const row = (minute: number, quantities: object, statusBits = 0) =>
    readingOfRow({
      gateway: 'GW',
      sn,
      at: new Date(Date.parse('2026-06-14T10:00:00Z') + minute * 60_000),
      quantities,
      statusBits,
    });
  const outcomes = await ingestReports(context, [
    row(0, { powerW: 90 }),
    row(1, {}),
    row(2, { powerW: 1e9 }),
    row(3, {}, 0x8000),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'empty', 'empty', 'stored']);
  expect((await storedSamples(sql, sid, sn)).map(({ powerW }) => powerW ?? null)).toEqual([90, null]);
  expect(await sql`select code, closed_at from events where sid = ${sid} and sn = ${sn}`).toEqual([
    { code: '8000', closedAt: null },
  ]);
  await expectTotals(sql, sid);
});

test('ingests 10,000 reports of 100 devices in one call', async () => {
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

test('ingests a batch however many of its devices change location between its attempts', async () => {
  const sid = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 8 }, () => makeDevice(sql, { sid })));
  const sns = devices.map(({ sn }) => sn);
  let moved = 0;
  // As while plants are recomputed: after each registry lookup another device's days are replaced.
  const find: Context['registry']['find'] = async (requested) => {
    const known = await context.registry.find(requested);
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

test('stores the same rows whether one server process or several ingest a fleet', async () => {
  const sid = await makeSite(sql);
  const alone = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 6 }, () => makeDevice(sql, { sid })));
  const references = await Promise.all(devices.map(() => makeDevice(sql, { sid: alone })));
  const others: Context[] = [context, server.another(), server.another()];
  const batches: Reading[][] = [];
  for (const [index, { sn }] of devices.entries()) {
    const reports = twoDays(sn, index);
    // Each process gets a mixed share, and some frames twice.
    for (let n = 0; n < reports.length; n++) {
      const batch = (n * 7 + index) % 12;
      batches[batch] ??= [];
      batches[batch].push(reports[n]!, reports[(n * 5) % reports.length]!);
    }
  }
  await Promise.all(batches.map((batch, index) => ingestReports(others[index % 3]!, batch)));
  for (const [index, { sn }] of references.entries()) await ingestReports(context, twoDays(sn, index));
  const [actual, expected] = [await storedRows(sql, sid), await storedRows(sql, alone)];
  const withoutKeys = (rows: readonly Record<string, unknown>[]) => rows.map(({ sid: _, sn: __, ...row }) => row);
  expect(withoutKeys(actual.days)).toEqual(withoutKeys(expected.days));
  expect(actual.siteDays).toEqual(expected.siteDays);
  expect(actual.siteLive).toEqual(expected.siteLive);
  expect(withoutKeys(actual.events)).toEqual(withoutKeys(expected.events));
});

test('does not use a process’s cached device state after another process changed it', async () => {
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
        const ingests = twoDays(sn).map((report, index) => () => ingestReports(processes[turns[index]!]!, [report]));
        if (atOnce) await Promise.all(ingests.map((ingest) => ingest()));
        else for (const ingest of ingests) await ingest();
        expect(await namedRows(sql, { sid, sn })).toEqual(expected);
      },
    ),
    { numRuns: runs(12) },
  );
});

test('continues from a device’s current rows after imports, silence and a new time zone changed them', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await ingestReports(context, reports.slice(0, 13));
  // A day total of an old system, and one for a day for which samples come later.
  await importDayTotals(context, [
    { sn, day: '2026-06-10', energyWh: 900 },
    { sn, day: '2026-06-15', energyWh: 70 },
  ]);
  await ingestReports(context, reports.slice(13, 15));
  await expectTotals(sql, sid);
  // Silence changes the live row, a new time zone all days.
  await sql`update device_live set status = -1, power_w = null where sid = ${sid}`;
  await ingestReports(context, reports.slice(15, 17));
  expect((await storedRows(sql, sid)).live[0]).toMatchObject({ at: reports[16]!.at });
  await sql.begin(async (tx) => {
    await tx`update sites set timezone = 'Pacific/Kiritimati' where sid = ${sid}`;
    await storeOldLocation(tx, sid, { timezone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 });
    await enqueueJob(tx, sid, 'recompute', server.clock.now());
  });
  await runSiteJobs(context);
  // The notification of the change may not have reached the registry yet, nor that of another process.
  await ingestReports(server.another(), reports.slice(17));
  await ingestReports(context, [
    readingOf(bdm400(sn, { powerW: 99, counterWh: 320 }), Date.parse('2026-06-14T09:05:00Z')),
  ]);
  await expectTotals(sql, sid);
  const { days } = await storedRows(sql, sid);
  expect(days.map(({ day }) => day)).toEqual(['2026-06-10', '2026-06-13', '2026-06-14', '2026-06-15']);
});

test('replaces a sample stored for an instant that should have had none', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await ingestReports(context, reports.slice(0, 5));
  // As in a restored database: no other row refers to it.
  await sql`
    insert into hot_samples (sid, sn, at, body)
    select sid, sn, ${reports[5]!.at}, body from hot_samples where sn = ${sn} limit 1`;
  const outcomes = await ingestReports(context, reports.slice(5, 7));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'stored']);
  const samples = await storedSamples(sql, sid, sn);
  expect(samples.map(({ at }) => at)).toEqual(reports.slice(0, 7).map(({ at }) => at.toISOString()));
  const reference = await makeDevice(sql);
  await ingestReports(context, twoDays(reference.sn).slice(0, 7));
  const withoutSn = (rows: typeof samples) => rows.map(({ sn: _, ...row }) => row);
  expect(withoutSn(samples)).toEqual(withoutSn(await storedSamples(sql, reference.sid, reference.sn)));
});

test('a rolled-back batch leaves no state behind in the process', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await ingestReports(context, reports.slice(0, 5));
  await sql`alter table site_days add constraint refuse check (sid <> '${sql.unsafe(sid)}') not valid`;
  await expect(ingestReports(context, reports.slice(5, 9))).rejects.toThrow('refuse');
  await sql`alter table site_days drop constraint refuse`;
  await ingestReports(context, reports.slice(5));
  const reference = await makeDevice(sql);
  await ingestReports(context, twoDays(reference.sn));
  const [actual, expected] = [await storedRows(sql, sid), await storedRows(sql, reference.sid)];
  expect(actual.siteDays).toEqual(expected.siteDays);
  expect(actual.siteLive).toEqual(expected.siteLive);
  expect(actual.days.map(({ sid: _, sn: __, ...row }) => row)).toEqual(
    expected.days.map(({ sid: _, sn: __, ...row }) => row),
  );
});

describe('a device-day', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Pacific/Kiritimati', '2026-06-10', 24],
    ['Pacific/Pago_Pago', '2026-06-10', 24],
  ])('in %s on %s has the %d hours of the plant’s local day', async (timezone, day, hours) => {
    const sid = await makeSite(sql, { timezone, latitude: 10, longitude: 10 });
    const { sn } = await makeDevice(sql, { sid, product: 'BDM-1200-LV' });
    const startMs = dayStartMs(day, timezone);
    const endMs = dayEndMs(day, timezone);
    expect((endMs - startMs) / 3_600_000).toBe(hours);
    // Constant power around the clock, in total not more than its daylight allows: a day's energy is its length.
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

test('earlier reports do not overwrite live values', async () => {
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

test('stores samples and a live row but no energy day for a device whose power is not production, in any order', async () => {
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
