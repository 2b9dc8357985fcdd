// device/deleteHistory, device/history/removed, device/history/restore: days are removed and restored with their energies, and nothing is counted across the gap.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { expectFlows } from '../../../test/flows.ts';
import { afterHours, energyByDay, reportHourly } from '../../../test/hourly.ts';
import { expectTotals, storedSamples } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { importDayTotals } from '../../energy/days/importedDays.ts';
import { ingestHistory } from '../../ingest/ingestHistory.ts';
import { expireData } from '../../jobs/expireData.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { compactSampleDays } from '../../samples/sealing.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const device = async (product: string) =>
  await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }), product });
const compactDays = () => compactSampleDays(context);

test.each(['not compacted', 'compacted'])('removes and restores days, %s', async (how) => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  await reportHourly(context, sn, 0, 96);
  if (how === 'compacted') await compactDays();
  const before = {
    days: await energyByDay(sql, sid, sn),
    site: await energyByDay(sql, sid),
    samples: await storedSamples(sql, sid),
  };
  expect(before.samples.length).toBe(96);

  const { id } = await ask(
    'device/deleteHistory',
    { sid, sn, start: '2026-06-11', end: '2026-06-12', reason: 'tried in the workshop' },
    { token },
  );
  const { jobs } = await ask('site/overview', { sid }, { token });
  expect(jobs.map(({ kind }) => kind)).toEqual(['moveHistory']);
  await runSiteJobs(context);
  const history = await ask('device/history', { sid, sn, start: '2026-06-10', end: '2026-06-13' }, { token });
  expect(history.total).toBe(48);
  // The counter rose by 500 Wh between the samples around the gap: this energy is not counted.
  expect(before.days).toEqual({ '10': 240, '11': 240, '12': 240, '13': 230 });
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 230, '13': 230 });
  expect(await energyByDay(sql, sid)).toEqual(await energyByDay(sql, sid, sn));
  expect(await sql`select total_wh, today_wh from device_live where sid = ${sid} and sn = ${sn}`).toEqual([
    { totalWh: 460, todayWh: 230 },
  ]);
  await expectTotals(sql, sid);

  const listed = await ask('device/history/removed', { sid, sn }, { token });
  expect(listed).toMatchObject({
    total: 1,
    mayChange: true,
    list: [
      {
        id,
        start: '2026-06-11',
        end: '2026-06-12',
        samples: 48,
        state: 'removed',
        removedBy: user.email,
        reason: 'tried in the workshop',
      },
    ],
  });
  expect(listed.list[0]!.restorableUntilIso).toMatch(/^2026-07-14T/);

  await reportHourly(context, sn, 96, 100);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 230, '13': 240, '14': 30 });

  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  if (how === 'compacted') await compactDays();
  const after = await storedSamples(sql, sid);
  expect(after.slice(0, 96)).toEqual(before.samples);
  expect(await energyByDay(sql, sid, sn)).toEqual({ ...before.days, '13': 240, '14': 30 });
  expect(await energyByDay(sql, sid)).toEqual(await energyByDay(sql, sid, sn));
  expect((await ask('device/history/removed', { sid, sn }, { token })).list).toMatchObject([
    { state: 'restored', restoredBy: user.email, restorableUntilIso: null },
  ]);
  expect((await call('device/history/restore', { sid, sn, id }, { token })).code).toBe(1442);
});

test.each(['not compacted', 'compacted'])(
  'keeps removed days removed when the device sends them again, %s',
  async (how) => {
    clock.set(afterHours(98));
    const { sid, sn } = await device('Inverter');
    await reportHourly(context, sn, 0, 96);
    if (how === 'compacted') await compactDays();
    const request = { sid, sn, start: '2026-06-11', end: '2026-06-12', reason: 'tried in the workshop' };
    const { id } = await ask('device/deleteHistory', request, { token });
    await runSiteJobs(context);
    const after = { energy: await energyByDay(sql, sid, sn), samples: await storedSamples(sql, sid) };
    expect(after.samples).toHaveLength(48);
    // The device sends all of it again, and an import brings the same days.
    await reportHourly(context, sn, 0, 96);
    const hours = Array.from({ length: 96 }, (_, hour) => hour);
    await ingestHistory(context, [
      {
        sn,
        columns: {
          atMs: Float64Array.from(hours, (hour) => Date.parse(afterHours(hour))),
          imported: new Uint8Array(96),
          mode: new Int16Array(96).fill(6),
          statusBits: new Int32Array(96),
          values: {
            powerW: new Float64Array(96).fill(10),
            counterLifeWh: Float64Array.from(hours, (hour) => 1000 + 10 * hour),
          },
        },
      },
    ]);
    await runSiteJobs(context);
    expect({ energy: await energyByDay(sql, sid, sn), samples: await storedSamples(sql, sid) }).toEqual(after);
    await expectTotals(sql, sid);
    // Restored, the days are whole again.
    await ask('device/history/restore', { sid, sn, id }, { token });
    await runSiteJobs(context);
    expect(await storedSamples(sql, sid)).toHaveLength(96);
    expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 240, '11': 240, '12': 240, '13': 230 });
  },
);

test('removes today up to now, and does not count again what the counter showed before', async () => {
  clock.set(afterHours(12.5));
  const { sid, sn } = await device('Inverter');
  await reportHourly(context, sn, 0, 13);
  await ask('device/deleteHistory', { sid, sn, start: '2026-06-10', end: '2026-06-20', reason: 'x' }, { token });
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid, sn)).toEqual({});
  expect(await sql`select total_wh from site_live where sid = ${sid}`).toEqual([{ totalWh: 0 }]);
  await reportHourly(context, sn, 13, 15);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 10 });
});

test('removes and restores the flows of a meter', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Meter');
  await reportHourly(context, sn, 0, 96, 'meter');
  const flows = async () =>
    Object.fromEntries(
      (
        await sql<{ day: string; flow: string; wh: number }[]>`
          select day, flow, energy_wh as wh from site_flows where sid = ${sid} order by day, flow`
      ).map(({ day, flow, wh }) => [`${day.slice(8)} ${flow}`, wh]),
    );
  const before = await flows();
  const { id } = await ask(
    'device/deleteHistory',
    { sid, sn, start: '2026-06-11', end: '2026-06-12', reason: 'x' },
    { token },
  );
  await runSiteJobs(context);
  await expectFlows(sql, sid, [sn]);
  expect(await flows()).toEqual({ '10 fromGrid': 1380, '10 toGrid': 2760, '13 fromGrid': 1380, '13 toGrid': 2760 });
  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  await expectFlows(sql, sid, [sn]);
  expect(await flows()).toEqual(before);
});

test('removes and restores imported totals and days whose samples were dropped', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  await importDayTotals(context, [
    { sn, day: '2026-06-07', energyWh: 70, peakW: 7 },
    { sn, day: '2026-06-08', energyWh: 80 },
    { sn, day: '2026-06-09', energyWh: 90 },
  ]);
  await reportHourly(context, sn, 0, 96);
  const before =
    await sql`select * from device_days where sid = ${sid} and sn = ${sn} and day < '2026-06-10' order by day`;
  const all = await energyByDay(sql, sid, sn);
  const { id } = await ask(
    'device/deleteHistory',
    { sid, sn, start: '2026-06-08', end: '2026-06-10', reason: 'x' },
    { token },
  );
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '07': 70, '11': 240, '12': 240, '13': 230 });
  expect(await energyByDay(sql, sid)).toEqual(await energyByDay(sql, sid, sn));
  await expectTotals(sql, sid);
  const [removed] = (await ask('device/history/removed', { sid, sn }, { token })).list;
  expect(removed).toMatchObject({ samples: 24, days: 3 });
  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid, sn)).toEqual(all);
  expect(
    await sql`select * from device_days where sid = ${sid} and sn = ${sn} and day < '2026-06-10' order by day`,
  ).toEqual(before);
  await expectTotals(sql, sid);
  expect(await sql`select from removed_days where sid = ${sid}`).toHaveLength(0);
});

test('handles a device that never reported, and the first days of a meter', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  await importDayTotals(context, [{ sn, day: '2026-06-08', energyWh: 80 }]);
  const { id } = await ask(
    'device/deleteHistory',
    { sid, sn, start: '2026-06-01', end: '2026-06-10', reason: 'x' },
    { token },
  );
  await runSiteJobs(context);
  expect([await energyByDay(sql, sid, sn), await energyByDay(sql, sid)]).toEqual([{}, {}]);
  await expectTotals(sql, sid);
  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid)).toEqual({ '08': 80 });
  await expectTotals(sql, sid);

  const meter = await device('Meter');
  await reportHourly(context, meter.sn, 0, 96, 'meter');
  const flows = async () =>
    await sql`select day, flow, energy_wh from site_flows where sid = ${meter.sid} order by day, flow`;
  const known = await flows();
  const first = await ask(
    'device/deleteHistory',
    { ...meter, start: '2026-06-09', end: '2026-06-12', reason: 'x' },
    { token },
  );
  await runSiteJobs(context);
  expect((await flows()).map(({ day }) => day)).toEqual(['2026-06-13', '2026-06-13']);
  await expectFlows(sql, meter.sid, [meter.sn]);
  await ask('device/history/restore', { ...meter, id: first.id }, { token });
  await runSiteJobs(context);
  expect(await flows()).toEqual(known);
  await expectFlows(sql, meter.sid, [meter.sn]);
});

test('removes days of a released device, permanently after 30 days, and keeps the gap', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  await reportHourly(context, sn, 0, 96);
  await ask('site/updateFast', { sid, removeSn: [sn] }, { token });
  const { id } = await ask('device/deleteHistory', { sid, sn, start: '2026-06-11', reason: 'x' }, { token });
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 230, '12': 240, '13': 230 });
  clock.set(afterHours(98 + 30 * 24));
  await expireData(context);
  expect((await sql`select from removed_samples where sid = ${sid}`).length).toBe(1);
  clock.set(afterHours(98 + 30 * 24 + 0.001));
  await expireData(context);
  expect((await sql`select from removed_samples where sid = ${sid}`).length).toBe(0);
  const token31 = await signedIn(user.id);
  expect((await ask('device/history/removed', { sid, sn }, { token: token31 })).list).toMatchObject([
    { state: 'gone', restorableUntilIso: null },
  ]);
  expect((await call('device/history/restore', { sid, sn, id }, { token: token31 })).code).toBe(1442);
  await ask('site/updateFast', { sid, timezone: 'Europe/Lisbon' }, { token: token31 });
  await runSiteJobs(context);
  const sum = Object.values(await energyByDay(sql, sid, sn)).reduce((wh, each) => wh + each, 0);
  expect(sum).toBe(700);
});

test('leaves nothing of a removal when its plant is deleted', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  const mine = await signedIn(user.id);
  await reportHourly(context, sn, 0, 96);
  await ask('device/deleteHistory', { sid, sn, start: '2026-06-11', reason: 'x' }, { token: mine });
  await runSiteJobs(context);
  await ask('site/delete', { sid }, { token: mine });
  await runSiteJobs(context);
  for (const table of ['removed_samples', 'history_removals', 'device_days', 'site_days'])
    expect((await sql`select from ${sql.unsafe(table)} where sid = ${sid}`).length, table).toBe(0);
});

test('refuses strangers, invalid days and too many removals', async () => {
  clock.set('2026-06-14T12:00:00Z');
  const mine = await signedIn(user.id);
  const { sid, sn } = await device('Inverter');
  const ask2 = async (body: object) => (await call('device/deleteHistory', body as never, { token: mine })).code;
  expect(await ask2({ sid, sn, start: '2026-06-15', reason: 'x' })).toBe(1440);
  expect(await ask2({ sid, sn, start: '2026-06-12', end: '2026-06-11', reason: 'x' })).toBe(1017);
  expect(await ask2({ sid, sn, start: '2026-06-12', reason: '  ' })).toBe(400);
  expect(await ask2({ sid, sn: 'NOTTHERE', start: '2026-06-12', reason: 'x' })).toBe(1006);
  const stranger = await signedIn((await makeUser(sql)).id);
  const refused = await call(
    'device/deleteHistory',
    { sid, sn, start: '2026-06-12', reason: 'x' },
    { token: stranger },
  );
  expect(refused.code).toBe(1005);
  expect((await call('device/history/removed', { sid, sn }, { token: stranger })).code).toBe(1006);
  expect((await call('device/history/restore', { sid, sn, id: crypto.randomUUID() }, { token: stranger })).code).toBe(
    1005,
  );
  for (let count = 0; count < 100; count++)
    await sql`
      insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, state)
      values (${sid}, ${sn}, gen_random_uuid(), '2020-01-01', '2020-01-01', '2020-01-01', '2020-01-02', 'x', now(), 1, 'gone')`;
  expect(await ask2({ sid, sn, start: '2026-06-12', reason: 'x' })).toBe(1441);
  expect((await sql`select from history_removals where sid = ${sid}`).length).toBe(100);
});
