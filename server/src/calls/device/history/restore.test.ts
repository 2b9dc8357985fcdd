// device/history/restore: removed samples are merged with those that came since, compacted or not, with all energies.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { afterHours, energyByDay, reportHourly } from '../../../../test/hourly.ts';
import { expectTotals, storedSamples } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';
import { runSiteJobs } from '../../../jobs/siteJobs/runSiteJobs.ts';
import { compactSampleDays } from '../../../samples/sealing.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const device = async (product: string) =>
  await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }), product });
const seal = () => compactSampleDays(context);

test('leaves removed days without late reports, also after the restore', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  await reportHourly(context, sn, 0, 30);
  await reportHourly(context, sn, 36, 96);
  const { id } = await ask('device/deleteHistory', { sid, sn, start: '2026-06-11', reason: 'x' }, { token });
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 230, '12': 240, '13': 230 });
  await reportHourly(context, sn, 30, 36);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 230, '12': 240, '13': 230 });
  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  expect(await energyByDay(sql, sid, sn)).toEqual({ '10': 240, '11': 240, '12': 240, '13': 230 });
  expect((await storedSamples(sql, sid)).length).toBe(90);
  await expectTotals(sql, sid);
});

test('restores only the part of a compacted day within the plant’s days, whatever its time zone was', async () => {
  clock.set(afterHours(98));
  const { sid, sn } = await device('Inverter');
  await reportHourly(context, sn, 0, 96);
  await seal();
  await ask('site/updateFast', { sid, timezone: 'America/New_York' }, { token });
  await runSiteJobs(context);
  const { id } = await ask('device/deleteHistory', { sid, sn, start: '2026-06-11', reason: 'x' }, { token });
  await runSiteJobs(context);
  const retained = await storedSamples(sql, sid);
  expect(retained.length).toBe(72);
  expect(retained.filter(({ at }) => at >= '2026-06-11T04:00:00.000Z' && at < '2026-06-12T04:00:00.000Z')).toEqual([]);
  await seal();
  await ask('device/history/restore', { sid, sn, id }, { token });
  await runSiteJobs(context);
  await seal();
  expect((await storedSamples(sql, sid)).length).toBe(96);
  await expectTotals(sql, sid);
});

test('refuses a stranger and an unknown ID', async () => {
  const { sid, sn } = await device('Inverter');
  const stranger = await signedIn((await makeUser(sql)).id);
  const id = crypto.randomUUID();
  expect((await call('device/history/restore', { sid, sn, id }, { token: stranger })).code).toBe(1005);
  const mine = await signedIn(user.id);
  expect((await call('device/history/restore', { sid, sn, id }, { token: mine })).code).toBe(1442);
  expect((await call('device/history/restore', { sid, sn, id: 'x' }, { token: mine })).code).toBe(400);
});
