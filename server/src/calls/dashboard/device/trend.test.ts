// dashboard/device/trend: additions by the plants' own calendars, as many as in the list of those days.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { rollupCounts } from '../../../fleet/rollupCounts.ts';

const server = await testServer();
const { sql, context } = server;

test('counts by each plant’s own day, over seven days and twelve weeks', async () => {
  const { id, companyId } = await makeUser(sql);
  const token = await server.signedIn(id);
  // 2026-06-15 is a Monday. In Auckland it is the 15th already, in Berlin still the 14th.
  const lateEvening = new Date('2026-06-14T13:00:00Z');
  const auckland = { timezone: 'Pacific/Auckland', latitude: -36.8, longitude: 174.7 };
  for (const given of [
    { createdAt: new Date('2026-06-15T08:00:00Z') },
    { createdAt: lateEvening },
    { createdAt: lateEvening, ...auckland },
    { createdAt: new Date('2026-06-09T10:00:00Z') },
    { createdAt: new Date('2026-06-08T10:00:00Z') },
    { createdAt: new Date('2026-03-30T10:00:00Z') },
    { createdAt: new Date('2026-03-29T10:00:00Z') },
  ])
    await makeSite(sql, { companyId, ...given });
  await makeSite(sql, { createdAt: new Date('2026-06-15T08:00:00Z') });
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  await sql`update devices set created_at = '2026-06-10T10:00:00Z' where sn = ${sn}`;
  await rollupCounts(context);
  const trend = await server.ask('dashboard/device/trend', { timezone: 'Europe/Berlin' }, { token });
  expect(trend.days.map(({ day, sites, devices }) => [day, sites, devices])).toEqual([
    ['2026-06-09', 1, 0],
    ['2026-06-10', 0, 1],
    ['2026-06-11', 0, 0],
    ['2026-06-12', 0, 0],
    ['2026-06-13', 0, 0],
    ['2026-06-14', 1, 0],
    ['2026-06-15', 2, 0],
  ]);
  expect(trend.weeks).toHaveLength(12);
  expect(trend.weeks[0]).toEqual({ from: '2026-03-30', to: '2026-04-05', sites: 1, devices: 0 });
  expect(trend.weeks.slice(-2)).toEqual([
    { from: '2026-06-08', to: '2026-06-14', sites: 3, devices: 1 },
    { from: '2026-06-15', to: '2026-06-21', sites: 2, devices: 0 },
  ]);
  for (const { from, to, sites, devices } of [
    ...trend.weeks,
    ...trend.days.map(({ day, ...added }) => ({ from: day, to: day, ...added })),
  ]) {
    const filters = { created_start_date: from, created_end_date: to };
    expect([from, (await server.ask('site/listWithSN', { filters }, { token })).total]).toEqual([from, sites]);
    const added = { added_start_date: from, added_end_date: to };
    expect([from, (await server.ask('device/list', { filters: added }, { token })).total]).toEqual([from, devices]);
  }
  // It is the next day already for the user.
  server.clock.set('2026-06-15T22:30:00Z');
  const later = await server.signedIn(id);
  const next = await server.ask('dashboard/device/trend', { timezone: 'Europe/Berlin' }, { token: later });
  expect(next.days.at(-1)).toMatchObject({ day: '2026-06-16', sites: 0 });
  expect(
    (await server.ask('dashboard/device/trend', { timezone: 'Nowhere/Atall' }, { token: later })).days.at(-1)!.day,
  ).toBe('2026-06-15');
  // It is the next day for the plant, but not yet for the user.
  await makeSite(sql, { companyId, createdAt: new Date('2026-06-15T22:10:00Z') });
  await rollupCounts(context);
  const ahead = await server.ask('dashboard/device/trend', { timezone: 'UTC' }, { token: later });
  expect([ahead.days.at(-1), ahead.weeks.at(-1)]).toMatchObject([
    { day: '2026-06-15', sites: 3 },
    { from: '2026-06-15', sites: 3 },
  ]);
  const since = { created_start_date: '2026-06-15' };
  expect((await server.ask('site/listWithSN', { filters: since }, { token: later })).total).toBe(3);
});
