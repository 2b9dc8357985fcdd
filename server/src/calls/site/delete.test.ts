// site/delete: everything of the plant goes, its serial numbers are free, others' plants stay.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample, storedSamples } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const installer = await makeUser(sql);
const token = await server.signedIn(installer.id);

test('site/delete removes the plant with its history and frees its numbers', async () => {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:00:00Z', powerW: 10 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 10 });
  const stays = await makeDevice(sql);
  await makeSample(sql, { ...stays, at: '2026-06-15T09:00:00Z', powerW: 10 });

  expect(await server.ask('site/delete', { sid }, { token })).toEqual({});
  for (const table of [
    'sites',
    'devices',
    'device_live',
    'device_days',
    'site_days',
    'site_live',
    'site_prices',
    'hot_samples',
    'sample_blocks',
  ])
    expect((await sql`select from ${sql(table)} where sid = ${sid}`).length, table).toBe(0);
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: null }]);
  expect(await storedSamples(sql, stays.sid)).toHaveLength(1);
  expect((await sql`select from audit_log where object = ${sid} and action = 'site/delete'`).length).toBe(1);
  expect(await server.call('site/detail', { sid }, { token })).toMatchObject({ code: 1005 });
});

test('of two who delete one plant at once one is told that it is gone', async () => {
  const { sid } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId }) });
  const answers = await Promise.all([1, 2].map(() => server.call('site/delete', { sid }, { token })));
  expect(answers.map(({ code }) => code).sort()).toEqual([1005, 200].sort());
});

test('a stranger’s delete leaves everything as it is, and an owner may not delete', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: owner.id }) });
  expect(await server.call('site/delete', { sid }, { token })).toMatchObject({ status: 200, code: 1005 });
  expect(await server.call('site/delete', { sid }, { token: await server.signedIn(owner.id) })).toMatchObject({
    status: 403,
  });
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid }]);
});
