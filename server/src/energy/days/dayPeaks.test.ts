// Stored peaks of finished days: equal to those of the chart, found once, recomputed after a late report.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { bdm400, readingOf, reportServer } from '../../../test/reportServer.ts';
import { testServer } from '../../../test/testServer.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import { LeaseLost } from '../../platform/siteWork.ts';
import { findDayPeaks, recomputePeaks } from './dayPeaks.ts';

const server = await testServer();
const { sql, clock, context } = server;

test('shows as record the highest power of the charts of all days, today included', async () => {
  clock.set('2026-06-18T10:00:00Z');
  const user = await makeUser(sql);
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  const other = await makeDevice(sql, { sid });
  for (const [at, powerW, device] of [
    ['2026-06-14T10:00:10Z', 300, sn],
    ['2026-06-14T10:01:10Z', 250, other.sn],
    // Just before midnight of the plant: the end of the day is included.
    ['2026-06-15T21:58:00Z', 310, sn],
    ['2026-06-16T10:00:10Z', 200, sn],
  ] as const) {
    await makeSample(sql, { sid, sn: device, at, powerW });
  }
  for (const day of ['2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16']) {
    await makeDay(sql, { sid, sn, day, energyWh: 1000 });
  }
  expect(await findDayPeaks(context)).toBe(4);
  expect(await findDayPeaks(context)).toBe(0);
  expect(await sql`select day, peak_w, peak_at from site_days where sid = ${sid} order by day`).toEqual([
    { day: '2026-06-13', peakW: null, peakAt: null },
    { day: '2026-06-14', peakW: 550, peakAt: new Date('2026-06-14T10:00:00Z') },
    { day: '2026-06-15', peakW: 310, peakAt: new Date('2026-06-15T21:55:00Z') },
    { day: '2026-06-16', peakW: 200, peakAt: new Date('2026-06-16T10:00:00Z') },
  ]);
  const token = await server.signedIn(user.id);
  const record = async () => (await server.ask('site/overview', { sid }, { token })).recordPeak;
  // The 13th has energy without measured power, so its peak may have been higher.
  expect(await record()).toEqual({ powerW: 550, atIso: '2026-06-14T12:00:00+02:00', since: '2026-06-14' });
  const { peak } = await server.ask('site/statistics/echarts', { sid, types: 1, date: '2026-06-14' }, { token });
  expect(await record()).toMatchObject(peak!);
  await makeSample(sql, { sid, sn, at: '2026-06-18T09:59:00Z', powerW: 600 });
  // The other device last reported days ago and adds nothing.
  // Days whose peak is yet to be recomputed do not count as known.
  expect(await record()).toEqual({ powerW: 600, atIso: '2026-06-18T11:55:00+02:00', since: '2026-06-18' });
  await findDayPeaks(context);
  expect(await record()).toMatchObject({ powerW: 600, since: '2026-06-14' });
  // A day without energy needs no peak.
  await sql`update site_days set energy_wh = 0 where sid = ${sid} and day = '2026-06-13'`;
  expect(await record()).toMatchObject({ powerW: 600, since: null });
  // Only today is measured; the other days were imported from a file.
  await sql`update site_days set energy_wh = 1000, peak_w = null, peak_at = null, peak_known = true where sid = ${sid}`;
  expect(await record()).toMatchObject({ powerW: 600, since: '2026-06-18' });
});

test('recomputes the peak of a day after a late report', async () => {
  const reports = await reportServer();
  reports.clock.set('2026-06-15T10:00:00Z');
  const { sid, sn } = await makeDevice(reports.sql);
  const report = (powerW: number, at: string) =>
    ingestReports(reports.context, [readingOf(bdm400(sn, { powerW }), Date.parse(at))]);
  await report(100, '2026-06-15T09:00:00Z');
  await report(100, '2026-06-15T09:05:00Z');
  reports.clock.set('2026-06-18T10:00:00Z');
  expect(await findDayPeaks(reports.context)).toBe(1);
  const peakW = async () => (await reports.sql`select peak_w from site_days where sid = ${sid}`)[0]!.peakW as number;
  expect(await peakW()).toBeCloseTo(100, 0);
  await report(200, '2026-06-15T09:10:00Z');
  expect(await findDayPeaks(reports.context)).toBe(1);
  expect(await peakW()).toBeCloseTo(200, 0);
});

test('recomputes saw-tooth peaks of an earlier version in a job, also after another worker takes it over', async () => {
  clock.set('2026-06-18T10:00:00Z');
  const user = await makeUser(sql);
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  const slow = await makeDevice(sql, { sid });
  const days = ['2026-04-01', '2026-06-13', '2026-06-14'];
  for (const day of days) {
    for (let minute = 0; minute < 60; minute += 5) {
      const at = `${day}T10:${String(minute).padStart(2, '0')}:10Z`;
      // The peak of this device lies between two uploads of the other one.
      await makeSample(sql, { sid, sn, at, powerW: minute === 20 ? 400 : 300 });
      if (minute % 15 === 0) await makeSample(sql, { sid, sn: slow.sn, at, powerW: 200 });
    }
    await makeDay(sql, { sid, sn, day, energyWh: 1000 });
  }
  await findDayPeaks(context);
  const asStored = { peakW: 500, peakAt: new Date('2026-06-14T10:00:00Z'), peakKnown: true };
  await sql`update site_days set ${sql(asStored)} where sid = ${sid}`;
  const peaks = () => sql`select day, peak_w, peak_at from site_days where sid = ${sid} order by day`;
  const asCharted = days.map((day) => ({ day, peakW: 600, peakAt: new Date(`${day}T10:20:00Z`) }));

  // Known peaks stay until the job runs.
  expect(await findDayPeaks(context)).toBe(0);
  await enqueueJob(sql, sid, 'findPeaks', clock.now());
  // The worker loses its lease in the second step.
  let steps = 0;
  const stepped: number[] = [];
  const cut = {
    sid,
    hold: async () => {},
    count: async (total: number) => void stepped.push(total),
    step: async (_tx: unknown, done: number) => {
      stepped.push(done);
      if (++steps === 2) throw new LeaseLost();
    },
  };
  await expect(recomputePeaks(context, cut)).rejects.toThrow(LeaseLost);
  expect(stepped).toEqual([3, 2, 1]);
  expect((await peaks())[0]).toMatchObject({ day: '2026-04-01', peakW: 500 });
  expect((await peaks()).slice(1)).toEqual(asCharted.slice(1));

  const token = await server.signedIn(user.id);
  const { jobs } = await server.ask('site/overview', { sid }, { token });
  expect(jobs).toMatchObject([{ kind: 'findPeaks' }]);
  await runSiteJobs(context);
  expect(await peaks()).toEqual(asCharted);
  const { peak } = await server.ask('site/statistics/echarts', { sid, types: 1, date: '2026-04-01' }, { token });
  expect(peak).toEqual({ powerW: 600, atIso: '2026-04-01T12:20:00+02:00' });
  expect(await sql`select from site_jobs where sid = ${sid}`).toHaveLength(0);
});
