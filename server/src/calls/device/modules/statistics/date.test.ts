// device/modules/statistics/date: a module's day or month with its money; the modules of a device sum to it.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../../test/readings.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test.each([
  ['2026-03-29', '2026-03-28T23:30:00Z'],
  ['2025-10-26', '2025-10-26T22:30:00Z'],
])('covers %s in Berlin, a day of 23 or 25 hours, to its last hour', async (date, at) => {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.5 });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const powers = (one: number, two: number) => ({ input1PowerW: one, input2PowerW: two });
  await makeDay(sql, { sid, sn, day: date, energyWh: 1000 });
  await makeSample(sql, { sid, sn, at, powerW: 400, quantities: powers(300, 100) });
  await makeSample(sql, { sid, sn, at: `${date}T11:00:00Z`, powerW: 400, quantities: powers(100, 300) });
  // The evening before and the morning after belong to other days.
  await makeSample(sql, {
    sid,
    sn,
    at: new Date(Date.parse(at) - 25 * 3_600_000).toISOString(),
    powerW: 9,
    quantities: powers(9, 0),
  });
  const ask = async (input: number) =>
    await server.ask('device/modules/statistics/date', { sid, sn, input, types: 1, date }, { token });
  const [one, two] = [await ask(1), await ask(2)];
  expect(one).toMatchObject({
    power: '0.5',
    economic: '0.25',
    economicUnit: 'EUR',
    worthBasis: { by: 'electricityPrice', kind: 'flat', price: 0.5, hasChanged: false },
    provenance: { source: 'integrated' },
  });
  expect(two.power).toBe('0.5');
  const month = { sid, sn, types: 2, date: date.slice(0, 7) } as const;
  const device = await server.ask('device/statistics/date', month, { token });
  const sum = await Promise.all(
    [1, 2].map((input) => server.ask('device/modules/statistics/date', { ...month, input }, { token })),
  );
  expect(sum.reduce((all, { power }) => all + Number(power), 0)).toBe(Number(device.power));
  expect(sum.reduce((all, { economic }) => all + Number(economic), 0)).toBeCloseTo(Number(device.economic), 2);
});

test('returns nothing for a day without data, and treats a device of another company as missing', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const ask = (body: object) =>
    server.call('device/modules/statistics/date', { types: 1, input: 1, ...body } as never, { token });
  expect(await ask({ sn })).toMatchObject({ data: { power: '', economic: '', provenance: { source: 'none' } } });
  expect(await ask({ sn, types: 3 })).toMatchObject({ code: 400 });
  expect(await ask({ sn, input: 4 })).toMatchObject({ code: 1412 });
  expect(await ask({ sn, date: '2199-01-01' })).toMatchObject({ code: 1440 });
  expect(await ask({ sn, types: 2, date: '2199-01' })).toMatchObject({ code: 1440 });
  const foreign = await makeDevice(sql);
  expect(await ask({ sn: foreign.sn })).toMatchObject({ code: 1006, data: {} });
});
