// device/history/electricity: energies by day, the same figures as in the overview; pages, ranges, strangers.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { afterHours, reportHourly } from '../../../../test/hourly.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
clock.set(afterHours(80));
const user = await makeUser(sql);
const token = await signedIn(user.id);
const device = async (product: string) =>
  await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }), product });

test('returns days of a meter, newest first, with the figures of its overview for today and yesterday', async () => {
  const { sn } = await device('Meter');
  await reportHourly(context, sn, 0, 80, 'meter');
  const history = await ask('device/history/electricity', { sn, start: '2026-06-10', end: '2026-06-20' }, { token });
  expect(history.columns).toEqual([
    { flow: 'fromGrid', name: 'Import' },
    { flow: 'toGrid', name: 'Export' },
  ]);
  expect(history.total).toBe(4);
  expect(history.list.map(({ date, figures }) => [date.slice(8), ...figures.map(({ energy }) => energy)])).toEqual([
    ['13', 0.42, 0.84],
    ['12', 1.44, 2.88],
    ['11', 1.44, 2.88],
    ['10', 1.44, 2.88],
  ]);
  const { flows } = await ask('device/statistics/overview/electricity', { sn }, { token });
  expect(history.list.slice(0, 2).map(({ figures }) => figures[0])).toEqual([flows[0]!.today, flows[0]!.yesterday]);
  const second = await ask(
    'device/history/electricity',
    { sn, start: '2026-06-10', end: '2026-06-20', page: { size: 3, num: 1 } },
    { token },
  );
  expect(second.list.map(({ date }) => date)).toEqual(['2026-06-10']);
});

test('returns production of an inverter with its provenance, and no zero for a day without data', async () => {
  const { sn } = await device('Inverter');
  await reportHourly(context, sn, 0, 24);
  const { columns, list } = await ask(
    'device/history/electricity',
    { sn, start: '2026-06-09', end: '2026-06-10', sort: [{ field: 'date', descending: false }] },
    { token },
  );
  expect(columns).toEqual([{ flow: 'production', name: 'Production' }]);
  expect(list).toMatchObject([
    { date: '2026-06-09', figures: [{ energy: null, source: 'none' }] },
    { date: '2026-06-10', figures: [{ energy: 0.23, source: 'counted' }] },
  ]);
});

test('returns nothing for a device that never reported, and refuses future, reversed and too long ranges and strangers', async () => {
  const { sn } = await device('Meter');
  expect(await ask('device/history/electricity', { sn, start: '2026-06-10' }, { token })).toMatchObject({
    columns: [],
    total: 1,
    list: [{ date: '2026-06-10', figures: [] }],
  });
  const code = async (body: object, by = token) =>
    (await call('device/history/electricity', { sn, start: '2026-06-10', ...body }, { token: by })).code;
  expect(await code({ end: '2026-06-09' })).toBe(1017);
  expect(await code({ start: '2027-06-10' })).toBe(1440);
  expect(await code({ end: '2027-07-14' })).toBe(200);
  expect(await code({ end: '2027-07-15' })).toBe(1016);
  expect(await code({}, await signedIn((await makeUser(sql)).id))).toBe(1006);
});
