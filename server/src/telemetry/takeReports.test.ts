// The door: the same report twice, out of order, late, half broken, unknown, many at once; whatever the order, the same days.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { storedSamples } from '../../test/readings.ts';
import { bdm400, reportOf, reportServer } from '../../test/reportServer.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { runSiteJobs } from '../jobs/siteJobs.ts';
import { dayEndMs, dayStartMs } from '../rules/localDays.ts';
import { askJob } from '../sql/siteJobs.ts';
import { takeDayTotals } from './dayTotals.ts';
import { keepOldPlace } from './refoldSite.ts';
import { findKept, type Report, takeRawAgain, takeReports } from './takeReports.ts';

const server = await reportServer();
const { sql, context, clock } = server;

/** All that follows from reports, without when they arrived. */
async function look(sid: string) {
  return {
    samples: await storedSamples(sql, sid),
    days: await sql`select * from device_days where sid = ${sid} order by sn, day`,
    live: await sql`select sn, at, power_w, status, status_bits, quantities, day, round(today_wh::numeric, 5) as today_wh, round(total_wh::numeric, 5) as total_wh from device_live where sid = ${sid} order by sn`,
    siteDays:
      await sql`select day, round(energy_wh::numeric, 5) as energy_wh, source, round(covered_s::numeric, 2) as covered_s, devices from site_days where sid = ${sid} order by day`,
    siteLive: await sql`
      select at, round(power_w::numeric, 2) as power_w, status, status_bits, devices, reporting, day, round(today_wh::numeric, 5) as today_wh, round(total_wh::numeric, 5) as total_wh
      from site_live where sid = ${sid}`,
    events:
      await sql`select sn, code, opened_at, closed_at from events where sid = ${sid} order by sn, code, opened_at`,
  };
}

/** The site's figures as its devices' rows add up. */
async function expectTotals(sid: string): Promise<void> {
  const { days, siteDays, siteLive, live } = await look(sid);
  const sum = (rows: readonly { energyWh?: unknown }[]) => rows.reduce((total, row) => total + Number(row.energyWh), 0);
  expect(sum(siteDays)).toBeCloseTo(sum(days), 4);
  expect(siteLive[0]!.totalWh).toBeCloseTo(sum(days), 4);
  expect(live.reduce((total, row) => total + Number(row.totalWh), 0)).toBeCloseTo(sum(days), 4);
  const today = siteDays.find(({ day }) => day === siteLive[0]!.day);
  if (today) expect(siteLive[0]!.todayWh).toBeCloseTo(Number(today.energyWh), 4);
  for (const { day, energyWh, devices } of siteDays) {
    const mine = days.filter((row) => row.day === day);
    expect(devices).toBe(mine.length);
    expect(energyWh).toBeCloseTo(sum(mine), 4);
  }
}

/** Two days of a device in Berlin, with an error bit for a while. */
function twoDays(sn: string, seed = 0): Report[] {
  return ['2026-06-13', '2026-06-14'].flatMap((day) => {
    const startMs = Date.parse(`${day}T08:00:00Z`);
    return Array.from({ length: 12 }, (_, n) =>
      reportOf(
        bdm400(sn, { powerW: 100 + n + seed, counterWh: 200 + n * 10, status: n > 3 && n < 7 ? 0x20 : 0 }),
        startMs + n * 300_000,
        sn,
      ),
    );
  });
}

test('sent again, nothing changes and it is said so', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  const first = await takeReports(context, reports);
  expect(first.every(({ kind }) => kind === 'stored')).toBe(true);
  const before = await look(sid);
  const again = await takeReports(context, reports);
  expect(again.every(({ kind }) => kind === 'repeated')).toBe(true);
  expect(await look(sid)).toEqual(before);
  expect(before.days.map(({ day, energyWh, source }) => [day, energyWh, source])).toEqual([
    ['2026-06-13', 310, 'counted'],
    ['2026-06-14', 310, 'counted'],
  ]);
  expect(before.events.map(({ code }) => code)).toEqual(['0020', '0020']);
  await expectTotals(sid);
});

test('any order of arrival, in any batches, ends in the same rows', async () => {
  const reference = await makeDevice(sql);
  await takeReports(context, twoDays(reference.sn));
  const expected = await look(reference.sid);
  const named = (rows: Awaited<ReturnType<typeof look>>) =>
    JSON.parse(JSON.stringify(rows).replaceAll(reference.sid, 'SITE').replaceAll(reference.sn, 'DEVICE'));
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
          await takeReports(context, [...batch.map((index) => reports[index]!), reports[batch[0]!]!]);
          from += batch.length;
        }
        const found = JSON.parse(
          JSON.stringify(await look(sid))
            .replaceAll(sid, 'SITE')
            .replaceAll(sn, 'DEVICE'),
        );
        expect(found).toEqual(named(expected));
      },
    ),
    { numRuns: 25 },
  );
});

test('two at one instant: the same one is kept whichever came first', async () => {
  const at = '2026-06-14T10:00:00Z';
  const one = await makeDevice(sql);
  const other = await makeDevice(sql);
  const send = async ({ sid, sn }: { sid: string; sn: string }, counters: number[]) => {
    for (const counterWh of counters)
      await takeReports(context, [reportOf(bdm400(sn, { powerW: 50, counterWh }), at, sn)]);
    return (await storedSamples(sql, sid, sn)).map(({ counterWh }) => counterWh);
  };
  expect(await send(one, [100, 120])).toEqual([120]);
  expect(await send(other, [120, 100])).toEqual([120]);
  await expectTotals(one.sid);
});

test('half of a batch is broken: the other half is stored, the broken half kept with its reason', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn).map((report, index) => {
    if (index % 2 === 0) return report;
    const body = Buffer.from(report.body);
    body[26]! ^= 0xff;
    return { ...report, body };
  });
  const outcomes = await takeReports(context, reports);
  expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(12);
  expect(outcomes.filter((outcome) => outcome.kind === 'rejected' && outcome.reason === 'checksum')).toHaveLength(12);
  expect(await sql`select from raw_reports where sn = ${sn} and reason = 'checksum'`).toHaveLength(12);
  await expectTotals(sid);
});

describe('a number of no plant', () => {
  test('is listed with its frames, and registered it has its history at once', async () => {
    const sn = '0C0FFEE0';
    const reports = twoDays(sn);
    const outcomes = await takeReports(context, reports.toReversed());
    expect(outcomes.every(({ kind }) => kind === 'unknown')).toBe(true);
    const [listed] = await sql`select sid, first_seen_at, last_seen_at from serial_numbers where sn = ${sn}`;
    expect(listed).toEqual({
      sid: null,
      firstSeenAt: reports[0]!.receivedAt,
      lastSeenAt: reports.at(-1)!.receivedAt,
    });
    expect(await sql`select from raw_reports where sn = ${sn}`).toHaveLength(24);
    const { sid } = await makeDevice(sql, { sn });
    expect(await sql.begin((tx) => takeRawAgain(tx, context, sn))).toBe(24);
    expect(await sql`select from raw_reports where sn = ${sn}`).toHaveLength(0);
    const twin = await makeDevice(sql);
    await takeReports(context, twoDays(twin.sn));
    const [mine, theirs] = [await look(sid), await look(twin.sid)];
    expect(mine.days.map(({ sid: _, sn: __, ...row }) => row)).toEqual(
      theirs.days.map(({ sid: _, sn: __, ...row }) => row),
    );
    expect(mine.siteDays).toEqual(theirs.siteDays);
    expect(mine.siteLive).toEqual(theirs.siteLive);
  });

  test('registered by another program, is taken within the next round', async () => {
    const sn = '0C0FFEE1';
    await takeReports(context, twoDays(sn));
    const { sid } = await makeDevice(sql, { sn });
    expect(await findKept(context)).toBe(1);
    await runSiteJobs(context);
    expect(await findKept(context)).toBe(0);
    await expectTotals(sid);
    expect((await look(sid)).samples).toHaveLength(24);
  });

  test('that moved to another plant reports there, without a word to the server', async () => {
    const { sid, sn } = await makeDevice(sql);
    const [first, second] = twoDays(sn);
    await takeReports(context, [first!]);
    const other = await makeSite(sql);
    await sql.begin(async (tx) => {
      await tx`update devices set removed_at = now() where sid = ${sid} and sn = ${sn}`;
      await tx`insert into devices (sid, sn, product_id, created_at) select ${other}, sn, product_id, created_at from devices where sn = ${sn}`;
      await tx`insert into device_live (sid, sn) values (${other}, ${sn})`;
      await tx`update serial_numbers set sid = ${other} where sn = ${sn}`;
    });
    expect(await takeReports(context, [second!])).toMatchObject([{ kind: 'stored', sid: other }]);
    expect((await look(sid)).samples).toHaveLength(1);
    expect((await look(other)).samples).toHaveLength(1);
  });

  test('that is restricted is kept and not shown', async () => {
    const { sid, sn } = await makeDevice(sql);
    await sql`update serial_numbers set restricted_at = now() where sn = ${sn}`;
    expect((await takeReports(context, twoDays(sn)))[0]).toMatchObject({ kind: 'restricted' });
    expect((await look(sid)).samples).toHaveLength(0);
    expect(await sql`select from raw_reports where sn = ${sn} and reason = 'restricted'`).toHaveLength(24);
  });
});

test('10,000 at once', async () => {
  const sid = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 100 }, () => makeDevice(sql, { sid })));
  const startMs = Date.parse('2026-06-14T04:00:00Z');
  const reports = Array.from({ length: 100 }, (_, n) =>
    devices.map(({ sn }) => reportOf(bdm400(sn, { powerW: 100, counterWh: n * 5 }), startMs + n * 300_000, sn)),
  ).flat();
  const outcomes = await takeReports(context, reports);
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
  const outcomes = await takeReports(
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
  const batches: Report[][] = [];
  for (const [index, { sn }] of devices.entries()) {
    const reports = twoDays(sn, index);
    // each process gets its share, mixed, and some frames twice
    for (let n = 0; n < reports.length; n++) {
      const batch = (n * 7 + index) % 12;
      batches[batch] ??= [];
      batches[batch].push(reports[n]!, reports[(n * 5) % reports.length]!);
    }
  }
  await Promise.all(batches.map((batch, index) => takeReports(others[index % 3]!, batch)));
  for (const [index, { sn }] of twins.entries()) await takeReports(context, twoDays(sn, index));
  const [found, expected] = [await look(sid), await look(alone)];
  const figures = (rows: readonly Record<string, unknown>[]) => rows.map(({ sid: _, sn: __, ...row }) => row);
  expect(figures(found.days)).toEqual(figures(expected.days));
  expect(found.siteDays).toEqual(expected.siteDays);
  expect(found.siteLive).toEqual(expected.siteLive);
  expect(figures(found.events)).toEqual(figures(expected.events));
});

test('what a process knows of a device is worth nothing once another has moved it', async () => {
  const reference = await makeDevice(sql);
  await takeReports(context, twoDays(reference.sn));
  const expected = await look(reference.sid);
  const processes: Context[] = [context, server.another(), server.another()];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 24, maxLength: 24 }),
      fc.boolean(),
      async (turns, atOnce) => {
        const { sid, sn } = await makeDevice(sql);
        const taken = twoDays(sn).map((report, index) => () => takeReports(processes[turns[index]!]!, [report]));
        if (atOnce) await Promise.all(taken.map((take) => take()));
        else for (const take of taken) await take();
        const found = JSON.stringify(await look(sid))
          .replaceAll(sid, 'SITE')
          .replaceAll(sn, 'DEVICE');
        const told = JSON.stringify(expected).replaceAll(reference.sid, 'SITE').replaceAll(reference.sn, 'DEVICE');
        expect(JSON.parse(found)).toEqual(JSON.parse(told));
      },
    ),
    { numRuns: 12 },
  );
});

test('whatever else changed a device in between, its next report goes on from there', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await takeReports(context, reports.slice(0, 13));
  // a total of an old system, and one for a day that samples reach later
  await takeDayTotals(context, [
    { sn, day: '2026-06-10', energyWh: 900 },
    { sn, day: '2026-06-15', energyWh: 70 },
  ]);
  await takeReports(context, reports.slice(13, 15));
  await expectTotals(sid);
  // silence writes the live row, a new time zone all its days
  await sql`update device_live set status = -1, power_w = null where sid = ${sid}`;
  await takeReports(context, reports.slice(15, 17));
  expect((await look(sid)).live[0]).toMatchObject({ at: reports[16]!.receivedAt });
  await sql.begin(async (tx) => {
    await tx`update sites set timezone = 'Pacific/Kiritimati' where sid = ${sid}`;
    await keepOldPlace(tx as Transaction, sid, { timezone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 });
    await askJob(tx as Transaction, sid, 'recompute', server.clock.now());
  });
  await runSiteJobs(context);
  // the word of the change may still be on its way to the registry, as it may be to another process
  await takeReports(server.another(), reports.slice(17));
  await takeReports(context, [
    reportOf(bdm400(sn, { powerW: 99, counterWh: 320 }), Date.parse('2026-06-14T09:05:00Z'), sn),
  ]);
  await expectTotals(sid);
  const { days } = await look(sid);
  expect(days.map(({ day }) => day)).toEqual(['2026-06-10', '2026-06-13', '2026-06-14', '2026-06-15']);
});

test('a batch that was rolled back leaves nothing behind in the process', async () => {
  const { sid, sn } = await makeDevice(sql);
  const reports = twoDays(sn);
  await takeReports(context, reports.slice(0, 5));
  await sql`alter table site_days add constraint refuse check (sid <> '${sql.unsafe(sid)}') not valid`;
  await expect(takeReports(context, reports.slice(5, 9))).rejects.toThrow('refuse');
  await sql`alter table site_days drop constraint refuse`;
  await takeReports(context, reports.slice(5));
  const twin = await makeDevice(sql);
  await takeReports(context, twoDays(twin.sn));
  const [mine, theirs] = [await look(sid), await look(twin.sid)];
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
    const reports: Report[] = [];
    for (let atMs = startMs - 3_600_000; atMs <= endMs + 3_600_000; atMs += 600_000) {
      reports.push(reportOf(bdm400(sn, { powerW: 128 }), atMs, sn));
    }
    await takeReports(context, reports);
    const powerW = (await storedSamples(sql, sid, sn))[0]!.powerW!;
    const [row] = await sql`select energy_wh, source from device_days where sn = ${sn} and day = ${day}`;
    expect(row!.source).toBe('integrated');
    expect(row!.energyWh).toBeCloseTo(powerW * hours, 2);
    expect(await sql`select from device_days where sn = ${sn}`).toHaveLength(3);
  });
});

describe('day totals of an old system', () => {
  test('count once, give way to samples, and never replace them', async () => {
    const { sid, sn } = await makeDevice(sql);
    const totals = [
      { sn, day: '2026-06-12', energyWh: 1500, peakW: 300 },
      { sn, day: '2026-06-13', energyWh: 1600 },
    ];
    expect(await takeDayTotals(context, totals)).toEqual({ taken: 2, known: 0, unknown: 0 });
    expect(await takeDayTotals(context, totals)).toEqual({ taken: 0, known: 2, unknown: 0 });
    await expectTotals(sid);
    await takeReports(context, twoDays(sn));
    await expectTotals(sid);
    expect(await takeDayTotals(context, totals)).toEqual({ taken: 0, known: 2, unknown: 0 });
    const { days } = await look(sid);
    expect(days.map(({ day, energyWh, source }) => [day, energyWh, source])).toEqual([
      ['2026-06-12', 1500, 'imported'],
      ['2026-06-13', 310, 'counted'],
      ['2026-06-14', 310, 'counted'],
    ]);
    expect(await takeDayTotals(context, [{ sn: 'FFFFFF00', day: '2026-06-12', energyWh: 1 }])).toMatchObject({
      unknown: 1,
    });
    await takeDayTotals(context, [{ sn, day: '2026-06-12', energyWh: 1400 }]);
    await expectTotals(sid);
  });
});

test('live values move forward only', async () => {
  const { sid, sn } = await makeDevice(sql);
  clock.set('2026-06-14T09:00:00Z');
  const reports = twoDays(sn);
  await takeReports(context, [reports.at(-1)!]);
  const before = (await look(sid)).live[0]!;
  expect(before).toMatchObject({ powerW: 111, status: 0 });
  await takeReports(context, reports.slice(0, -1));
  const after = (await look(sid)).live[0]!;
  expect(after).toMatchObject({ at: before.at, powerW: 111, day: '2026-06-14' });
  expect((await look(sid)).siteLive[0]).toMatchObject({ powerW: 111, reporting: 1, status: 0 });
  await expectTotals(sid);
});
