// site/playback: one response for the whole day of all modules; the same powers as each device's own playback and the plant's curve.
import type { Response } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { judgedPlant } from '../../../test/judgedPlant.ts';
import { makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { judgeModules } from '../../problems/modules/judgeModules.ts';

const server = await testServer();
const { sql, context } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

/** Watts by slot of the whole day. */
function powersOf({ firstSlot, xAxisIso }: Response<'site/playback'>, data: readonly (number | null)[]) {
  let tenths = 0;
  const powers = data.map((step) => {
    tenths += step ?? 0;
    return step === null ? null : tenths / 10;
  });
  return xAxisIso.map((_, slot) => powers[slot - firstSlot] ?? null);
}

test('returns the same powers as each device’s playback and the plant’s curve', async () => {
  server.clock.set('2026-06-15T20:00:00Z');
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn: four } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const { sn: one } = await makeDevice(sql, { sid });
  const { sn: two } = await makeDevice(sql, { sid, product: 'BDM-800' });
  for (let n = 0; n < 6; n++) {
    const at = `2026-06-14T08:${String(n * 5 + 1).padStart(2, '0')}:00Z`;
    const inputs = { input1VoltageV: 40, input1PowerW: 100.3 + n, input2VoltageV: 41, input2PowerW: 50 - n };
    await makeSample(sql, { sid, sn: four, at, powerW: 150.3, quantities: inputs });
    // A gap of two slots.
    if (n < 2 || n > 3) await makeSample(sql, { sid, sn: one, at, powerW: 90 + n });
    const currents = { input1CurrentA: 3, input2CurrentA: 1 };
    await makeSample(sql, { sid, sn: two, at, powerW: 200, quantities: currents });
  }
  const response = await server.ask('site/playback', { sid, day: '2026-06-14' }, { token });
  expect(response.xAxisIso).toHaveLength(288);
  expect(response.modules.map(({ sn, input }) => `${sn}_${input}`).toSorted()).toEqual(
    [`${four}_1`, `${four}_2`, `${one}_1`, `${two}_1`, `${two}_2`].toSorted(),
  );
  for (const { sn, input, data } of response.modules) {
    const own = await server.ask('device/playback', { sn, start: '2026-06-14' }, { token });
    expect(powersOf(response, data), `${sn}_${input}`).toEqual(own.modules.find(({ addr }) => addr === input)!.data);
  }
  // Nights are left out.
  expect(response.firstSlot).toBe(120);
  expect(response.modules[0]!.data).toHaveLength(6);
  const chart = await server.ask('site/statistics/echarts', { sid, types: 1, date: '2026-06-14' }, { token });
  expect(response.power).toEqual(chart.series[0]!.data);
});

test('fills a late upload, but keeps a longer silence as a gap', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  for (const [minute, powerW] of [
    [1, 100],
    [11, 120],
    [26, 130],
  ] as const)
    await makeSample(sql, { sid, sn, at: `2026-06-14T08:${String(minute).padStart(2, '0')}:00Z`, powerW });
  const response = await server.ask('site/playback', { sid, day: '2026-06-14' }, { token });
  expect(powersOf(response, response.modules[0]!.data).slice(120, 126)).toEqual([100, 110, 120, null, null, 130]);
});

test('keeps a module’s last value today until its next upload is overdue, like the plant’s curve', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn: early } = await makeDevice(sql, { sid });
  const { sn: late } = await makeDevice(sql, { sid });
  const { sn: silent } = await makeDevice(sql, { sid });
  for (const minute of [1, 6, 11, 16]) {
    const at = (second: number) =>
      `2026-06-15T08:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}Z`;
    if (minute < 6) await makeSample(sql, { sid, sn: silent, at: at(0), powerW: 50 });
    if (minute < 16) await makeSample(sql, { sid, sn: late, at: at(30), powerW: 200 + minute });
    await makeSample(sql, { sid, sn: early, at: at(0), powerW: 100 + minute });
  }
  server.clock.set('2026-06-15T08:16:10Z');
  const response = await server.ask('site/playback', { sid }, { token });
  const of = (sn: string) => {
    const module = response.modules.find((one) => one.sn === sn)!;
    return powersOf(response, module.data).slice(120, 125);
  };
  expect(of(early)).toEqual([101, 106, 111, 116, null]);
  expect(of(late)).toEqual([201, 206, 211, 211, null]);
  expect(of(silent)).toEqual([50, null, null, null, null]);
  expect(response.power.slice(122, 124)).toEqual([322, 327]);
});

test('returns a day without data, a day of 25 hours and today, and refuses an invalid day', async () => {
  server.clock.set('2026-06-15T10:00:00Z');
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  const empty = await server.ask('site/playback', { sid, day: '2025-10-26' }, { token });
  expect(empty).toMatchObject({ firstSlot: 0, modules: [{ sn, input: 1, data: [] }] });
  expect(empty.power).toHaveLength(300);
  expect(empty.power.every((power) => power === null)).toBe(true);
  expect((await server.ask('site/playback', { sid }, { token })).day).toBe('2026-06-15');
  expect(await server.call('site/playback', { sid, day: '15/06/2026' }, { token })).toMatchObject({ code: 400 });
  expect(await server.call('site/playback', { sid, day: '2199-01-01' }, { token })).toMatchObject({ code: 1440 });
});

test('returns the slots in which devices had alerts on that day, and nothing of other days', async () => {
  server.clock.set('2026-06-15T10:02:00Z');
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  for (const [of, code, openedAt, closedAt] of [
    [sn, '0010', '2026-06-13T20:00:00Z', '2026-06-14T06:59:00Z'],
    [sn, '0800', '2026-06-14T08:01:00Z', '2026-06-14T08:03:00Z'],
    [other, '1000', '2026-06-14T21:31:00Z', null],
    [other, 'silence', '2026-06-14T08:00:00Z', null],
    [sn, '0001', '2026-06-12T08:00:00Z', '2026-06-12T09:00:00Z'],
  ] as const)
    await sql`insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${of}, ${code}, ${openedAt}, ${closedAt})`;
  const of = async (day: string) =>
    (await server.ask('site/playback', { sid, day }, { token })).alerts.map(({ sn, from, until }) => [sn, from, until]);
  // Berlin is two hours ahead: the most severe one comes first.
  expect(await of('2026-06-14')).toEqual([
    [other, 282, 288],
    [sn, 120, 121],
    [sn, 0, 108],
  ]);
  expect(await of('2026-06-15')).toEqual([[other, 0, 288]]);
  expect(await of('2026-06-11')).toEqual([]);
});

test('treats a plant of another company as missing', async () => {
  const sid = await makeSite(sql);
  expect(await server.call('site/playback', { sid, day: '2026-06-14' }, { token })).toMatchObject({ code: 1005 });
});

test('returns the problems that were open on the day, also one that was found later', async () => {
  server.clock.set('2026-06-12T23:00:00Z');
  const { sid, one, other, day } = await judgedPlant(sql, user.companyId);
  const evening = await server.signedIn(user.id);
  await day('2026-06-10', () => 0.8);
  await day('2026-06-11', (sn, input, hour) => (sn === one && input === 2 && hour >= 10 ? 0 : 0.8));
  await day('2026-06-12', () => 0.8);
  await judgeModules(context);
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, ${other}, 'silence', '2026-06-11T08:00:00Z', '2026-06-11T09:00:00Z'),
      (${sid}, ${other}, '0010', '2026-06-11T09:01:00Z', '2026-06-11T09:03:00Z'),
      (${sid}, ${other}, '0002', '2026-06-11T09:01:00Z', '2026-06-11T09:03:00Z')`;
  const problemsOn = async (date: string) =>
    (await server.ask('site/playback', { sid, day: date }, { token: evening })).problems.map(
      ({ sn, input, code, level, from, until }) => [sn === one ? 'one' : 'other', input, code, level, from, until],
    );
  expect(await problemsOn('2026-06-10')).toEqual([]);
  // In slots of five minutes of Berlin's day; to its end.
  expect(await problemsOn('2026-06-11')).toEqual([
    ['one', 2, 'deadModule', 'fault', 144, 288],
    ['other', 0, 'silence', 'fault', 120, 132],
    ['other', 0, '0010', 'warning', 132, 133],
  ]);
  expect(await problemsOn('2026-06-12')).toEqual([]);
});
