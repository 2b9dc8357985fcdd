// Unclaimed serial numbers: listed with their reports, which become their history once they are registered.
import { describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { expectTotals, storedRows } from '../../../test/readings.ts';
import { reportServer, twoDays } from '../../../test/reportServer.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { ingestReports } from '../ingestReports.ts';
import { findReplayable, replayReports } from './replayReports.ts';

const { sql, context } = await reportServer();

describe('a serial number of no plant', () => {
  test('is listed with its frames, and has its history at once when it is registered', async () => {
    const sn = '0C0FFEE0';
    const reports = twoDays(sn);
    const outcomes = await ingestReports(context, reports.toReversed());
    expect(outcomes.every(({ kind }) => kind === 'unknown')).toBe(true);
    const [listed] = await sql`select sid, first_seen_at, last_seen_at from serial_numbers where sn = ${sn}`;
    expect(listed).toEqual({
      sid: null,
      firstSeenAt: reports[0]!.at,
      lastSeenAt: reports.at(-1)!.at,
    });
    expect(await sql`select from raw_reports where sn = ${sn}`).toHaveLength(24);
    const { sid } = await makeDevice(sql, { sn });
    expect(await sql.begin((tx) => replayReports(tx, context, sn))).toBe(24);
    expect(await sql`select from raw_reports where sn = ${sn}`).toHaveLength(0);
    const reference = await makeDevice(sql);
    await ingestReports(context, twoDays(reference.sn));
    const [actual, expected] = [await storedRows(sql, sid), await storedRows(sql, reference.sid)];
    expect(actual.days.map(({ sid: _, sn: __, ...row }) => row)).toEqual(
      expected.days.map(({ sid: _, sn: __, ...row }) => row),
    );
    expect(actual.siteDays).toEqual(expected.siteDays);
    expect(actual.siteLive).toEqual(expected.siteLive);
  });

  test('registered by another program has its reports replayed in the next round', async () => {
    const sn = '0C0FFEE1';
    await ingestReports(context, twoDays(sn));
    const { sid } = await makeDevice(sql, { sn });
    expect(await findReplayable(context)).toBe(1);
    await runSiteJobs(context);
    expect(await findReplayable(context)).toBe(0);
    await expectTotals(sql, sid);
    expect((await storedRows(sql, sid)).samples).toHaveLength(24);
  });

  test('moved to another plant without a notification to the server reports there', async () => {
    const { sid, sn } = await makeDevice(sql);
    const [first, second] = twoDays(sn);
    await ingestReports(context, [first!]);
    const other = await makeSite(sql);
    await sql.begin(async (tx) => {
      await tx`update devices set removed_at = now() where sid = ${sid} and sn = ${sn}`;
      await tx`update device_live set version = version + 1 where sid = ${sid} and sn = ${sn}`;
      await tx`insert into devices (sid, sn, product_id, created_at) select ${other}, sn, product_id, created_at from devices where sn = ${sn}`;
      await tx`insert into device_live (sid, sn) values (${other}, ${sn})`;
      await tx`update serial_numbers set sid = ${other} where sn = ${sn}`;
    });
    expect(await ingestReports(context, [second!])).toMatchObject([{ kind: 'stored', sid: other }]);
    expect((await storedRows(sql, sid)).samples).toHaveLength(1);
    expect((await storedRows(sql, other)).samples).toHaveLength(1);
  });

  test('restricted has its reports stored and not shown', async () => {
    const { sid, sn } = await makeDevice(sql);
    await sql`update serial_numbers set restricted_at = now() where sn = ${sn}`;
    expect((await ingestReports(context, twoDays(sn)))[0]).toMatchObject({ kind: 'restricted' });
    expect((await storedRows(sql, sid)).samples).toHaveLength(0);
    expect(await sql`select from raw_reports where sn = ${sn} and reason = 'restricted'`).toHaveLength(24);
  });
});
